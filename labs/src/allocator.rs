//! The caching allocator: PyTorch's `CUDACachingAllocator`, native back end, as of 2.15.
//!
//! Policy, and where it stands:
//! - Sizes are rounded up to 512 bytes, or to steps of a power of two ([`size`]). Up to 1 MiB the small pool serves, above
//!   it the large one; segments are 2 MiB, 20 MiB, or made to measure.
//! - A request takes the smallest cached block that fits, the lowest address among equals, of its own stream
//!   (`lookup`). What is left over is split off, unless it is too little or the block is oversize (`split`).
//! - Free neighbours are merged at once (`merge`).
//! - On a miss the device is asked; when it has nothing left, cached segments are given back, first the least that helps,
//!   then all (`retry`, `collect`).
//! - Expandable segments reserve addresses for the whole device and map pages as they are needed (`expandable`).
//! - A block that another stream used waits for that stream's event (`stream`).
//! - Private pools (`torch.cuda.MemPool`) keep their memory to themselves, unless they were made to help out (`private`).
//! - While a CUDA graph is captured, a private pool serves, and nothing is waited for (`capture`).
//!
//! [`Allocator::check`] states what is always true. It runs after every operation in debug builds.

use crate::device::{Adjust, Device, DeviceError, Stream};

pub mod config;
pub mod history;
pub mod size;
pub mod stats;

mod block;
mod capture;
mod collect;
mod expandable;
mod hash_order;
mod invariant;
mod lookup;
mod merge;
mod ordered;
mod pool;
mod private;
mod request;
mod retry;
mod segment;
mod snapshot;
mod split;
mod stream;

use block::{BlockId, Blocks, State};
pub use config::{Config, ConfigError, Source};
use expandable::Expandables;
use history::{Event, History};
pub use invariant::Violation;
use pool::{LaneId, PoolId, Pools};
use private::PrivatePools;
use request::Request;
pub use request::{AllocError, Allocation};
use size::SizeClass;
pub use stats::{Metric, Scope, Stat, Stats};
use stream::{Pending, StreamUse};

/// The result of an operation of the allocator.
pub type Result<T> = std::result::Result<T, AllocError>;

/// Says how much memory this process uses of a device, in bytes, where somebody counts it (NVML).
pub type ProcessMemory<D> = fn(&mut D) -> Option<u64>;

/// A caching allocator on a device.
#[derive(Debug)]
pub struct Allocator<D> {
    device: D,
    /// Bytes of memory that the device has in all.
    capacity: u64,
    config: Config,
    /// Bytes that may be taken of the device, where a memory fraction below one was set.
    allowed: Option<u64>,
    process_memory: Option<ProcessMemory<D>>,
    blocks: Blocks,
    pools: Pools,
    private: PrivatePools,
    expandables: Expandables,
    pending: Pending,
    stats: Stats,
    history: History,
    /// The number of the next allocation. It may wrap: four billion allocations later a stale copy is not noticed.
    serial: u32,
}

impl<D: Device> Allocator<D> {
    /// Returns an allocator that holds nothing yet. The memory fraction of the settings applies from here on.
    pub fn new(mut device: D, config: Config) -> std::result::Result<Self, DeviceError> {
        let capacity = device.memory()?.total;
        let stats = Stats::new(config.max_split_size);
        let mut allocator = Self {
            device,
            capacity,
            config,
            allowed: None,
            process_memory: None,
            blocks: Blocks::new(),
            pools: Pools::new(),
            private: PrivatePools::default(),
            expandables: Expandables::default(),
            pending: Pending::default(),
            stats,
            history: History::default(),
            serial: 0,
        };
        allocator.set_memory_fraction(allocator.config.memory_fraction);
        Ok(allocator)
    }

    /// Returns memory of so many bytes for use in a stream (`malloc`).
    pub fn alloc(&mut self, bytes: u64, stream: Stream) -> Result<Allocation> {
        let result = self.serve(bytes, stream);
        self.debug_check();
        result
    }

    /// Takes memory back (`free`). It is cached, at once or when all streams that used it are done with it.
    pub fn free(&mut self, allocation: Allocation) -> Result<()> {
        let result = self.take_back(allocation);
        self.debug_check();
        result
    }

    /// Gives cached memory that is not needed back to the device (`torch.cuda.empty_cache`).
    pub fn empty_cache(&mut self) -> Result<()> {
        let result = self.release_cached();
        self.debug_check();
        result
    }

    /// Notes that another stream uses the memory (`Tensor.record_stream`).
    pub fn record_stream(&mut self, allocation: Allocation, stream: Stream) -> Result<()> {
        let Some(id) = self.held(allocation)? else { return Ok(()) };
        if self.pools.lane(self.blocks[id].lane).stream != stream {
            let captured = self.private.is_capturing();
            let uses = self.blocks[id].uses.get_or_insert_default();
            let usage = uses.get_or_insert_with(stream::key(stream), || StreamUse { stream, captured });
            usage.captured |= captured;
        }
        Ok(())
    }

    /// Limits the memory that is taken to a fraction of the device (`torch.cuda.set_per_process_memory_fraction`). From
    /// one on there is no limit.
    #[expect(clippy::cast_precision_loss, reason = "PyTorch computes the limit in double precision, and so do we")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a fraction of a u64 is one")]
    pub fn set_memory_fraction(&mut self, fraction: f64) {
        self.allowed = (fraction < 1.0).then_some((fraction * self.capacity as f64) as u64);
    }

    /// Returns the fraction of the device that may be taken, as `torch.cuda.get_per_process_memory_fraction` does.
    #[expect(clippy::cast_precision_loss, reason = "PyTorch computes the fraction in double precision, and so do we")]
    pub fn memory_fraction(&self) -> f64 {
        self.allowed.map_or(1.0, |allowed| allowed as f64 / self.capacity as f64)
    }

    /// Changes settings at run time (`torch.cuda.memory._set_allocator_settings`), and returns what should be known
    /// about them. Where the text has an error, what stands before it is in force nevertheless.
    pub fn configure(&mut self, text: &str) -> std::result::Result<Vec<config::Notice>, ConfigError> {
        self.config.apply(text, Source::RunTime)
    }

    /// Lets the message of an error name the memory that this process uses, as NVML would.
    pub const fn set_process_memory(&mut self, process_memory: Option<ProcessMemory<D>>) {
        self.process_memory = process_memory;
    }

    /// Keeps the last so many events for snapshots; none of them for zero
    /// (`torch.cuda.memory._record_memory_history`).
    pub fn record_history(&mut self, max_entries: usize) {
        self.history = History::new(max_entries);
    }

    /// Returns the events that were kept.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Returns the settings in force.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the statistics.
    pub const fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Sets each peak to the current value (`torch.cuda.reset_peak_memory_stats`).
    pub fn reset_peaks(&mut self) {
        self.stats.reset_peaks();
    }

    /// Sets sums and counters to zero (`torch.cuda.reset_accumulated_memory_stats`).
    pub fn reset_accumulated(&mut self) {
        self.stats.reset_accumulated();
    }

    /// Returns the bytes of the block behind an allocation, which are at least those asked for.
    pub fn block_size(&self, allocation: Allocation) -> Result<u64> {
        Ok(self.held(allocation)?.map_or(0, |id| self.blocks[id].size))
    }

    /// Returns the device. A caller may fill, copy and read memory, but not allocate or free.
    pub const fn device_mut(&mut self) -> &mut D {
        &mut self.device
    }

    /// Gives all memory back, whoever holds it, and returns the device.
    pub fn into_device(mut self) -> Result<D> {
        self.release_everything()?;
        Ok(self.device)
    }

    fn serve(&mut self, bytes: u64, stream: Stream) -> Result<Allocation> {
        if bytes == 0 {
            return Ok(Allocation::EMPTY);
        }
        if bytes >= size::EXBIBYTE {
            return Err(AllocError::OutOfMemory(Box::new(crate::oom::OutOfMemory::Exbibyte)));
        }
        self.process_events(stream)?;
        let mut request = self.request(bytes, stream);
        let block = match self.take_cached(&request) {
            Some(block) => block,
            None => self.climb(&mut request)?,
        };
        Ok(self.hand_out(block, &request))
    }

    /// Derives what a request needs. While a private pool is begun, that pool serves it.
    fn request(&mut self, bytes: u64, stream: Stream) -> Request {
        let size = size::round_size(bytes, &self.config.divisions);
        let class = SizeClass::of(size);
        let pool = self.private.serving(class).unwrap_or(PoolId::shared(class));
        Request {
            bytes,
            size,
            segment: size::segment_size(size, self.config.large_segment_size),
            class,
            pool,
            lane: self.pools.lane_for(pool, stream),
            expandable: self.config.expandable_segments,
            beyond_reserve: None,
        }
    }

    /// The block that a caller holds; none for an allocation of no bytes.
    fn held(&self, allocation: Allocation) -> Result<Option<BlockId>> {
        let Some((id, serial)) = allocation.block else { return Ok(None) };
        let block = self.blocks.get(id).filter(|block| block.serial == serial && block.state == State::Allocated);
        block.map(|_| Some(id)).ok_or(AllocError::NotAllocated)
    }

    fn class(&self, lane: LaneId) -> SizeClass {
        self.pools.lane(lane).class
    }

    fn note(&mut self, event: Event, address: crate::device::Address, size: u64, lane: LaneId) {
        if self.history.is_on() {
            let lane = self.pools.lane(lane);
            let private = self.pools.pool(lane.pool).private;
            let time = self.device.microseconds();
            self.history.push(history::Entry { event, address, size, stream: lane.stream, private, time });
        }
    }

    fn debug_check(&self) {
        if cfg!(debug_assertions)
            && let Err(violation) = self.check()
        {
            panic!("{violation}");
        }
    }
}

impl<D: Adjust> Allocator<D> {
    /// Lets the message of an error name the memory in use on the device as that of this process. That is what the fake
    /// device of the recorded traces told NVML.
    pub fn count_all_memory_as_own(&mut self) {
        self.process_memory = Some(|device| device.used().ok());
    }
}
