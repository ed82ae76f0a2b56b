//! What every [`Device`] must do, as checks to run on one.
//!
//! A device that passes can stand below the allocator. Each implementation of [`Device`] runs them in its tests:
//!
//! ```
//! # use labs::device::{Device, Result, conformance};
//! fn conforms(mut open: impl FnMut() -> Box<dyn Device>) -> Result<()> {
//!     conformance::CHECKS.iter().try_for_each(|check| (check.run)(&mut *open()))
//! }
//! ```
//!
//! Each takes a hundred MiB at most, apart from asking for more than there is, and gives everything back. Nobody else
//! may use the device meanwhile.

use super::{Address, Device, DeviceError, Handle, Memory, Result, Stream, pattern};

/// Bytes in a MiB.
const MIB: u64 = 1 << 20;

/// Something that a device must do.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    pub name: &'static str,
    /// Panics where the device does something else. The error is that of a call that should have succeeded.
    pub run: fn(&mut dyn Device) -> Result<()>,
}

/// All checks. Those whose names begin with `virtual` need virtual memory.
pub const CHECKS: &[Check] = &[
    Check { name: "description", run: description },
    Check { name: "memory is counted", run: memory_is_counted },
    Check { name: "allocations are apart", run: allocations_are_apart },
    Check { name: "too much is out of memory", run: too_much_is_out_of_memory },
    Check { name: "contents are the pattern", run: contents_are_the_pattern },
    Check { name: "contents inside an allocation", run: contents_inside_an_allocation },
    Check { name: "copies", run: copies },
    Check { name: "virtual ranges take no memory", run: virtual_ranges_take_no_memory },
    Check { name: "virtual pieces are one range", run: virtual_pieces_are_one_range },
    Check { name: "virtual contents stay with the handle", run: virtual_contents_stay_with_the_handle },
    Check { name: "virtual memory is in use until unmapped", run: virtual_memory_is_in_use_until_unmapped },
    Check { name: "virtual too much is out of memory", run: virtual_too_much_is_out_of_memory },
    Check { name: "events", run: events },
    Check { name: "time does not go back", run: time_does_not_go_back },
];

fn description(device: &mut dyn Device) -> Result<()> {
    let description = device.description();
    assert!(!description.name.is_empty());
    assert!(description.budget.is_none_or(|budget| budget <= description.total));
    assert_eq!(device.memory()?.total, description.budget.unwrap_or(description.total));
    Ok(())
}

fn memory_is_counted(device: &mut dyn Device) -> Result<()> {
    let before = settled(device)?;
    assert!(before.free <= before.total);
    let address = device.allocate(64 * MIB)?;
    let during = device.memory()?;
    assert_eq!(during.total, before.total);
    assert!(before.free - during.free >= 64 * MIB, "{before:?} and then {during:?}");
    device.free(address)?;
    assert_eq!(device.memory()?, before);
    Ok(())
}

fn allocations_are_apart(device: &mut dyn Device) -> Result<()> {
    let sizes = [512, 2 * MIB, 5 * MIB + 512, 1, MIB];
    let taken = sizes.iter().map(|bytes| Ok((device.allocate(*bytes)?, *bytes))).collect::<Result<Vec<_>>>()?;
    for (number, (address, bytes)) in taken.iter().enumerate() {
        assert_eq!(address.get() % 512, 0, "allocation of {bytes} bytes at {address:?}");
        device.fill(*address, *bytes, number as u64)?;
    }
    for (number, (address, bytes)) in taken.iter().enumerate() {
        // What was freed before is gone, and the others are as they were.
        assert_eq!(device.checksum(*address, *bytes)?, expected(*bytes, number as u64), "of {bytes} bytes");
        device.free(*address)?;
    }
    Ok(())
}

fn too_much_is_out_of_memory(device: &mut dyn Device) -> Result<()> {
    let address = device.allocate(2 * MIB)?;
    device.fill(address, 2 * MIB, 1)?;
    let before = settled(device)?;
    assert_eq!(device.allocate(before.total + MIB), Err(DeviceError::OutOfMemory));
    assert_eq!(device.memory()?, before);
    assert_eq!(device.checksum(address, 2 * MIB)?, expected(2 * MIB, 1));
    device.free(address)?;
    Ok(())
}

fn contents_are_the_pattern(device: &mut dyn Device) -> Result<()> {
    let address = device.allocate(8 * MIB)?;
    for bytes in [0, 1, 7, 8, 9, 4097, 3 * MIB + 8, 5 * MIB + 3] {
        device.fill(address, bytes, bytes ^ 0xABCD)?;
        assert_eq!(device.checksum(address, bytes)?, expected(bytes, bytes ^ 0xABCD), "of {bytes} bytes");
    }
    device.free(address)?;
    Ok(())
}

fn contents_inside_an_allocation(device: &mut dyn Device) -> Result<()> {
    let address = device.allocate(2 * MIB)?;
    let middle = at(address, MIB);
    device.fill(address, 2 * MIB, 5)?;
    device.fill(middle, 512, 6)?;
    assert_eq!(device.checksum(address, MIB)?, expected(MIB, 5));
    assert_eq!(device.checksum(middle, 512)?, expected(512, 6));
    let behind = device.checksum(at(middle, 512), MIB - 512)?;
    let first = (MIB + 512) / 8;
    assert_eq!(behind, pattern::checksum(&bytes_of(first, MIB - 512, 5)));
    device.free(address)?;
    Ok(())
}

fn copies(device: &mut dyn Device) -> Result<()> {
    let [from, to] = [device.allocate(2 * MIB)?, device.allocate(2 * MIB)?];
    device.fill(from, 2 * MIB, 7)?;
    device.fill(to, 2 * MIB, 8)?;
    device.copy(to, from, MIB + 512)?;
    assert_eq!(device.checksum(to, MIB + 512)?, expected(MIB + 512, 7));
    assert_eq!(device.checksum(from, 2 * MIB)?, expected(2 * MIB, 7));
    let behind = device.checksum(at(to, MIB + 512), MIB - 512)?;
    assert_eq!(behind, pattern::checksum(&bytes_of((MIB + 512) / 8, MIB - 512, 8)));
    // Inside one allocation too.
    device.copy(at(from, MIB), from, MIB)?;
    assert_eq!(device.checksum(at(from, MIB), MIB)?, expected(MIB, 7));
    device.free(from)?;
    device.free(to)?;
    Ok(())
}

fn virtual_ranges_take_no_memory(device: &mut dyn Device) -> Result<()> {
    let before = settled(device)?;
    let bytes = whole_units(device, before.total + before.total / 8)?;
    let range = device.reserve(bytes)?;
    assert_eq!(device.memory()?, before);
    let other = device.reserve(bytes)?;
    assert!(range.get().abs_diff(other.get()) >= bytes, "two ranges share addresses");
    device.free_reservation(range, bytes)?;
    device.free_reservation(other, bytes)?;
    Ok(())
}

fn virtual_pieces_are_one_range(device: &mut dyn Device) -> Result<()> {
    let before = settled(device)?;
    let unit = whole_units(device, 2 * MIB)?;
    let range = device.reserve(8 * unit)?;
    // In another order than they are made in, and not at the start of the range.
    let places = [3, 1, 2].map(|number| at(range, number * unit));
    let handles = places.iter().map(|place| mapped(device, *place, unit)).collect::<Result<Vec<_>>>()?;
    assert!(before.free - device.memory()?.free >= 3 * unit);
    device.set_access(places[1], 3 * unit)?;
    device.fill(places[1], 3 * unit, 11)?;
    assert_eq!(device.checksum(places[1], 3 * unit)?, expected(3 * unit, 11));
    let across = at(places[1], unit - 512);
    device.fill(across, 1024, 12)?;
    assert_eq!(device.checksum(across, 1024)?, expected(1024, 12));
    for (place, handle) in places.into_iter().zip(handles) {
        device.unmap(place, unit)?;
        device.release(handle)?;
    }
    assert_eq!(device.memory()?, before);
    device.free_reservation(range, 8 * unit)?;
    Ok(())
}

fn virtual_contents_stay_with_the_handle(device: &mut dyn Device) -> Result<()> {
    let unit = whole_units(device, 2 * MIB)?;
    let range = device.reserve(2 * unit)?;
    let other = at(range, unit);
    let handle = mapped(device, range, unit)?;
    device.set_access(range, unit)?;
    device.fill(range, unit, 13)?;
    device.unmap(range, unit)?;
    device.map(other, unit, handle)?;
    device.set_access(other, unit)?;
    assert_eq!(device.checksum(other, unit)?, expected(unit, 13));
    device.unmap(other, unit)?;
    device.release(handle)?;
    device.free_reservation(range, 2 * unit)?;
    Ok(())
}

fn virtual_memory_is_in_use_until_unmapped(device: &mut dyn Device) -> Result<()> {
    let before = settled(device)?;
    let bytes = whole_units(device, 2 * MIB)?;
    let range = device.reserve(bytes)?;
    let handle = mapped(device, range, bytes)?;
    device.set_access(range, bytes)?;
    device.release(handle)?;
    device.fill(range, bytes, 14)?;
    assert_eq!(device.checksum(range, bytes)?, expected(bytes, 14));
    assert!(before.free - device.memory()?.free >= bytes, "released memory is in use while it is mapped");
    device.unmap(range, bytes)?;
    device.free_reservation(range, bytes)?;
    assert_eq!(device.memory()?, before);
    Ok(())
}

fn virtual_too_much_is_out_of_memory(device: &mut dyn Device) -> Result<()> {
    let before = settled(device)?;
    let too_much = whole_units(device, before.total + MIB)?;
    assert_eq!(device.create(too_much), Err(DeviceError::OutOfMemory));
    assert_eq!(device.memory()?, before);
    Ok(())
}

fn events(device: &mut dyn Device) -> Result<()> {
    let streams = [Stream::DEFAULT, Stream(0x10010), Stream(0x10020), Stream(0x10010)];
    let marks = streams.iter().map(|stream| device.record_event(*stream)).collect::<Result<Vec<_>>>()?;
    for mark in marks.iter().copied() {
        // It may be done already or not.
        device.query_event(mark)?;
        device.synchronize_event(mark)?;
        assert!(device.query_event(mark)?, "{mark:?} is done after it was waited for");
    }
    for stream in streams {
        let mark = device.record_event(stream)?;
        device.synchronize_stream(stream)?;
        assert!(device.query_event(mark)?, "{mark:?} is done after its stream was waited for");
        device.destroy_event(mark)?;
    }
    let mark = device.record_event(streams[1])?;
    device.synchronize()?;
    assert!(device.query_event(mark)?, "{mark:?} is done after the device was waited for");
    device.destroy_event(mark)?;
    for mark in marks {
        device.destroy_event(mark)?;
    }
    Ok(())
}

fn time_does_not_go_back(device: &mut dyn Device) -> Result<()> {
    let before = device.microseconds();
    let address = device.allocate(2 * MIB)?;
    device.free(address)?;
    assert!(device.microseconds() >= before);
    Ok(())
}

/// Returns how much memory there is, after everything was done once: a driver takes memory of its own for what it does
/// for the first time.
fn settled(device: &mut dyn Device) -> Result<Memory> {
    let [first, second] = [device.allocate(2 * MIB)?, device.allocate(2 * MIB)?];
    device.fill(first, 2 * MIB, 0)?;
    device.copy(second, first, 2 * MIB)?;
    device.checksum(second, 4096)?;
    device.free(first)?;
    device.free(second)?;
    device.memory()
}

/// Returns the address so many bytes further on.
fn at(address: Address, bytes: u64) -> Address {
    address.checked_add(bytes).expect("the address is inside a range")
}

/// Makes physical memory and maps it there.
fn mapped(device: &mut dyn Device, address: Address, bytes: u64) -> Result<Handle> {
    let handle = device.create(bytes)?;
    device.map(address, bytes, handle)?;
    Ok(handle)
}

fn whole_units(device: &mut dyn Device, bytes: u64) -> Result<u64> {
    Ok(bytes.next_multiple_of(device.granularity()?))
}

/// Returns the checksum of that many bytes of the pattern.
fn expected(bytes: u64, seed: u64) -> u64 {
    pattern::checksum(&bytes_of(0, bytes, seed))
}

/// Returns bytes of the pattern from word number `first` on.
fn bytes_of(first: u64, bytes: u64, seed: u64) -> Vec<u8> {
    let words = first..first + bytes.div_ceil(8);
    let mut all = Vec::new();
    words.for_each(|index| all.extend_from_slice(&pattern::word(seed, index).to_le_bytes()));
    all.truncate(usize::try_from(bytes).expect("the bytes are in a vector"));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::sim::SimOptions;
    use crate::device::{Capped, Recording, Sim};

    fn sim() -> Sim {
        Sim::new(&SimOptions::new(8 << 30))
    }

    fn pass(open: impl Fn() -> Box<dyn Device>) {
        for check in CHECKS {
            (check.run)(&mut *open()).unwrap_or_else(|error| panic!("{}: {error}", check.name));
        }
    }

    #[test]
    fn the_simulated_device_passes_and_gets_everything_back() {
        for check in CHECKS {
            let mut device = sim();
            (check.run)(&mut device).unwrap_or_else(|error| panic!("{}: {error}", check.name));
            device.assert_empty();
        }
    }

    #[test]
    fn a_device_with_a_budget_passes() {
        pass(|| Box::new(Capped::new(sim(), 1 << 30)));
    }

    #[test]
    fn a_device_that_records_its_calls_passes() {
        pass(|| Box::new(Recording::new(sim())));
    }
}
