//! The highest points of the time that a trace tells of.

use serde::{Deserialize, Serialize};

use super::super::{Action, TraceEvent};
use super::Tally;

/// The highest points between the first and the last event.
///
/// They are found by undoing the events one after the other from the state that the snapshot has, as a ring that wrapped has
/// lost its beginning and not its end. What came before the first event is not known, so these may be lower than the
/// peaks of `torch.cuda.memory_stats()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Peaks {
    /// Of what callers had asked for and not given back, or that other streams were still using, in bytes as asked for:
    /// events do not tell the rounded size.
    pub requested: Peak,
    /// Of what was obtained from the device.
    pub reserved: Peak,
    /// How many events the trace has. With few of them the peaks say little.
    pub events: u64,
}

/// A highest point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Peak {
    pub bytes: u64,
    /// How many events had happened when it was first reached: zero before the first one.
    pub after_events: u64,
}

impl Peaks {
    /// Returns the peaks of a trace that ends in a state, unless no event changes anything.
    pub(super) fn of(trace: &[TraceEvent], end: &Tally) -> Option<Self> {
        let count = trace.len() as u64;
        let (mut requested, mut reserved) = (Level::new(end.requested, count), Level::new(end.reserved, count));
        let mut changes = false;
        for (before, event) in trace.iter().enumerate().rev() {
            let (level, grew) = match event.action {
                Action::Alloc => (&mut requested, true),
                Action::FreeCompleted => (&mut requested, false),
                Action::SegmentAlloc | Action::SegmentMap => (&mut reserved, true),
                Action::SegmentFree | Action::SegmentUnmap => (&mut reserved, false),
                _ => continue,
            };
            changes = true;
            // The level was as it is now since this event.
            level.note(before as u64 + 1);
            level.undo(event.size, grew);
        }
        requested.note(0);
        reserved.note(0);
        changes.then_some(Self { requested: requested.peak, reserved: reserved.peak, events: count })
    }
}

/// A level on its way back in time. It may fall below zero where a snapshot does not hold what its trace tells of.
struct Level {
    now: i128,
    peak: Peak,
}

impl Level {
    fn new(end: u64, events: u64) -> Self {
        Self { now: end.into(), peak: Peak { bytes: end, after_events: events } }
    }

    fn undo(&mut self, size: u64, grew: bool) {
        let size = i128::from(size);
        self.now += if grew { -size } else { size };
    }

    fn note(&mut self, after_events: u64) {
        // Of equal heights the earliest counts, and this walk comes to it last.
        if self.now >= self.peak.bytes.into() {
            self.peak = Peak { bytes: u64::try_from(self.now).unwrap_or(u64::MAX), after_events };
        }
    }
}
