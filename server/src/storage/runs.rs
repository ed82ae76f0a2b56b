//! Runs of labs: the queue, who has which run, what is told of it, and what came of it.
//!
//! # Note: one change at a time
//! Every transaction that changes runs holds the lock of the queue ([`Session::lock_runs`]), reads the run, makes the
//! transition of [`LabRun`], and writes it. There are a few changes a second, and so two workers cannot take one run, and the
//! numbers of events follow each other.

mod events;
mod read;
mod upkeep;
mod workers;

use super::engine::{Session, params};
use super::{Storage, StorageError, labs_done};
use crate::domain::{DeviceName, Ended, Ending, Holder, LabRun, LearnerId, RunId, RunState, Timestamp};

pub use events::{NewEvent, RunEvent};
pub use read::Pulse;
pub use upkeep::Recovered;

use events::append;
use read::{COUNT_QUEUED, COUNT_QUEUED_BY, NEXT, read_run};

/// How many runs may wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueLimits {
    /// Queued and running ones of one learner.
    pub per_learner: u32,
    /// Queued ones of everybody, for all devices.
    pub queued: u32,
}

/// What became of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunAdded {
    Added,
    /// The learner has as many runs under way as one may have.
    TooMany,
    /// Everybody together has.
    QueueFull,
    UnknownLearner,
}

/// Whether a worker still has its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// It does, until the time that it named.
    Yes,
    /// It does, and the learner wants the run to stop.
    CancelAsked,
    /// It does not: the run was given to another, or its learner was deleted. What the worker does now counts for nothing.
    Lost,
}

/// What became of the wish to cancel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunCancelled {
    /// It was queued and is over now.
    Now,
    /// It runs, and its worker is told.
    Asked,
    /// It was over before.
    Before,
    /// It is someone else's.
    NotTheirs,
    UnknownRun,
}

/// What came of a run that has a report. Both are packed with gzip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunResult {
    /// JSON.
    pub report: Vec<u8>,
    /// A memory snapshot as PyTorch writes it, where there is one.
    pub snapshot: Option<Vec<u8>>,
}

const INSERT: &str = "
    INSERT INTO lab_run (id, learner, lab, parameters, device, guess, queued_at, turn_at, state, attempt, cancel_asked)
    VALUES ($1, $2, $3, $4, $5, nullif($6, ''), $7, $8, 'queued', 0, FALSE)";

const TO_RUNNING: &str = "
    UPDATE lab_run SET state = 'running', worker = $2, attempt = $3, started_at = $4, lease_until = $5, cancel_asked = $6
    WHERE id = $1";

const TO_QUEUED: &str = "
    UPDATE lab_run SET state = 'queued', worker = NULL, lease_until = NULL, handed_at = NULL, attempt = $2
    WHERE id = $1";

const TO_ENDED: &str = "
    UPDATE lab_run SET state = $2, worker = NULL, lease_until = NULL, ended_at = $3, error = nullif($4, '')
    WHERE id = $1";

const INSERT_RESULT: &str = "INSERT INTO lab_result (run, report) VALUES ($1, $2)";
const ADD_SNAPSHOT: &str = "UPDATE lab_result SET snapshot = $2 WHERE run = $1";

impl Storage {
    /// Queues a run, unless there are too many.
    pub async fn add_lab_run(&self, run: &LabRun, limits: QueueLimits) -> Result<RunAdded, StorageError> {
        let mut tx = self.write().await?;
        if !tx.lock_learner(run.learner).await? {
            return Ok(RunAdded::UnknownLearner);
        }
        tx.lock_runs().await?;
        if tx.one(COUNT_QUEUED_BY, params![run.learner]).await?.count("n")? >= limits.per_learner.into() {
            return Ok(RunAdded::TooMany);
        }
        if tx.one(COUNT_QUEUED, params![]).await?.count("n")? >= limits.queued.into() {
            return Ok(RunAdded::QueueFull);
        }
        let parameters = serde_json::to_string(&run.order.parameters)
            .map_err(|error| StorageError::Bug(sqlx::Error::Encode(error.into())))?;
        let guess = run.order.guess.as_deref().unwrap_or_default();
        let lab = run.order.lab.as_str();
        let params = params![run.id, run.learner, lab, parameters, run.order.device, guess, run.queued_at, run.turn_at];
        tx.execute(INSERT, params).await?;
        append(&mut tx, run.id, &[NewEvent::new("queued", "{}")]).await?;
        tx.commit().await?;
        Ok(RunAdded::Added)
    }

    /// Gives the run whose turn it is on a device to a worker.
    pub async fn take_lab_run(
        &self,
        device: DeviceName,
        worker: &str,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<LabRun>, StorageError> {
        let mut tx = self.write().await?;
        tx.lock_runs().await?;
        let Some(row) = tx.optional(NEXT, params![device]).await? else { return Ok(None) };
        // The query returns queued ones only, and nobody else changes runs now.
        let Ok(taken) = read_run(&row)?.take(worker, now, until) else { return Ok(None) };
        store(&mut tx, &taken).await?;
        tx.commit().await?;
        Ok(Some(taken))
    }

    /// Prolongs a worker's hold of its run.
    pub async fn hold_lab_run(&self, holder: &Holder, until: Timestamp) -> Result<Hold, StorageError> {
        let mut tx = self.write().await?;
        let Some(mut run) = held(&mut tx, holder).await? else { return Ok(Hold::Lost) };
        let RunState::Running(held) = &mut run.state else { return Ok(Hold::Lost) };
        held.until = until;
        let hold = if held.cancel_asked { Hold::CancelAsked } else { Hold::Yes };
        store(&mut tx, &run).await?;
        tx.commit().await?;
        Ok(hold)
    }

    /// Writes down what happened in a run; says false when the worker does not have it any more.
    pub async fn note_lab_run(&self, holder: &Holder, events: &[NewEvent]) -> Result<bool, StorageError> {
        let mut tx = self.write().await?;
        if held(&mut tx, holder).await?.is_none() {
            return Ok(false);
        }
        append(&mut tx, holder.run, events).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Writes down which device a run is on, as JSON; says false when the worker does not have the run any more.
    pub async fn describe_lab_run(&self, holder: &Holder, device: &str) -> Result<bool, StorageError> {
        let mut tx = self.write().await?;
        if held(&mut tx, holder).await?.is_none() {
            return Ok(false);
        }
        tx.execute("UPDATE lab_run SET made_on = $2 WHERE id = $1", params![holder.run, device]).await?;
        let started = NewEvent::new("started", &format!(r#"{{"device":{device},"take":{}}}"#, holder.take));
        append(&mut tx, holder.run, &[started]).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Ends a run with what came of it; says false when the worker does not have it any more.
    pub async fn end_lab_run(
        &self,
        holder: &Holder,
        ended: Ended,
        result: Option<&RunResult>,
    ) -> Result<bool, StorageError> {
        let mut tx = self.write().await?;
        // A page of the learner's may show what they finished. Learners are locked before runs.
        let Some(run) = by_id(&mut tx, holder.run).await? else { return Ok(false) };
        let locked = tx.lock_learner(run.learner).await?.then_some(run.learner);
        let Some(run) = held(&mut tx, holder).await? else { return Ok(false) };
        if locked != Some(run.learner) {
            // It changed hands in between, with all that its learner had. To lock the other one now is the wrong order, which
            // PostgreSQL would notice; the worker then tries again.
            tx.lock_learner(run.learner).await?;
        }
        let Ok(over) = run.end(ended.ending, ended.error, ended.at) else { return Ok(false) };
        if let Some(result) = result {
            tx.execute(INSERT_RESULT, params![over.id, result.report.as_slice()]).await?;
            if let Some(snapshot) = &result.snapshot {
                tx.execute(ADD_SNAPSHOT, params![over.id, snapshot.as_slice()]).await?;
            }
            labs_done::mark(&mut tx, &over, ended.at).await?;
        }
        store(&mut tx, &over).await?;
        tell_end(&mut tx, &over).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Puts a run back into the queue, since its worker stops; says false when the worker does not have it any more.
    pub async fn put_back_lab_run(&self, holder: &Holder) -> Result<bool, StorageError> {
        let mut tx = self.write().await?;
        let Some(run) = held(&mut tx, holder).await? else { return Ok(false) };
        let Ok(back) = run.put_back() else { return Ok(false) };
        store(&mut tx, &back).await?;
        append(&mut tx, back.id, &[NewEvent::new("requeued", r#"{"reason":"worker_stopped"}"#)]).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Cancels a run of a learner.
    pub async fn cancel_lab_run(
        &self,
        run: RunId,
        learner: LearnerId,
        now: Timestamp,
    ) -> Result<RunCancelled, StorageError> {
        let mut tx = self.write().await?;
        tx.lock_runs().await?;
        let Some(run) = by_id(&mut tx, run).await? else { return Ok(RunCancelled::UnknownRun) };
        if run.learner != learner {
            return Ok(RunCancelled::NotTheirs);
        }
        let Ok(run) = run.cancel(now) else { return Ok(RunCancelled::Before) };
        store(&mut tx, &run).await?;
        tell_end(&mut tx, &run).await?;
        tx.commit().await?;
        Ok(if run.is_over() { RunCancelled::Now } else { RunCancelled::Asked })
    }
}

async fn by_id(session: &mut Session, run: RunId) -> Result<Option<LabRun>, StorageError> {
    session.optional(read::BY_ID, params![run]).await?.map(|row| read_run(&row)).transpose()
}

/// Locks the queue and returns the run, if the worker has it.
async fn held(session: &mut Session, holder: &Holder) -> Result<Option<LabRun>, StorageError> {
    session.lock_runs().await?;
    Ok(by_id(session, holder.run).await?.filter(|run| run.is_held_by(holder)))
}

/// Writes the state of a run.
async fn store(session: &mut Session, run: &LabRun) -> Result<(), StorageError> {
    match &run.state {
        RunState::Queued => session.execute(TO_QUEUED, params![run.id, run.takes]).await,
        RunState::Running(held) => {
            let started_at = run.started_at.unwrap_or(run.queued_at);
            let params = params![run.id, held.worker.as_str(), run.takes, started_at, held.until, held.cancel_asked];
            session.execute(TO_RUNNING, params).await
        }
        RunState::Ended(Ended { ending, at, error }) => {
            let error = error.as_deref().unwrap_or_default();
            session.execute(TO_ENDED, params![run.id, ending.name(), *at, error]).await
        }
    }
    .map(drop)
}

/// Tells that a run is over, if it is.
async fn tell_end(session: &mut Session, run: &LabRun) -> Result<(), StorageError> {
    let RunState::Ended(Ended { ending, error, .. }) = &run.state else { return Ok(()) };
    let data = serde_json::json!({ "state": ending.name(), "error": error, "report": has_report(*ending) });
    append(session, run.id, &[NewEvent::new("ended", &data.to_string())]).await
}

/// Says whether a run that ended so has a report.
const fn has_report(ending: Ending) -> bool {
    matches!(ending, Ending::Done | Ending::OutOfMemory)
}
