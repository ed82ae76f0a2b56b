//! Why more is reserved than allocated, and more allocated than asked for.

use super::lab::Lab;
use super::parameter::Parameter;
use super::values::DEVICE;
use super::{Experiment, RunError, anything, rules};
use crate::report::{Unit, Words};

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "reserved-vs-allocated",
    title: "rounding, splitting, caching: three reasons for more reserved than allocated",
    question: "how much does the allocator take of the device for one tensor of 3 MiB, for one of 12 MiB and 100 bytes, \
               and for four of 16 MiB of which two are dropped before one of 32 MiB is made?",
    parameters: &PARAMETERS,
    figures: &[
        ("requested_small", Unit::Bytes),
        ("allocated_small", Unit::Bytes),
        ("reserved_small", Unit::Bytes),
        ("requested_odd", Unit::Bytes),
        ("allocated_odd", Unit::Bytes),
        ("reserved_odd", Unit::Bytes),
        ("reserved_batch", Unit::Bytes),
        ("reserved_last", Unit::Bytes),
    ],
    runs_out: None,
    check: anything,
    run,
};

static PARAMETERS: [Parameter; 7] = [
    Parameter::number(DEVICE, Words::new("parameter-device", "memory of the device"), Unit::Mib, (256, 262_144), 1024),
    Parameter::number(
        "small_kib",
        Words::new("parameter-first-size", "size of the first tensor"),
        Unit::Kib,
        (1, 1_048_576),
        3072,
    ),
    Parameter::number(
        "odd_mib",
        Words::new("parameter-second-size", "size of the second tensor"),
        Unit::Mib,
        (1, 16_384),
        12,
    ),
    Parameter::number(
        "odd_bytes",
        Words::new("parameter-second-odd-bytes", "bytes that it has beyond that"),
        Unit::Bytes,
        (0, 1_048_575),
        100,
    ),
    Parameter::number("batch", Words::new("parameter-batch-count", "tensors of the batch"), Unit::Count, (4, 64), 4),
    Parameter::number("batch_mib", Words::new("parameter-batch-size", "size of each"), Unit::Mib, (10, 1024), 16),
    Parameter::number(
        "ask_mib",
        Words::new("parameter-size-behind", "size of the tensor behind them"),
        Unit::Mib,
        (10, 16_384),
        32,
    ),
];

fn run(lab: &mut Lab<'_>) -> Result<(), RunError> {
    let small = lab.values.bytes("small_kib");
    one_tensor(
        lab,
        "small",
        Words::new("run-small-for-its-segment", "one tensor that is small for its segment"),
        small,
    )?;
    let odd = lab.values.bytes("odd_mib") + lab.values.number("odd_bytes");
    one_tensor(lab, "odd", Words::new("run-odd-size", "one tensor of an odd size"), odd)?;
    batch(lab)
}

fn one_tensor(lab: &mut Lab<'_>, name: &str, title: Words, bytes: u64) -> Result<(), RunError> {
    let segment = rules::segment(bytes);
    let fits = segment <= lab.values.bytes(DEVICE);
    // A rest of 1 MiB or less of a large segment is not split off: the tensor gets it, too.
    let rest = segment - rules::block(bytes);
    let split = if segment == rules::SMALL { rest >= 512 } else { rest > 1 << 20 };
    let block = if split { rules::block(bytes) } else { segment };

    let mut bench = lab.bench(title, "")?;
    let tensor = bench.allocate("tensor", bytes)?;
    bench.map(Words::new("map-with-the-tensor", "with the tensor"));
    let point = bench.point();
    let expected = |bytes: u64| (fits && tensor.is_some()).then_some(bytes);
    lab.bytes(
        &format!("requested_{name}"),
        Words::new("figure-requested", "{run}: requested").with("run", title),
        expected(bytes),
        point.requested,
    );
    lab.bytes(
        &format!("allocated_{name}"),
        Words::new("figure-allocated-of-run", "{run}: allocated").with("run", title),
        expected(block),
        point.allocated,
    );
    lab.bytes(
        &format!("reserved_{name}"),
        Words::new("figure-reserved-of-run", "{run}: reserved").with("run", title),
        expected(segment),
        point.reserved,
    );
    bench.summarize();
    lab.keep(bench.close()?);
    Ok(())
}

fn batch(lab: &mut Lab<'_>) -> Result<(), RunError> {
    let (count, size, ask) = (lab.values.number("batch"), lab.values.bytes("batch_mib"), lab.values.bytes("ask_mib"));
    let title = Words::new("run-batch-with-holes", "a batch with two holes");
    let mut bench = lab.bench(title, "")?;
    let mut tensors = bench.allocate_each("tensor", count, size)?;
    bench.map(Words::new("map-the-batch", "the batch"));
    let before = bench.point().reserved;
    // The first and the third, so that the holes are no neighbours; each has a segment of its own anyway.
    for index in [2, 0] {
        if index < tensors.len() {
            let tensor = tensors.remove(index);
            bench.free(tensor)?;
        }
    }
    bench.map(Words::new("map-two-are-dropped", "two are dropped"));
    let last = bench.allocate("last", ask)?;
    bench.map(Words::new("map-after-the-last-tensor", "after the last tensor"));
    let after = bench.point().reserved;

    let segment = rules::segment(size);
    let needs_its_own = rules::block(ask) > segment;
    let expected = count * segment + if needs_its_own { rules::segment(ask) } else { 0 };
    let fits = expected <= lab.values.bytes(DEVICE) && last.is_some();
    lab.bytes(
        "reserved_batch",
        Words::new("figure-reserved-of-run-before", "{run}: reserved before").with("run", title),
        fits.then_some(count * segment),
        before,
    );
    lab.bytes(
        "reserved_last",
        Words::new("figure-reserved-of-run-with-last", "{run}: reserved with the last").with("run", title),
        fits.then_some(expected),
        after,
    );
    bench.summarize();
    lab.keep(bench.close()?);
    Ok(())
}
