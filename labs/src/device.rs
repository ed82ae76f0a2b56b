//! What an allocator needs of a device, and no more.

use serde::{Deserialize, Serialize};

pub mod adjust;
pub mod capped;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
#[cfg(feature = "cuda")]
pub mod cuda;
pub mod recording;
pub mod sim;

pub use adjust::Adjust;
pub use capped::Capped;
pub use recording::Recording;
pub use sim::Sim;

/// A place in the address space of a device.
///
/// There is no arithmetic on addresses but the checked kind, since a wrapped address is somebody else's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Address(u64);

impl Address {
    /// Returns the address with this number.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// Returns the number of the address.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Returns the address so many bytes further on, unless there is none.
    pub const fn checked_add(self, bytes: u64) -> Option<Self> {
        match self.0.checked_add(bytes) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// Returns the bytes from `start` to here, unless `start` lies further on.
    pub const fn distance_from(self, start: Self) -> Option<u64> {
        self.0.checked_sub(start.0)
    }
}

/// A queue of work on a device, by the number of its handle. Zero is the default stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stream(pub u64);

impl Stream {
    /// The default stream.
    pub const DEFAULT: Self = Self(0);
}

/// A piece of physical memory, made by [`Device::create`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(pub u64);

/// A mark in a stream, made by [`Device::record_event`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Event(pub u64);

/// How much memory a device has, in bytes, whoever uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    pub free: u64,
    pub total: u64,
}

/// What a device is. Every result carries it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// Its name as its maker writes it, or what it simulates.
    pub name: String,
    /// Says whether memory is simulated. Shown wherever a result is.
    pub simulated: bool,
    /// The driver's version, such as `13.2`, where there is a driver.
    pub driver: Option<String>,
    /// Bytes of memory in all.
    pub total: u64,
    /// Bytes that a lab may take of it, where that is less than all.
    pub budget: Option<u64>,
}

/// What a caller cannot foresee. A call that a caller should not have made is a bug of the caller, and panics on the
/// simulated device.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// There is not enough memory. Nothing changed.
    #[error("out of memory")]
    OutOfMemory,
    /// The device cannot be used again in this process.
    #[error("the device was lost: {name} ({code}); start the run again in a new process")]
    Lost { code: u32, name: String },
    /// The device or its driver cannot do this at all.
    #[error("this device cannot do that: {what}")]
    Unsupported { what: String },
    /// Any other answer of the driver.
    #[error("the driver answered {name} ({code}) to {call}")]
    Driver { call: &'static str, code: u32, name: String },
}

/// The result of a call to a device.
pub type Result<T> = std::result::Result<T, DeviceError>;

/// A device with memory.
///
/// Sizes are bytes. All calls but those on events and streams take effect before they return. An implementation gives
/// everything back when it is dropped.
pub trait Device {
    /// Returns what the device is.
    fn description(&self) -> Description;

    /// Returns how much memory there is and how much is free, whoever uses it.
    fn memory(&mut self) -> Result<Memory>;

    // Plain memory

    /// Returns the start of `bytes` bytes of memory, aligned to 512 bytes at least.
    fn allocate(&mut self, bytes: u64) -> Result<Address>;

    /// Gives back what [`allocate`](Self::allocate) returned.
    fn free(&mut self, address: Address) -> Result<()>;

    // Virtual memory

    /// Returns the unit of physical memory: sizes of handles, and where they are mapped, are multiples of it.
    fn granularity(&mut self) -> Result<u64>;

    /// Returns the start of a range of `bytes` addresses without memory behind them.
    fn reserve(&mut self, bytes: u64) -> Result<Address>;

    /// Gives a range back in which nothing is mapped.
    fn free_reservation(&mut self, address: Address, bytes: u64) -> Result<()>;

    /// Returns `bytes` of physical memory that no address leads to yet.
    fn create(&mut self, bytes: u64) -> Result<Handle>;

    /// Puts the physical memory behind addresses of a reserved range.
    fn map(&mut self, address: Address, bytes: u64, handle: Handle) -> Result<()>;

    /// Makes mapped addresses readable and writable.
    fn set_access(&mut self, address: Address, bytes: u64) -> Result<()>;

    /// Takes the memory from behind the addresses. What was mapped in one piece is unmapped in one piece.
    fn unmap(&mut self, address: Address, bytes: u64) -> Result<()>;

    /// Gives physical memory back; while it is mapped, it stays in use.
    fn release(&mut self, handle: Handle) -> Result<()>;

    // Streams and events

    /// Returns a mark behind all work that is in the stream now.
    fn record_event(&mut self, stream: Stream) -> Result<Event>;

    /// Says whether the work before the mark is done.
    fn query_event(&mut self, event: Event) -> Result<bool>;

    /// Waits until the work before the mark is done.
    fn synchronize_event(&mut self, event: Event) -> Result<()>;

    /// Gives the mark back.
    fn destroy_event(&mut self, event: Event) -> Result<()>;

    /// Waits until all work in the stream is done.
    fn synchronize_stream(&mut self, stream: Stream) -> Result<()>;

    /// Waits until all work on the device is done.
    fn synchronize(&mut self) -> Result<()>;

    // Contents

    /// Fills the bytes with a pattern that `seed` decides, and returns when they are there. The pattern is the same on
    /// every device: the 8-byte little-endian word number `i` of the range is `seed` plus `i` times an odd constant,
    /// see [`pattern`].
    fn fill(&mut self, address: Address, bytes: u64, seed: u64) -> Result<()>;

    /// Copies bytes from one place of the device to another that it does not overlap.
    fn copy(&mut self, to: Address, from: Address, bytes: u64) -> Result<()>;

    /// Returns the checksum of the bytes as they are on the device now, see [`pattern::checksum`].
    fn checksum(&mut self, address: Address, bytes: u64) -> Result<u64>;

    /// Returns the microseconds since the device was opened. A simulated device counts its own time.
    fn microseconds(&mut self) -> u64;
}

pub mod pattern {
    //! Contents that can be told apart, and a checksum over them.

    /// Odd, so that words of one pattern differ; the golden ratio in 64 bits, so that they differ in all bytes.
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    /// Returns word number `index` of the pattern.
    pub const fn word(seed: u64, index: u64) -> u64 {
        seed.wrapping_add(index.wrapping_mul(STEP))
    }

    /// Returns the checksum of bytes: FNV-1a over 64-bit little-endian words, the last one filled up with zeros.
    ///
    /// The order of words counts, so that two tensors that changed places are noticed.
    pub fn checksum(bytes: &[u8]) -> u64 {
        extend(EMPTY, bytes)
    }

    /// The checksum of no bytes.
    pub const EMPTY: u64 = 0xCBF2_9CE4_8422_2325;

    /// Returns the checksum of bytes that follow those of `sum`, which were a multiple of eight.
    pub fn extend(sum: u64, bytes: &[u8]) -> u64 {
        bytes.chunks(8).fold(sum, |sum, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3)
        })
    }
}
