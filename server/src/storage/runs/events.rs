//! What is told of a run, in order.

use crate::domain::RunId;
use crate::storage::engine::{Session, Table, params};
use crate::storage::{Storage, StorageError};

/// Something to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    pub kind: String,
    /// A JSON object.
    pub data: String,
}

/// Something that was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunEvent {
    /// From 1, without gaps.
    pub seq: u32,
    pub kind: String,
    /// A JSON object.
    pub data: String,
}

const EVENT: Table = Table { name: "lab_event", key: &["run", "seq"] };

const LAST: &str = "SELECT coalesce(max(seq), 0) AS n FROM lab_event WHERE run = $1";
const INSERT: &str = "INSERT INTO lab_event (run, seq, kind, data) VALUES ($1, $2, $3, $4)";
const AFTER: &str = "SELECT run, seq, kind, data FROM lab_event WHERE run = $1 AND seq > $2 ORDER BY seq LIMIT $3";

impl NewEvent {
    pub fn new(kind: &str, data: &str) -> Self {
        Self { kind: kind.to_owned(), data: data.to_owned() }
    }
}

impl Storage {
    /// Returns up to `limit` events of a run behind the one with that number.
    pub async fn lab_run_events(&self, run: RunId, after: u32, limit: u32) -> Result<Vec<RunEvent>, StorageError> {
        let rows = self.read().await?.all(AFTER, params![run, after, limit]).await?;
        rows.iter()
            .map(|row| {
                let record = row.of(&EVENT);
                Ok(RunEvent { seq: record.number("seq")?, kind: record.get("kind")?, data: record.get("data")? })
            })
            .collect()
    }
}

/// Adds events behind those that there are. The queue has to be locked.
pub(super) async fn append(session: &mut Session, run: RunId, events: &[NewEvent]) -> Result<(), StorageError> {
    let last = session.one(LAST, params![run]).await?.count("n")?;
    for (seq, event) in (last + 1..).zip(events) {
        session.execute(INSERT, params![run, seq, event.kind.as_str(), event.data.as_str()]).await?;
    }
    Ok(())
}
