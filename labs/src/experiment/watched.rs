//! A device that remembers which physical page is mapped where.

use std::collections::{BTreeMap, HashMap};

use super::rig::LabDevice;
use crate::device::{Address, Description, Device, Event, Handle, Memory, Result, Stream};
use crate::report::PageRange;

/// The device of an experiment.
#[derive(Debug)]
pub(super) struct Watched {
    device: Box<dyn LabDevice>,
    /// The number of each page that was made, counted from one.
    numbers: HashMap<Handle, u64>,
    made: u64,
    mapped: BTreeMap<Address, Page>,
}

#[derive(Debug, Clone, Copy)]
struct Page {
    bytes: u64,
    number: u64,
}

impl Watched {
    pub(super) fn new(device: Box<dyn LabDevice>) -> Self {
        Self { device, numbers: HashMap::new(), made: 0, mapped: BTreeMap::new() }
    }

    /// Returns how often memory was refused because of a budget.
    pub(super) fn budget_refusals(&self) -> u64 {
        self.device.budget_refusals()
    }

    /// Returns the mapped pages, those that count up together.
    pub(super) fn pages(&self) -> Vec<PageRange> {
        let mut ranges: Vec<PageRange> = Vec::new();
        for (&address, &page) in &self.mapped {
            match ranges.last_mut() {
                Some(range) if continues(range, address, page) => range.count += 1,
                _ => ranges.push(PageRange { address, page_bytes: page.bytes, first: page.number, count: 1 }),
            }
        }
        ranges
    }
}

fn continues(range: &PageRange, address: Address, page: Page) -> bool {
    range.page_bytes == page.bytes
        && range.first + range.count == page.number
        && range.address.checked_add(range.count * range.page_bytes) == Some(address)
}

impl Device for Watched {
    fn create(&mut self, bytes: u64) -> Result<Handle> {
        let handle = self.device.create(bytes)?;
        self.made += 1;
        self.numbers.insert(handle, self.made);
        Ok(handle)
    }

    fn map(&mut self, address: Address, bytes: u64, handle: Handle) -> Result<()> {
        self.device.map(address, bytes, handle)?;
        let number = self.numbers.get(&handle).copied().unwrap_or(0);
        self.mapped.insert(address, Page { bytes, number });
        Ok(())
    }

    fn unmap(&mut self, address: Address, bytes: u64) -> Result<()> {
        self.device.unmap(address, bytes)?;
        self.mapped.remove(&address);
        Ok(())
    }

    fn release(&mut self, handle: Handle) -> Result<()> {
        self.device.release(handle)?;
        self.numbers.remove(&handle);
        Ok(())
    }

    // The rest is the device's own.

    fn description(&self) -> Description {
        self.device.description()
    }

    fn memory(&mut self) -> Result<Memory> {
        self.device.memory()
    }

    fn allocate(&mut self, bytes: u64) -> Result<Address> {
        self.device.allocate(bytes)
    }

    fn free(&mut self, address: Address) -> Result<()> {
        self.device.free(address)
    }

    fn granularity(&mut self) -> Result<u64> {
        self.device.granularity()
    }

    fn reserve(&mut self, bytes: u64) -> Result<Address> {
        self.device.reserve(bytes)
    }

    fn free_reservation(&mut self, address: Address, bytes: u64) -> Result<()> {
        self.device.free_reservation(address, bytes)
    }

    fn set_access(&mut self, address: Address, bytes: u64) -> Result<()> {
        self.device.set_access(address, bytes)
    }

    fn record_event(&mut self, stream: Stream) -> Result<Event> {
        self.device.record_event(stream)
    }

    fn query_event(&mut self, event: Event) -> Result<bool> {
        self.device.query_event(event)
    }

    fn synchronize_event(&mut self, event: Event) -> Result<()> {
        self.device.synchronize_event(event)
    }

    fn destroy_event(&mut self, event: Event) -> Result<()> {
        self.device.destroy_event(event)
    }

    fn synchronize_stream(&mut self, stream: Stream) -> Result<()> {
        self.device.synchronize_stream(stream)
    }

    fn synchronize(&mut self) -> Result<()> {
        self.device.synchronize()
    }

    fn fill(&mut self, address: Address, bytes: u64, seed: u64) -> Result<()> {
        self.device.fill(address, bytes, seed)
    }

    fn copy(&mut self, to: Address, from: Address, bytes: u64) -> Result<()> {
        self.device.copy(to, from, bytes)
    }

    fn checksum(&mut self, address: Address, bytes: u64) -> Result<u64> {
        self.device.checksum(address, bytes)
    }

    fn microseconds(&mut self) -> u64 {
        self.device.microseconds()
    }
}
