//! What a child process does: one script of calls. It answers with a line.

use std::env;

use labs::device::cuda::{Cuda, probe};
use labs::device::{Device, Stream, conformance};

/// The variable that names the script.
pub(crate) const SCRIPT: &str = "FAKE_CUDA_TEST_SCRIPT";

/// What stands before the answer.
pub(crate) const MARK: &str = "answer: ";

const MIB: u64 = 1 << 20;

/// What a script comes to: a text either way.
pub(crate) type Answer = Result<String, String>;

#[test]
#[ignore = "the other tests run it, each in a process of its own"]
fn child() {
    let Ok(script) = env::var(SCRIPT) else { return };
    let answer = match script.as_str() {
        "probe" => probe().map(|found| format!("{found:?}")).map_err(text),
        "open 1" => Cuda::open(1).map(|device| format!("{device:?}")).map_err(text),
        "tour" => tour(),
        "twice" => twice(),
        "record and stop" => record_and_stop(),
        "not ready" => not_ready(),
        "conformance" => conforms(""),
        "plain conformance" => conforms("virtual"),
        "reserve" => reserve(),
        "replay" => crate::replay::replay_file(),
        "misuse" => crate::misuse::misuse(),
        script => panic!("there is no script {script}"),
    };
    println!("\n{MARK}{}", answer.unwrap_or_else(|error| format!("error: {error}")));
}

/// Calls every function of the driver that a device calls, and leaves something of each kind to be dropped.
fn tour() -> Answer {
    probe().map_err(text)?;
    let mut device = Cuda::open(0).map_err(text)?;
    visit(&mut device).map_err(text)?;
    Ok("done".to_owned())
}

fn visit(device: &mut Cuda) -> labs::device::Result<()> {
    device.memory()?;
    let (first, second) = (device.allocate(3 * MIB)?, device.allocate(5 * MIB)?);
    device.fill(first, 4096, 1)?;
    device.copy(second, first, 4096)?;
    device.checksum(second, 4096)?;
    device.free(first)?;

    let unit = device.granularity()?;
    let (range, unused) = (device.reserve(4 * unit)?, device.reserve(unit)?);
    device.free_reservation(unused, unit)?;
    let (kept, released, unmapped) = (device.create(unit)?, device.create(unit)?, device.create(unit)?);
    let places = [0, 1, 2].map(|number| range.checked_add(number * unit).unwrap());
    for (place, handle) in places.into_iter().zip([kept, released, unmapped]) {
        device.map(place, unit, handle)?;
    }
    device.set_access(range, 3 * unit)?;
    // Behind these bytes are two pieces of memory.
    let across = range.checked_add(unit - 2048).unwrap();
    device.fill(across, 4096, 2)?;
    device.release(released)?;
    device.unmap(places[2], unit)?;
    device.checksum(across, 4096)?;

    let (gone, left) = (device.record_event(Stream(0x10010))?, device.record_event(Stream::DEFAULT)?);
    device.query_event(left)?;
    device.synchronize_event(left)?;
    device.destroy_event(gone)?;
    device.synchronize_stream(Stream(0x10020))?;
    device.synchronize()
}

/// Opens the device twice, and uses it when one is closed.
fn twice() -> Answer {
    let mut first = Cuda::open(0).map_err(text)?;
    let mut second = Cuda::open(0).map_err(text)?;
    let address = second.allocate(MIB).map_err(text)?;
    first.allocate(MIB).map_err(text)?;
    drop(first);
    second.fill(address, 4096, 1).map_err(text)?;
    second.checksum(address, 4096).map(text).map_err(text)
}

/// Records an event, and ends without giving anything back.
fn record_and_stop() -> Answer {
    let mut device = Cuda::open(0).map_err(text)?;
    let recorded = device.record_event(Stream::DEFAULT);
    std::mem::forget(device);
    recorded.map(|event| format!("{event:?}")).map_err(text)
}

fn reserve() -> Answer {
    let mut device = Cuda::open(0).map_err(text)?;
    device.reserve(2 * MIB).map(|range| format!("{range:?}")).map_err(text)
}

fn not_ready() -> Answer {
    let mut device = Cuda::open(0).map_err(text)?;
    let event = device.record_event(Stream(0x10010)).map_err(text)?;
    let mut answers = Vec::new();
    for _ in 0..4 {
        answers.push(device.query_event(event).map_err(text)?);
    }
    Ok(format!("{answers:?}"))
}

/// Runs the checks of a device whose names do not begin so, each on a device opened anew.
fn conforms(but_for: &str) -> Answer {
    let checks = conformance::CHECKS.iter().filter(|check| but_for.is_empty() || !check.name.starts_with(but_for));
    let mut passed = 0;
    for check in checks {
        let mut device = Cuda::open(0).map_err(text)?;
        (check.run)(&mut device).map_err(|error| format!("{}: {error}", check.name))?;
        passed += 1;
    }
    let device = Cuda::open(0).map_err(text)?;
    Ok(format!("{passed} passed on {:?}", device.description()))
}

pub(crate) fn text(what: impl std::fmt::Display) -> String {
    what.to_string()
}
