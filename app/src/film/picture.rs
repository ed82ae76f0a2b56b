//! The device as one strip, as SVG: the same from the server and in the browser.

use std::fmt::Write as _;

use super::memory::{Row, Slice};
use super::scale::Scale;
use super::state::State;

/// Blocks up to which the strip is SVG.
pub const FEW: usize = 400;
/// Pixels that the strip is high, without a request that was refused.
pub const STRIP_HEIGHT: u32 = 44;
/// Segments have a frame that are at least such a part of the strip. Narrower ones would be nothing but frames.
const NARROWEST_FRAME: u64 = 150;

/// Returns what the strip consists of: what others hold, the blocks, and what is free where it is the whole device.
/// What is no block of a segment has the highest address there is.
pub fn pieces(held: u64, rows: &[Row], scale: Scale) -> Vec<Slice> {
    let filler = |state, bytes| Slice { address: u64::MAX, bytes, state, name: None };
    let mut pieces = Vec::new();
    if held > 0 {
        pieces.push(filler(State::Outside, held));
    }
    pieces.extend(rows.iter().flat_map(|row| &row.slices).copied());
    let taken: u64 = pieces.iter().map(|piece| piece.bytes).sum();
    if scale.whole_device && taken < scale.bytes {
        pieces.push(filler(State::Unmapped, scale.bytes - taken));
    }
    pieces
}

/// Returns the drawing of the strip and its height. `asked` is a request that found no memory, drawn below.
pub fn strip(pieces: &[Slice], rows: &[Row], held: u64, whole: u64, asked: Option<u64>) -> (String, u32) {
    let (mut svg, mut at) = (String::new(), 0);
    for piece in pieces {
        rect(&mut svg, piece.state.class(), [at, piece.bytes, whole], [2, STRIP_HEIGHT - 4]);
        at += piece.bytes;
    }
    let mut at = held;
    for row in rows {
        if row.bytes.saturating_mul(NARROWEST_FRAME) >= whole {
            rect(&mut svg, "lab-segment-frame", [at, row.bytes, whole], [1, STRIP_HEIGHT - 2]);
        }
        at += row.bytes;
    }
    let Some(bytes) = asked else { return (svg, STRIP_HEIGHT) };
    rect(&mut svg, State::Refused.class(), [0, bytes.min(whole), whole], [STRIP_HEIGHT + 6, 18]);
    (svg, STRIP_HEIGHT + 26)
}

fn rect(svg: &mut String, class: &str, [start, bytes, whole]: [u64; 3], [y, height]: [u32; 2]) {
    let (x, width) = (percent(start, whole), percent(bytes, whole));
    // Writing to a string cannot fail.
    let _ = write!(svg, r#"<rect class="{class}" x="{x:.3}%" y="{y}" width="{width:.3}%" height="{height}"/>"#);
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
fn percent(part: u64, whole: u64) -> f64 {
    part as f64 * 100.0 / whole.max(1) as f64
}
