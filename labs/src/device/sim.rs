//! A device that lives in this process: deterministic, with true accounting, contents, and faults on demand.
//!
//! Physical memory is never fragmented; addresses are. That is what the traces in `tests/fixtures/golden` were recorded
//! on, so sizes, charges and addresses follow the fake device of that recording.

use std::collections::BTreeMap;

use super::{Address, Adjust, Description, Device, DeviceError, Event, Handle, Memory, Result, Stream};
use crate::bytes::MIB;

mod addresses;
mod contents;
mod fault;
mod physical;
mod space;
mod streams;

pub use addresses::AddressPolicy;
use fault::Fault;
use physical::Physical;
use space::Space;
use streams::Streams;

/// The unit of physical memory: what a caller gets is charged in multiples of it, and handles are.
pub const GRANULARITY: u64 = 2 * MIB;

/// What a simulated device is like.
#[derive(Debug, Clone)]
pub struct SimOptions {
    /// Bytes of memory in all.
    pub total: u64,
    /// Bytes that somebody else uses from the start.
    pub external: u64,
    /// How addresses are chosen.
    pub addresses: AddressPolicy,
    /// Where the address space starts.
    pub base: Address,
}

impl SimOptions {
    /// Returns a device with so many bytes of memory, all of them free.
    pub const fn new(total: u64) -> Self {
        Self { total, external: 0, addresses: AddressPolicy::Bump, base: Address::new(0x7F00_0000_0000) }
    }
}

/// The simulated device.
///
/// It panics where a caller breaks the contract of [`Device`]: frees twice, maps over a mapping, touches memory that is
/// not there. [`assert_empty`](Self::assert_empty) panics where something was not given back.
#[derive(Debug)]
pub struct Sim {
    total: u64,
    external: u64,
    physical: Physical,
    space: Space,
    streams: Streams,
    fault: Option<Fault>,
    failed: Option<&'static str>,
    /// Calls so far that may fail. Each takes a microsecond of the device's own time.
    calls: u64,
}

impl Sim {
    /// Returns a device.
    pub fn new(options: &SimOptions) -> Self {
        Self {
            total: options.total,
            external: options.external,
            physical: Physical::default(),
            space: Space::new(options.base, options.addresses),
            streams: Streams::default(),
            fault: None,
            failed: None,
            calls: 0,
        }
    }

    /// Makes a later call fail: the next one for `after` zero, the one behind it for one.
    pub fn fail_call(&mut self, after: u64, error: DeviceError) {
        self.fault = Some(Fault { after, error });
    }

    /// Returns the method of [`Device`] that failed because of [`fail_call`](Self::fail_call), when it came to that.
    pub const fn failed_call(&self) -> Option<&'static str> {
        self.failed
    }

    /// Returns how many calls there were that may fail.
    pub const fn calls(&self) -> u64 {
        self.calls
    }

    /// Asserts that everything was given back: memory, reservations, handles, events.
    ///
    /// # Panics
    /// Panics with what is left.
    pub fn assert_empty(&self) {
        self.space.assert_empty();
        self.physical.assert_empty();
        self.streams.assert_empty();
    }

    fn begin(&mut self, call: &'static str) -> Result<()> {
        self.calls += 1;
        let result = fault::take(&mut self.fault);
        if result.is_err() {
            self.failed = Some(call);
        }
        result
    }

    const fn in_use(&self) -> u64 {
        self.physical.used().saturating_add(self.external)
    }

    fn charge(&self, bytes: u64) -> Result<u64> {
        let charge = bytes.checked_next_multiple_of(GRANULARITY).ok_or(DeviceError::OutOfMemory)?;
        let used = self.in_use().checked_add(charge).ok_or(DeviceError::OutOfMemory)?;
        if used > self.total { Err(DeviceError::OutOfMemory) } else { Ok(charge) }
    }
}

/// The answer of a real driver to a size or an address that is not a multiple of the granularity.
fn invalid(call: &'static str) -> DeviceError {
    DeviceError::Driver { call, code: 1, name: "CUDA_ERROR_INVALID_VALUE".into() }
}

impl Adjust for Sim {
    fn set_external(&mut self, bytes: u64) -> Result<()> {
        self.external = bytes;
        Ok(())
    }

    fn set_stream_busy(&mut self, stream: Stream, busy: bool) -> Result<()> {
        self.streams.set_busy(stream, busy);
        Ok(())
    }

    fn used(&mut self) -> Result<u64> {
        Ok(self.in_use())
    }
}

impl Device for Sim {
    fn description(&self) -> Description {
        Description { name: "simulated device".into(), simulated: true, driver: None, total: self.total, budget: None }
    }

    fn memory(&mut self) -> Result<Memory> {
        self.begin("memory")?;
        Ok(Memory { free: self.total.saturating_sub(self.in_use()), total: self.total })
    }

    fn allocate(&mut self, bytes: u64) -> Result<Address> {
        assert!(bytes > 0, "no bytes were asked for");
        self.begin("allocate")?;
        let charge = self.charge(bytes)?;
        let address = self.space.take(charge)?;
        let piece = self.physical.add(bytes, charge);
        self.space.add_allocation(address, bytes, piece);
        Ok(address)
    }

    fn free(&mut self, address: Address) -> Result<()> {
        self.begin("free")?;
        let piece = self.space.remove_allocation(address);
        self.physical.remove(piece);
        Ok(())
    }

    fn granularity(&mut self) -> Result<u64> {
        self.begin("granularity")?;
        Ok(GRANULARITY)
    }

    fn reserve(&mut self, bytes: u64) -> Result<Address> {
        self.begin("reserve")?;
        if bytes == 0 {
            return Err(invalid("cuMemAddressReserve"));
        }
        let length = bytes.checked_next_multiple_of(GRANULARITY).ok_or(DeviceError::OutOfMemory)?;
        let address = self.space.take(length)?;
        self.space.add_reservation(address, bytes);
        Ok(address)
    }

    fn free_reservation(&mut self, address: Address, bytes: u64) -> Result<()> {
        self.begin("free_reservation")?;
        self.space.remove_reservation(address, bytes);
        Ok(())
    }

    fn create(&mut self, bytes: u64) -> Result<Handle> {
        self.begin("create")?;
        if !bytes.is_multiple_of(GRANULARITY) || bytes == 0 {
            return Err(invalid("cuMemCreate"));
        }
        let charge = self.charge(bytes)?;
        Ok(Handle(self.physical.add(bytes, charge).0))
    }

    fn map(&mut self, address: Address, bytes: u64, handle: Handle) -> Result<()> {
        self.begin("map")?;
        let piece = self.physical.map(handle, bytes);
        self.space.map(address, bytes, piece);
        Ok(())
    }

    fn set_access(&mut self, address: Address, bytes: u64) -> Result<()> {
        self.begin("set_access")?;
        self.space.set_access(address, bytes);
        Ok(())
    }

    fn unmap(&mut self, address: Address, bytes: u64) -> Result<()> {
        self.begin("unmap")?;
        let piece = self.space.unmap(address, bytes);
        self.physical.unmap(piece);
        Ok(())
    }

    fn release(&mut self, handle: Handle) -> Result<()> {
        self.begin("release")?;
        self.physical.release(handle);
        Ok(())
    }

    fn record_event(&mut self, stream: Stream) -> Result<Event> {
        self.begin("record_event")?;
        Ok(self.streams.record(stream))
    }

    fn query_event(&mut self, event: Event) -> Result<bool> {
        self.begin("query_event")?;
        Ok(self.streams.query(event))
    }

    fn synchronize_event(&mut self, event: Event) -> Result<()> {
        self.begin("synchronize_event")?;
        self.streams.synchronize_event(event);
        Ok(())
    }

    fn destroy_event(&mut self, event: Event) -> Result<()> {
        self.begin("destroy_event")?;
        self.streams.destroy(event);
        Ok(())
    }

    fn synchronize_stream(&mut self, stream: Stream) -> Result<()> {
        self.begin("synchronize_stream")?;
        self.streams.synchronize(stream);
        Ok(())
    }

    fn synchronize(&mut self) -> Result<()> {
        self.begin("synchronize")?;
        self.streams.synchronize_all();
        Ok(())
    }

    fn fill(&mut self, address: Address, bytes: u64, seed: u64) -> Result<()> {
        self.begin("fill")?;
        for part in self.space.parts(address, bytes) {
            self.physical.contents(part.piece).fill(part.offset, part.bytes, seed, part.from_start);
        }
        Ok(())
    }

    fn copy(&mut self, to: Address, from: Address, bytes: u64) -> Result<()> {
        self.begin("copy")?;
        let mut copied = BTreeMap::new();
        for part in self.space.parts(from, bytes) {
            let runs = self.physical.contents(part.piece).runs(part.offset, part.bytes);
            copied.extend(runs.into_iter().map(|(start, run)| (start + part.from_start, run)));
        }
        for part in self.space.parts(to, bytes) {
            let contents = self.physical.contents(part.piece);
            contents.clear(part.offset, part.bytes);
            contents.paste(part.offset, &copied, part.from_start, part.bytes);
        }
        Ok(())
    }

    fn checksum(&mut self, address: Address, bytes: u64) -> Result<u64> {
        self.begin("checksum")?;
        let mut sum = contents::Checksum::default();
        for part in self.space.parts(address, bytes) {
            self.physical.contents(part.piece).feed(part.offset, part.bytes, &mut sum);
        }
        Ok(sum.finish())
    }

    fn microseconds(&mut self) -> u64 {
        self.calls
    }
}

#[cfg(test)]
mod tests;
