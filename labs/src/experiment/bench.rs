//! An allocator on a device, with somebody who writes down what happens.

use std::collections::BTreeMap;

use super::RunError;
use super::progress::{Progress, Tell};
use super::watched::Watched;
use crate::allocator::{AllocError, Allocation, Allocator, Config, Metric, Scope};
use crate::device::{Address, Description, Device, Recording, Stream};
use crate::moment::{Moment, Taken, Taker};
use crate::report::{
    Action, Checksum, Contents, Event, Label, MapBlock, MapSegment, MemoryMap, PageMap, Point, Refusal, RefusedBy, Run,
    Words,
};
use crate::snapshot::{Block, Segment};

mod driver;

pub(super) use driver::driver_log;

/// Memory that the experiment holds through the allocator.
#[derive(Debug)]
pub(super) struct Tensor {
    pub(super) name: String,
    allocation: Allocation,
    address: Address,
}

impl Tensor {
    pub(super) const fn bytes(&self) -> u64 {
        self.allocation.bytes()
    }
}

/// An allocator under observation.
#[derive(Debug)]
pub(super) struct Bench {
    allocator: Allocator<Recording<Watched>>,
    step: u64,
    /// The tensors that are held, by where they are.
    names: BTreeMap<Address, String>,
    /// Memory that somebody else holds, so to speak.
    held: Option<Address>,
    run: Run,
    /// Takes a snapshot, where one is wanted.
    taker: Option<Taker>,
    tell: Tell,
    /// Entries of the device's log that were told.
    told: usize,
}

/// What to observe.
#[derive(Debug)]
pub(super) struct Setup<'a> {
    pub(super) title: Words,
    /// As in `PYTORCH_CUDA_ALLOC_CONF`.
    pub(super) settings: &'a str,
    /// Bytes that are taken past the allocator, as another program would.
    pub(super) held: u64,
    /// When a snapshot is to be taken, if at all.
    pub(super) moment: Option<Moment>,
}

/// What is left of an observation.
#[derive(Debug)]
pub(super) struct Closed {
    pub(super) run: Run,
    /// The snapshot, where one was wanted and its moment came.
    pub(super) taken: Option<Taken>,
}

/// No allocator took part, so there is no snapshot.
impl From<Run> for Closed {
    fn from(run: Run) -> Self {
        Self { run, taken: None }
    }
}

impl Bench {
    pub(super) fn new(mut device: Recording<Watched>, setup: &Setup<'_>, tell: Tell) -> Result<Self, RunError> {
        let (config, _) = Config::parse(setup.settings).map_err(|error| RunError::Settings(error.to_string()))?;
        device.set_enabled(false);
        let held = if setup.held > 0 { Some(device.allocate(setup.held)?) } else { None };
        device.set_enabled(true);
        let run = Run { title: setup.title.into(), settings: Some(setup.settings.to_owned()), ..Run::default() };
        tell.hear(&Progress::Run { title: run.title.clone(), settings: run.settings.clone() });
        let mut allocator = Allocator::new(device, config)?;
        let taker = setup.moment.map(|moment| Taker::new(moment, setup.title.text, &mut allocator));
        let mut bench = Self { allocator, step: 0, names: BTreeMap::new(), held, run, taker, tell, told: 0 };
        if held.is_some() {
            bench.note(Action::Hold, "other programs", setup.held, held, 1);
        }
        Ok(bench)
    }

    /// Returns the tensor, or nothing where there is no memory for it.
    pub(super) fn allocate(&mut self, name: &str, bytes: u64) -> Result<Option<Tensor>, RunError> {
        let tensor = self.take(name, bytes)?;
        if let Some(tensor) = &tensor {
            self.note(Action::Allocate, name, bytes, Some(tensor.address), 1);
        }
        Ok(tensor)
    }

    /// Returns the tensor without a note, or notes that there is no memory for it.
    fn take(&mut self, name: &str, bytes: u64) -> Result<Option<Tensor>, RunError> {
        let refused_before = self.budget_refusals();
        self.begin_step();
        match self.allocator.alloc(bytes, Stream::DEFAULT) {
            Ok(allocation) => {
                let address = allocation.address().unwrap_or(Address::new(0));
                self.names.insert(address, name.to_owned());
                Ok(Some(Tensor { name: name.to_owned(), allocation, address }))
            }
            Err(AllocError::OutOfMemory(reason)) => {
                self.note(Action::OutOfMemory, name, bytes, None, 1);
                let by = RefusedBy::since(refused_before, self.budget_refusals());
                self.run.refusals.push(Refusal { step: self.step, bytes, message: reason.to_string(), by });
                if let Some(taker) = &mut self.taker {
                    taker.refused(self.step, &mut self.allocator);
                }
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns tensors with a number behind their name: so many, or as many as there is memory for.
    pub(super) fn allocate_each(&mut self, name: &str, count: u64, bytes: u64) -> Result<Vec<Tensor>, RunError> {
        let mut tensors = Vec::new();
        for number in 1..=count {
            let Some(tensor) = self.allocate(&format!("{name} {number}"), bytes)? else { break };
            tensors.push(tensor);
        }
        Ok(tensors)
    }

    pub(super) fn free(&mut self, tensor: Tensor) -> Result<(), RunError> {
        let Tensor { name, allocation, address } = tensor;
        self.begin_step();
        self.allocator.free(allocation)?;
        self.names.remove(&address);
        self.note(Action::Free, &name, allocation.bytes(), Some(address), 1);
        Ok(())
    }

    pub(super) fn free_all(&mut self, tensors: impl IntoIterator<Item = Tensor>) -> Result<(), RunError> {
        tensors.into_iter().try_for_each(|tensor| self.free(tensor))
    }

    /// Makes a tensor and drops it, again and again. It is one event, unless memory runs out.
    pub(super) fn allocate_and_free(&mut self, name: &str, bytes: u64, times: u64) -> Result<(), RunError> {
        // The first time shows whether there is memory for it. All others find it in the cache.
        let Some(first) = self.take(name, bytes)? else { return Ok(()) };
        self.allocator.free(first.allocation)?;
        self.names.remove(&first.address);
        for _ in 1..times {
            let allocation = self.allocator.alloc(bytes, Stream::DEFAULT)?;
            self.allocator.free(allocation)?;
        }
        self.note(Action::AllocateAndFree, name, bytes, None, times);
        Ok(())
    }

    /// Waits until the device has done all that it was told.
    pub(super) fn synchronize(&mut self) -> Result<(), RunError> {
        Ok(self.allocator.device_mut().synchronize()?)
    }

    pub(super) fn empty_cache(&mut self) -> Result<(), RunError> {
        self.begin_step();
        let before = self.point().reserved;
        self.allocator.empty_cache()?;
        self.note(Action::EmptyCache, "", before.saturating_sub(self.point().reserved), None, 1);
        Ok(())
    }

    /// Fills a tensor with the pattern of its seed.
    pub(super) fn write(&mut self, tensor: &Tensor, seed: u64) -> Result<(), RunError> {
        Ok(self.allocator.device_mut().fill(tensor.address, tensor.bytes(), seed)?)
    }

    /// Returns the checksum of what the device holds for a tensor now.
    pub(super) fn read(&mut self, tensor: &Tensor) -> Result<Checksum, RunError> {
        Ok(Checksum(self.allocator.device_mut().checksum(tensor.address, tensor.bytes())?))
    }

    pub(super) fn keep_contents(&mut self, contents: Contents) {
        self.run.contents.push(contents);
    }

    /// Returns the memory as it is now.
    pub(super) fn point(&self) -> Point {
        let now = |metric| self.allocator.stats().get(metric, Scope::All).current().cast_unsigned();
        Point {
            step: self.step,
            allocated: now(Metric::AllocatedBytes),
            active: now(Metric::ActiveBytes),
            reserved: now(Metric::ReservedBytes),
            inactive_split: now(Metric::InactiveSplitBytes),
            requested: now(Metric::RequestedBytes),
        }
    }

    /// Draws the memory map, and that of the pages where there are any.
    pub(super) fn map(&mut self, label: impl Into<Label>) -> &MemoryMap {
        let label = label.into();
        let pages = self.allocator.device_mut().inner_mut().pages();
        if !pages.is_empty() {
            self.run.pages.push(PageMap { step: self.step, label: label.clone(), ranges: pages });
        }
        let segments = self.allocator.segments().into_iter().map(|segment| self.map_segment(&segment)).collect();
        self.run.maps.push(MemoryMap { step: self.step, label, segments });
        &self.run.maps[self.run.maps.len() - 1]
    }

    /// Keeps the table of `torch.cuda.memory_summary()`.
    pub(super) fn summarize(&mut self) {
        self.run.summary = Some(self.allocator.stats().summary(0, false));
    }

    /// Returns the microseconds since the device was opened.
    pub(super) fn microseconds(&mut self) -> u64 {
        self.allocator.device_mut().microseconds()
    }

    pub(super) fn description(&mut self) -> Description {
        self.allocator.device_mut().description()
    }

    /// Gives all memory back and returns what happened.
    pub(super) fn close(mut self) -> Result<Closed, RunError> {
        self.end_step();
        let taken = self.taker.take().and_then(|taker| taker.end(self.step, &mut self.allocator));
        self.run.driver = driver_log(self.allocator.device_mut().take_log());
        let mut device = self.allocator.into_device()?;
        if let Some(address) = self.held {
            device.free(address)?;
        }
        Ok(Closed { run: self.run, taken })
    }

    fn end_step(&mut self) {
        if let Some(taker) = &mut self.taker {
            taker.behind(self.step, &mut self.allocator);
        }
    }

    fn begin_step(&mut self) {
        self.end_step();
        self.step += 1;
        self.allocator.device_mut().set_step(usize::try_from(self.step).unwrap_or(usize::MAX));
    }

    fn note(&mut self, action: Action, subject: &str, bytes: u64, address: Option<Address>, times: u64) {
        if let Some(taker) = &mut self.taker {
            taker.label(self.step, if subject.is_empty() { action.words().text } else { subject }, &self.allocator);
        }
        let event = Event { step: self.step, action, subject: subject.to_owned(), bytes, address, times };
        let point = self.point();
        let log = self.allocator.device_mut().log();
        let calls = log[self.told..].iter().map(|(_, call)| call.clone()).collect();
        self.told = log.len();
        self.tell.hear(&Progress::Step { event: event.clone(), point: Some(point), calls });
        self.run.events.push(event);
        self.run.timeline.push(point);
    }

    fn budget_refusals(&mut self) -> u64 {
        self.allocator.device_mut().inner_mut().budget_refusals()
    }

    fn map_segment(&self, segment: &Segment) -> MapSegment {
        MapSegment {
            address: segment.address,
            bytes: segment.total_size,
            pool: segment.segment_type,
            stream: segment.stream,
            expandable: segment.is_expandable,
            blocks: segment.blocks.iter().map(|block| self.map_block(block)).collect(),
        }
    }

    fn map_block(&self, block: &Block) -> MapBlock {
        MapBlock {
            address: block.address,
            bytes: block.size,
            requested: block.requested(),
            state: block.state,
            tensor: self.names.get(&block.address).cloned(),
        }
    }
}
