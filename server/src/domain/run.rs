//! Runs of labs: queued, running, and then exactly one ending.
//!
//! # Note: leases
//! A worker holds a run for a short time and prolongs that as long as it lives. When it stops doing so it has died, and the
//! run goes back to the queue, once; a run that two workers died of has failed. What a worker says of a run counts only
//! while it holds it, so a worker that was thought dead and comes back changes nothing.

use std::fmt;
use std::str::FromStr;

use super::{DeviceName, LearnerId, RunId, Timestamp};

/// How often a run is taken up: once, and once more when the worker died.
pub const MAX_TAKES: u32 = 2;

/// What a learner asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunOrder {
    /// Name of the lab.
    pub lab: String,
    /// What was set, by name and text. The rest has its defaults.
    pub parameters: Vec<(String, String)>,
    pub device: DeviceName,
    /// What the learner predicted, as a decimal; nothing where no page asked.
    pub guess: Option<String>,
}

/// Where an order comes from, as a number that means nothing outside of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Payer(pub u64);

/// A run and how it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabRun {
    pub id: RunId,
    /// Whoever asked for it, and may cancel it.
    pub learner: LearnerId,
    pub order: RunOrder,
    pub queued_at: Timestamp,
    /// When it is its turn: of those that wait, the one with the earliest turn is taken.
    pub turn_at: Timestamp,
    /// How often a worker took it.
    pub takes: u32,
    /// When a worker took it last, if one did.
    pub started_at: Option<Timestamp>,
    pub state: RunState,
    /// The device that it ran on as JSON, once that is known.
    pub made_on: Option<String>,
}

/// How a run stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunState {
    Queued,
    Running(Held),
    Ended(Ended),
}

/// A worker has the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    pub worker: String,
    pub until: Timestamp,
    /// The learner wants it to stop.
    pub cancel_asked: bool,
}

/// The run is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    pub ending: Ending,
    pub at: Timestamp,
    /// What a person is told where the ending does not say it all.
    pub error: Option<String>,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// There is a report.
    Done,
    /// There is a report, and it says that memory ran out, as the lab means it to or because the device is small. This is a
    /// result and no failure.
    OutOfMemory,
    /// It took longer than a run may.
    TimedOut,
    /// Whoever asked for it wants it no more.
    Cancelled,
    /// The device failed under it.
    DeviceLost,
    /// Anything else; the error says what.
    Failed,
}

/// Who speaks about a run: the worker, and which taking of the run it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    pub run: RunId,
    pub worker: String,
    pub take: u32,
}

/// The transition is not one that the run can make; this is how it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the run is {}", .0.state)]
pub struct Refused(pub Box<LabRun>);

impl LabRun {
    /// Gives a queued run to a worker until then.
    pub fn take(self, worker: &str, now: Timestamp, until: Timestamp) -> Result<Self, Refused> {
        if self.state != RunState::Queued {
            return Err(Refused(Box::new(self)));
        }
        let held = Held { worker: worker.to_owned(), until, cancel_asked: false };
        Ok(Self { takes: self.takes + 1, started_at: Some(now), state: RunState::Running(held), ..self })
    }

    /// Ends a run that is not over. One that was never taken has nothing to report, so it can only be cancelled or fail.
    pub fn end(self, ending: Ending, error: Option<String>, at: Timestamp) -> Result<Self, Refused> {
        let possible = match self.state {
            RunState::Queued => matches!(ending, Ending::Cancelled | Ending::Failed),
            RunState::Running(_) => true,
            RunState::Ended(_) => false,
        };
        if !possible {
            return Err(Refused(Box::new(self)));
        }
        Ok(Self { state: RunState::Ended(Ended { ending, at, error }), ..self })
    }

    /// Puts a running run back into the queue, as if it had not been taken: its worker stops in order.
    pub fn put_back(self) -> Result<Self, Refused> {
        match self.state {
            RunState::Running(_) => Ok(Self { takes: self.takes.saturating_sub(1), state: RunState::Queued, ..self }),
            RunState::Queued | RunState::Ended(_) => Err(Refused(Box::new(self))),
        }
    }

    /// Decides about a running run whose worker died: the queue again, or the end when that happened before or nobody
    /// waits for it any more.
    pub fn recover(self, now: Timestamp) -> Result<Self, Refused> {
        match &self.state {
            RunState::Running(held) if held.until > now => Err(Refused(Box::new(self))),
            RunState::Running(held) if held.cancel_asked => self.end(Ending::Cancelled, None, now),
            RunState::Running(_) if self.takes < MAX_TAKES => Ok(Self { state: RunState::Queued, ..self }),
            RunState::Running(_) => self.end(Ending::Failed, Some(LOST.to_owned()), now),
            RunState::Queued | RunState::Ended(_) => Err(Refused(Box::new(self))),
        }
    }

    /// Cancels a queued run at once, and marks a running one for its worker.
    pub fn cancel(self, now: Timestamp) -> Result<Self, Refused> {
        match self.state {
            RunState::Queued => self.end(Ending::Cancelled, None, now),
            RunState::Running(held) => {
                Ok(Self { state: RunState::Running(Held { cancel_asked: true, ..held }), ..self })
            }
            RunState::Ended(_) => Err(Refused(Box::new(self))),
        }
    }

    /// Returns whether the holder has the run now.
    pub fn is_held_by(&self, holder: &Holder) -> bool {
        let RunState::Running(held) = &self.state else { return false };
        self.id == holder.run && self.takes == holder.take && held.worker == holder.worker
    }

    pub fn is_over(&self) -> bool {
        matches!(self.state, RunState::Ended(_))
    }
}

const LOST: &str = "the worker died twice in the middle of this run, so it is not tried again";

impl Ending {
    /// All endings.
    pub const ALL: [Self; 6] =
        [Self::Done, Self::OutOfMemory, Self::TimedOut, Self::Cancelled, Self::DeviceLost, Self::Failed];

    /// Returns its name in the API and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::OutOfMemory => "out_of_memory",
            Self::TimedOut => "timed_out",
            Self::Cancelled => "cancelled",
            Self::DeviceLost => "device_lost",
            Self::Failed => "failed",
        }
    }
}

/// The text names no ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it is no ending of a run")]
pub struct EndingError;

impl FromStr for Ending {
    type Err = EndingError;

    fn from_str(text: &str) -> Result<Self, EndingError> {
        Self::ALL.into_iter().find(|ending| ending.name() == text).ok_or(EndingError)
    }
}

impl RunState {
    /// Returns its name in the API and in the database.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running(_) => "running",
            Self::Ended(ended) => ended.ending.name(),
        }
    }
}

impl fmt::Display for RunState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn queued() -> LabRun {
        LabRun {
            id: RunId::from_uuid(Uuid::nil()),
            learner: LearnerId::from_uuid(Uuid::nil()),
            order: RunOrder {
                lab: "order-of-sizes".to_owned(),
                parameters: Vec::new(),
                device: DeviceName::Sim,
                guess: None,
            },
            queued_at: at(0),
            turn_at: at(0),
            takes: 0,
            started_at: None,
            state: RunState::Queued,
            made_on: None,
        }
    }

    fn running() -> LabRun {
        queued().take("w", at(1), at(10)).unwrap()
    }

    fn holder(take: u32) -> Holder {
        Holder { run: RunId::from_uuid(Uuid::nil()), worker: "w".to_owned(), take }
    }

    #[test]
    fn a_run_is_taken_by_one_and_ends_once() {
        let taken = running();
        assert!(taken.is_held_by(&holder(1)) && !taken.is_held_by(&holder(2)));
        assert!(taken.clone().take("other", at(2), at(20)).is_err());
        for ending in Ending::ALL {
            let over = taken.clone().end(ending, None, at(3)).unwrap();
            assert!(over.is_over() && !over.is_held_by(&holder(1)));
            assert_eq!(over.clone().end(Ending::Failed, None, at(4)), Err(Refused(Box::new(over.clone()))));
            assert!(over.clone().cancel(at(4)).is_err() && over.clone().put_back().is_err());
            assert!(over.recover(at(99)).is_err());
        }
    }

    #[test]
    fn what_never_ran_has_no_result() {
        for ending in Ending::ALL {
            let possible = matches!(ending, Ending::Cancelled | Ending::Failed);
            assert_eq!(queued().end(ending, None, at(1)).is_ok(), possible, "{}", ending.name());
        }
        assert!(queued().put_back().is_err() && queued().recover(at(99)).is_err());
    }

    #[test]
    fn a_run_is_tried_twice_when_workers_die_and_as_often_as_needed_when_they_stop() {
        assert!(running().recover(at(9)).is_err(), "the worker lives");
        let again = running().recover(at(10)).unwrap();
        assert_eq!((again.state.clone(), again.takes), (RunState::Queued, 1));
        let failed = again.take("w", at(11), at(20)).unwrap().recover(at(20)).unwrap();
        assert_eq!(failed.state.name(), "failed");
        let back = running().put_back().unwrap();
        assert_eq!((back.state, back.takes), (RunState::Queued, 0));
    }

    #[test]
    fn a_cancelled_run_is_not_tried_again() {
        assert_eq!(queued().cancel(at(1)).unwrap().state.name(), "cancelled");
        let asked = running().cancel(at(2)).unwrap();
        assert_eq!(asked.state.name(), "running");
        assert_eq!(asked.recover(at(10)).unwrap().state.name(), "cancelled");
    }

    #[test]
    fn names_read_back() {
        for ending in Ending::ALL {
            assert_eq!(ending.name().parse(), Ok(ending));
        }
        assert_eq!("queued".parse::<Ending>(), Err(EndingError));
    }
}
