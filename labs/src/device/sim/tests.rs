use super::*;
use crate::device::pattern;

fn device() -> Sim {
    Sim::new(&SimOptions::new(64 * MIB))
}

/// What the range would hold, computed byte by byte.
fn expected(stretches: &[(u64, u64, u64)], bytes: u64) -> u64 {
    let mut contents = vec![0; usize::try_from(bytes).unwrap()];
    for &(start, length, seed) in stretches {
        for index in 0..length {
            let byte = pattern::word(seed, index / 8).to_le_bytes()[usize::try_from(index % 8).unwrap()];
            contents[usize::try_from(start + index).unwrap()] = byte;
        }
    }
    pattern::checksum(&contents)
}

#[test]
fn charges_whole_pages_and_refuses_beyond_capacity() {
    let mut sim = device();
    sim.set_external(2 * MIB).unwrap();
    let address = sim.allocate(3 * MIB).unwrap();
    assert_eq!(sim.memory().unwrap(), Memory { free: 58 * MIB, total: 64 * MIB });
    assert_eq!(sim.allocate(59 * MIB), Err(DeviceError::OutOfMemory));
    sim.free(address).unwrap();
    sim.assert_empty();
}

#[test]
fn addresses_are_never_used_twice_or_first_fit() {
    let mut bump = device();
    let first = bump.allocate(MIB).unwrap();
    bump.free(first).unwrap();
    let next = bump.allocate(MIB).unwrap();
    assert_eq!(next.distance_from(first), Some(2 * MIB));

    let mut fit = Sim::new(&SimOptions { addresses: AddressPolicy::FirstFit, ..SimOptions::new(64 * MIB) });
    let first = fit.allocate(4 * MIB).unwrap();
    fit.allocate(2 * MIB).unwrap();
    fit.free(first).unwrap();
    assert_eq!(fit.allocate(5 * MIB).unwrap().distance_from(first), Some(6 * MIB));
    assert_eq!(fit.allocate(3 * MIB).unwrap(), first);
}

#[test]
fn contents_follow_what_was_written() {
    let mut sim = device();
    let address = sim.allocate(MIB).unwrap();
    let at = |offset| address.checked_add(offset).unwrap();
    sim.fill(at(100), 1000, 7).unwrap();
    sim.fill(at(500), 13, 8).unwrap();
    sim.fill(at(90), 20, 9).unwrap();
    let stretches = [(100, 1000, 7), (500, 13, 8), (90, 20, 9)];
    assert_eq!(sim.checksum(address, 2000).unwrap(), expected(&stretches, 2000));
    sim.copy(at(4096), address, 2000).unwrap();
    assert_eq!(sim.checksum(at(4096), 2000).unwrap(), expected(&stretches, 2000));
}

#[test]
fn contents_span_mappings() {
    let mut sim = device();
    let start = sim.reserve(8 * MIB).unwrap();
    let second = start.checked_add(2 * MIB).unwrap();
    for address in [start, second] {
        let handle = sim.create(2 * MIB).unwrap();
        sim.map(address, 2 * MIB, handle).unwrap();
        sim.release(handle).unwrap();
    }
    sim.set_access(start, 4 * MIB).unwrap();
    let middle = start.checked_add(2 * MIB - 20).unwrap();
    sim.fill(middle, 100, 3).unwrap();
    assert_eq!(sim.checksum(middle, 100).unwrap(), expected(&[(0, 100, 3)], 100));
    sim.unmap(start, 2 * MIB).unwrap();
    sim.unmap(second, 2 * MIB).unwrap();
    sim.free_reservation(start, 8 * MIB).unwrap();
    sim.assert_empty();
}

#[test]
fn events_of_busy_streams_wait() {
    let mut sim = device();
    sim.set_stream_busy(Stream(1), true).unwrap();
    let events = [1, 1, 2].map(|stream| sim.record_event(Stream(stream)).unwrap());
    assert_eq!(events.map(|event| sim.query_event(event).unwrap()), [false, false, true]);
    sim.synchronize_event(events[0]).unwrap();
    assert_eq!(events.map(|event| sim.query_event(event).unwrap()), [true, false, true]);
    sim.synchronize_stream(Stream(1)).unwrap();
    assert!(sim.query_event(events[1]).unwrap());
    let later = sim.record_event(Stream(1)).unwrap();
    assert!(!sim.query_event(later).unwrap(), "the stream is still busy");
}

#[test]
fn the_call_that_was_chosen_fails_once() {
    let mut sim = device();
    let lost = DeviceError::Lost { code: 999, name: "CUDA_ERROR_UNKNOWN".into() };
    sim.fail_call(1, lost.clone());
    assert!(sim.allocate(MIB).is_ok());
    assert_eq!(sim.allocate(MIB), Err(lost));
    assert!(sim.allocate(MIB).is_ok());
}

#[test]
#[should_panic(expected = "freed before")]
fn freeing_twice_panics() {
    let mut sim = device();
    let address = sim.allocate(MIB).unwrap();
    sim.free(address).unwrap();
    sim.free(address).unwrap();
}

#[test]
#[should_panic(expected = "not freed")]
fn leaks_are_named() {
    let mut sim = device();
    sim.allocate(MIB).unwrap();
    sim.assert_empty();
}
