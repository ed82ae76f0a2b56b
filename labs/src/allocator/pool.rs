//! Pools, and what each keeps for a stream.

use super::block::BlockId;
use super::ordered::Ordered;
use super::size::SizeClass;
use crate::device::Stream;

/// The number of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct PoolId(u32);

impl PoolId {
    /// The small pool that serves everybody.
    pub(super) const SMALL: Self = Self(0);
    /// The large pool that serves everybody.
    pub(super) const LARGE: Self = Self(1);

    /// Returns the pool of a size class that serves everybody.
    pub(super) const fn shared(class: SizeClass) -> Self {
        match class {
            SizeClass::Small => Self::SMALL,
            SizeClass::Large => Self::LARGE,
        }
    }
}

/// The number of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LaneId(u32);

/// Blocks of one size class (`BlockPool`).
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) class: SizeClass,
    /// The number of the private pool that it is half of; none where it serves everybody.
    pub(super) private: Option<u64>,
    /// Searches while garbage collection was on (`get_free_blocks_call_count`).
    pub(super) searches: u64,
    /// Bytes that it holds of the device.
    pub(super) held: u64,
    /// Whether its blocks are handed out whole (`no_split_pools`).
    pub(super) no_split: bool,
    /// Its lanes, by stream.
    lanes: Vec<(Stream, LaneId)>,
}

/// What a pool keeps for a stream: a block serves requests of the stream that it was allocated on, and of no other.
///
/// PyTorch keeps one set for each pool, ordered by stream first, so that a lane is a stretch of it.
#[derive(Debug)]
pub(super) struct Lane {
    pub(super) pool: PoolId,
    pub(super) class: SizeClass,
    pub(super) stream: Stream,
    /// Cached blocks, by size and address.
    pub(super) free: Ordered,
    /// Addresses without memory behind them, in order.
    pub(super) unmapped: Ordered,
}

/// All pools and lanes.
#[derive(Debug)]
pub(super) struct Pools {
    pools: Vec<Pool>,
    lanes: Vec<Lane>,
}

impl Pools {
    /// Returns the two pools that serve everybody.
    pub(super) fn new() -> Self {
        let mut pools = Self { pools: Vec::new(), lanes: Vec::new() };
        pools.add(SizeClass::Small, None);
        pools.add(SizeClass::Large, None);
        pools
    }

    pub(super) fn add(&mut self, class: SizeClass, private: Option<u64>) -> PoolId {
        let id = u32::try_from(self.pools.len()).expect("pools are made one by one");
        self.pools.push(Pool { class, private, searches: 0, held: 0, no_split: false, lanes: Vec::new() });
        PoolId(id)
    }

    /// Returns the lane of a stream, which is made where it is not there yet.
    pub(super) fn lane_for(&mut self, pool: PoolId, stream: Stream) -> LaneId {
        let known = &mut self.pools[pool.0 as usize];
        match known.lanes.binary_search_by_key(&stream, |&(stream, _)| stream) {
            Ok(index) => known.lanes[index].1,
            Err(index) => {
                let id = LaneId(u32::try_from(self.lanes.len()).expect("a lane for each stream"));
                known.lanes.insert(index, (stream, id));
                let lane =
                    Lane { pool, class: known.class, stream, free: Ordered::default(), unmapped: Ordered::default() };
                self.lanes.push(lane);
                id
            }
        }
    }

    /// Returns the lanes of a pool, by stream.
    pub(super) fn lanes_of(&self, pool: PoolId) -> impl Iterator<Item = &Lane> {
        self.pools[pool.0 as usize].lanes.iter().map(|&(_, lane)| self.lane(lane))
    }

    /// Returns the cached blocks of a pool, by stream, size and address.
    pub(super) fn free_blocks(&self, pool: PoolId) -> impl Iterator<Item = BlockId> + '_ {
        self.lanes_of(pool).flat_map(|lane| lane.free.iter())
    }

    pub(super) fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    pub(super) fn pools(&self) -> impl Iterator<Item = (PoolId, &Pool)> {
        (0..).map(PoolId).zip(&self.pools)
    }

    pub(super) fn pool(&self, id: PoolId) -> &Pool {
        &self.pools[id.0 as usize]
    }

    pub(super) fn pool_mut(&mut self, id: PoolId) -> &mut Pool {
        &mut self.pools[id.0 as usize]
    }

    pub(super) fn lane(&self, id: LaneId) -> &Lane {
        &self.lanes[id.0 as usize]
    }

    pub(super) fn lane_mut(&mut self, id: LaneId) -> &mut Lane {
        &mut self.lanes[id.0 as usize]
    }
}
