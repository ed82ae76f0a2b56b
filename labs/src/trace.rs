//! Recorded traces: what an allocator was asked, and what PyTorch's did.
//!
//! A trace is a list of operations with the device and the settings that it ran on; a [`Recorded`] result is what came
//! of it, operation by operation. [`replay()`] makes a result, [`compare()`] tells where two of them part, and
//! [`verify::folder`] does both for every file of a folder.

use serde::{Deserialize, Serialize};

use crate::bytes::MIB;
use crate::device::sim::{AddressPolicy, SimOptions};
use crate::device::{Address, Sim, Stream};

pub mod columns;
pub mod compare;
pub mod plan;
pub mod read;
pub mod recorded;
pub mod replay;
pub mod settings;
pub mod verify;

pub use columns::Columns;
pub use compare::{Difference, compare};
pub use plan::Plan;
pub use read::TraceError;
pub use recorded::Recorded;
pub use replay::{replay, replay_and_take};

/// What an allocator is asked to do, and on what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub topic: String,
    #[serde(default)]
    pub note: String,
    /// What `PYTORCH_CUDA_ALLOC_CONF` is set to; empty for unset.
    #[serde(default)]
    pub config: String,
    /// MiB of memory of the device.
    pub total_mib: u64,
    /// MiB that somebody else uses from the start; none where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_mib: Option<u64>,
    /// How the device chooses addresses; [`AddressChoice::Bump`] where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addr: Option<AddressChoice>,
    /// Whether NVML tells the memory of this process, as it does where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nvml: Option<bool>,
    pub ops: Vec<Op>,
}

/// How the device chooses addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AddressChoice {
    /// Each behind the last one.
    #[default]
    Bump,
    /// In the lowest gap.
    Firstfit,
}

/// An operation. Ids name allocations, and are the trace's own. Those without fields have braces all the same: serde
/// overlooks unknown fields of a variant without.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Op {
    /// `torch.empty(bytes, dtype=torch.uint8)` while a stream is current.
    Alloc {
        id: u64,
        bytes: u64,
        #[serde(default, skip_serializing_if = "is_zero")]
        stream: u64,
    },
    /// The tensor is dropped.
    Free { id: u64 },
    /// `torch.cuda.empty_cache()`.
    EmptyCache {},
    /// `torch.cuda.synchronize()`.
    Sync {},
    /// `torch.cuda.reset_peak_memory_stats()`.
    ResetPeak {},
    /// `tensor.record_stream(stream)`.
    RecordStream { id: u64, stream: u64 },
    /// A stream gets work to do, or runs out of it.
    StreamBusy { stream: u64, value: bool },
    /// `torch.cuda.set_per_process_memory_fraction(value)`.
    SetFraction { value: f64 },
    /// The settings are changed.
    SetConfig { value: String },
    /// Somebody else uses so many MiB from now on.
    External { mib: u64 },
    /// A snapshot is wanted here.
    Snapshot {},
    /// A private pool serves requests from here on. It is made where it begins first.
    PoolBegin {
        pool: u64,
        /// `MemPool(use_on_oom=True)`.
        #[serde(default, skip_serializing_if = "is_no")]
        use_on_oom: bool,
        /// `MemPool(no_split=True)`.
        #[serde(default, skip_serializing_if = "is_no")]
        no_split: bool,
    },
    /// The pool begun last ends, which is this one where a number is given.
    PoolEnd {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pool: Option<u64>,
    },
    /// A private pool is dropped, with the CUDA graphs that were captured into it.
    PoolDel { pool: u64 },
    /// A CUDA graph is captured from here on, into a private pool that serves requests meanwhile.
    CaptureBegin { pool: u64 },
    /// The capture begun last ends, which is that into this pool where a number is given.
    CaptureEnd {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pool: Option<u64>,
    },
}

impl Trace {
    /// Returns the simulated device that the trace asks for. Its addresses start at zero, as results tell them.
    pub fn device(&self) -> Sim {
        let addresses = match self.addr.unwrap_or_default() {
            AddressChoice::Bump => AddressPolicy::Bump,
            AddressChoice::Firstfit => AddressPolicy::FirstFit,
        };
        Sim::new(&SimOptions {
            total: self.total_mib.saturating_mul(MIB),
            external: self.context_mib.unwrap_or(0).saturating_mul(MIB),
            addresses,
            base: Address::new(0),
        })
    }
}

/// Returns the stream with this number in traces; none above [`MAX_STREAM`]. The numbers of handles matter, since
/// PyTorch hashes them.
pub const fn stream_of(number: u64) -> Option<Stream> {
    match number {
        0 => Some(Stream::DEFAULT),
        1..=MAX_STREAM => Some(Stream(FIRST_STREAM + STREAM_STEP * number)),
        _ => None,
    }
}

/// Returns the number of a stream in traces.
pub const fn number_of(stream: Stream) -> u64 {
    if stream.0 == 0 { 0 } else { (stream.0 - FIRST_STREAM) / STREAM_STEP }
}

const FIRST_STREAM: u64 = 0x10000;
const STREAM_STEP: u64 = 0x10;

/// The largest number of a stream in traces. Its handle is the largest there is.
pub const MAX_STREAM: u64 = (u64::MAX - FIRST_STREAM) / STREAM_STEP;

// Where pointers are shorter, a reference to it is what the lint asks for.
#[cfg_attr(target_pointer_width = "64", expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references"))]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_no(value: &bool) -> bool {
    !*value
}
