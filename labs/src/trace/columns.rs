//! The state after each operation, a column for each number.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::allocator::{Allocator, Metric, Scope, Stats};
use crate::device::{Adjust, Result};

/// The names of the columns, in the order in which they are compared.
pub const COLUMNS: [&str; 30] = [
    "outcome",
    "addr",
    "allocated_cur",
    "reserved_cur",
    "active_cur",
    "inactive_split_cur",
    "requested_cur",
    "allocated_peak",
    "reserved_peak",
    "active_peak",
    "inactive_split_peak",
    "requested_peak",
    "allocated_small",
    "reserved_small",
    "active_small",
    "inactive_split_small",
    "requested_small",
    "n_allocation",
    "n_segment",
    "n_active",
    "n_inactive_split",
    "n_segment_small",
    "num_alloc_retries",
    "num_ooms",
    "num_device_alloc",
    "num_device_free",
    "num_sync_all_streams",
    "oversize_allocations",
    "oversize_segments",
    "driver_used",
];

/// A row of the columns.
pub type Row = [i64; COLUMNS.len()];

/// A column for each name of [`COLUMNS`]. A file that lacks one is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns([Vec<i64>; COLUMNS.len()]);

impl Default for Columns {
    fn default() -> Self {
        Self([const { Vec::new() }; COLUMNS.len()])
    }
}

impl Columns {
    /// Adds a row.
    pub fn push(&mut self, row: &Row) {
        for (column, &number) in self.0.iter_mut().zip(row) {
            column.push(number);
        }
    }

    /// Returns the columns with their names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &[i64])> {
        COLUMNS.into_iter().zip(self.0.iter().map(Vec::as_slice))
    }

    /// Returns a column by name.
    pub fn get(&self, name: &str) -> Option<&[i64]> {
        self.iter().find(|(other, _)| *other == name).map(|(_, column)| column)
    }
}

/// Returns the row that tells the state of an allocator.
pub fn row<D: Adjust>(allocator: &mut Allocator<D>, outcome: i64, address: i64) -> Result<Row> {
    let driver_used = allocator.device_mut().used()?.cast_signed();
    let stats = allocator.stats();
    let [allocated, reserved, active, inactive_split, requested] = BYTES.map(|metric| bytes(stats, metric));
    Ok([
        outcome,
        address,
        allocated.0,
        reserved.0,
        active.0,
        inactive_split.0,
        requested.0,
        allocated.1,
        reserved.1,
        active.1,
        inactive_split.1,
        requested.1,
        allocated.2,
        reserved.2,
        active.2,
        inactive_split.2,
        requested.2,
        stats.get(Metric::Allocation, Scope::All).current(),
        stats.get(Metric::Segment, Scope::All).current(),
        stats.get(Metric::Active, Scope::All).current(),
        stats.get(Metric::InactiveSplit, Scope::All).current(),
        stats.get(Metric::Segment, Scope::SmallPool).current(),
        stats.num_alloc_retries.cast_signed(),
        stats.num_ooms.cast_signed(),
        stats.num_device_alloc.cast_signed(),
        stats.num_device_free.cast_signed(),
        stats.num_sync_all_streams.cast_signed(),
        stats.oversize_allocations.current(),
        stats.oversize_segments.current(),
        driver_used,
    ])
}

const BYTES: [Metric; 5] = [
    Metric::AllocatedBytes,
    Metric::ReservedBytes,
    Metric::ActiveBytes,
    Metric::InactiveSplitBytes,
    Metric::RequestedBytes,
];

/// The current value and the peak of all pools, and the current value of the small ones.
const fn bytes(stats: &Stats, metric: Metric) -> (i64, i64, i64) {
    let all = stats.get(metric, Scope::All);
    (all.current(), all.peak(), stats.get(metric, Scope::SmallPool).current())
}

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Columns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let mut columns = BTreeMap::<String, Vec<i64>>::deserialize(deserializer)?;
        // What is not there cannot be compared, and would pass for what agrees.
        if let Some(missing) = COLUMNS.into_iter().find(|name| !columns.contains_key(*name)) {
            return Err(serde::de::Error::custom(format!("the column `{missing}` is missing")));
        }
        let known = COLUMNS.map(|name| columns.remove(name).unwrap_or_default());
        match columns.into_keys().next() {
            None => Ok(Self(known)),
            Some(name) => Err(serde::de::Error::custom(format!("there is no column `{name}`"))),
        }
    }
}
