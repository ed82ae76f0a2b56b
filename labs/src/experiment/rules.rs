//! What the rules of the allocator say about sizes, in plain arithmetic.
//!
//! Note: expectations are not read off the allocator. A report compares what was found with what follows from the rules
//! that PyTorch documents (spec sections 1, 2 and 11), so these few lines do not call the allocator's own functions:
//! a mistake there shows as a difference here.

use crate::bytes::MIB;
use crate::report::{Label, Words};

/// The page of a large expandable segment, and the segment for what is larger than 1 MiB and smaller than 10.
pub(super) const LARGE: u64 = 20 * MIB;
/// The segment for what is 1 MiB at most.
pub(super) const SMALL: u64 = 2 * MIB;

/// Returns the block that a request gets of a fresh segment: the next multiple of 512 bytes.
pub(super) const fn block(bytes: u64) -> u64 {
    bytes.div_ceil(512) * 512
}

/// Returns the segment that a request gets when nothing cached serves it.
pub(super) const fn segment(bytes: u64) -> u64 {
    match block(bytes) {
        ..=MIB => SMALL,
        size if size < 10 * MIB => LARGE,
        size => up(size, 2 * MIB),
    }
}

/// Returns the next multiple.
pub(super) const fn up(bytes: u64, unit: u64) -> u64 {
    bytes.div_ceil(unit) * unit
}

/// Says that a parameter is more than another one, both by name and value.
pub(super) fn more_than((parameter, value): (&str, u64), (other, limit): (&str, u64)) -> Label {
    let words = Words::new(
        "problem-not-more-than",
        "`{parameter}` is {value}, but it must not be more than `{other}`, which is {limit}",
    );
    words.with("parameter", parameter).with("value", value).with("other", other).with("limit", limit)
}
