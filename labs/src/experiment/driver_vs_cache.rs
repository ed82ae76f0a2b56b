//! What a cache saves: driver calls.

use super::bench::driver_log;
use super::lab::Lab;
use super::parameter::Parameter;
use super::progress::Progress;
use super::values::DEVICE;
use super::watched::Watched;
use super::{Experiment, RunError, rules};
use crate::device::{Device, DeviceError, Recording};
use crate::report::{Action, Event, Refusal, RefusedBy, Run, Unit, Words};

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "driver-vs-cache",
    title: "what the cache of an allocator saves",
    question: "a tensor is made and dropped again and again: how many driver calls does that take, with a cache and without?",
    parameters: &PARAMETERS,
    figures: &[("direct_calls", Unit::Count), ("cached_calls", Unit::Count)],
    runs_out: None,
    check: |values| {
        let (size, device) = (values.number("size_mib"), values.number(DEVICE));
        if size <= device { Ok(()) } else { Err(rules::more_than(("size_mib", size), (DEVICE, device))) }
    },
    run,
};

static PARAMETERS: [Parameter; 3] = [
    Parameter::number(DEVICE, Words::new("parameter-device", "memory of the device"), Unit::Mib, (64, 262_144), 1024),
    Parameter::number(
        "pairs",
        Words::new("parameter-times", "times that the tensor is made and dropped"),
        Unit::Count,
        (1, 100_000),
        10_000,
    ),
    Parameter::number(
        "size_mib",
        Words::new("parameter-tensor-size", "size of the tensor"),
        Unit::Mib,
        (1, 65_536),
        20,
    ),
];

fn run(lab: &mut Lab<'_>) -> Result<(), RunError> {
    let (pairs, bytes) = (lab.values.number("pairs"), lab.values.bytes("size_mib"));
    let direct = straight_to_the_driver(lab, pairs, bytes)?;

    let mut bench = lab.bench(Words::new("run-through-the-cache", "through the caching allocator"), "")?;
    let simulated = bench.description().simulated;
    let start = bench.microseconds();
    bench.allocate_and_free("tensor", bytes, pairs)?;
    let cached_time = bench.microseconds() - start;
    bench.map(Words::new("map-after-the-last-pair", "after the last pair"));
    let cached = bench.close()?;

    let fits = rules::segment(bytes) <= lab.values.bytes(DEVICE);
    let served = direct.run.refusals.is_empty() && cached.run.refusals.is_empty();
    lab.figure(
        "direct_calls",
        Words::new("figure-direct-calls", "driver calls without a cache"),
        Unit::Count,
        2 * pairs,
        direct.run.driver.total(),
    );
    lab.figure(
        "cached_calls",
        Words::new("figure-cached-calls", "driver calls with the cache"),
        Unit::Count,
        fits.then_some(1),
        cached.run.driver.total(),
    );
    if !simulated && served {
        lab.figure(
            "direct_time",
            Words::new("figure-direct-time", "time without a cache"),
            Unit::Microseconds,
            None,
            direct.microseconds,
        );
        lab.figure(
            "cached_time",
            Words::new("figure-cached-time", "time with the cache"),
            Unit::Microseconds,
            None,
            cached_time,
        );
        let ratio = direct.microseconds.saturating_mul(100) / cached_time.max(1);
        lab.figure("speedup", Words::new("figure-speedup", "the cache is faster by"), Unit::CentiRatio, None, ratio);
    }
    lab.keep(direct.run);
    lab.keep(cached);
    Ok(())
}

struct Direct {
    run: Run,
    microseconds: u64,
}

const DIRECT: Words = Words::new("run-straight-to-the-driver", "straight to the driver");

fn straight_to_the_driver(lab: &mut Lab<'_>, pairs: u64, bytes: u64) -> Result<Direct, RunError> {
    let mut device = lab.device()?;
    lab.tell(&Progress::Run { title: DIRECT.into(), settings: None });
    device.set_step(1);
    let start = device.microseconds();
    let mut done = 0;
    let mut refused = None;
    while done < pairs && refused.is_none() {
        match device.allocate(bytes) {
            Ok(address) => device.free(address)?,
            Err(DeviceError::OutOfMemory) => refused = Some(refusal(&mut device, bytes)),
            Err(error) => return Err(error.into()),
        }
        done += u64::from(refused.is_none());
    }
    let microseconds = device.microseconds() - start;
    let event = Event {
        step: 1,
        action: Action::AllocateAndFree,
        subject: "tensor".to_owned(),
        bytes,
        address: None,
        times: done,
    };
    lab.tell(&Progress::Step { event: event.clone(), point: None, calls: Vec::new() });
    let run = Run {
        title: DIRECT.into(),
        events: vec![event],
        driver: driver_log(device.take_log()),
        refusals: refused.into_iter().collect(),
        ..Run::default()
    };
    Ok(Direct { run, microseconds })
}

fn refusal(device: &mut Recording<Watched>, bytes: u64) -> Refusal {
    let by = RefusedBy::since(0, device.inner_mut().budget_refusals());
    Refusal { step: 1, bytes, message: "cudaMalloc: out of memory".to_owned(), by }
}
