//! Small tensors first or large ones first: it is not the same.

use super::lab::Lab;
use super::parameter::Parameter;
use super::values::DEVICE;
use super::{Experiment, RunError, Values, rules};
use crate::report::{Point, Unit, Words};

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "order-of-sizes",
    title: "the order of batch sizes decides what is reserved",
    question: "a batch of small tensors, dropped, then one of large tensors with as many bytes in all: how much is \
               reserved, and how much in the opposite order?",
    parameters: &PARAMETERS,
    figures: &[
        ("first_ascending", Unit::Bytes),
        ("reserved_ascending", Unit::Bytes),
        ("first_descending", Unit::Bytes),
        ("reserved_descending", Unit::Bytes),
        ("first_ascending_expandable", Unit::Bytes),
        ("reserved_ascending_expandable", Unit::Bytes),
        ("first_descending_expandable", Unit::Bytes),
        ("reserved_descending_expandable", Unit::Bytes),
    ],
    runs_out: None,
    check: |values| {
        let (small, large) = (values.number("small_mib"), values.number("large_mib"));
        if small < large {
            return Ok(());
        }
        let words = Words::new(
            "problem-less-than",
            "`{parameter}` is {value}, but it must be less than `{other}`, which is {limit}",
        );
        Err(words.with("parameter", "small_mib").with("value", small).with("other", "large_mib").with("limit", large))
    },
    run,
};

static PARAMETERS: [Parameter; 5] = [
    Parameter::number(DEVICE, Words::new("parameter-device", "memory of the device"), Unit::Mib, (128, 262_144), 1024),
    Parameter::number("small_count", Words::new("parameter-small-count", "small tensors"), Unit::Count, (1, 1024), 8),
    Parameter::number(
        "small_mib",
        Words::new("parameter-small-size", "size of a small tensor"),
        Unit::Mib,
        (10, 16_384),
        16,
    ),
    Parameter::number("large_count", Words::new("parameter-large-count", "large tensors"), Unit::Count, (1, 1024), 4),
    Parameter::number(
        "large_mib",
        Words::new("parameter-large-size", "size of a large tensor"),
        Unit::Mib,
        (10, 65_536),
        32,
    ),
];

#[derive(Debug, Clone, Copy)]
struct Batch {
    name: &'static str,
    /// What is said of a map with all of them.
    words: Words,
    count: u64,
    bytes: u64,
}

/// An order of the two batches, and how it is called.
struct Order {
    name: &'static str,
    title: Words,
    settings: &'static str,
    batches: [Batch; 2],
    expected: [u64; 2],
}

fn run(lab: &mut Lab<'_>) -> Result<(), RunError> {
    let batch = |name, words, count: &str, size: &str, values: &Values| Batch {
        name,
        words,
        count: values.number(count),
        bytes: values.bytes(size),
    };
    let small = batch(
        "small",
        Words::new("map-small-tensors", "{count} × small tensor"),
        "small_count",
        "small_mib",
        &lab.values,
    );
    let large = batch(
        "large",
        Words::new("map-large-tensors", "{count} × large tensor"),
        "large_count",
        "large_mib",
        &lab.values,
    );
    for order in orders(small, large) {
        play(lab, &order)?;
    }
    Ok(())
}

fn orders(small: Batch, large: Batch) -> [Order; 4] {
    let segments = |batch: Batch| batch.count * rules::segment(batch.bytes);
    // Each segment of the first batch is cut into blocks for the second; what finds none takes segments of its own.
    let more = |first: Batch, then: Batch| {
        let served = first.count * (rules::segment(first.bytes) / then.bytes);
        then.count.saturating_sub(served) * rules::segment(then.bytes)
    };
    let pages = |batch: Batch| rules::up(batch.count * batch.bytes, rules::LARGE);
    let both = pages(small).max(pages(large));
    let expandable = "expandable_segments:True";
    [
        Order {
            name: "ascending",
            title: Words::new("run-small-first", "small tensors first"),
            settings: "",
            batches: [small, large],
            expected: [segments(small), segments(small) + more(small, large)],
        },
        Order {
            name: "descending",
            title: Words::new("run-large-first", "large tensors first"),
            settings: "",
            batches: [large, small],
            expected: [segments(large), segments(large) + more(large, small)],
        },
        Order {
            name: "ascending_expandable",
            title: Words::new("run-small-first-expandable", "small tensors first, expandable segments"),
            settings: expandable,
            batches: [small, large],
            expected: [pages(small), both],
        },
        Order {
            name: "descending_expandable",
            title: Words::new("run-large-first-expandable", "large tensors first, expandable segments"),
            settings: expandable,
            batches: [large, small],
            expected: [pages(large), both],
        },
    ]
}

fn play(lab: &mut Lab<'_>, order: &Order) -> Result<(), RunError> {
    let mut bench = lab.bench(order.title, order.settings)?;
    let mut reserved = [Point::default(); 2];
    for (batch, reserved) in order.batches.into_iter().zip(&mut reserved) {
        let tensors = bench.allocate_each(batch.name, batch.count, batch.bytes)?;
        bench.map(batch.words.with("count", batch.count));
        *reserved = bench.point();
        bench.free_all(tensors)?;
    }
    lab.keep(bench.close()?);

    let fits = order.expected.iter().all(|expected| *expected <= lab.values.bytes(DEVICE));
    let [first, second] = order.expected.map(|expected| fits.then_some(expected));
    let (name, title) = (order.name, order.title);
    lab.bytes(
        &format!("first_{name}"),
        Words::new("figure-reserved-with-first", "{run}: reserved with the first batch").with("run", title),
        first,
        reserved[0].reserved,
    );
    lab.bytes(
        &format!("reserved_{name}"),
        Words::new("figure-reserved-with-second", "{run}: reserved with the second").with("run", title),
        second,
        reserved[1].reserved,
    );
    Ok(())
}
