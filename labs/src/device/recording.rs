//! A device that writes down what it is asked for.

use super::{Address, Adjust, Description, Device, DeviceError, Event, Handle, Memory, Result, Stream};

mod call;

pub use call::{Call, CallError};
use std::collections::HashMap;

/// Logs the calls of an allocator to its device.
///
/// Calls that follow each other and only count up are one entry, such as the pages of a mapping. What changes nothing
/// is not logged: questions about memory and events, contents, the end of an event.
#[derive(Debug)]
pub struct Recording<D> {
    device: D,
    log: Vec<(usize, Call)>,
    step: usize,
    enabled: bool,
    /// Bytes behind each handle, and the stream of each event, which later calls do not tell.
    handles: HashMap<Handle, u64>,
    events: HashMap<Event, Stream>,
}

impl<D: Device> Recording<D> {
    /// Returns the device with an empty log.
    pub fn new(device: D) -> Self {
        Self { device, log: Vec::new(), step: 0, enabled: true, handles: HashMap::new(), events: HashMap::new() }
    }

    /// Stops writing, or goes on with it.
    pub const fn set_enabled(&mut self, enabled: bool) {
        self.enabled = enabled;
    }

    /// Sets the number that the calls to come are logged under.
    pub const fn set_step(&mut self, step: usize) {
        self.step = step;
    }

    /// Returns the calls so far with the step that each belongs to.
    pub fn log(&self) -> &[(usize, Call)] {
        &self.log
    }

    /// Returns the calls so far and forgets them.
    pub fn take_log(&mut self) -> Vec<(usize, Call)> {
        std::mem::take(&mut self.log)
    }

    /// Returns the device.
    pub const fn inner_mut(&mut self) -> &mut D {
        &mut self.device
    }

    /// Returns the device without the log.
    pub fn into_inner(self) -> D {
        self.device
    }

    fn note(&mut self, call: Call) {
        if !self.enabled {
            return;
        }
        if let Some((step, last)) = self.log.last_mut()
            && *step == self.step
            && last.absorb(&call)
        {
            self.join_unmapping();
        } else {
            self.log.push((self.step, call));
        }
    }

    /// An unmapping is known to be one with release only when the release came; that is when it joins the one before.
    fn join_unmapping(&mut self) {
        if let [.., (before, earlier), (step, last @ Call::UnmapRelease { count: 1, .. })] = self.log.as_mut_slice()
            && before == step
            && earlier.absorb(last)
        {
            self.log.pop();
        }
    }
}

impl<D: Device> Device for Recording<D> {
    fn description(&self) -> Description {
        self.device.description()
    }

    fn memory(&mut self) -> Result<Memory> {
        self.device.memory()
    }

    fn allocate(&mut self, bytes: u64) -> Result<Address> {
        let result = self.device.allocate(bytes);
        if result.is_ok() || result == Err(DeviceError::OutOfMemory) {
            self.note(Call::Malloc { bytes, address: result.as_ref().ok().copied() });
        }
        result
    }

    fn free(&mut self, address: Address) -> Result<()> {
        let result = self.device.free(address);
        self.note(Call::Free { address, ok: result.is_ok() });
        result
    }

    fn granularity(&mut self) -> Result<u64> {
        self.device.granularity()
    }

    fn reserve(&mut self, bytes: u64) -> Result<Address> {
        let address = self.device.reserve(bytes)?;
        self.note(Call::Reserve { bytes, address });
        Ok(address)
    }

    fn free_reservation(&mut self, address: Address, bytes: u64) -> Result<()> {
        let result = self.device.free_reservation(address, bytes);
        self.note(Call::AddressFree { address, ok: result.is_ok() });
        result
    }

    fn create(&mut self, bytes: u64) -> Result<Handle> {
        let result = self.device.create(bytes);
        self.note(Call::Create { bytes, ok: result.is_ok(), count: 1 });
        if let Ok(handle) = result {
            self.handles.insert(handle, bytes);
        }
        result
    }

    fn map(&mut self, address: Address, bytes: u64, handle: Handle) -> Result<()> {
        self.device.map(address, bytes, handle)?;
        self.note(Call::Map { address, bytes, count: 1 });
        Ok(())
    }

    fn set_access(&mut self, address: Address, bytes: u64) -> Result<()> {
        self.device.set_access(address, bytes)?;
        self.note(Call::SetAccess { address, bytes });
        Ok(())
    }

    fn unmap(&mut self, address: Address, bytes: u64) -> Result<()> {
        self.device.unmap(address, bytes)?;
        self.note(Call::Unmap { address, bytes });
        Ok(())
    }

    fn release(&mut self, handle: Handle) -> Result<()> {
        self.device.release(handle)?;
        let bytes = self.handles.remove(&handle).unwrap_or(0);
        self.note(Call::Release { bytes, count: 1 });
        Ok(())
    }

    fn record_event(&mut self, stream: Stream) -> Result<Event> {
        let event = self.device.record_event(stream)?;
        self.events.insert(event, stream);
        self.note(Call::EventRecord { stream });
        Ok(event)
    }

    fn query_event(&mut self, event: Event) -> Result<bool> {
        self.device.query_event(event)
    }

    fn synchronize_event(&mut self, event: Event) -> Result<()> {
        self.device.synchronize_event(event)?;
        let stream = self.events.get(&event).copied().unwrap_or_default();
        self.note(Call::EventSync { stream });
        Ok(())
    }

    fn destroy_event(&mut self, event: Event) -> Result<()> {
        self.events.remove(&event);
        self.device.destroy_event(event)
    }

    fn synchronize_stream(&mut self, stream: Stream) -> Result<()> {
        self.device.synchronize_stream(stream)?;
        self.note(Call::StreamSync { stream });
        Ok(())
    }

    fn synchronize(&mut self) -> Result<()> {
        self.device.synchronize()?;
        self.note(Call::DeviceSync);
        Ok(())
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

impl<D: Adjust> Adjust for Recording<D> {
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
    use crate::bytes::MIB;
    use crate::device::sim::{Sim, SimOptions};

    #[test]
    fn pages_of_one_mapping_are_one_entry() {
        let mut device = Recording::new(Sim::new(&SimOptions::new(6 * MIB)));
        let start = device.reserve(8 * MIB).unwrap();
        let page = |index: u64| start.checked_add(index * 2 * MIB).unwrap();
        let handles = [0, 1, 2].map(|_| device.create(2 * MIB).unwrap());
        assert!(device.create(2 * MIB).is_err());
        for (index, handle) in (0..).zip(handles) {
            device.map(page(index), 2 * MIB, handle).unwrap();
        }
        for (index, handle) in (0..).zip(handles) {
            device.unmap(page(index), 2 * MIB).unwrap();
            device.release(handle).unwrap();
        }
        let calls: Vec<_> = device.log().iter().map(|(_, call)| call.clone()).collect();
        let bytes = 2 * MIB;
        let expected = [
            Call::Reserve { bytes: 8 * MIB, address: start },
            Call::Create { bytes, ok: true, count: 3 },
            Call::Create { bytes, ok: false, count: 1 },
            Call::Map { address: start, bytes, count: 3 },
            Call::UnmapRelease { address: start, bytes, count: 3 },
        ];
        assert_eq!(calls, expected);
    }
}
