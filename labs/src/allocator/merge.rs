//! Taking a block back: merging, and what is counted (spec section 13, `free`, `free_block`, `try_merge_blocks`).

use super::block::BlockId;
use super::history::Event;
use super::{Allocation, Allocator, Metric, Result, State};
use crate::device::Device;

impl<D: Device> Allocator<D> {
    pub(super) fn take_back(&mut self, allocation: Allocation) -> Result<()> {
        let Some(id) = self.held(allocation)? else { return Ok(()) };
        // Nobody may be asked about an event during a capture.
        let deferred = self.private.is_capturing() && self.blocks[id].uses.is_some();
        if deferred {
            self.defer(id);
        } else {
            self.record_events(id, |_| true)?;
        }
        let block = &self.blocks[id];
        let (size, lane) = (block.size, block.lane);
        self.note(Event::FreeRequested, block.address, block.requested, lane);
        let class = self.class(lane);
        self.stats.decrease(Metric::Allocation, class, 1);
        self.stats.decrease(Metric::AllocatedBytes, class, size);
        if size >= self.config.max_split_size {
            self.stats.oversize_allocations.decrease(1);
        }
        if deferred || self.blocks[id].events > 0 {
            self.blocks[id].state = State::Pending;
        } else {
            self.free_block(id);
        }
        Ok(())
    }

    /// Caches a block that nobody uses any more, merged with its free neighbours.
    pub(super) fn free_block(&mut self, id: BlockId) {
        let block = &self.blocks[id];
        let (size, requested, lane) = (block.size, block.requested, block.lane);
        let (previous, next, is_plain) = (block.previous, block.next, block.segment.is_none());
        self.note(Event::FreeCompleted, block.address, requested, lane);

        let (mut blocks, mut bytes) = (0, 0);
        for neighbour in [previous, next] {
            if let Some(merged) = self.merge(id, neighbour, State::Free) {
                blocks -= 1;
                bytes -= merged.cast_signed();
            }
        }
        self.cache(id);
        if self.blocks[id].is_split() {
            blocks += 1;
            bytes += self.blocks[id].size.cast_signed();
        }

        let class = self.class(lane);
        if is_plain {
            self.stats.change(Metric::InactiveSplit, class, blocks);
            self.stats.change(Metric::InactiveSplitBytes, class, bytes);
        }
        self.stats.decrease(Metric::Active, class, 1);
        self.stats.decrease(Metric::ActiveBytes, class, size);
        self.stats.decrease(Metric::RequestedBytes, class, requested);
    }

    /// Puts a block among the free ones of its lane.
    pub(super) fn cache(&mut self, id: BlockId) {
        let block = &mut self.blocks[id];
        block.state = State::Free;
        let lane = self.pools.lane_mut(block.lane);
        lane.free.insert(block.key(), id);
        block.cached_at = self.pools.pool(self.pools.lane(block.lane).pool).searches;
    }

    /// Lets `block` swallow a neighbour that is in `state`. Returns the bytes that it gained.
    pub(super) fn merge(&mut self, id: BlockId, neighbour: Option<BlockId>, state: State) -> Option<u64> {
        let other = neighbour.filter(|&other| self.blocks[other].state == state)?;
        let swallowed = &self.blocks[other];
        let lane = self.pools.lane_mut(swallowed.lane);
        match state {
            State::Unmapped => lane.unmapped.remove(swallowed.place()),
            _ => lane.free.remove(swallowed.key()),
        }
        let (size, address) = (swallowed.size, swallowed.address);
        let (previous, next) = (swallowed.previous, swallowed.next);
        if self.blocks[id].previous == Some(other) {
            self.blocks[id].address = address;
            self.blocks.link(id, previous, self.blocks[id].next);
        } else {
            self.blocks.link(id, self.blocks[id].previous, next);
        }
        self.blocks[id].size += size;
        self.blocks.remove(other);
        Some(size)
    }
}
