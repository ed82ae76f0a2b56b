//! Best fit (spec section 5, `get_free_block`).

use super::block::BlockId;
use super::ordered::{Key, Place};
use super::request::Request;
use super::{Allocator, State};
use crate::device::Device;

impl<D: Device> Allocator<D> {
    /// Takes the cached block that fits best out of the cache. No second candidate is tried where the first may not be
    /// used.
    pub(super) fn take_cached(&mut self, request: &Request) -> Option<BlockId> {
        if self.collects_garbage() {
            self.pools.pool_mut(request.pool).searches += 1;
        }
        let free = &self.pools.lane(request.lane).free;
        let first = free.at_least(Key::first_of(request.size))?;
        let place = self.settle(request, first)?;
        let free = &mut self.pools.lane_mut(request.lane).free;
        let block = free.get(place);
        if !self.may_use(request, self.blocks[block].size) {
            return None;
        }
        self.pools.lane_mut(request.lane).free.remove_at(place);
        Some(block)
    }

    /// Moves on from the first block that is large enough, where it belongs to an expandable segment.
    fn settle(&self, request: &Request, first: Place) -> Option<Place> {
        let free = &self.pools.lane(request.lane).free;
        let is_expandable = |place: Place| self.blocks[free.get(place)].segment.is_some();
        if !is_expandable(first) {
            return Some(first);
        }
        if !request.expandable {
            // They were switched off: what is left of them is not used.
            return std::iter::successors(free.after(first), |&place| free.after(place))
                .find(|&place| !is_expandable(place));
        }
        let mut place = first;
        while is_expandable(place)
            && let Some(next) = free.after(place)
            && self.reach(free.get(next)) < self.reach(free.get(place))
        {
            place = next;
        }
        Some(place)
    }

    /// What a block can grow to. For best fit, a block at the growing end of a segment is as large as the segment can
    /// become, so that the end is used last.
    fn reach(&self, id: BlockId) -> u64 {
        let block = &self.blocks[id];
        let behind = block.next.map(|next| &self.blocks[next]).filter(|next| next.state == State::Unmapped);
        block.size + behind.map_or(0, |next| next.size)
    }

    /// Says whether the split limit lets a block of `size` serve the request. An oversize block is for oversize
    /// requests, and for those that leave little of it over.
    const fn may_use(&self, request: &Request, size: u64) -> bool {
        let limit = self.config.max_split_size;
        if request.size < limit {
            size < limit
        } else {
            // The sum wraps as `size_t` does, which makes a rounding limit of -1 MiB refuse everything.
            size < request.size.wrapping_add(self.config.max_non_split_rounding)
        }
    }
}
