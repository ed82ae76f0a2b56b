//! Memory snapshots: what an allocator held and did, as `torch.cuda.memory._snapshot()` tells it.
//!
//! The types mirror PyTorch 2.15 key by key (`torch/csrc/cuda/Module.cpp`, `memory_snapshot.cpp`), with three
//! differences. Stack traces stand once, in [`Snapshot::stacks`], and are named by number, as thousands of events share
//! a few of them. What older versions leave out is an `Option`. Sizes that PyTorch writes as `-1` for "no limit" are
//! `None`.
//!
//! Sizes are bytes, times are microseconds since 1970.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::device::{Address, Stream};

mod export;
pub mod figures;
pub mod import;
pub mod pickle;
mod settings;
mod stack;
#[cfg(test)]
mod tests;

pub use import::ReadError;
pub use settings::{RoundupDivisions, Settings};
pub use stack::{Frame, FrameId, StackId, Stacks};

/// A memory snapshot.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Snapshot {
    /// What the allocator got of the device, in address order as PyTorch writes it. Expandable segments appear once for
    /// each run of mapped addresses.
    pub segments: Vec<Segment>,
    /// What happened, oldest first, a list for each device. A ring that wrapped lost its oldest events and says so
    /// nowhere, so a free may come without its allocation.
    pub device_traces: Vec<Vec<TraceEvent>>,
    /// The settings in force. `None` in old snapshots.
    pub allocator_settings: Option<Settings>,
    /// Marks of the profiler, such as the steps of an optimizer.
    pub external_annotations: Vec<Annotation>,
    /// Pinned memory of the host (since 2.14), laid out as device memory is.
    pub host_segments: Vec<Segment>,
    /// What happened to pinned memory of the host (since 2.14).
    pub host_traces: Vec<TraceEvent>,
    /// The stack traces that the other fields name by number. Not a key of PyTorch's.
    pub stacks: Stacks,
}

/// Memory that the allocator got in one piece, or one run of mapped addresses of an expandable segment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// Number of the device. Negative where memory is the host's.
    pub device: i32,
    pub address: Address,
    /// Bytes from first to last. The blocks fill it without gaps.
    pub total_size: u64,
    /// Bytes of blocks that a caller holds.
    pub allocated_size: u64,
    /// Bytes of blocks that a caller holds or another stream may still use.
    pub active_size: u64,
    /// Bytes that callers asked for, of the active blocks. `None` in old snapshots.
    pub requested_size: Option<u64>,
    pub stream: Stream,
    pub segment_type: SegmentType,
    /// The pool that it belongs to. Old snapshots name none, which reads as the default one.
    pub segment_pool_id: PoolId,
    pub is_expandable: bool,
    /// Where the segment was asked for.
    pub stack: StackId,
    /// In address order.
    pub blocks: Vec<Block>,
}

/// A part of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    pub address: Address,
    /// Bytes after rounding and splitting.
    pub size: u64,
    /// Bytes that the caller asked for. **Stale in a free block**, where PyTorch leaves the number of the last owner:
    /// [`requested`](Self::requested) knows that.
    pub requested_size: u64,
    pub state: BlockState,
    /// Where the block was asked for, last.
    pub stack: StackId,
}

impl Block {
    /// Returns the bytes that a caller asked for and that are still in use: zero in a free block.
    pub const fn requested(&self) -> u64 {
        match self.state {
            BlockState::ActiveAllocated | BlockState::ActivePendingFree => self.requested_size,
            BlockState::Inactive => 0,
        }
    }
}

/// What a block is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockState {
    /// A caller holds it.
    ActiveAllocated,
    /// Its caller gave it back, but another stream may still use it. PyTorch's docs call it `active_awaiting_free`.
    ActivePendingFree,
    /// Free.
    Inactive,
}

impl BlockState {
    /// Returns the name as a snapshot writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ActiveAllocated => "active_allocated",
            Self::ActivePendingFree => "active_pending_free",
            Self::Inactive => "inactive",
        }
    }
}

/// The size class that a segment serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SegmentType {
    /// Blocks of up to 1 MiB.
    Small,
    /// Larger blocks.
    Large,
}

impl SegmentType {
    /// Returns the name as a snapshot writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Large => "large",
        }
    }
}

/// The pool of a segment: `(0, 0)` is the default one, others belong to a CUDA graph or a `torch.cuda.MemPool`
/// (`MempoolId_t`: the first number counts graphs, the second counts pools that a user made).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct PoolId(pub u64, pub u64);

impl PoolId {
    /// The pool that serves everybody.
    pub const DEFAULT: Self = Self(0, 0);
}

/// Something that happened (`TraceEntry`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceEvent {
    pub action: Action,
    /// Serialised as PyTorch does: as `addr` or as `device_free`.
    #[serde(flatten)]
    pub subject: Subject,
    /// Bytes: those asked for (`alloc`, `free_*`), of the segment or mapped range (`segment_*`), of the rounded request
    /// (`oom`), of all active blocks (`snapshot`).
    pub size: u64,
    pub stream: Stream,
    /// `None` in old snapshots.
    pub time_us: Option<u64>,
    /// `N/A` outside `torch.compile`. `None` in old snapshots.
    pub compile_context: Option<Arc<str>>,
    /// What `torch.cuda.memory._set_memory_metadata` was given. `None` in old snapshots.
    pub user_metadata: Option<Arc<str>>,
    /// Rare: what the allocator itself noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub internal_metadata: Option<Arc<str>>,
    /// `None` in 2.11 and before.
    pub pool_id: Option<PoolId>,
    /// Where it was asked for. Empty where nothing was recorded.
    pub stack: StackId,
}

/// What an event is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// The start of the block or segment.
    #[serde(rename = "addr")]
    Address(Address),
    /// Bytes that the device had left: the event is `oom`.
    #[serde(rename = "device_free")]
    DeviceFree(u64),
}

/// The kinds of events.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// A block was handed out.
    Alloc,
    /// A caller gave a block back.
    FreeRequested,
    /// The block became free. It comes later than the request where another stream used the block.
    FreeCompleted,
    /// `cudaMalloc` made a segment.
    SegmentAlloc,
    /// `cudaFree` gave a segment back.
    SegmentFree,
    /// Physical memory was mapped into an expandable segment.
    SegmentMap,
    /// Physical memory was taken out of an expandable segment.
    SegmentUnmap,
    /// A snapshot was taken.
    Snapshot,
    /// A request failed.
    Oom,
    /// A user's mark.
    Annotate,
    /// One that this version does not know.
    #[serde(untagged)]
    Other(Arc<str>),
}

impl Action {
    /// Returns the name as a snapshot writes it.
    pub fn name(&self) -> &str {
        match self {
            Self::Alloc => "alloc",
            Self::FreeRequested => "free_requested",
            Self::FreeCompleted => "free_completed",
            Self::SegmentAlloc => "segment_alloc",
            Self::SegmentFree => "segment_free",
            Self::SegmentMap => "segment_map",
            Self::SegmentUnmap => "segment_unmap",
            Self::Snapshot => "snapshot",
            Self::Oom => "oom",
            Self::Annotate => "annotate",
            Self::Other(name) => name,
        }
    }

    /// Returns the kind with this name, if it is known.
    pub fn known(name: &str) -> Option<Self> {
        Some(match name {
            "alloc" => Self::Alloc,
            "free_requested" => Self::FreeRequested,
            "free_completed" => Self::FreeCompleted,
            "segment_alloc" => Self::SegmentAlloc,
            "segment_free" => Self::SegmentFree,
            "segment_map" => Self::SegmentMap,
            "segment_unmap" => Self::SegmentUnmap,
            "snapshot" => Self::Snapshot,
            "oom" => Self::Oom,
            "annotate" => Self::Annotate,
            _ => return None,
        })
    }
}

/// The start or the end of something that the profiler names. Recorded only with `global_record_annotations=True`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annotation {
    pub stage: Stage,
    pub name: Arc<str>,
    pub device: i32,
    pub time_us: u64,
}

/// Which end of an annotation it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Stage {
    Start,
    End,
}

/// Returns a text of a file without control characters, which a terminal would obey.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
