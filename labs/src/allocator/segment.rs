//! Asking the device (spec section 7, `alloc_block`, `release_block`).

use super::block::{Block, BlockId};
use super::history::Event;
use super::pool::{Lane, LaneId};
use super::request::Request;
use super::{AllocError, Allocator, Metric, Result, State};
use crate::device::{Address, Device, DeviceError};
use crate::oom::OutOfMemory;

impl<D: Device> Allocator<D> {
    /// Gets memory of the device that is large enough for the request; none where the device has none left, or the
    /// limit forbids to ask.
    pub(super) fn ask_device(&mut self, request: &mut Request) -> Result<Option<BlockId>> {
        // The segment counts, also where a part of its size would be mapped. The sum wraps as `size_t` does.
        let total = self.stats.total(Metric::ReservedBytes).wrapping_add(request.segment);
        if self.allowed.is_some_and(|allowed| total > allowed) {
            return Ok(None);
        }
        self.reject_early(request, total)?;
        if request.expandable {
            return self.expand(request);
        }
        match self.device.allocate(request.segment) {
            Ok(address) => Ok(Some(self.add_segment(address, request))),
            Err(DeviceError::OutOfMemory) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// With `throw_on_cudamalloc_oom`, refuses what the device cannot have, before anything is released for it.
    #[expect(clippy::cast_precision_loss, reason = "PyTorch computes the limit in double precision, and so do we")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a fraction of a u64 is one")]
    fn reject_early(&mut self, request: &Request, total: u64) -> Result<()> {
        let limit = || (self.config.memory_fraction * self.capacity as f64) as u64;
        if !self.config.throw_on_oom || total <= limit() {
            return Ok(());
        }
        self.stats.num_oom_rejections += 1;
        Err(AllocError::OutOfMemory(Box::new(OutOfMemory::Rejected { bytes: request.segment })))
    }

    fn add_segment(&mut self, address: Address, request: &Request) -> BlockId {
        let size = request.segment;
        let block = self.blocks.add(Block::new(address, size, request.lane, None, State::Free));
        self.count_reserved(request.lane, size);
        self.stats.increase(Metric::Segment, request.class, 1);
        if size >= self.config.max_split_size {
            self.stats.oversize_segments.increase(1);
        }
        self.note(Event::SegmentAlloc, address, size, request.lane);
        block
    }

    /// Gives a cached block that is a whole segment back to the device.
    pub(super) fn release_segment(&mut self, id: BlockId) -> Result<()> {
        let block = &self.blocks[id];
        let (address, size, lane, key) = (block.address, block.size, block.lane, block.key());
        self.note(Event::SegmentFree, address, size, lane);
        self.device.free(address)?;
        self.count_unreserved(lane, size);
        self.stats.decrease(Metric::Segment, self.class(lane), 1);
        if size >= self.config.max_split_size {
            self.stats.oversize_segments.decrease(1);
        }
        self.pools.lane_mut(lane).free.remove(key);
        self.blocks.remove(id);
        Ok(())
    }

    /// Counts memory that was got from the device.
    pub(super) fn count_reserved(&mut self, lane: LaneId, bytes: u64) {
        let &Lane { class, pool, .. } = self.pools.lane(lane);
        let pool = self.pools.pool_mut(pool);
        pool.held += bytes;
        self.stats.reserve(class, pool.private, bytes);
        self.stats.num_device_alloc += 1;
    }

    /// Counts memory that was given back to the device.
    pub(super) fn count_unreserved(&mut self, lane: LaneId, bytes: u64) {
        let &Lane { class, pool, .. } = self.pools.lane(lane);
        let pool = self.pools.pool_mut(pool);
        pool.held -= bytes;
        self.stats.unreserve(class, pool.private, bytes);
        self.stats.num_device_free += 1;
    }
}
