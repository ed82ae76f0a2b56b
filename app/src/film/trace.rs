//! A trace on the simulated device, step by step: what the playground shows, in the browser as on the server.

use std::fmt;

use labs::allocator::history::Event as Happened;
use labs::allocator::{Metric, Scope};
use labs::bytes::MIB;
use labs::device::Recording;
use labs::device::recording::Call;
use labs::report::{Action, Point};
use labs::trace::replay::{Outcome, Player};
use labs::trace::{Op, Plan, Trace, TraceError};

use super::memory::{Block, Change, Thing};
use super::{Film, Shot};

/// What came of a trace.
#[derive(Debug, Clone)]
pub struct Screening {
    pub film: Film,
    /// Bytes of memory of the device.
    pub device: u64,
    /// What the allocator said of steps that failed: the number of the shot, and the message.
    pub messages: Vec<(usize, String)>,
}

/// Why a trace is not shown.
#[derive(Debug, Clone, PartialEq)]
pub enum ScreenError {
    Trace(TraceError),
    TooManyCalls { step: usize, most: u64 },
}

impl fmt::Display for ScreenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trace(error) => error.fmt(f),
            Self::TooManyCalls { step, most } => write!(
                f,
                "step {step} brings it to more than {most} calls to the driver, the most here; ask for less, or run it from \
                the command line: vramlab lab replay"
            ),
        }
    }
}

impl From<TraceError> for ScreenError {
    fn from(error: TraceError) -> Self {
        Self::Trace(error)
    }
}

/// Runs a trace that takes no more calls to the driver than that. `name` gives the names of tensors by their ids, `said` what is said of each operation.
pub fn screen(
    trace: &Trace,
    most_calls: u64,
    name: impl Fn(u64) -> String,
    said: impl Fn(usize) -> String,
) -> Result<Screening, ScreenError> {
    let plan = Plan::new(trace)?;
    let mut player = Player::new(trace, &plan, Recording::new(trace.device()))?;
    let mut screening =
        Screening { film: Film::default(), device: trace.total_mib.saturating_mul(MIB), messages: Vec::new() };
    let mut held = trace.context_mib.unwrap_or(0).saturating_mul(MIB);
    let (mut told, mut taken) = (0, 0);
    for (step, op) in trace.ops.iter().enumerate() {
        let allocator = player.allocator_mut();
        // What happened in this step alone.
        allocator.record_history(usize::MAX);
        allocator.device_mut().set_step(step);
        let outcome = player.step(step);
        if let (Op::External { mib }, Outcome::Done(_)) = (op, &outcome) {
            held = mib.saturating_mul(MIB);
        }
        let allocator = player.allocator_mut();
        let now = |metric| allocator.stats().get(metric, Scope::All).current().cast_unsigned();
        let point = Point {
            step: step as u64 + 1,
            allocated: now(Metric::AllocatedBytes),
            active: now(Metric::ActiveBytes),
            reserved: now(Metric::ReservedBytes),
            inactive_split: now(Metric::InactiveSplitBytes),
            requested: now(Metric::RequestedBytes),
        };
        let completed = allocator.history().entries().filter(|entry| entry.event == Happened::FreeCompleted);
        let completed: Vec<u64> = completed.map(|entry| entry.address.get()).collect();
        let log = allocator.device_mut().log();
        let calls: Vec<Call> = log[told..].iter().map(|(_, call)| call.clone()).collect();
        taken += calls.iter().map(Call::times).sum::<u64>();
        if taken > most_calls {
            return Err(ScreenError::TooManyCalls { step: step + 1, most: most_calls });
        }
        told = log.len();
        screening.messages.extend(outcome.message().map(|message| (step, message.to_owned())));
        let done = Done { op, outcome: &outcome, point, completed: &completed, held };
        screening.film.push_op(&done, calls, &name, said(step));
    }
    Ok(screening)
}

/// An operation that was carried out.
struct Done<'a> {
    op: &'a Op,
    outcome: &'a Outcome,
    point: Point,
    /// Addresses of blocks that nothing uses any more.
    completed: &'a [u64],
    held: u64,
}

impl Film {
    fn push_op(&mut self, done: &Done<'_>, calls: Vec<Call>, name: impl Fn(u64) -> String, said: String) {
        let mut changes = Vec::new();
        for call in &calls {
            let change = self.stretched(call);
            self.note(&mut changes, change);
        }
        for address in done.completed {
            self.drop_block(&mut changes, *address);
        }
        let grown = done.point.allocated.saturating_sub(self.blocks.allocated);
        self.blocks.allocated = done.point.allocated;
        let (mut bytes, mut subject) = (0, String::new());
        match (done.op, done.outcome) {
            (Op::Alloc { id, bytes: asked, .. }, outcome) => {
                (bytes, subject) = (*asked, name(*id));
                if let Outcome::Done(Some(address)) = outcome {
                    self.add_block(
                        &mut changes,
                        address.get(),
                        Block { bytes: grown, name: self.names.len(), waiting: false },
                    );
                    self.names.push(subject.clone());
                    self.blocks.by_id.insert(*id, address.get());
                }
            }
            (Op::Free { id }, Outcome::Done(_)) => {
                subject = name(*id);
                let address = self.blocks.by_id.remove(id);
                // One that is not completed waits for a stream.
                if let Some((address, block)) = address.and_then(|at| Some((at, *self.blocks.by_address.get(&at)?))) {
                    bytes = block.bytes;
                    self.drop_block(&mut changes, address);
                    self.add_block(&mut changes, address, Block { waiting: true, ..block });
                }
            }
            _ => {}
        }
        self.shots.push(Shot {
            step: done.point.step,
            action: if matches!(done.outcome, Outcome::OutOfMemory(_)) {
                Action::OutOfMemory
            } else {
                Action::Allocate
            },
            subject,
            bytes,
            times: 1,
            said: Some(said),
            held: done.held,
            point: done.point,
            calls,
            changes,
        });
    }

    fn add_block(&mut self, changes: &mut Vec<Change>, address: u64, block: Block) {
        self.blocks.by_address.insert(address, block);
        self.note(changes, Some(Change { appears: true, thing: Thing::Block { address, block } }));
    }

    fn drop_block(&mut self, changes: &mut Vec<Change>, address: u64) {
        let block = self.blocks.by_address.remove(&address);
        self.note(changes, block.map(|block| Change { appears: false, thing: Thing::Block { address, block } }));
    }
}
