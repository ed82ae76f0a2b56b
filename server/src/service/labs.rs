//! Labs that run for learners: orders, how they stand, and what came of them.

pub mod feed;
pub mod form;
pub mod turns;
pub mod worker;

use std::fmt;
use std::io::Read as _;
use std::sync::Arc;
use std::time::Duration;

use app::view::Limit;
use labs::experiment::scripted::{self, Scripted};
use labs::experiment::{self};
use labs::report::Report;

use super::{ServiceError, Services, clock};
use crate::domain::{DeviceName, LabRun, LearnerId, Payer, RunId, RunOrder, RunState, Timestamp};
use crate::jobs::queue::Queue;
use crate::storage::{Pulse, QueueLimits, RunAdded, RunCancelled, RunEvent, Storage};
use feed::{Feeds, Listener};
use turns::Turns;

/// A worker that was not seen for so long takes no runs.
const GONE: Duration = Duration::from_secs(15);

/// A run that nobody took in so long will hardly be of interest any more.
const LONGEST_WAIT: Duration = Duration::from_hours(1);

/// After so long the job queue is told of a waiting run again: a job may have been lost with its worker.
const TELL_AGAIN: Duration = Duration::from_mins(5);

/// How often runs that nobody looks after are looked for.
const UPKEEP: Duration = Duration::from_secs(2);

/// In how many of these rounds old runs are removed once.
const FORGET_EVERY: u64 = 30;

/// Seconds after which a full queue is worth another try.
pub const QUEUE_RETRY_S: u64 = 30;

/// What labs that run for learners need.
#[derive(Debug)]
pub struct Labs {
    pub queue: Queue,
    pub limits: QueueLimits,
    pub feeds: Arc<Feeds>,
    pub turns: Turns,
    /// Runs that are over, of which so many are kept.
    pub keep: u32,
}

/// A run with its place in the queue.
#[derive(Debug, Clone)]
pub struct Standing {
    pub run: LabRun,
    /// From 1, while it is queued.
    pub place: Option<u32>,
}

/// What a run left behind: for people as JSON, and for PyTorch's tools as a pickle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Document {
    Report,
    Snapshot,
}

/// What an ordered run is not, and the engine or the site says why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit(pub String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Services {
    fn labs(&self) -> Result<&Labs, ServiceError> {
        self.labs.as_deref().ok_or(ServiceError::NoLabs)
    }

    /// Returns the devices that somebody takes runs for now.
    pub async fn lab_devices(&self) -> Result<Vec<DeviceName>, ServiceError> {
        self.labs()?;
        Ok(self.storage.lab_devices(self.clock.now().minus(GONE)).await?)
    }

    /// Returns what was ordered if it can be run, as far as can be told without a device.
    pub async fn check_order(&self, order: RunOrder) -> Result<RunOrder, ServiceError> {
        let devices = self.lab_devices().await?;
        let unfit = |reason: &dyn fmt::Display| ServiceError::Unfit(Unfit(reason.to_string()));
        if order.lab == scripted::NAME {
            Scripted::of(&order.parameters).map_err(|error| unfit(&error))?;
        } else {
            let experiment = experiment::find(&order.lab).map_err(|error| unfit(&error))?;
            experiment.resolve(&order.parameters, None).map_err(|error| unfit(&error))?;
        }
        if devices.contains(&order.device) {
            return Ok(order);
        }
        let names: Vec<String> = devices.iter().map(DeviceName::to_string).collect();
        let offered =
            if names.is_empty() { "none is offered now".to_owned() } else { format!("offered: {}", names.join(", ")) };
        Err(ServiceError::DeviceAway(Unfit(format!("there is no device {} to run on; {offered}", order.device))))
    }

    /// Queues a run that was found fit.
    pub async fn order_run(&self, payer: Payer, learner: LearnerId, order: RunOrder) -> Result<Standing, ServiceError> {
        let labs = self.labs()?;
        let (id, now) = (RunId::generate(&mut clock::rng()), self.clock.now());
        let turn_at = if let Some(turn) = labs.turns.give(payer, id, now) {
            turn
        } else {
            let under_way = self.storage.lab_run_pulses().await?.into_iter().map(|(run, _)| run).collect();
            labs.turns.keep(payer, &under_way);
            labs.turns.give(payer, id, now).ok_or(ServiceError::QueueFull)?
        };
        let run = LabRun {
            id,
            learner,
            order,
            queued_at: now,
            turn_at,
            takes: 0,
            started_at: None,
            state: RunState::Queued,
            made_on: None,
        };
        match self.storage.add_lab_run(&run, labs.limits).await? {
            RunAdded::Added => {}
            RunAdded::TooMany => {
                return Err(ServiceError::Limit { limit: Limit::Runs, most: labs.limits.per_learner.into() });
            }
            RunAdded::QueueFull => return Err(ServiceError::QueueFull),
            RunAdded::UnknownLearner => return Err(ServiceError::LearnerGone),
        }
        metrics::counter!("vramlab_lab_runs_total").increment(1);
        labs.hand(&self.storage, run.id, run.order.device, self.clock.now()).await;
        self.standing(run.id).await
    }

    /// Returns a run. Whoever knows its id may look at it.
    pub async fn standing(&self, id: RunId) -> Result<Standing, ServiceError> {
        let run = self.storage.lab_run(id).await?.ok_or(ServiceError::NotFound)?;
        let place = match run.state {
            RunState::Queued => self.storage.lab_run_pulse(id).await?.and_then(|pulse| pulse.place),
            RunState::Running(_) | RunState::Ended(_) => None,
        };
        Ok(Standing { run, place })
    }

    /// Cancels a run of the learner, and returns how it stands then. Cancelling twice is the same as once.
    pub async fn cancel_run(&self, id: RunId, learner: Option<LearnerId>) -> Result<Standing, ServiceError> {
        let Some(learner) = learner else {
            self.standing(id).await?;
            return Err(ServiceError::NotTheirs);
        };
        match self.storage.cancel_lab_run(id, learner, self.clock.now()).await? {
            RunCancelled::Now | RunCancelled::Asked | RunCancelled::Before => self.standing(id).await,
            RunCancelled::NotTheirs => Err(ServiceError::NotTheirs),
            RunCancelled::UnknownRun => Err(ServiceError::NotFound),
        }
    }

    /// Returns what a run left behind.
    /// Packed with gzip, as it is kept.
    pub async fn run_document(&self, id: RunId, document: Document) -> Result<(LabRun, Vec<u8>), ServiceError> {
        let run = self.storage.lab_run(id).await?.ok_or(ServiceError::NotFound)?;
        let packed = self.storage.lab_result(id).await?.and_then(|result| match document {
            Document::Report => Some(result.report),
            Document::Snapshot => result.snapshot,
        });
        let packed = packed.ok_or_else(|| ServiceError::NoDocument(run.state.name()))?;
        Ok((run, packed))
    }

    /// Returns the report of a run, and whether there is a snapshot as well; nothing where there is no report.
    pub async fn run_report(&self, id: RunId) -> Result<Option<(Report, bool)>, ServiceError> {
        let Some(result) = self.storage.lab_result(id).await? else { return Ok(None) };
        let has_snapshot = result.snapshot.is_some();
        let read = tokio::task::spawn_blocking(move || {
            let report = serde_json::from_slice(&unpack(&result.report)?);
            report.map_err(|error| ServiceError::Damaged(error.to_string()))
        });
        let report = read.await.map_err(|error| ServiceError::Damaged(error.to_string()))??;
        Ok(Some((report, has_snapshot)))
    }

    /// Returns somebody who hears what is new of a run.
    pub async fn listen(&self, id: RunId) -> Result<Listener, ServiceError> {
        let pulse = self.storage.lab_run_pulse(id).await?.ok_or(ServiceError::NotFound)?;
        self.labs()?.feeds.listen(id, pulse).ok_or(ServiceError::TooManyListeners)
    }

    /// Returns the next events of a run behind that one.
    pub async fn run_events(&self, id: RunId, after: u32) -> Result<Vec<RunEvent>, ServiceError> {
        const AT_ONCE: u32 = 200;
        Ok(self.storage.lab_run_events(id, after, AT_ONCE).await?)
    }

    /// Returns how a run stands now, when its feed has ended.
    pub async fn pulse(&self, id: RunId) -> Result<Option<Pulse>, ServiceError> {
        Ok(self.storage.lab_run_pulse(id).await?)
    }
}

fn unpack(packed: &[u8]) -> Result<Vec<u8>, ServiceError> {
    let mut bytes = Vec::new();
    match flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(ServiceError::Damaged(error.to_string())),
    }
}

impl Labs {
    /// Tells the job queue that a run waits for a device. When that fails, upkeep does it later.
    async fn hand(&self, storage: &Storage, run: RunId, device: DeviceName, now: Timestamp) {
        let told = async {
            self.queue.push(device).await?;
            storage.mark_handed(run, now).await?;
            anyhow::Ok(())
        };
        if let Err(error) = told.await {
            tracing::warn!(%run, %error, "the job queue could not be told of a run; the next round does it");
        }
    }

    /// Looks after runs that nobody else looks after, for as long as it is polled. Any number of processes may do so.
    pub async fn look_after(&self, storage: &Storage, clock: clock::Clock) {
        let mut tick = tokio::time::interval(UPKEEP);
        // What was queued before this process started may be unknown to a job queue that is new.
        let mut tell_before = clock.now();
        for round in 0_u64.. {
            tick.tick().await;
            let now = clock.now();
            match self.round(storage, now, tell_before).await {
                Ok(()) => tell_before = now.minus(TELL_AGAIN),
                Err(error) => tracing::warn!(%error, "cannot look after the runs of labs; the next round tries again"),
            }
            if round % FORGET_EVERY == 0 {
                self.forget(storage).await;
            }
        }
    }

    /// Removes old runs, and jobs that are done.
    async fn forget(&self, storage: &Storage) {
        let forgotten = async {
            storage.forget_lab_runs(self.keep).await?;
            self.queue.forget_done().await?;
            anyhow::Ok(())
        };
        if let Err(error) = forgotten.await {
            tracing::warn!(%error, "cannot remove old runs of labs; a later round tries again");
        }
    }

    async fn round(&self, storage: &Storage, now: Timestamp, tell_before: Timestamp) -> anyhow::Result<()> {
        let recovered = storage.recover_lab_runs(now, now.minus(LONGEST_WAIT)).await?;
        if recovered.requeued + recovered.ended > 0 {
            tracing::warn!(requeued = recovered.requeued, ended = recovered.ended, "runs had lost their worker");
        }
        for (run, device) in storage.unhanded_lab_runs(tell_before.max(now.minus(TELL_AGAIN))).await? {
            self.hand(storage, run, device, now).await;
        }
        Ok(())
    }
}
