//! Runs that nobody looks after: their worker died, the job queue does not know of them, or nobody ever took them.

use super::events::{NewEvent, append};
use super::read::{FORGOTTEN, LOST, read_run};
use super::{store, tell_end};
use crate::domain::{DeviceName, Ending, RunId, RunState, Timestamp};
use crate::storage::engine::{Table, params};
use crate::storage::{Storage, StorageError};

/// What became of runs that nobody looked after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Recovered {
    /// Back in the queue.
    pub requeued: u64,
    /// Over.
    pub ended: u64,
}

const RUN: Table = Table { name: "lab_run", key: &["id"] };

const UNHANDED: &str = "
    SELECT id, device FROM lab_run WHERE state = 'queued' AND (handed_at IS NULL OR handed_at <= $1)
    ORDER BY queued_at, id LIMIT 1000";

const HAND: &str = "UPDATE lab_run SET handed_at = $2 WHERE id = $1 AND state = 'queued'";

/// Events and results go with the run.
const FORGET: &str = "
    DELETE FROM lab_run WHERE id IN (
        SELECT id FROM (
            SELECT id, row_number() OVER (ORDER BY ended_at DESC, id DESC) AS place
            FROM lab_run WHERE ended_at IS NOT NULL
        ) AS placed
        WHERE place > $1
    )";

const NOBODY: &str = "no worker took the run in time; try again, or choose another device";

impl Storage {
    /// Looks after runs whose worker did not prolong its hold, and ends those that wait since before `waiting_since`.
    pub async fn recover_lab_runs(&self, now: Timestamp, waiting_since: Timestamp) -> Result<Recovered, StorageError> {
        let mut recovered = Recovered::default();
        // Mostly there is none, and then nobody has to wait for this.
        let mut session = self.read().await?;
        let nothing = session.all(LOST, params![now]).await?.is_empty()
            && session.all(FORGOTTEN, params![waiting_since]).await?.is_empty();
        drop(session);
        if nothing {
            return Ok(recovered);
        }
        let mut tx = self.write().await?;
        tx.lock_runs().await?;
        for row in tx.all(LOST, params![now]).await? {
            let Ok(run) = read_run(&row)?.recover(now) else { continue };
            store(&mut tx, &run).await?;
            if run.state == RunState::Queued {
                append(&mut tx, run.id, &[NewEvent::new("requeued", r#"{"reason":"worker_died"}"#)]).await?;
                recovered.requeued += 1;
            } else {
                tell_end(&mut tx, &run).await?;
                recovered.ended += 1;
            }
        }
        for row in tx.all(FORGOTTEN, params![waiting_since]).await? {
            let Ok(run) = read_run(&row)?.end(Ending::Failed, Some(NOBODY.to_owned()), now) else { continue };
            store(&mut tx, &run).await?;
            tell_end(&mut tx, &run).await?;
            recovered.ended += 1;
        }
        tx.commit().await?;
        Ok(recovered)
    }

    /// Returns queued runs that the job queue was not told of, or was told of before `before`, the oldest first.
    pub async fn unhanded_lab_runs(&self, before: Timestamp) -> Result<Vec<(RunId, DeviceName)>, StorageError> {
        let rows = self.read().await?.all(UNHANDED, params![before]).await?;
        rows.iter()
            .map(|row| {
                let record = row.of(&RUN);
                Ok((record.parse("id")?, record.parse("device")?))
            })
            .collect()
    }

    /// Writes down that the job queue was told of a run.
    pub async fn mark_handed(&self, run: RunId, now: Timestamp) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        tx.execute(HAND, params![run, now]).await?;
        tx.commit().await
    }

    /// Removes all runs that are over but the latest so many.
    pub async fn forget_lab_runs(&self, keep: u32) -> Result<u64, StorageError> {
        let mut tx = self.write().await?;
        let forgotten = tx.execute(FORGET, params![keep]).await?;
        tx.commit().await?;
        Ok(forgotten)
    }
}
