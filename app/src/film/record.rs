//! Making a film of what a run tells.

use std::collections::HashMap;

use labs::device::recording::Call;
use labs::device::{Address, Description};
use labs::report::{Action, DriverLog, Event, Point, Run};
use serde::Deserialize;

use super::memory::{Block, Change, Stretch, Thing};
use super::{Film, Shot};

/// What a film needs of a report. A browser reads no more of it, so that it loads no more code for it.
#[derive(Debug, Clone, Deserialize)]
pub struct Reels {
    pub device: Description,
    pub runs: Vec<Reel>,
}

/// What a film needs of a run.
#[derive(Debug, Clone, Deserialize)]
pub struct Reel {
    /// As in `PYTORCH_CUDA_ALLOC_CONF`; nothing where there was no allocator.
    pub settings: Option<String>,
    events: Vec<Event>,
    timeline: Vec<Point>,
    driver: DriverLog,
}

/// The blocks in use while a film is made.
#[derive(Debug, Clone, Default)]
pub(super) struct Blocks {
    pub(super) by_address: HashMap<u64, Block>,
    /// Addresses of tensors by the ids of a trace.
    #[cfg(any(feature = "ssr", feature = "playground"))]
    pub(super) by_id: HashMap<u64, u64>,
    pub(super) allocated: u64,
    held: u64,
}

impl Film {
    /// Returns the film of a run, or nothing where no allocator took part.
    pub fn of(run: &Run) -> Option<Self> {
        run.settings.as_ref()?;
        Self::made(&run.events, &run.timeline, &run.driver)
    }

    /// Returns the film of a run that was read, or nothing where no allocator took part.
    pub fn of_reel(reel: &Reel) -> Option<Self> {
        reel.settings.as_ref()?;
        Self::made(&reel.events, &reel.timeline, &reel.driver)
    }

    fn made(events: &[Event], points: &[Point], driver: &DriverLog) -> Option<Self> {
        if events.len() != points.len() {
            return None;
        }
        let mut film = Self::default();
        let mut calls = driver.calls.iter().peekable();
        let last_known = if driver.omitted > 0 { driver.calls.last().map(|call| call.step) } else { None };
        for (event, point) in events.iter().zip(points) {
            if last_known.is_some_and(|last| event.step >= last) {
                film.is_cut = true;
                break;
            }
            let mut of_step = Vec::new();
            while let Some(call) = calls.next_if(|call| call.step <= event.step) {
                of_step.push(call.call.clone());
            }
            film.push(event, *point, of_step);
        }
        Some(film)
    }

    /// Adds the next step.
    pub fn push(&mut self, event: &Event, point: Point, calls: Vec<Call>) {
        let mut changes = Vec::new();
        for call in &calls {
            let change = self.stretched(call);
            self.note(&mut changes, change);
        }
        let grown = point.allocated.saturating_sub(self.blocks.allocated);
        self.blocks.allocated = point.allocated;
        match (event.action, event.address) {
            (Action::Hold, _) => self.blocks.held += event.bytes,
            (Action::Allocate, Some(address)) if grown > 0 => {
                let block = Block { bytes: grown, name: self.names.len(), waiting: false };
                self.names.push(event.subject.clone());
                self.blocks.by_address.insert(address.get(), block);
                let thing = Thing::Block { address: address.get(), block };
                self.note(&mut changes, Some(Change { appears: true, thing }));
            }
            (Action::Free, Some(address)) => {
                let block = self.blocks.by_address.remove(&address.get());
                let change = |block| Change { appears: false, thing: Thing::Block { address: address.get(), block } };
                self.note(&mut changes, block.map(change));
            }
            _ => {}
        }
        self.shots.push(Shot {
            step: event.step,
            action: event.action,
            subject: event.subject.clone(),
            bytes: event.bytes,
            times: event.times,
            said: None,
            held: self.blocks.held,
            point,
            calls,
            changes,
        });
    }

    pub(super) fn note(&mut self, changes: &mut Vec<Change>, change: Option<Change>) {
        if let Some(change) = change {
            self.memory.apply(&change);
            changes.push(change);
        }
    }

    /// Returns what a call does to the memory that was got from the device.
    pub(super) fn stretched(&self, call: &Call) -> Option<Change> {
        let change = |appears, address: Address, bytes, page| Change {
            appears,
            thing: Thing::Stretch { address: address.get(), stretch: Stretch { bytes, page } },
        };
        match *call {
            Call::Malloc { bytes, address } => Some(change(true, address?, bytes, None)),
            Call::Free { address, ok: true } => {
                let stretch = self.memory.stretch(address.get())?;
                Some(change(false, address, stretch.bytes, None))
            }
            Call::Map { address, bytes, count } => Some(change(true, address, bytes * count, Some(bytes))),
            Call::UnmapRelease { address, bytes, count } => Some(change(false, address, bytes * count, Some(bytes))),
            Call::Unmap { address, bytes } => Some(change(false, address, bytes, Some(bytes))),
            _ => None,
        }
    }
}
