//! Calls that should not be made: refused, and nothing is the worse for it.

use labs::device::cuda::Cuda;
use labs::device::{Address, Device, DeviceError, Event, Handle, Result, Stream};

use crate::child::{Answer, text};
use crate::process::Process;

const MIB: u64 = 1 << 20;

#[test]
fn a_call_that_should_not_be_made_is_refused_without_harm() {
    let ended = Process::new("misuse").run();
    assert_eq!(ended.answer, "all refused");
    ended.nothing_is_left();
    // The driver is asked what it is safe to ask: for the right calls, and for sizes that only it can refuse.
    let asked = [
        ("cuMemAlloc", 3),
        ("cuMemFree", 2),
        ("cuMemcpyHtoD", 0),
        ("cuMemcpyDtoH", 0),
        ("cuMemcpyDtoD", 0),
        ("cuMemCreate", 2),
        ("cuMemMap", 2),
        ("cuMemSetAccess", 1),
        ("cuMemUnmap", 1),
        ("cuMemRelease", 1),
        ("cuMemAddressFree", 1),
        ("cuEventQuery", 0),
        ("cuEventSynchronize", 0),
        ("cuEventDestroy", 1),
    ];
    assert_eq!(asked.map(|(function, _)| (function, ended.report().calls_of(function))), asked);
}

/// What the child does.
pub(crate) fn misuse() -> Answer {
    let mut device = Cuda::open(0).map_err(text)?;
    plain(&mut device).map_err(text)?;
    virtual_memory(&mut device).map_err(text)?;
    host(&mut device).map_err(text)?;
    events(&mut device).map_err(text)?;
    Ok("all refused".to_owned())
}

fn plain(device: &mut Cuda) -> Result<()> {
    let address = device.allocate(3 * MIB)?;
    let behind = address.checked_add(3 * MIB).unwrap();
    refused(device.allocate(0));
    refused(device.free(behind));
    refused(device.free(address.checked_add(512).unwrap()));
    refused(device.fill(address, 3 * MIB + 1, 1));
    refused(device.fill(behind, 1, 1));
    refused(device.checksum(Address::new(u64::MAX), 2));
    refused(device.checksum(address, u64::MAX));
    refused(device.copy(behind, address, 1));
    refused(device.copy(address, behind, 1));
    device.free(address)?;
    refused(device.free(address));
    refused(device.checksum(address, 1));
    Ok(())
}

fn virtual_memory(device: &mut Cuda) -> Result<()> {
    let unit = device.granularity()?;
    let range = device.reserve(4 * unit)?;
    let [second, third] = [1, 2].map(|number| range.checked_add(number * unit).unwrap());
    let handle = device.create(2 * unit)?;
    refused(device.create(unit + 1));
    refused(device.map(range, unit, handle));
    refused(device.map(range, 2 * unit, Handle(handle.0 + 1)));
    refused(device.map(range.checked_add(3 * unit).unwrap(), 2 * unit, handle));
    device.map(second, 2 * unit, handle)?;
    refused(device.fill(second, 1, 1));
    refused(device.map(third, 2 * unit, handle));
    refused(device.map(range, 2 * unit, handle));
    refused(device.set_access(second, unit));
    refused(device.set_access(range, 3 * unit));
    device.set_access(second, 2 * unit)?;
    refused(device.fill(range, 2 * unit, 1));
    refused(device.fill(second, 2 * unit + 1, 1));
    refused(device.unmap(second, unit));
    refused(device.unmap(third, unit));
    refused(device.free_reservation(range, 4 * unit));
    device.unmap(second, 2 * unit)?;
    refused(device.fill(second, 1, 1));
    refused(device.free_reservation(range, 2 * unit));
    device.free_reservation(range, 4 * unit)?;
    refused(device.map(second, 2 * unit, handle));
    device.release(handle)?;
    refused(device.release(handle));
    Ok(())
}

/// To a real driver an address of the host is as good as one of the device.
fn host(device: &mut Cuda) -> Result<()> {
    let buffer = vec![1_u8; 4096];
    let address = Address::new(buffer.as_ptr().addr() as u64);
    let ours = device.allocate(4096)?;
    refused(device.fill(address, 4096, 1));
    refused(device.checksum(address, 4096));
    refused(device.copy(address, ours, 4096));
    refused(device.copy(ours, address, 4096));
    assert_eq!(buffer, [1; 4096]);
    device.free(ours)
}

fn events(device: &mut Cuda) -> Result<()> {
    let event = device.record_event(Stream::DEFAULT)?;
    let unknown = Event(event.0 + 1);
    refused(device.query_event(unknown));
    refused(device.synchronize_event(unknown));
    refused(device.destroy_event(unknown));
    device.destroy_event(event)?;
    refused(device.destroy_event(event));
    Ok(())
}

#[track_caller]
fn refused<T: std::fmt::Debug>(answer: Result<T>) {
    match answer {
        Err(DeviceError::Driver { code: 1, .. }) => (),
        other => panic!("not refused: {other:?}"),
    }
}
