//! The figures of a snapshot: how much there is of what, in all and by device and pool.
//!
//! They are those that `torch.cuda.memory_stats()` had when the snapshot was taken, as far as it tells (spec section 14),
//! and for each device and pool
//! `reserved = active + inactive split + whole free segments + free in expandable segments`.
//! Sums that do not fit in 64 bits, which only a made-up file has, stop at the largest number.

mod contradictions;
mod peak;
mod table;
mod tally;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::peak::{Peak, Peaks};
pub use self::tally::Tally;
use super::{PoolId, Segment, SegmentType, Snapshot};

/// The figures of a snapshot. `Display` prints them as a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// All devices together.
    pub total: Tally,
    /// In order of their numbers.
    pub devices: Vec<DeviceFigures>,
    /// How many events there are of each kind, all devices together.
    pub events: BTreeMap<String, u64>,
    /// Marks of the profiler.
    pub annotations: u64,
    /// Pinned memory of the host, where it was recorded.
    pub host: Option<Tally>,
    /// The settings string that was given last; empty where there was none or the snapshot does not say.
    pub settings: String,
    /// What contradicts itself in the snapshot, a sentence each: blocks that do not fill their segment, sums that are not
    /// those of the blocks. A hundred at most are told, and how many more there are. Empty where all is well.
    #[serde(default)]
    pub warnings: Vec<String>,
}

/// The figures of one device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceFigures {
    pub device: i32,
    pub total: Tally,
    /// By pool, and within it small before large.
    pub pools: Vec<PoolFigures>,
    /// `None` where no event tells of allocations: history was not recorded.
    pub peaks: Option<Peaks>,
}

/// The figures of the blocks of one size class in one pool of a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolFigures {
    pub pool: PoolId,
    pub segment_type: SegmentType,
    pub tally: Tally,
}

impl Snapshot {
    /// Returns the figures of the snapshot.
    pub fn figures(&self) -> Figures {
        let mut events = BTreeMap::new();
        for event in self.device_traces.iter().flatten() {
            // Looked up first, since most events are of a few kinds and need no new text.
            match events.get_mut(event.action.name()) {
                Some(count) => *count += 1,
                None => drop(events.insert(event.action.name().to_owned(), 1)),
            }
        }
        Figures {
            total: Tally::of(&self.segments),
            devices: self.device_figures(),
            events,
            annotations: self.external_annotations.len() as u64,
            host: (!self.host_segments.is_empty()).then(|| Tally::of(&self.host_segments)),
            settings: self.allocator_settings.as_ref().map_or_else(String::new, |settings| settings.conf.to_string()),
            warnings: contradictions::of(self),
        }
    }

    /// Returns the figures of each device that has segments or events.
    fn device_figures(&self) -> Vec<DeviceFigures> {
        let mut devices: BTreeMap<i32, Found> = BTreeMap::new();
        for segment in &self.segments {
            devices.entry(segment.device).or_default().add(segment);
        }
        for (device, trace) in (0..).zip(&self.device_traces) {
            if !trace.is_empty() {
                let found = devices.entry(device).or_default();
                found.peaks = Peaks::of(trace, &found.total);
            }
        }
        devices.into_iter().map(|(device, found)| found.finish(device)).collect()
    }
}

/// What was found of a device.
#[derive(Default)]
struct Found {
    total: Tally,
    pools: BTreeMap<(PoolId, SegmentType), Tally>,
    peaks: Option<Peaks>,
}

impl Found {
    fn add(&mut self, segment: &Segment) {
        self.total.add(segment);
        self.pools.entry((segment.segment_pool_id, segment.segment_type)).or_default().add(segment);
    }

    fn finish(self, device: i32) -> DeviceFigures {
        let pools = self.pools.into_iter();
        let pools = pools.map(|((pool, segment_type), tally)| PoolFigures { pool, segment_type, tally }).collect();
        DeviceFigures { device, total: self.total, pools, peaks: self.peaks }
    }
}

#[cfg(test)]
mod tests;
