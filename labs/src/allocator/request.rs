//! What is asked of the allocator, and what it answers.

use super::block::BlockId;
use super::pool::{LaneId, PoolId};
use super::size::SizeClass;
use crate::device::{Address, DeviceError};
use crate::oom::OutOfMemory;

/// Memory that a caller holds. It is given back with [`Allocator::free`](super::Allocator::free).
///
/// A copy that outlives the memory is noticed: the allocator refuses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allocation {
    pub(super) block: Option<(BlockId, u32)>,
    pub(super) address: Address,
    pub(super) bytes: u64,
}

impl Allocation {
    /// What a request for no bytes gets: a null pointer.
    pub(super) const EMPTY: Self = Self { block: None, address: Address::new(0), bytes: 0 };

    /// Returns where the memory starts; nowhere for a request of no bytes.
    pub const fn address(&self) -> Option<Address> {
        match self.block {
            Some(_) => Some(self.address),
            None => None,
        }
    }

    /// Returns the bytes that were asked for.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Why a request failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum AllocError {
    /// There is no memory left (`torch.OutOfMemoryError`).
    #[error(transparent)]
    OutOfMemory(Box<OutOfMemory>),
    /// The device failed in another way.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The memory was given back before, or belongs to another allocator.
    #[error("this allocation was freed before; an allocation can be used until it is freed, and freed once")]
    NotAllocated,
    /// There is no such private pool, or it does not serve requests now.
    #[error("there is no private pool {0} that could do this; make it with `create_pool`, begin before you end")]
    NoSuchPool(u64),
    /// A CUDA graph is being captured, and this would wait for streams.
    #[error("a CUDA graph is being captured, and this would wait for streams; end the capture first")]
    CaptureUnderWay,
}

/// A request, with what was derived from it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    /// Bytes that the caller asked for.
    pub(super) bytes: u64,
    /// Bytes after rounding.
    pub(super) size: u64,
    /// Bytes of the segment that would be asked for.
    pub(super) segment: u64,
    pub(super) class: SizeClass,
    pub(super) pool: PoolId,
    pub(super) lane: LaneId,
    /// Whether segments grow for it (`is_expandable_segments_active`).
    pub(super) expandable: bool,
    /// The reserve of expandable segments in bytes, where it was configured and the request does not fit into it.
    pub(super) beyond_reserve: Option<u64>,
}
