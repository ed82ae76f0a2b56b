//! Reading runs.

use super::RunResult;
use crate::domain::{Ended, Ending, Held, LabRun, RunId, RunOrder, RunState, Timestamp};
use crate::storage::engine::{Record, Row, Table, params};
use crate::storage::{Storage, StorageError};

const RUN: Table = Table { name: "lab_run", key: &["id"] };
const RESULT: Table = Table { name: "lab_result", key: &["run"] };

macro_rules! select {
    ($which:literal) => {
        concat!(
            "SELECT id, learner, lab, parameters, device, guess, queued_at, turn_at, state, attempt, worker, started_at, lease_until, \
                cancel_asked, ended_at, error, made_on \
            FROM lab_run WHERE ",
            $which
        )
    };
}

pub(super) const BY_ID: &str = select!("id = $1");
pub(super) const NEXT: &str = select!("state = 'queued' AND device = $1 ORDER BY turn_at, id LIMIT 1");
pub(super) const LOST: &str = select!("state = 'running' AND lease_until <= $1 ORDER BY id");
pub(super) const FORGOTTEN: &str = select!("state = 'queued' AND queued_at <= $1 ORDER BY id");

pub(super) const COUNT_QUEUED: &str = "SELECT count(*) AS n FROM lab_run WHERE state = 'queued'";
pub(super) const COUNT_QUEUED_BY: &str =
    "SELECT count(*) AS n FROM lab_run WHERE learner = $1 AND state IN ('queued', 'running')";

/// How many wait for the same device and have an earlier turn, this one included.
const PLACE: &str = "
    SELECT count(*) AS n FROM lab_run other JOIN lab_run mine ON mine.id = $1
    WHERE other.state = 'queued' AND other.device = mine.device
        AND (other.turn_at < mine.turn_at OR (other.turn_at = mine.turn_at AND other.id <= mine.id))";

const PULSE: &str = "
    SELECT state, (SELECT coalesce(max(seq), 0) FROM lab_event WHERE run = id) AS n FROM lab_run WHERE id = $1";

/// In the order in which they are taken.
const PULSES: &str = "
    SELECT id, state, device, (SELECT coalesce(max(seq), 0) FROM lab_event WHERE run = id) AS n
    FROM lab_run WHERE state IN ('queued', 'running') ORDER BY device, turn_at, id";

const SELECT_RESULT: &str = "SELECT run, report, snapshot FROM lab_result WHERE run = $1";

/// Whether there is something new of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pulse {
    /// Number of the last event.
    pub last: u32,
    /// Place in the queue of its device, from 1; nothing once it was taken.
    pub place: Option<u32>,
    /// There will be no more events.
    pub over: bool,
}

impl Storage {
    /// Returns a run.
    pub async fn lab_run(&self, id: RunId) -> Result<Option<LabRun>, StorageError> {
        self.read().await?.optional(BY_ID, params![id]).await?.map(|row| read_run(&row)).transpose()
    }

    /// Returns whether there is something new of a run; nothing where there is no such run.
    pub async fn lab_run_pulse(&self, id: RunId) -> Result<Option<Pulse>, StorageError> {
        let mut session = self.read().await?;
        let Some(row) = session.optional(PULSE, params![id]).await? else { return Ok(None) };
        let record = row.of(&RUN);
        let (state, last): (String, u32) = (record.get("state")?, record.number("n")?);
        let place = match state.as_str() {
            "queued" => Some(session.one(PLACE, params![id]).await?.of(&RUN).number("n")?),
            _ => None,
        };
        Ok(Some(Pulse { last, place, over: place.is_none() && state != "running" }))
    }

    /// Returns whether there is something new of the runs that are not over.
    pub async fn lab_run_pulses(&self) -> Result<Vec<(RunId, Pulse)>, StorageError> {
        let rows = self.read().await?.all(PULSES, params![]).await?;
        let mut queue = (String::new(), 0);
        rows.iter()
            .map(|row| {
                let record = row.of(&RUN);
                let device: &str = record.get("device")?;
                if queue.0 != device {
                    queue = (device.to_owned(), 0);
                }
                let is_queued = record.get::<&str>("state")? == "queued";
                queue.1 += u32::from(is_queued);
                let pulse = Pulse { last: record.number("n")?, place: is_queued.then_some(queue.1), over: false };
                Ok((record.parse("id")?, pulse))
            })
            .collect()
    }

    /// Returns what came of a run, if it has a report.
    pub async fn lab_result(&self, id: RunId) -> Result<Option<RunResult>, StorageError> {
        let Some(row) = self.read().await?.optional(SELECT_RESULT, params![id]).await? else { return Ok(None) };
        let record = row.of(&RESULT);
        Ok(Some(RunResult { report: record.get("report")?, snapshot: record.get("snapshot")? }))
    }
}

pub(super) fn read_run(row: &Row) -> Result<LabRun, StorageError> {
    let record = row.of(&RUN);
    Ok(LabRun {
        id: record.parse("id")?,
        learner: record.parse("learner")?,
        order: RunOrder {
            lab: record.get("lab")?,
            parameters: record.json("parameters")?,
            device: record.parse("device")?,
            guess: record.get("guess")?,
        },
        queued_at: record.time("queued_at")?,
        turn_at: record.time("turn_at")?,
        takes: record.number("attempt")?,
        started_at: record.get::<Option<i64>>("started_at")?.map(Timestamp::from_millis),
        state: read_state(record)?,
        made_on: record.get("made_on")?,
    })
}

fn read_state(record: Record<'_>) -> Result<RunState, StorageError> {
    let name: &str = record.get("state")?;
    match name {
        "queued" => Ok(RunState::Queued),
        "running" => Ok(RunState::Running(Held {
            worker: record.get("worker")?,
            until: record.time("lease_until")?,
            cancel_asked: record.get("cancel_asked")?,
        })),
        other => {
            let ending: Ending = other.parse().map_err(|error| record.corrupt("state", error))?;
            Ok(RunState::Ended(Ended { ending, at: record.time("ended_at")?, error: record.get("error")? }))
        }
    }
}
