//! Random scripts for an allocator, and a player that checks what comes of each step without looking inside.

use labs::allocator::{AllocError, Allocation, Allocator, Config, Metric, Scope};
use labs::bytes::{KIB, MIB};
use labs::device::sim::{AddressPolicy, Sim, SimOptions};
use labs::device::{Address, Adjust, Device, Stream};
use proptest::prelude::*;

/// What a script does. Numbers are taken modulo what there is.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Alloc {
        bytes: u64,
        stream: u64,
    },
    Free(usize),
    RecordStream {
        which: usize,
        stream: u64,
    },
    Busy {
        stream: u64,
        busy: bool,
    },
    EmptyCache,
    Configure(&'static str),
    Fraction(f64),
    External {
        mib: u64,
    },
    /// The second pool helps out when memory runs out, the third does not split either.
    BeginPool(usize),
    EndPool,
    BeginCapture(usize),
    EndCapture,
    DeletePool(usize),
    Synchronize,
}

pub(crate) const CONFIGS: [&str; 10] = [
    "",
    "expandable_segments:True",
    "expandable_segments:True,max_split_size_mb:32,expandable_segments_reserve:0.3",
    "max_split_size_mb:32",
    "max_split_size_mb:40,max_non_split_rounding_mb:60,roundup_power2_divisions:4",
    "garbage_collection_threshold:0.4,per_process_memory_fraction:0.7",
    "expandable_segments:False,garbage_collection_threshold:0.6",
    "throw_on_cudamalloc_oom:True,large_segment_size_mb:40",
    "roundup_power2_divisions:[1:8,4:2,>:16],large_segment_size_mb:12",
    "graph_capture_record_stream_reuse:True,max_split_size_mb:32",
];

pub(crate) fn config() -> impl Strategy<Value = &'static str> {
    prop::sample::select(CONFIGS.as_slice())
}

pub(crate) fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(step(), 1..most)
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => (bytes(), 0..3_u64).prop_map(|(bytes, stream)| Step::Alloc { bytes, stream }),
        10 => any::<usize>().prop_map(Step::Free),
        2 => (any::<usize>(), 0..3_u64).prop_map(|(which, stream)| Step::RecordStream { which, stream }),
        1 => (0..3_u64, any::<bool>()).prop_map(|(stream, busy)| Step::Busy { stream, busy }),
        1 => Just(Step::EmptyCache),
        1 => config().prop_map(Step::Configure),
        1 => prop::sample::select(vec![0.3, 0.6, 1.0]).prop_map(Step::Fraction),
        1 => (0..100_u64).prop_map(|mib| Step::External { mib }),
        1 => (0..3_usize).prop_map(Step::BeginPool),
        1 => Just(Step::EndPool),
        1 => (0..3_usize).prop_map(Step::BeginCapture),
        1 => Just(Step::EndCapture),
        1 => (0..3_usize).prop_map(Step::DeletePool),
        1 => Just(Step::Synchronize),
    ]
}

fn bytes() -> impl Strategy<Value = u64> {
    prop_oneof![
        1 => Just(0_u64),
        4 => 1..4 * KIB,
        4 => 1..2 * MIB,
        4 => MIB..12 * MIB,
        2 => 10 * MIB..90 * MIB,
        1 => prop::sample::select(vec![512, MIB, MIB + 1, 10 * MIB - 512, 10 * MIB, 400 * MIB, 1 << 60]),
    ]
}

/// A tensor: memory, and the seed of what it was filled with.
struct Tensor {
    allocation: Allocation,
    seed: u64,
    checksum: u64,
}

/// Plays a script.
pub(crate) struct Player {
    pub(crate) allocator: Allocator<Sim>,
    tensors: Vec<Tensor>,
    external: u64,
    seeds: u64,
    /// Pools by script number, and those begun; whether each is a capture.
    pools: Vec<Option<u64>>,
    begun: Vec<(usize, bool)>,
}

impl Player {
    pub(crate) fn new(config: &str, total_mib: u64, addresses: AddressPolicy) -> Self {
        let (config, _) = Config::parse(config).unwrap();
        let device = Sim::new(&SimOptions { addresses, ..SimOptions::new(total_mib * MIB) });
        let allocator = Allocator::new(device, config).unwrap();
        Self { allocator, tensors: Vec::new(), external: 0, seeds: 0, pools: vec![None; 3], begun: Vec::new() }
    }

    /// Plays a step. Whatever the device answers, the allocator stays consistent.
    pub(crate) fn step(&mut self, step: &Step) -> Result<(), AllocError> {
        let result = self.try_step(step);
        self.allocator.check().unwrap();
        result
    }

    fn try_step(&mut self, step: &Step) -> Result<(), AllocError> {
        match *step {
            Step::Alloc { bytes, stream } => self.alloc(bytes, stream)?,
            Step::Free(which) => self.free(which)?,
            Step::RecordStream { which, stream } => {
                if let Some(tensor) = pick(&self.tensors, which) {
                    self.allocator.record_stream(self.tensors[tensor].allocation, Stream(stream))?;
                }
            }
            Step::Busy { stream, busy } => self.allocator.device_mut().set_stream_busy(Stream(stream), busy)?,
            Step::EmptyCache => self.allocator.empty_cache()?,
            // Some texts are refused after others, such as a split limit below the size of segments.
            Step::Configure(text) => drop(self.allocator.configure(text)),
            Step::Fraction(fraction) => self.allocator.set_memory_fraction(fraction),
            Step::External { mib } => {
                self.external = mib * MIB;
                self.allocator.device_mut().set_external(self.external)?;
            }
            Step::Synchronize => self.allocator.device_mut().synchronize()?,
            Step::BeginPool(pool) => self.begin(pool, false)?,
            Step::BeginCapture(pool) => self.begin(pool, true)?,
            Step::EndPool => self.end(false)?,
            Step::EndCapture => self.end(true)?,
            Step::DeletePool(pool) => self.delete(pool)?,
        }
        Ok(())
    }

    fn begin(&mut self, pool: usize, capture: bool) -> Result<(), AllocError> {
        if self.begun.iter().any(|&(begun, _)| begun == pool) {
            return Ok(());
        }
        let number = match self.pools[pool] {
            Some(number) => number,
            None => self.create(pool)?,
        };
        if capture {
            self.allocator.begin_capture(number)?;
        } else {
            self.allocator.begin_pool(number)?;
        }
        self.begun.push((pool, capture));
        Ok(())
    }

    fn create(&mut self, pool: usize) -> Result<u64, AllocError> {
        let number = self.allocator.create_pool();
        self.allocator.set_use_on_oom(number, pool > 0)?;
        if pool > 1 {
            self.allocator.set_no_split(number)?;
        }
        self.pools[pool] = Some(number);
        Ok(number)
    }

    fn end(&mut self, capture: bool) -> Result<(), AllocError> {
        let ended = if capture { self.allocator.end_capture() } else { self.allocator.end_pool() };
        match self.begun.last() {
            Some(&(_, begun)) if begun == capture => {
                self.begun.pop();
                ended
            }
            _ => {
                assert!(matches!(ended, Err(AllocError::NoSuchPool(_))), "{ended:?}: nothing of this kind was begun");
                Ok(())
            }
        }
    }

    fn delete(&mut self, pool: usize) -> Result<(), AllocError> {
        let Some(number) = self.pools[pool].filter(|_| self.begun.iter().all(|&(begun, _)| begun != pool)) else {
            return Ok(());
        };
        if self.begun.iter().any(|&(_, capture)| capture) {
            assert_eq!(self.allocator.delete_pool(number), Err(AllocError::CaptureUnderWay));
            return Ok(());
        }
        self.pools[pool] = None;
        self.allocator.delete_pool(number)
    }

    fn alloc(&mut self, bytes: u64, stream: u64) -> Result<(), AllocError> {
        let allocation = self.allocator.alloc(bytes, Stream(stream))?;
        let Some(address) = allocation.address() else { return Ok(()) };
        self.seeds += 1;
        let filled = bytes.min(4 * KIB);
        let device = self.allocator.device_mut();
        let written = device.fill(address, filled, self.seeds).and_then(|()| device.checksum(address, filled));
        let checksum = match written {
            Ok(checksum) => checksum,
            Err(error) => {
                self.allocator.free(allocation)?;
                return Err(error.into());
            }
        };
        self.tensors.push(Tensor { allocation, seed: self.seeds, checksum });
        Ok(())
    }

    fn free(&mut self, which: usize) -> Result<(), AllocError> {
        let Some(index) = pick(&self.tensors, which) else { return Ok(()) };
        self.allocator.free(self.tensors[index].allocation)?;
        let tensor = self.tensors.swap_remove(index);
        assert_eq!(self.allocator.free(tensor.allocation), Err(AllocError::NotAllocated), "freed twice");
        Ok(())
    }

    /// Checks what a caller can see: contents, places, and the books.
    pub(crate) fn audit(&mut self) {
        let mut ranges: Vec<(Address, Address)> = Vec::new();
        for tensor in &self.tensors {
            let (address, bytes) = (tensor.allocation.address().unwrap(), tensor.allocation.bytes());
            let size = self.allocator.block_size(tensor.allocation).unwrap();
            assert!(size >= bytes, "{size} bytes for {bytes}");
            ranges.push((address, address.checked_add(size).unwrap()));
            let checksum = self.allocator.device_mut().checksum(address, bytes.min(4 * KIB)).unwrap();
            assert_eq!(checksum, tensor.checksum, "tensor {} changed", tensor.seed);
        }
        ranges.sort_unstable();
        assert!(ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0), "tensors overlap: {ranges:?}");

        let reserved = self.current(Metric::ReservedBytes);
        assert_eq!(
            self.allocator.device_mut().used().unwrap() - self.external,
            reserved,
            "the device counts otherwise"
        );
        let segments: u64 = self.allocator.segments().iter().map(|segment| segment.total_size).sum();
        assert_eq!(segments, reserved, "the snapshot counts otherwise");
        let requested: u64 = self.tensors.iter().map(|tensor| tensor.allocation.bytes()).sum();
        assert!(requested <= self.current(Metric::RequestedBytes));
        assert!(self.current(Metric::AllocatedBytes) <= self.current(Metric::ActiveBytes));
        assert!(self.current(Metric::InactiveSplitBytes) <= reserved - self.current(Metric::ActiveBytes));
    }

    /// Frees everything; nothing may be left but edges of pages.
    pub(crate) fn finish(mut self) {
        while !self.tensors.is_empty() {
            self.free(0).unwrap();
        }
        while let Some(&(_, capture)) = self.begun.last() {
            self.end(capture).unwrap();
        }
        for number in self.pools.drain(..).flatten() {
            self.allocator.delete_pool(number).unwrap();
        }
        self.allocator.empty_cache().unwrap();
        assert_eq!(self.current(Metric::ReservedBytes), 0, "something pins memory");
        self.allocator.into_device().unwrap().assert_empty();
    }

    pub(crate) fn current(&self, metric: Metric) -> u64 {
        self.allocator.stats().get(metric, Scope::All).current().unsigned_abs()
    }
}

fn pick(tensors: &[Tensor], which: usize) -> Option<usize> {
    which.checked_rem(tensors.len())
}
