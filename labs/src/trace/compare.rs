//! Where two results part.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;

use super::Recorded;
use super::recorded::{DriverCall, Moment, SegmentView};
use crate::printable;

/// The first thing in which a result differs from the recorded one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The operation; none where it is about the end.
    pub op: Option<usize>,
    /// What differs.
    pub what: String,
    pub expected: String,
    pub found: String,
}

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.op {
            Some(op) => write!(f, "op {op}: ")?,
            None => f.write_str("at the end: ")?,
        }
        let [what, found, expected] = [&self.what, &self.found, &self.expected].map(|text| printable::line(text));
        write!(f, "{what} is {found}, recorded was {expected}")
    }
}

/// Returns the first difference, by operation: columns first, then calls to the driver, messages and snapshots. At the
/// end, statistics and settings.
///
/// The order in which events of one block are recorded does not count, since it is that of a hash set.
pub fn compare(recorded: &Recorded, found: &Recorded) -> Option<Difference> {
    let expected_calls = in_order(&recorded.driver);
    let found_calls = in_order(&found.driver);
    for op in 0..=recorded.trace.ops.len() {
        let difference = column(recorded, found, op)
            .or_else(|| differ("driver calls", &calls(&expected_calls, op), &calls(&found_calls, op)))
            .or_else(|| differ("the message", &message(recorded, op), &message(found, op)))
            .or_else(|| snapshots(recorded, found, op));
        if let Some(difference) = difference {
            return Some(Difference { op: Some(op), ..difference });
        }
    }
    at_end(recorded, found)
}

/// The difference in what is alike in type; without its operation.
fn differ<T: PartialEq + Serialize>(what: &str, expected: &T, found: &T) -> Option<Difference> {
    let text = |value: &T| serde_json::to_string(value).unwrap_or_else(|error| error.to_string());
    (expected != found).then(|| Difference {
        op: None,
        what: what.into(),
        expected: text(expected),
        found: text(found),
    })
}

fn column(recorded: &Recorded, found: &Recorded, op: usize) -> Option<Difference> {
    let mut pairs = recorded.columns.iter().zip(found.columns.iter());
    pairs.find_map(|((name, expected), (_, found))| differ(name, &expected.get(op), &found.get(op)))
}

fn calls(calls: &[DriverCall], op: usize) -> &[DriverCall] {
    let start = calls.partition_point(|call| call.op < op);
    let end = calls.partition_point(|call| call.op <= op);
    &calls[start..end]
}

/// Puts the events that are recorded in a row in the order of their streams.
fn in_order(calls: &[DriverCall]) -> Vec<DriverCall> {
    let mut calls = calls.to_vec();
    for run in calls.chunk_by_mut(|one, next| one.op == next.op && is_record(one) && is_record(next)) {
        run.sort_by_key(|call| call.call.parts());
    }
    calls
}

const fn is_record(call: &DriverCall) -> bool {
    matches!(call.call, crate::device::recording::Call::EventRecord { .. })
}

fn message(recorded: &Recorded, op: usize) -> Option<&str> {
    recorded.messages.iter().find(|(other, _)| *other == op).map(|(_, message)| message.as_str())
}

fn snapshots(recorded: &Recorded, found: &Recorded, op: usize) -> Option<Difference> {
    let (expected, found) = (at(recorded, op), at(found, op));
    let moments = |snapshots: &[&Snapshot]| snapshots.iter().map(|(_, moment, _)| *moment).collect::<Vec<_>>();
    differ("the list of snapshots", &moments(&expected), &moments(&found))
        .or_else(|| expected.iter().zip(&found).find_map(|((_, _, expected), (_, _, found))| segments(expected, found)))
}

type Snapshot = (usize, Moment, Vec<SegmentView>);

fn at(recorded: &Recorded, op: usize) -> Vec<&Snapshot> {
    recorded.snapshots.iter().filter(|(other, _, _)| *other == op).collect()
}

fn segments(expected: &[SegmentView], found: &[SegmentView]) -> Option<Difference> {
    let count = expected.len().max(found.len());
    (0..count)
        .find_map(|index| differ(&format!("segment {index} of the snapshot"), &expected.get(index), &found.get(index)))
}

/// What belongs to no operation of the trace, or stands where nobody looks, still counts.
fn counts(recorded: &Recorded, found: &Recorded) -> Option<Difference> {
    differ("the number of driver calls", &recorded.driver.len(), &found.driver.len())
        .or_else(|| differ("the number of messages", &recorded.messages.len(), &found.messages.len()))
        .or_else(|| differ("the number of snapshots", &recorded.snapshots.len(), &found.snapshots.len()))
}

fn at_end(recorded: &Recorded, found: &Recorded) -> Option<Difference> {
    let stats = recorded.final_stats.iter();
    let stat = stats.map(|(key, number)| (key, Some(number), found.final_stats.get(key)));
    let stat = stat.into_iter().find_map(|(key, expected, found)| differ(key, &expected, &found));
    let more = found.final_stats.keys().find(|key| !recorded.final_stats.contains_key(*key));
    counts(recorded, found)
        .or(stat)
        .or_else(|| more.and_then(|key| differ(key, &None, &found.final_stats.get(key))))
        .or_else(|| differ("allocator_settings", &recorded.allocator_settings, &found.allocator_settings))
}
