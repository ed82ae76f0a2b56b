//! Memory that is free in total, but not in one piece. Two experiments play this script.
//!
//! Large tensors are made and dropped, so that the cache is full. Then come pairs of a piece and a spacer, and the pieces
//! are dropped: the spacers stay between the holes.

use super::RunError;
use super::bench::Bench;
use super::parameter::Parameter;
use super::rules;
use super::values::{DEVICE, Values};
use crate::report::{Label, Point, Unit, Words};

mod expected;

/// The tensor that finds memory or does not.
pub(super) const LAST: &str = "last";

/// Both stories are this script with other numbers.
pub(super) static PARAMETERS: [Parameter; 9] = [
    Parameter::choice(
        "scenario",
        Words::new("parameter-scenario", "which story the defaults tell"),
        &["many", "classic"],
    ),
    Parameter::number(DEVICE, Words::new("parameter-device", "memory of the device"), Unit::Mib, (1024, 262_144), 8192)
        .following(
            |values| if classic(values) { 10_240 } else { 8192 },
            Words::new("follows-device", "8192; classic: 10240"),
        ),
    Parameter::number(
        "held_mib",
        Words::new("parameter-held", "memory that other programs hold"),
        Unit::Mib,
        (0, 65_536),
        512,
    )
    .following(
        |values| if classic(values) { 0 } else { values.number(DEVICE) / 16 },
        Words::new("follows-held", "device / 16; classic: 0"),
    ),
    Parameter::number(
        "tensor_mib",
        Words::new("parameter-large-size", "size of a large tensor"),
        Unit::Mib,
        (10, 262_144),
        128,
    )
    .following(
        |values| if classic(values) { values.number(DEVICE) / 2 * 2 } else { values.number(DEVICE) / 64 },
        Words::new("follows-tensor-size", "device / 64; classic: device, an even number"),
    ),
    Parameter::number("tensors", Words::new("parameter-large-count", "large tensors"), Unit::Count, (1, 4096), 58)
        .following(
            |values| {
                let free = values.number(DEVICE).saturating_sub(values.number("held_mib"));
                if classic(values) { 1 } else { (free / segment_mib(values)).saturating_sub(2) }
            },
            Words::new("follows-tensors", "as many as fit, less 2; classic: 1"),
        ),
    Parameter::number(
        "pairs",
        Words::new("parameter-pairs", "pairs of a piece and a spacer"),
        Unit::Count,
        (1, 8192),
        58,
    )
    .following(
        |values| if classic(values) { 5 } else { values.number("tensors") },
        Words::new("follows-pairs", "tensors; classic: 5"),
    ),
    Parameter::number("piece_mib", Words::new("parameter-piece-size", "size of a piece"), Unit::Mib, (2, 65_536), 100)
        .following(
            |values| if classic(values) { values.number(DEVICE) / 10 } else { values.number("tensor_mib") * 25 / 32 },
            Words::new("follows-piece", "25/32 of a tensor; classic: device / 10"),
        ),
    Parameter::number(
        "spacer_mib",
        Words::new("parameter-spacer-size", "size of a spacer"),
        Unit::Mib,
        (2, 65_536),
        20,
    )
    .following(
        |values| if classic(values) { values.number(DEVICE) / 10 } else { spacer_mib(values) },
        Words::new(
            "follows-spacer",
            "5/32 of a tensor, or more where a second would fit behind it; classic: device / 10",
        ),
    ),
    Parameter::number(
        "ask_mib",
        Words::new("parameter-last-size", "size of the last tensor"),
        Unit::Mib,
        (2, 262_144),
        512,
    )
    .following(
        |values| values.number(DEVICE) / if classic(values) { 5 } else { 16 },
        Words::new("follows-ask", "device / 16; classic: device / 5"),
    ),
];

fn segment_mib(values: &Values) -> u64 {
    values.number("tensor_mib").next_multiple_of(2)
}

/// Returns the MiB of a spacer of which one fits behind a piece, and not two.
///
/// Behind it, nothing else fits into the segment, so that each segment keeps a pair. A rest of 1 MiB would not be split
/// off.
fn spacer_mib(values: &Values) -> u64 {
    let room = segment_mib(values).saturating_sub(values.number("piece_mib"));
    let spacer = (values.number("tensor_mib") * 5 / 32).max(room / 2 + 1);
    if room.checked_sub(spacer) == Some(1) { room } else { spacer }
}

fn classic(values: &Values) -> bool {
    values.is("scenario", "classic")
}

/// The numbers of the script, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Script {
    device: u64,
    pub(super) held: u64,
    tensors: u64,
    tensor: u64,
    pairs: u64,
    piece: u64,
    spacer: u64,
    ask: u64,
}

/// The memory at the moments that count.
#[derive(Debug)]
pub(super) struct Course {
    /// After the pieces were dropped.
    pub(super) holes: Point,
    /// After `empty_cache`.
    pub(super) emptied: Point,
    /// After the last request.
    pub(super) asked: Point,
    pub(super) refused: bool,
}

/// What the rules say of a course; nothing where the parameters make it a matter of more than a few lines.
#[derive(Debug, Default)]
pub(super) struct Expected {
    pub(super) allocated: Option<u64>,
    pub(super) reserved_holes: Option<u64>,
    pub(super) reserved_emptied: Option<u64>,
    pub(super) reserved_asked: Option<u64>,
    pub(super) refused: Option<bool>,
}

impl Script {
    pub(super) fn new(values: &Values) -> Self {
        Self {
            device: values.bytes(DEVICE),
            held: values.bytes("held_mib"),
            tensors: values.number("tensors"),
            tensor: values.bytes("tensor_mib"),
            pairs: values.number("pairs"),
            piece: values.bytes("piece_mib"),
            spacer: values.bytes("spacer_mib"),
            ask: values.bytes("ask_mib"),
        }
    }

    /// Says whether others leave something of the device.
    pub(super) fn check(values: &Values) -> Result<(), Label> {
        let (held, device) = (values.number("held_mib"), values.number(DEVICE));
        if held < device {
            return Ok(());
        }
        let words = Words::new(
            "problem-nothing-left",
            "`{parameter}` is {value}, but it must be less than `{other}`, which is {limit}, or there is nothing left to \
             allocate",
        );
        Err(words.with("parameter", "held_mib").with("value", held).with("other", DEVICE).with("limit", device))
    }

    pub(super) fn play(&self, bench: &mut Bench) -> Result<Course, RunError> {
        let large = bench.allocate_each("large", self.tensors, self.tensor)?;
        bench.free_all(large)?;
        let (mut pieces, mut spacers) = (Vec::new(), Vec::new());
        for number in 1..=self.pairs {
            pieces.extend(bench.allocate(&format!("piece {number}"), self.piece)?);
            spacers.extend(bench.allocate(&format!("spacer {number}"), self.spacer)?);
        }
        bench.map(Words::new("map-pieces-and-spacers", "pieces and spacers"));
        bench.free_all(pieces)?;
        bench.map(Words::new("map-the-pieces-are-free", "the pieces are free"));
        let holes = bench.point();
        bench.empty_cache()?;
        bench.map(Words::new("map-after-empty-cache", "after empty_cache"));
        let emptied = bench.point();
        let last = bench.allocate(LAST, self.ask)?;
        bench.map(Words::new("map-after-the-last-request", "after the last request"));
        Ok(Course { holes, emptied, asked: bench.point(), refused: last.is_none() })
    }
}
