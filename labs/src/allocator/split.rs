//! Handing a block out: splitting, and what is counted (spec section 6, `should_split`, `alloc_found_block`).

use super::block::{Block, BlockId, offset};
use super::history::Event;
use super::request::Request;
use super::size::{MIN_BLOCK, SMALL_SIZE, SizeClass};
use super::{Allocation, Allocator, Metric, State};
use crate::device::Device;

impl<D: Device> Allocator<D> {
    /// Makes a block that was taken out of the cache, or is new, the caller's.
    pub(super) fn hand_out(&mut self, found: BlockId, request: &Request) -> Allocation {
        let was_split = self.blocks[found].is_split();
        let id = if self.should_split(found, request) {
            let front = self.split_front(found, request.size);
            self.count_split(front, found, was_split, request.class);
            front
        } else {
            if was_split {
                self.count_inactive(found, -1, request.class);
            }
            found
        };
        self.serial = self.serial.wrapping_add(1);
        let block = &mut self.blocks[id];
        block.state = State::Allocated;
        block.requested = request.bytes;
        block.serial = self.serial;
        let (address, size) = (block.address, block.size);
        self.note(Event::Alloc, address, request.bytes, request.lane);
        self.count_allocation(size, request);
        Allocation { block: Some((id, self.serial)), address, bytes: request.bytes }
    }

    fn should_split(&self, id: BlockId, request: &Request) -> bool {
        let rest = self.blocks[id].size - request.size;
        if self.pools.pool(request.pool).no_split {
            return false;
        }
        if request.class == SizeClass::Small || request.expandable {
            rest >= MIN_BLOCK
        } else {
            request.size < self.config.max_split_size && rest > SMALL_SIZE
        }
    }

    /// Cuts the front off a block that is not cached, and caches what remains of it.
    fn split_front(&mut self, rest: BlockId, size: u64) -> BlockId {
        let &Block { address, previous, lane, segment, .. } = &self.blocks[rest];
        let front = self.blocks.add(Block::new(address, size, lane, segment, State::Free));
        self.blocks.link(front, previous, Some(rest));
        let block = &mut self.blocks[rest];
        block.address = offset(address, size);
        block.size -= size;
        self.cache(rest);
        front
    }

    fn count_split(&mut self, front: BlockId, rest: BlockId, was_split: bool, class: SizeClass) {
        if was_split && self.blocks[front].segment.is_none() {
            // A part of a segment became smaller.
            self.stats.decrease(Metric::InactiveSplitBytes, class, self.blocks[front].size);
        } else {
            self.count_inactive(rest, 1, class);
        }
    }

    /// Counts a part of a segment that was cached, or is not any more. Those of expandable segments do not count, since
    /// their whole pages can be given back.
    fn count_inactive(&mut self, id: BlockId, blocks: i64, class: SizeClass) {
        let block = &self.blocks[id];
        if block.segment.is_none() {
            self.stats.change(Metric::InactiveSplitBytes, class, blocks * block.size.cast_signed());
            self.stats.change(Metric::InactiveSplit, class, blocks);
        }
    }

    fn count_allocation(&mut self, size: u64, request: &Request) {
        let stats = &mut self.stats;
        stats.increase(Metric::Allocation, request.class, 1);
        stats.increase(Metric::AllocatedBytes, request.class, size);
        stats.increase(Metric::Active, request.class, 1);
        stats.increase(Metric::ActiveBytes, request.class, size);
        stats.increase(Metric::RequestedBytes, request.class, request.bytes);
        if size >= self.config.max_split_size {
            stats.oversize_allocations.increase(1);
        }
    }
}
