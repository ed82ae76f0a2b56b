//! Private pools (`torch.cuda.MemPool`, `beginAllocateToPool`, `releasePool`), and those that help out when memory runs
//! out (`try_mempool_fallback`).

use super::block::BlockId;
use super::hash_order::HashOrder;
use super::pool::PoolId;
use super::request::Request;
use super::size::SizeClass;
use super::{AllocError, Allocator, Result};
use crate::device::Device;

/// The private pools of an allocator.
#[derive(Debug, Default)]
pub(super) struct PrivatePools {
    /// All that have an owner or hold memory, by the order in which they were made.
    pools: Vec<PrivatePool>,
    /// Those that serve requests now. The last one does.
    begun: Vec<Begun>,
    /// How many captures of CUDA graphs are under way.
    captures: usize,
    /// The numbers of those that serve requests of others before cached memory is given back (`use_on_oom_pools`).
    helpers: HashOrder<()>,
    /// Those without owner. Their memory goes back to the device when it is not needed.
    ownerless: HashOrder<()>,
    made: u64,
}

#[derive(Debug, Clone, Copy)]
struct PrivatePool {
    number: u64,
    small: PoolId,
    large: PoolId,
}

impl PrivatePool {
    const fn half(self, class: SizeClass) -> PoolId {
        match class {
            SizeClass::Small => self.small,
            SizeClass::Large => self.large,
        }
    }
}

/// A private pool that serves requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Begun {
    number: u64,
    /// Whether a CUDA graph is captured into it.
    capture: bool,
}

impl PrivatePools {
    /// Returns the pool that serves a size class now, where a private one does.
    pub(super) fn serving(&self, class: SizeClass) -> Option<PoolId> {
        self.find(self.begun.last()?.number).map(|pool| pool.half(class))
    }

    /// Says whether a CUDA graph is being captured.
    pub(super) const fn is_capturing(&self) -> bool {
        self.captures > 0
    }

    fn is_begun(&self, number: u64) -> bool {
        self.begun.iter().any(|begun| begun.number == number)
    }

    fn find(&self, number: u64) -> Option<PrivatePool> {
        self.pools.iter().copied().find(|pool| pool.number == number)
    }
}

impl<D: Device> Allocator<D> {
    /// Makes a private pool and returns its number, counted from one.
    pub fn create_pool(&mut self) -> u64 {
        self.private.made += 1;
        let number = self.private.made;
        let small = self.pools.add(SizeClass::Small, Some(number));
        let large = self.pools.add(SizeClass::Large, Some(number));
        self.private.pools.push(PrivatePool { number, small, large });
        number
    }

    /// Lets a private pool help out (`MemPool(use_on_oom=True)`), or not any more: when the device has no memory for a
    /// request of the shared pools, a cached block of this pool serves it, if one fits. It gets no new memory for that.
    pub fn set_use_on_oom(&mut self, number: u64, use_on_oom: bool) -> Result<()> {
        self.owned(number)?;
        if use_on_oom {
            self.private.helpers.get_or_insert_with(number, || ());
        } else {
            self.private.helpers.remove(number);
        }
        Ok(())
    }

    /// Lets a private pool hand out its blocks whole from here on (`MemPool(no_split=True)`).
    pub fn set_no_split(&mut self, number: u64) -> Result<()> {
        let pool = self.owned(number)?;
        for half in [pool.small, pool.large] {
            self.pools.pool_mut(half).no_split = true;
        }
        Ok(())
    }

    /// Lets a private pool serve all requests from here on.
    pub fn begin_pool(&mut self, number: u64) -> Result<()> {
        self.begin(number, false)
    }

    /// Ends what the last [`begin_pool`](Self::begin_pool) began.
    pub fn end_pool(&mut self) -> Result<()> {
        self.end(false)
    }

    pub(super) fn begin(&mut self, number: u64, capture: bool) -> Result<()> {
        self.owned(number)?;
        if self.private.is_begun(number) {
            return Err(AllocError::NoSuchPool(number));
        }
        self.private.begun.push(Begun { number, capture });
        self.private.captures += usize::from(capture);
        Ok(())
    }

    /// Ends what began last, if it is of this kind.
    pub(super) fn end(&mut self, capture: bool) -> Result<()> {
        let last = self.private.begun.last().copied();
        let begun = last.ok_or(AllocError::NoSuchPool(0))?;
        if begun.capture != capture {
            return Err(AllocError::NoSuchPool(begun.number));
        }
        self.private.begun.pop();
        self.private.captures -= usize::from(capture);
        Ok(())
    }

    /// Gives up a private pool: cached memory goes back to the device at once, the rest when the cache is emptied after
    /// it was freed. It waits for streams, so it is refused while a CUDA graph is captured.
    pub fn delete_pool(&mut self, number: u64) -> Result<()> {
        self.owned(number)?;
        if self.private.is_begun(number) {
            return Err(AllocError::NoSuchPool(number));
        }
        self.ensure_no_capture()?;
        self.private.helpers.remove(number);
        self.private.ownerless.get_or_insert_with(number, || ());
        let result = self.synchronize_events(Some(number)).and_then(|()| self.release_private_pools(Some(number)));
        self.debug_check();
        result
    }

    /// Releases what ownerless pools have cached, one of them or all.
    pub(super) fn release_private_pools(&mut self, only: Option<u64>) -> Result<()> {
        let mut slot = 0;
        while slot < self.private.ownerless.slots() {
            let number = self.private.ownerless.at(slot).map(|(number, ())| number);
            let Some(pool) = number.filter(|number| only.is_none_or(|only| only == *number)) else {
                slot += 1;
                continue;
            };
            if self.release_private_pool(pool)? {
                self.private.ownerless.remove_at(slot);
            } else {
                slot += 1;
            }
        }
        Ok(())
    }

    /// Says whether the pool holds nothing any more and is gone.
    fn release_private_pool(&mut self, number: u64) -> Result<bool> {
        let Some(pool) = self.private.find(number) else { return Ok(true) };
        self.release_pool(pool.small)?;
        self.release_pool(pool.large)?;
        let gone = self.pools.pool(pool.small).held + self.pools.pool(pool.large).held == 0;
        if gone {
            self.private.pools.retain(|other| other.number != number);
        }
        Ok(gone)
    }

    /// Takes a cached block out of the pools that help out. The request then is one of that pool, and of plain segments.
    pub(super) fn take_from_helpers(&mut self, request: &mut Request) -> Option<BlockId> {
        if self.pools.pool(request.pool).private.is_some() {
            return None;
        }
        let stream = self.pools.lane(request.lane).stream;
        for slot in 0..self.private.helpers.slots() {
            let number = self.private.helpers.at(slot).map(|(number, ())| number);
            let Some(helper) = number.and_then(|number| self.private.find(number)) else { continue };
            let pool = helper.half(request.class);
            let lane = self.pools.lane_for(pool, stream);
            let helped = Request { pool, lane, expandable: false, ..*request };
            if let Some(block) = self.take_cached(&helped) {
                *request = helped;
                return Some(block);
            }
        }
        None
    }

    /// Bytes cached in private pools, which the message of an error calls allocated in them.
    pub(super) fn cached_in_private_pools(&self) -> u64 {
        let halves = self.private.pools.iter().flat_map(|pool| [pool.small, pool.large]);
        halves.flat_map(|pool| self.pools.free_blocks(pool)).map(|id| self.blocks[id].size).sum()
    }

    fn owned(&self, number: u64) -> Result<PrivatePool> {
        let ownerless = self.private.ownerless.iter().any(|(other, ())| other == number);
        match self.private.find(number) {
            Some(pool) if !ownerless => Ok(pool),
            _ => Err(AllocError::NoSuchPool(number)),
        }
    }
}
