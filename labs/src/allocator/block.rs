//! Blocks, kept in an arena and named by number.

use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

use super::expandable::SegmentId;
use super::ordered::Key;
use super::pool::LaneId;
use super::stream::StreamUses;
use crate::device::Address;

/// The number of a block. It names another block once the block was merged into a neighbour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct BlockId(NonZeroU32);

impl BlockId {
    const fn index(self) -> usize {
        self.0.get() as usize
    }
}

/// What a block is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// The slot of the arena holds no block.
    Vacant,
    /// Addresses of an expandable segment without memory behind them.
    Unmapped,
    /// Cached, ready for a request.
    Free,
    /// A caller holds it.
    Allocated,
    /// Its caller gave it back, but other streams may still use it.
    Pending,
}

impl State {
    /// Says whether the block counts as active: held, or maybe still in use by a stream.
    pub(super) const fn is_active(self) -> bool {
        matches!(self, Self::Allocated | Self::Pending)
    }
}

/// A part of a segment (`struct Block`).
#[derive(Debug)]
pub(super) struct Block {
    pub(super) address: Address,
    pub(super) size: u64,
    /// Bytes that the last owner asked for. Stale in a free block, as in PyTorch's snapshots.
    pub(super) requested: u64,
    /// How often its pool had been searched when it was cached (`gc_count_base`).
    pub(super) cached_at: u64,
    /// Its neighbours by address within the segment.
    pub(super) previous: Option<BlockId>,
    pub(super) next: Option<BlockId>,
    /// The expandable segment that it is part of.
    pub(super) segment: Option<SegmentId>,
    pub(super) lane: LaneId,
    /// Distinguishes the allocations that the block served one after the other.
    pub(super) serial: u32,
    /// Events that are not known to be done.
    pub(super) events: u32,
    pub(super) state: State,
    /// Streams other than its own that used it (`stream_uses`).
    pub(super) uses: Option<Box<StreamUses>>,
}

impl Block {
    /// Returns a block without neighbours.
    pub(super) const fn new(
        address: Address,
        size: u64,
        lane: LaneId,
        segment: Option<SegmentId>,
        state: State,
    ) -> Self {
        Self {
            address,
            size,
            requested: 0,
            cached_at: 0,
            previous: None,
            next: None,
            segment,
            lane,
            serial: 0,
            events: 0,
            state,
            uses: None,
        }
    }

    /// Says whether the block is less than a whole segment.
    pub(super) const fn is_split(&self) -> bool {
        self.previous.is_some() || self.next.is_some()
    }

    /// Returns the first address behind the block.
    pub(super) fn end(&self) -> Address {
        offset(self.address, self.size)
    }

    /// Returns what the block is found by among the free ones.
    pub(super) const fn key(&self) -> Key {
        Key::new(self.size, self.address)
    }

    /// Returns what the block is found by among the unmapped ones.
    pub(super) const fn place(&self) -> Key {
        Key::new(0, self.address)
    }
}

/// Returns the address so many bytes further on, within a segment.
pub(super) fn offset(address: Address, bytes: u64) -> Address {
    address.checked_add(bytes).expect("a device places segments within the address space")
}

/// Returns the bytes between two addresses of a segment.
pub(super) fn distance(to: Address, from: Address) -> u64 {
    to.distance_from(from).expect("the start of a segment is its lowest address")
}

/// All blocks. Slots are used again, so that a running allocator takes no memory of its own.
#[derive(Debug)]
pub(super) struct Blocks {
    /// The first slot stays vacant, since no block has number zero.
    slots: Vec<Block>,
    vacant: Vec<BlockId>,
}

impl Blocks {
    pub(super) fn new() -> Self {
        let nothing = Block::new(Address::new(0), 0, LaneId::default(), None, State::Vacant);
        Self { slots: vec![nothing], vacant: Vec::new() }
    }

    pub(super) fn add(&mut self, block: Block) -> BlockId {
        if let Some(id) = self.vacant.pop() {
            self[id] = block;
            return id;
        }
        let id = u32::try_from(self.slots.len()).ok().and_then(NonZeroU32::new).map(BlockId);
        self.slots.push(block);
        id.expect("four billion blocks do not fit the device")
    }

    pub(super) fn remove(&mut self, id: BlockId) {
        self[id].state = State::Vacant;
        self.vacant.push(id);
    }

    pub(super) fn get(&self, id: BlockId) -> Option<&Block> {
        self.slots.get(id.index()).filter(|block| block.state != State::Vacant)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (BlockId, &Block)> {
        let ids = (0..).map_while(|index| u32::try_from(index).ok()).map(NonZeroU32::new);
        ids.zip(&self.slots)
            .filter_map(|(id, block)| Some((BlockId(id?), block)))
            .filter(|(_, block)| block.state != State::Vacant)
    }

    /// Puts `block` between two neighbours.
    pub(super) fn link(&mut self, block: BlockId, previous: Option<BlockId>, next: Option<BlockId>) {
        self[block].previous = previous;
        self[block].next = next;
        if let Some(previous) = previous {
            self[previous].next = Some(block);
        }
        if let Some(next) = next {
            self[next].previous = Some(block);
        }
    }
}

impl Index<BlockId> for Blocks {
    type Output = Block;

    fn index(&self, id: BlockId) -> &Block {
        &self.slots[id.index()]
    }
}

impl IndexMut<BlockId> for Blocks {
    fn index_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.slots[id.index()]
    }
}
