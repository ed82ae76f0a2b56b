//! Giving cached memory back: by age, as much as a request needs, or all of it (spec sections 8 to 10).

use super::block::BlockId;
use super::ordered::{Key, Place};
use super::pool::{LaneId, PoolId};
use super::request::Request;
use super::{Allocator, Metric, Result};
use crate::device::Device;

impl<D: Device> Allocator<D> {
    /// Says whether garbage is collected: only where a threshold *and* a limit of memory are set.
    pub(super) fn collects_garbage(&self) -> bool {
        self.allowed.is_some() && self.config.gc_threshold > 0.0
    }

    /// Releases cached segments of the large pool, oldest first, while more than the threshold is reserved
    /// (`garbage_collect_cached_blocks`).
    ///
    /// A round releases all that are at least as old as the average, also where less would do.
    #[expect(clippy::cast_precision_loss, reason = "PyTorch computes ages in double precision, and so do we")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a fraction of a u64 is one")]
    pub(super) fn collect_garbage(&mut self) -> Result<()> {
        let Some(allowed) = self.allowed.filter(|_| self.collects_garbage()) else { return Ok(()) };
        let threshold = (self.config.gc_threshold * allowed as f64) as u64;
        let target = self.stats.total(Metric::ReservedBytes).saturating_sub(threshold);
        let whole = self.pools.free_blocks(PoolId::LARGE).filter(|&id| !self.blocks[id].is_split());
        let mut garbage: Vec<_> = whole.map(|id| (id, self.age(id))).collect();
        let mut total_age: u64 = garbage.iter().map(|&(_, age)| age).sum();
        let mut reclaimed = 0;
        while reclaimed < target && !garbage.is_empty() {
            let average = total_age as f64 / garbage.len() as f64;
            let (old, young): (Vec<_>, Vec<_>) =
                garbage.into_iter().partition(|&(id, age)| self.blocks[id].segment.is_none() && age as f64 >= average);
            if old.is_empty() {
                break;
            }
            for (id, age) in old {
                reclaimed += self.blocks[id].size;
                total_age -= age;
                self.release_segment(id)?;
            }
            garbage = young;
        }
        Ok(())
    }

    /// Searches of the pool since the block was cached (`gc_count`).
    fn age(&self, id: BlockId) -> u64 {
        let block = &self.blocks[id];
        self.pools.pool(self.pools.lane(block.lane).pool).searches - block.cached_at
    }

    /// Releases oversize segments of the request's lane, the smallest single one that is enough, or else from the
    /// largest down until the sum is (`release_available_cached_blocks`). Says whether it was enough.
    ///
    /// Note: parts of segments. Oversize blocks are never split, so each is a segment; but where the limit was lowered at
    /// run time, a cached part of a segment can be as large. PyTorch hands it to `cudaFree`, which fails or takes the
    /// memory of its neighbours with it. Here a part is passed over.
    pub(super) fn release_oversize(&mut self, request: &Request) -> Result<bool> {
        let limit = self.config.max_split_size;
        if limit == u64::MAX {
            return Ok(false);
        }
        let needed = request.size.max(limit);
        let free = &self.pools.lane(request.lane).free;
        let first = free.at_least(Key::first_of(needed));
        if let Some(id) = first.map(|place| free.get(place)).filter(|&id| self.is_segment(id)) {
            self.release_segment(id)?;
            return Ok(true);
        }
        self.release_downwards(request.lane, first, needed)
    }

    fn release_downwards(&mut self, lane: LaneId, above: Option<Place>, needed: u64) -> Result<bool> {
        let free = &self.pools.lane(lane).free;
        let largest = above.map_or_else(|| free.last(), |place| free.before(place));
        let oversize: Vec<_> = std::iter::successors(largest, |&place| free.before(place))
            .map(|place| free.get(place))
            .take_while(|&id| self.blocks[id].size >= self.config.max_split_size)
            .filter(|&id| self.is_segment(id))
            .collect();
        let mut released = 0;
        for id in oversize {
            if released >= needed {
                break;
            }
            released += self.blocks[id].size;
            self.release_segment(id)?;
        }
        Ok(released >= needed)
    }

    /// Says whether a block is a whole segment, got in one piece.
    fn is_segment(&self, id: BlockId) -> bool {
        self.blocks[id].segment.is_none() && !self.blocks[id].is_split()
    }

    /// Waits for all streams, then releases every cached segment that is whole, and every page that is, of the shared
    /// pools and of private ones that nobody uses any more (`release_cached_blocks`). While a CUDA graph is captured,
    /// nothing may be waited for, and only such private pools are released.
    pub(super) fn release_cached(&mut self) -> Result<()> {
        if !self.private.is_capturing() {
            self.synchronize_events(None)?;
            self.release_pool(PoolId::LARGE)?;
            self.release_pool(PoolId::SMALL)?;
        }
        self.release_private_pools(None)
    }

    /// Releases what a pool has cached: whole segments first, then pages (`release_blocks`).
    pub(super) fn release_pool(&mut self, pool: PoolId) -> Result<()> {
        let cached: Vec<_> = self.pools.free_blocks(pool).collect();
        let (expandable, plain): (Vec<_>, Vec<_>) =
            cached.into_iter().partition(|&id| self.blocks[id].segment.is_some());
        for id in plain {
            if self.is_segment(id) {
                self.release_segment(id)?;
            }
        }
        for id in expandable {
            self.unmap_block(id)?;
            if !self.blocks[id].is_split() {
                self.release_expandable(id)?;
            }
        }
        Ok(())
    }
}
