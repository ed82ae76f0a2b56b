//! A GPU, through the CUDA driver.
//!
//! The driver is looked for when the program runs, so that one binary works with and without it; [`probe()`] says what
//! is there. Memory is plain (`cuMemAlloc`) or virtual (`cuMemCreate` and its kin), and never managed: managed memory
//! moves to the host when the device is full, and nothing would ever run out.
//!
//! A call that a caller should not have made is answered with `CUDA_ERROR_INVALID_VALUE`, mostly without asking the
//! driver; see the note in `vmm.rs`.

mod code;
mod contents;
mod context;
mod driver;
mod hardware;
mod memory;
mod probe;
mod stream;
mod vmm;

use std::time::Instant;

pub use self::probe::{Found, FoundDevice, Unusable, probe};

use self::contents::Accessible;
use self::context::Context;
use self::driver::Driver;
use self::hardware::Hardware;
use self::memory::PlainMemory;
use self::stream::Streams;
use self::vmm::VirtualMemory;
use super::{Address, Adjust, Description, Device, DeviceError, Event, Handle, Memory, Result, Stream};

/// Why a device cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// CUDA cannot be used at all.
    #[error(transparent)]
    Unusable(#[from] Unusable),
    /// The number is too high.
    #[error("there is no cuda:{index}; the driver sees {count} in all, numbered from 0")]
    NoSuchDevice { index: u32, count: u32 },
    /// The device is there and does not work, or not now.
    #[error("cuda:{index} cannot be opened: {error}")]
    Device { index: u32, error: DeviceError },
}

/// A GPU.
///
/// It belongs to the thread that opened it. What it was asked for and not asked to take back is given back when it is
/// dropped.
#[derive(Debug)]
pub struct Cuda {
    description: Description,
    has_virtual_memory: bool,
    opened: Instant,
    streams: Streams,
    plain: PlainMemory,
    virtual_memory: VirtualMemory,
    context: Context,
}

impl Cuda {
    /// Opens the device with this number, counted from zero as the driver does.
    pub fn open(index: u32) -> std::result::Result<Self, OpenError> {
        let driver = Driver::start()?;
        let count = Hardware::count(driver)?;
        if index >= count {
            return Err(OpenError::NoSuchDevice { index, count });
        }
        Self::open_existing(driver, index).map_err(|error| OpenError::Device { index, error })
    }

    #[expect(clippy::disallowed_methods, reason = "the time of a real device is real time")]
    fn open_existing(driver: &'static Driver, index: u32) -> Result<Self> {
        let hardware = Hardware::get(driver, index)?;
        let context = Context::retain(driver, hardware.device)?;
        context.bind()?;
        Ok(Self {
            description: Description {
                name: hardware.name()?,
                simulated: hardware.is_fake()?,
                driver: Some(Hardware::driver_version(driver)?),
                total: context.memory()?.total,
                budget: None,
            },
            has_virtual_memory: hardware.has_virtual_memory()?,
            opened: Instant::now(),
            streams: Streams::default(),
            plain: PlainMemory::default(),
            virtual_memory: VirtualMemory::new(hardware.device),
            context,
        })
    }

    /// Returns the driver to call about virtual memory, if the device has any.
    fn virtual_memory_driver(&self) -> Result<&'static Driver> {
        if !self.has_virtual_memory {
            return Err(DeviceError::Unsupported { what: "virtual memory management".to_owned() });
        }
        self.context.bind()
    }

    /// Returns the range, if this device gave the memory and it may be read and written.
    fn accessible(&self, call: &'static str, address: Address, bytes: u64) -> Result<Accessible<'_>> {
        Accessible::look_up(&self.plain, &self.virtual_memory, address, bytes).ok_or_else(|| invalid(call))
    }

    /// Gives back everything that can be given back.
    fn give_back(&mut self) {
        let Ok(driver) = self.context.bind() else { return };
        self.streams.give_back(driver);
        self.virtual_memory.give_back(driver);
        self.plain.give_back(driver);
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        // Unmapping does not wait for work that uses the memory.
        let _ = self.context.synchronize();
        self.give_back();
        // What failed for a passing reason is worth a second try, and costs nothing if nothing failed.
        self.give_back();
    }
}

impl Device for Cuda {
    fn description(&self) -> Description {
        self.description.clone()
    }

    fn memory(&mut self) -> Result<Memory> {
        self.context.memory()
    }

    fn allocate(&mut self, bytes: u64) -> Result<Address> {
        self.plain.allocate(self.context.bind()?, bytes)
    }

    fn free(&mut self, address: Address) -> Result<()> {
        self.plain.free(self.context.bind()?, address)
    }

    fn granularity(&mut self) -> Result<u64> {
        self.virtual_memory.granularity(self.virtual_memory_driver()?)
    }

    fn reserve(&mut self, bytes: u64) -> Result<Address> {
        let driver = self.virtual_memory_driver()?;
        self.virtual_memory.reserve(driver, bytes)
    }

    fn free_reservation(&mut self, address: Address, bytes: u64) -> Result<()> {
        let driver = self.virtual_memory_driver()?;
        self.virtual_memory.free_reservation(driver, address, bytes)
    }

    fn create(&mut self, bytes: u64) -> Result<Handle> {
        let driver = self.virtual_memory_driver()?;
        self.virtual_memory.create(driver, bytes)
    }

    fn map(&mut self, address: Address, bytes: u64, handle: Handle) -> Result<()> {
        let driver = self.virtual_memory_driver()?;
        self.virtual_memory.map(driver, address, bytes, handle)
    }

    fn set_access(&mut self, address: Address, bytes: u64) -> Result<()> {
        let driver = self.virtual_memory_driver()?;
        self.virtual_memory.set_access(driver, address, bytes)
    }

    fn unmap(&mut self, address: Address, bytes: u64) -> Result<()> {
        let driver = self.virtual_memory_driver()?;
        self.virtual_memory.unmap(driver, address, bytes)
    }

    fn release(&mut self, handle: Handle) -> Result<()> {
        let driver = self.virtual_memory_driver()?;
        self.virtual_memory.release(driver, handle)
    }

    fn record_event(&mut self, stream: Stream) -> Result<Event> {
        self.streams.record_event(self.context.bind()?, stream)
    }

    fn query_event(&mut self, event: Event) -> Result<bool> {
        self.streams.query_event(self.context.bind()?, event)
    }

    fn synchronize_event(&mut self, event: Event) -> Result<()> {
        self.streams.synchronize_event(self.context.bind()?, event)
    }

    fn destroy_event(&mut self, event: Event) -> Result<()> {
        self.streams.destroy_event(self.context.bind()?, event)
    }

    fn synchronize_stream(&mut self, stream: Stream) -> Result<()> {
        self.streams.synchronize_stream(self.context.bind()?, stream)
    }

    fn synchronize(&mut self) -> Result<()> {
        self.context.synchronize()
    }

    fn fill(&mut self, address: Address, bytes: u64, seed: u64) -> Result<()> {
        let range = self.accessible("cuMemcpyHtoD", address, bytes)?;
        contents::fill(self.context.bind()?, range, seed)
    }

    fn copy(&mut self, to: Address, from: Address, bytes: u64) -> Result<()> {
        let to = self.accessible("cuMemcpyDtoD", to, bytes)?;
        let from = self.accessible("cuMemcpyDtoD", from, bytes)?;
        contents::copy(self.context.bind()?, to, from)
    }

    fn checksum(&mut self, address: Address, bytes: u64) -> Result<u64> {
        let range = self.accessible("cuMemcpyDtoH", address, bytes)?;
        contents::checksum(self.context.bind()?, range)
    }

    fn microseconds(&mut self) -> u64 {
        u64::try_from(self.opened.elapsed().as_micros()).unwrap_or(u64::MAX)
    }
}

/// Nobody else's memory and work can be changed from here.
impl Adjust for Cuda {}

/// Returns what the driver would answer to a call that should not have been made.
fn invalid(call: &'static str) -> DeviceError {
    DeviceError::Driver { call, code: code::INVALID_VALUE, name: "CUDA_ERROR_INVALID_VALUE".to_owned() }
}

/// Returns a number of bytes as the driver takes it. What does not fit is more than any device has.
fn size(bytes: u64) -> Result<usize> {
    usize::try_from(bytes).map_err(|_| DeviceError::OutOfMemory)
}
