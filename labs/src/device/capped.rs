//! A device of which only a part may be used.

use super::{Address, Adjust, Description, Device, DeviceError, Event, Handle, Memory, Result, Stream};
use std::collections::HashMap;

/// The unit in which a budget is charged, the same that drivers hand memory out in.
const UNIT: u64 = 2 * crate::bytes::MIB;

/// Refuses memory beyond a budget, so that a lab on a shared card can run out of memory early.
///
/// To its user the device is as large as the budget: [`Device::memory`] says so, and
/// [`description`](Device::description) tells the budget beside what the device really has. It is what
/// `torch.cuda.set_per_process_memory_fraction` does, seen from below the allocator.
#[derive(Debug)]
pub struct Capped<D> {
    device: D,
    budget: u64,
    used: u64,
    allocations: HashMap<Address, u64>,
    handles: HashMap<Handle, Charge>,
    mapped: HashMap<Address, Handle>,
    refusals: u64,
}

#[derive(Debug)]
struct Charge {
    bytes: u64,
    mapped: bool,
    released: bool,
}

impl<D: Device> Capped<D> {
    /// Returns the device with a budget in bytes.
    pub fn new(device: D, budget: u64) -> Self {
        Self {
            device,
            budget,
            used: 0,
            allocations: HashMap::new(),
            handles: HashMap::new(),
            mapped: HashMap::new(),
            refusals: 0,
        }
    }

    /// Returns how often memory was refused because of the budget, and not by the device.
    pub const fn refusals(&self) -> u64 {
        self.refusals
    }

    /// Returns the bytes of the budget that are taken.
    pub const fn charged(&self) -> u64 {
        self.used
    }

    /// Returns the device.
    pub const fn inner_mut(&mut self) -> &mut D {
        &mut self.device
    }

    /// Returns the device without the budget.
    pub fn into_inner(self) -> D {
        self.device
    }

    fn charge(&mut self, bytes: u64) -> Result<u64> {
        let charge = bytes.checked_next_multiple_of(UNIT).filter(|charge| *charge <= self.budget - self.used);
        charge.ok_or_else(|| {
            self.refusals += 1;
            DeviceError::OutOfMemory
        })
    }

    fn forget(&mut self, handle: Handle) {
        if self.handles.get(&handle).is_some_and(|charge| charge.released && !charge.mapped)
            && let Some(charge) = self.handles.remove(&handle)
        {
            self.used -= charge.bytes;
        }
    }
}

impl<D: Device> Device for Capped<D> {
    fn description(&self) -> Description {
        Description { budget: Some(self.budget), ..self.device.description() }
    }

    fn memory(&mut self) -> Result<Memory> {
        let memory = self.device.memory()?;
        Ok(Memory { free: memory.free.min(self.budget - self.used), total: memory.total.min(self.budget) })
    }

    fn allocate(&mut self, bytes: u64) -> Result<Address> {
        let charge = self.charge(bytes)?;
        let address = self.device.allocate(bytes)?;
        self.used += charge;
        self.allocations.insert(address, charge);
        Ok(address)
    }

    fn free(&mut self, address: Address) -> Result<()> {
        self.device.free(address)?;
        self.used -= self.allocations.remove(&address).unwrap_or(0);
        Ok(())
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

    fn create(&mut self, bytes: u64) -> Result<Handle> {
        let charge = self.charge(bytes)?;
        let handle = self.device.create(bytes)?;
        self.used += charge;
        self.handles.insert(handle, Charge { bytes: charge, mapped: false, released: false });
        Ok(handle)
    }

    fn map(&mut self, address: Address, bytes: u64, handle: Handle) -> Result<()> {
        self.device.map(address, bytes, handle)?;
        self.mapped.insert(address, handle);
        if let Some(charge) = self.handles.get_mut(&handle) {
            charge.mapped = true;
        }
        Ok(())
    }

    fn set_access(&mut self, address: Address, bytes: u64) -> Result<()> {
        self.device.set_access(address, bytes)
    }

    fn unmap(&mut self, address: Address, bytes: u64) -> Result<()> {
        self.device.unmap(address, bytes)?;
        if let Some(handle) = self.mapped.remove(&address) {
            if let Some(charge) = self.handles.get_mut(&handle) {
                charge.mapped = false;
            }
            self.forget(handle);
        }
        Ok(())
    }

    fn release(&mut self, handle: Handle) -> Result<()> {
        self.device.release(handle)?;
        if let Some(charge) = self.handles.get_mut(&handle) {
            charge.released = true;
        }
        self.forget(handle);
        Ok(())
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

impl<D: Adjust> Adjust for Capped<D> {
    fn set_external(&mut self, bytes: u64) -> Result<()> {
        self.device.set_external(bytes)
    }

    fn set_stream_busy(&mut self, stream: Stream, busy: bool) -> Result<()> {
        self.device.set_stream_busy(stream, busy)
    }

    fn used(&mut self) -> Result<u64> {
        self.device.used()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::{GIB, MIB};
    use crate::device::sim::{Sim, SimOptions};

    #[test]
    fn refuses_beyond_the_budget_and_counts_it() {
        let mut device = Capped::new(Sim::new(&SimOptions::new(GIB)), 10 * MIB);
        let address = device.allocate(5 * MIB).unwrap();
        assert_eq!(device.memory(), Ok(Memory { free: 4 * MIB, total: 10 * MIB }));
        assert_eq!(device.create(6 * MIB), Err(DeviceError::OutOfMemory));
        assert_eq!(device.refusals(), 1);
        device.free(address).unwrap();
        assert!(device.create(6 * MIB).is_ok());
        assert_eq!(device.description().budget, Some(10 * MIB));
    }

    #[test]
    fn a_handle_counts_while_it_is_mapped() {
        let mut device = Capped::new(Sim::new(&SimOptions::new(GIB)), 10 * MIB);
        let start = device.reserve(2 * MIB).unwrap();
        let handle = device.create(2 * MIB).unwrap();
        device.map(start, 2 * MIB, handle).unwrap();
        device.release(handle).unwrap();
        assert_eq!(device.charged(), 2 * MIB);
        device.unmap(start, 2 * MIB).unwrap();
        assert_eq!(device.charged(), 0);
    }
}
