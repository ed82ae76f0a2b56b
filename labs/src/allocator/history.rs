//! What happened, kept in a ring (`RingBuffer<TraceEntry>`).

use std::collections::VecDeque;

use crate::device::{Address, Stream};

/// Something that the allocator did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Alloc,
    FreeRequested,
    FreeCompleted,
    SegmentAlloc,
    SegmentFree,
    SegmentMap,
    SegmentUnmap,
    Snapshot,
    /// A request failed while the device had so many bytes free.
    OutOfMemory {
        free: u64,
    },
}

/// An event with its circumstances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    pub event: Event,
    pub address: Address,
    /// Bytes: those asked for, of the segment or mapping, of the rounded request that failed, of all active blocks.
    pub size: u64,
    pub stream: Stream,
    /// The number of the private pool that it happened in.
    pub private: Option<u64>,
    /// Microseconds since the device was opened.
    pub time: u64,
}

/// The last events, oldest first.
#[derive(Debug, Default)]
pub struct History {
    entries: VecDeque<Entry>,
    max_entries: usize,
}

impl History {
    pub(super) const fn new(max_entries: usize) -> Self {
        Self { entries: VecDeque::new(), max_entries }
    }

    /// Says whether events are kept.
    pub const fn is_on(&self) -> bool {
        self.max_entries > 0
    }

    /// Returns the events that are left, oldest first.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.entries.iter()
    }

    pub(super) fn push(&mut self, entry: Entry) {
        if self.entries.len() == self.max_entries {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
    }
}
