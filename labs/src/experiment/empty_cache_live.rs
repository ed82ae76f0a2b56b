//! What `empty_cache` does to tensors that are alive: nothing.

use super::bench::{Bench, Tensor};
use super::lab::Lab;
use super::parameter::Parameter;
use super::values::DEVICE;
use super::{Experiment, RunError, Values, anything, rules};
use crate::bytes::{KIB, MIB};
use crate::report::{Cell, Column, Contents, MemoryMap, Table, Unit, Words};
use crate::snapshot::SegmentType;

mod pattern;

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "empty-cache-live",
    title: "empty_cache gives whole free segments back and touches nothing that is alive",
    question: "most of the tensors are dropped and empty_cache is called: what happens to the contents of those that \
               are left, and how much memory goes back?",
    parameters: &PARAMETERS,
    figures: &[
        ("intact", Unit::Count),
        ("allocated_before", Unit::Bytes),
        ("allocated_after", Unit::Bytes),
        ("reserved_before", Unit::Bytes),
        ("free_segments", Unit::Bytes),
        ("reserved_after", Unit::Bytes),
    ],
    runs_out: None,
    check: anything,
    run,
};

/// Four of them fill a small segment.
const SMALL: u64 = 512 * KIB;
/// Five of them fill a segment for medium sizes.
const MEDIUM: u64 = 4 * MIB;

static PARAMETERS: [Parameter; 7] = [
    Parameter::number(DEVICE, Words::new("parameter-device", "memory of the device"), Unit::Mib, (256, 262_144), 1024),
    Parameter::number(
        "small",
        Words::new("parameter-tensors-of-512-kib", "tensors of 512 KiB"),
        Unit::Count,
        (0, 256),
        24,
    ),
    Parameter::number(
        "medium",
        Words::new("parameter-tensors-of-4-mib", "tensors of 4 MiB"),
        Unit::Count,
        (0, 256),
        20,
    ),
    Parameter::number("large", Words::new("parameter-large-count", "large tensors"), Unit::Count, (0, 64), 6),
    // Smaller ones would fit behind the last tensor of 4 MiB.
    Parameter::number(
        "large_mib",
        Words::new("parameter-large-size", "size of a large tensor"),
        Unit::Mib,
        (18, 1024),
        32,
    ),
    Parameter::number(
        "keep_every",
        Words::new("parameter-keep-every", "of how many tensors one is kept"),
        Unit::Count,
        (1, 64),
        8,
    ),
    Parameter::choice(
        "expandable_segments",
        Words::new("parameter-expandable", "whether segments are expandable"),
        &["no", "yes"],
    ),
];

/// Tensors of one size.
struct Kind {
    name: &'static str,
    count: u64,
    bytes: u64,
}

fn kinds(values: &Values) -> [Kind; 3] {
    [
        Kind { name: "small", count: values.number("small"), bytes: SMALL },
        Kind { name: "medium", count: values.number("medium"), bytes: MEDIUM },
        Kind { name: "large", count: values.number("large"), bytes: values.bytes("large_mib") },
    ]
}

fn run(lab: &mut Lab<'_>) -> Result<(), RunError> {
    let kinds = kinds(&lab.values);
    let keep_every = lab.values.number("keep_every");
    let expandable = lab.values.is("expandable_segments", "yes");
    let settings = if expandable { "expandable_segments:True" } else { "" };
    let mut bench =
        lab.bench(Words::new("run-alive-during-empty-cache", "tensors alive during empty_cache"), settings)?;

    let live = make_and_drop(&mut bench, &kinds, keep_every)?;
    let written = write(&mut bench, &live)?;
    let free_segments = whole_free_segments(bench.map(Words::new("map-before-empty-cache", "before empty_cache")));
    let before = bench.point();
    bench.empty_cache()?;
    let table = pins(bench.map(Words::new("map-after-empty-cache", "after empty_cache")));
    let after = bench.point();
    let intact = read_back(&mut bench, &live, written)?;
    lab.keep(bench.close()?);

    let fits =
        kinds.iter().map(|kind| kind.count * rules::segment(kind.bytes)).sum::<u64>() <= lab.values.bytes(DEVICE);
    let plain = fits && !expandable;
    let [allocated, reserved, pinned] = expected(&kinds, keep_every);
    let count = live.len() as u64;
    lab.figure(
        "intact",
        Words::new("figure-intact", "tensors with the same contents as before"),
        Unit::Count,
        count,
        intact,
    );
    lab.bytes(
        "allocated_before",
        Words::new("figure-allocated-before", "allocated before"),
        fits.then_some(allocated),
        before.allocated,
    );
    lab.bytes(
        "allocated_after",
        Words::new("figure-allocated-after", "allocated after"),
        before.allocated,
        after.allocated,
    );
    lab.bytes(
        "reserved_before",
        Words::new("figure-reserved-before", "reserved before"),
        plain.then_some(reserved),
        before.reserved,
    );
    lab.bytes(
        "free_segments",
        Words::new("figure-free-segments", "of it whole free segments"),
        plain.then_some(reserved - pinned),
        free_segments,
    );
    lab.bytes(
        "reserved_after",
        Words::new("figure-reserved-after", "reserved after"),
        plain.then_some(pinned),
        after.reserved,
    );
    lab.table(table);
    Ok(())
}

/// Makes all tensors, then drops those that are not kept.
fn make_and_drop(bench: &mut Bench, kinds: &[Kind], keep_every: u64) -> Result<Vec<Tensor>, RunError> {
    let mut live = Vec::new();
    let mut dropped = Vec::new();
    for kind in kinds {
        for (index, tensor) in (0..).zip(bench.allocate_each(kind.name, kind.count, kind.bytes)?) {
            if is_kept(index, keep_every) { live.push(tensor) } else { dropped.push(tensor) }
        }
    }
    bench.free_all(dropped)?;
    Ok(live)
}

const fn is_kept(index: u64, keep_every: u64) -> bool {
    index.is_multiple_of(keep_every)
}

/// Fills the tensors on the device, each with a pattern of its own, and returns what the device then holds beside what
/// it should hold.
fn write(bench: &mut Bench, live: &[Tensor]) -> Result<Vec<Contents>, RunError> {
    let mut contents = Vec::new();
    for (seed, tensor) in (1..).zip(live) {
        bench.write(tensor, seed)?;
    }
    for (seed, tensor) in (1..).zip(live) {
        let before = bench.read(tensor)?;
        let written = pattern::checksum(tensor.bytes(), seed);
        contents.push(Contents { tensor: tensor.name.clone(), bytes: tensor.bytes(), written, before, after: before });
    }
    Ok(contents)
}

/// Returns how many tensors hold what was written to them.
fn read_back(bench: &mut Bench, live: &[Tensor], written: Vec<Contents>) -> Result<u64, RunError> {
    let mut intact = 0;
    for (tensor, contents) in live.iter().zip(written) {
        let contents = Contents { after: bench.read(tensor)?, ..contents };
        intact += u64::from(contents.is_intact());
        bench.keep_contents(contents);
    }
    Ok(intact)
}

fn whole_free_segments(map: &MemoryMap) -> u64 {
    map.segments.iter().filter(|segment| segment.pinned_by().next().is_none()).map(|segment| segment.bytes).sum()
}

/// Names what keeps each remaining segment.
fn pins(map: &MemoryMap) -> Table {
    let column = |label: Words, unit| Column { label: label.into(), unit };
    let row = |segment: &crate::report::MapSegment| {
        let live: u64 = segment.pinned_by().map(|block| block.bytes).sum();
        let names = segment.pinned_by().filter_map(|block| block.tensor.clone()).collect();
        vec![
            Cell::Text(format!("{:#x}", segment.address.get())),
            Cell::Label(pool(segment.pool).into()),
            Cell::Number(segment.bytes),
            Cell::Number(live),
            Cell::Names(names),
        ]
    };
    Table {
        title: Words::new("table-pins", "what keeps each segment that is left").into(),
        columns: vec![
            column(Words::new("column-segment", "segment"), Unit::Word),
            column(Words::new("column-pool", "pool"), Unit::Word),
            column(Words::new("column-size", "size"), Unit::Bytes),
            column(Words::new("column-alive", "alive in it"), Unit::Bytes),
            column(Words::new("column-kept-by", "kept by"), Unit::Word),
        ],
        rows: map.segments.iter().map(row).collect(),
    }
}

const fn pool(pool: SegmentType) -> Words {
    match pool {
        SegmentType::Small => Words::new("pool-small", "small"),
        SegmentType::Large => Words::new("pool-large", "large"),
    }
}

/// Returns the bytes of live tensors, of all segments, and of those that hold a live tensor.
fn expected(kinds: &[Kind], keep_every: u64) -> [u64; 3] {
    let mut sums = [0; 3];
    for kind in kinds {
        let segment = rules::segment(kind.bytes);
        let in_one = if kind.name == "large" { 1 } else { segment / kind.bytes };
        let segments = kind.count.div_ceil(in_one);
        let is_pinned = |number: &u64| {
            let tensors = number * in_one..((number + 1) * in_one).min(kind.count);
            tensors.into_iter().any(|index| is_kept(index, keep_every))
        };
        let pinned = (0..segments).filter(is_pinned).count() as u64;
        let block = if kind.name == "large" && segment - kind.bytes <= MIB { segment } else { kind.bytes };
        sums[0] += kind.count.div_ceil(keep_every) * block;
        sums[1] += segments * segment;
        sums[2] += pinned * segment;
    }
    sums
}
