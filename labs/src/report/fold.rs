//! Telling what is repeated once.

use super::{Action, DriverCall, DriverLog, Event, Run};
use crate::device::recording::Call;

/// How many events may take turns and still be told once.
const LONGEST_CYCLE_OF_EVENTS: usize = 2;
/// How many calls may take turns and still be told once.
const LONGEST_CYCLE_OF_CALLS: usize = 6;

/// A stretch of items that is repeated: `turns` times the `length` items from `start`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fold {
    pub start: usize,
    /// More than one for items that take turns.
    pub length: usize,
    pub turns: usize,
}

impl Fold {
    /// Returns where an item of the first turn is, and where it is in the last.
    pub fn places(self) -> impl Iterator<Item = (usize, usize)> {
        (self.start..self.start + self.length).map(move |place| (place, place + self.length * (self.turns - 1)))
    }
}

impl Run {
    /// Returns the stretches of events that are told once. The numbers behind names of tensors make no difference.
    pub fn folded_events(&self) -> Vec<Fold> {
        let kinds: Vec<_> = self.events.iter().map(kind_of_event).collect();
        folds(&kinds, LONGEST_CYCLE_OF_EVENTS)
    }
}

impl DriverLog {
    /// Returns the stretches of calls that are told once. Addresses make no difference.
    pub fn folded_calls(&self) -> Vec<Fold> {
        let kinds: Vec<_> = self.calls.iter().map(kind_of_call).collect();
        folds(&kinds, LONGEST_CYCLE_OF_CALLS)
    }
}

impl Event {
    /// Returns the name of its tensor without the number behind it.
    pub fn family(&self) -> &str {
        self.subject.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end()
    }
}

/// What two events have in common that are told as one.
fn kind_of_event(event: &Event) -> (Action, &str, u64, u64) {
    (event.action, event.family(), event.bytes, event.times)
}

/// What two calls have in common that are told as one: all but where.
fn kind_of_call(entry: &DriverCall) -> (&'static str, Option<u64>, u64, bool) {
    let (name, _) = entry.call.parts();
    match entry.call {
        Call::Malloc { bytes, address } => (name, Some(bytes), 1, address.is_some()),
        Call::Create { bytes, ok, count } => (name, Some(bytes), count, ok),
        Call::Map { bytes, count, .. } | Call::UnmapRelease { bytes, count, .. } | Call::Release { bytes, count } => {
            (name, Some(bytes), count, true)
        }
        Call::Reserve { bytes, .. } | Call::SetAccess { bytes, .. } | Call::Unmap { bytes, .. } => {
            (name, Some(bytes), 1, true)
        }
        Call::Free { ok, .. } | Call::AddressFree { ok, .. } => (name, None, 1, ok),
        Call::StreamSync { stream } | Call::EventRecord { stream } | Call::EventSync { stream } => {
            (name, None, stream.0, true)
        }
        Call::DeviceSync => (name, None, 1, true),
    }
}

/// Cuts items into stretches that are repeated, of at most `longest` items each. Items are the same if their keys are.
fn folds<K: PartialEq>(keys: &[K], longest: usize) -> Vec<Fold> {
    let mut folds = Vec::new();
    let mut start = 0;
    while start < keys.len() {
        let (length, turns) = repeated(&keys[start..], longest);
        folds.push(Fold { start, length, turns });
        start += length * turns;
    }
    folds
}

/// Returns the stretch at the start that covers most when it is repeated, the shortest of those.
fn repeated<K: PartialEq>(keys: &[K], longest: usize) -> (usize, usize) {
    let turns = |length: usize| keys.chunks_exact(length).take_while(|turn| **turn == keys[..length]).count();
    let candidates = (1..=longest.min(keys.len())).map(|length| (length, turns(length)));
    let best =
        candidates.filter(|(_, turns)| *turns > 1).max_by_key(|&(length, turns)| (length * turns, usize::MAX - length));
    best.unwrap_or((1, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_stretch_that_covers_most_is_found() {
        let fold = |start, length, turns| Fold { start, length, turns };
        assert_eq!(folds(b"aaab", 2), [fold(0, 1, 3), fold(3, 1, 1)]);
        assert_eq!(folds(b"abababc", 2), [fold(0, 2, 3), fold(6, 1, 1)]);
        assert_eq!(folds(b"aaaa", 4), [fold(0, 1, 4)]);
        assert_eq!(folds(b"abcabc", 2).len(), 6, "a stretch of three is longer than allowed");
        assert_eq!(folds(b"", 2), []);
        assert_eq!(fold(2, 2, 3).places().collect::<Vec<_>>(), [(2, 6), (3, 7)]);
    }
}
