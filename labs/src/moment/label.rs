//! Names for the events and blocks of a snapshot: no Python ran that would have stack traces, but each step of a script has
//! a name.

use std::collections::HashMap;
use std::sync::Arc;

use crate::device::Address;
use crate::snapshot::{Action, BlockState, Frame, Snapshot, StackId, Stacks, Subject, TraceEvent};

/// A step of a script.
#[derive(Debug)]
pub(super) struct Label {
    pub(super) step: u64,
    pub(super) name: Arc<str>,
    /// How many events there were when it was done.
    pub(super) events: usize,
}

/// Gives each event the stack trace of its step: one frame, whose file is the script, and its line the number of the
/// step. Blocks that are held, and segments, have that of the event that made them. The history must be whole.
pub(super) fn apply(script: &Arc<str>, labels: &[Label], snapshot: &mut Snapshot) {
    let mut stacks = Stacks::default();
    let Some(events) = snapshot.device_traces.first_mut() else { return };
    let mut first = 0;
    for label in labels {
        let end = label.events.min(events.len());
        if end > first {
            let frame =
                Frame { name: label.name.clone(), filename: script.clone(), line: label.step, ..Frame::default() };
            let stack = stacks.add_frame(frame).and_then(|frame| stacks.add([frame])).unwrap_or_default();
            events[first..end].iter_mut().for_each(|event| event.stack = stack);
            first = end;
        }
    }
    let [segments, blocks] = [[Action::SegmentAlloc, Action::SegmentMap].as_slice(), &[Action::Alloc]]
        .map(|makers| last_made(events, makers));
    for segment in &mut snapshot.segments {
        segment.stack = segments.get(&segment.address).copied().unwrap_or_default();
        for block in segment.blocks.iter_mut().filter(|block| block.state != BlockState::Inactive) {
            block.stack = blocks.get(&block.address).copied().unwrap_or_default();
        }
    }
    snapshot.stacks = stacks;
}

/// Returns the stack trace of what was made last at each address.
fn last_made(events: &[TraceEvent], makers: &[Action]) -> HashMap<Address, StackId> {
    let made = events.iter().filter(|event| makers.contains(&event.action));
    made.filter_map(|event| match event.subject {
        Subject::Address(address) => Some((address, event.stack)),
        Subject::DeviceFree(_) => None,
    })
    .collect()
}
