//! Sums over segments and blocks.

use serde::{Deserialize, Serialize};

use super::super::{Block, BlockState, Segment};

/// Sums over some segments. What is not a count is bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// How many segments there are. An expandable one counts once for each run of mapped addresses, while
    /// `segment.all.current` does not count it.
    pub segments: u64,
    /// How many of them are runs of expandable segments.
    pub expandable_segments: u64,
    /// How many blocks there are.
    pub blocks: u64,
    /// Obtained from the device (`reserved_bytes`).
    pub reserved: u64,
    /// In blocks that a caller holds (`allocated_bytes`).
    pub allocated: u64,
    /// How many such blocks there are (`allocation`).
    pub allocations: u64,
    /// In blocks that a caller holds or another stream may still use (`active_bytes`).
    pub active: u64,
    /// In blocks that were given back but that another stream may still use.
    pub pending_free: u64,
    /// What callers asked for, of the active blocks (`requested_bytes`). Free blocks may still name what their last
    /// owner asked for, which does not count.
    pub requested: u64,
    /// Lost in active blocks to rounding: `active - requested`.
    pub rounding: u64,
    /// In free blocks of split segments, which cannot be given back to the device (`inactive_split_bytes`).
    pub inactive_split: u64,
    /// How many such blocks there are (`inactive_split`).
    pub inactive_split_blocks: u64,
    /// In segments that are free as a whole: `empty_cache` gives them back.
    pub free_segments: u64,
    /// How many such segments there are.
    pub free_segment_count: u64,
    /// In free blocks of expandable segments: `empty_cache` gives the whole pages in them back.
    pub free_expandable: u64,
    /// The largest free block.
    pub largest_free: u64,
}

impl Tally {
    /// Returns the sums over segments.
    pub(super) fn of<'s>(segments: impl IntoIterator<Item = &'s Segment>) -> Self {
        let mut tally = Self::default();
        segments.into_iter().for_each(|segment| tally.add(segment));
        tally
    }

    /// Adds a segment.
    pub(super) fn add(&mut self, segment: &Segment) {
        self.segments += 1;
        self.expandable_segments += u64::from(segment.is_expandable);
        self.blocks += segment.blocks.len() as u64;
        grow(&mut self.reserved, segment.total_size);
        for block in &segment.blocks {
            match block.state {
                BlockState::ActiveAllocated => {
                    self.allocations += 1;
                    grow(&mut self.allocated, block.size);
                    self.add_active(block);
                }
                BlockState::ActivePendingFree => {
                    grow(&mut self.pending_free, block.size);
                    self.add_active(block);
                }
                BlockState::Inactive => self.add_free(block, segment),
            }
        }
    }

    fn add_active(&mut self, block: &Block) {
        grow(&mut self.active, block.size);
        grow(&mut self.requested, block.requested());
        grow(&mut self.rounding, block.size.saturating_sub(block.requested()));
    }

    fn add_free(&mut self, block: &Block, segment: &Segment) {
        self.largest_free = self.largest_free.max(block.size);
        if segment.is_expandable {
            grow(&mut self.free_expandable, block.size);
        } else if segment.blocks.len() == 1 {
            self.free_segment_count += 1;
            grow(&mut self.free_segments, block.size);
        } else {
            self.inactive_split_blocks += 1;
            grow(&mut self.inactive_split, block.size);
        }
    }
}

fn grow(sum: &mut u64, bytes: u64) {
    *sum = sum.saturating_add(bytes);
}
