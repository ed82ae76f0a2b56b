//! Private pools (`torch.cuda.MemPool`, `beginAllocateToPool`, `releasePool`).

use super::hash_order::HashOrder;
use super::pool::PoolId;
use super::size::SizeClass;
use super::{AllocError, Allocator, Result};
use crate::device::Device;

/// The private pools of an allocator.
#[derive(Debug, Default)]
pub(super) struct PrivatePools {
    /// All that have an owner or hold memory, by the order in which they were made.
    pools: Vec<PrivatePool>,
    /// The numbers of those that serve requests now. The last one does.
    begun: Vec<u64>,
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

impl PrivatePools {
    /// Returns the pool that serves a size class now, where a private one does.
    pub(super) fn serving(&self, class: SizeClass) -> Option<PoolId> {
        let pool = self.find(*self.begun.last()?)?;
        Some(match class {
            SizeClass::Small => pool.small,
            SizeClass::Large => pool.large,
        })
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

    /// Lets a private pool serve all requests from here on.
    pub fn begin_pool(&mut self, number: u64) -> Result<()> {
        self.owned(number)?;
        if self.private.begun.contains(&number) {
            return Err(AllocError::NoSuchPool(number));
        }
        self.private.begun.push(number);
        Ok(())
    }

    /// Ends what the last [`begin_pool`](Self::begin_pool) began.
    pub fn end_pool(&mut self) -> Result<()> {
        self.private.begun.pop().map(|_| ()).ok_or(AllocError::NoSuchPool(0))
    }

    /// Gives up a private pool: cached memory goes back to the device at once, the rest when the cache is emptied after
    /// it was freed.
    pub fn delete_pool(&mut self, number: u64) -> Result<()> {
        self.owned(number)?;
        if self.private.begun.contains(&number) {
            return Err(AllocError::NoSuchPool(number));
        }
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

    /// Bytes cached in private pools, which the message of an error calls allocated in them.
    pub(super) fn cached_in_private_pools(&self) -> u64 {
        let halves = self.private.pools.iter().flat_map(|pool| [pool.small, pool.large]);
        halves.flat_map(|pool| self.pools.free_blocks(pool)).map(|id| self.blocks[id].size).sum()
    }

    fn owned(&self, number: u64) -> Result<()> {
        let ownerless = self.private.ownerless.iter().any(|(other, ())| other == number);
        match self.private.find(number) {
            Some(_) if !ownerless => Ok(()),
            _ => Err(AllocError::NoSuchPool(number)),
        }
    }
}
