//! The memory of the device as one strip: what others hold, the segments in the order of their addresses, and what is free.

use std::fmt::Write as _;

use labs::report::{MemoryMap, Refusal};

use super::svg::{Stretch, escaped};
use crate::film::Scale;
use crate::film::state::State;
use crate::i18n::{Text, bytes, tensor_name};

/// Blocks that are drawn one by one. More are drawn by what most of a stretch is.
const DRAWN: usize = 600;
/// Stretches that more blocks are drawn in.
const STRETCHES: u64 = 400;
/// Blocks that say what they are when they are pointed at; the table has all of them.
const NAMED: usize = 250;
/// Segments that have a frame of their own: so many, and none narrower than this, in hundredths of a percent.
const FRAMED: usize = 80;
const NARROWEST_FRAME: u64 = 50;

const HEIGHT: u32 = 44;
/// Where the request that was refused stands.
const ASKED_AT: u32 = HEIGHT + 8;
const ASKED_HEIGHT: u32 = 22;

/// What surrounds the segments of a map.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) held: u64,
    pub(super) scale: Scale,
    /// The request that this moment refused.
    pub(super) refused: Option<&'a Refusal>,
}

/// A piece of the strip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) state: State,
    pub(super) bytes: u64,
    pub(super) name: Option<String>,
}

/// Returns the pieces in their order. They fill the strip where it is the whole device.
pub(super) fn pieces(map: &MemoryMap, around: Around<'_>) -> Vec<Piece> {
    let piece = |state, bytes, name| Piece { state, bytes, name };
    let mut pieces = Vec::new();
    if around.held > 0 {
        pieces.push(piece(State::Outside, around.held, None));
    }
    for segment in &map.segments {
        let blocks = segment.blocks.iter();
        pieces.extend(blocks.map(|block| piece(State::of(block, segment), block.bytes, block.tensor.clone())));
    }
    let taken: u64 = pieces.iter().map(|piece| piece.bytes).sum();
    if around.scale.whole_device && taken < around.scale.bytes {
        pieces.push(piece(State::Unmapped, around.scale.bytes - taken, None));
    }
    pieces
}

/// Returns the drawing and its height.
pub(super) fn drawing(text: Text, map: &MemoryMap, around: Around<'_>) -> (String, u32) {
    let whole = around.scale.bytes;
    let pieces = pieces(map, around);
    let named = pieces.len() <= NAMED;
    let pieces = if pieces.len() > DRAWN { summarised(&pieces, whole) } else { pieces };
    let (mut svg, mut at) = (String::new(), 0);
    for piece in &pieces {
        let stretch = Stretch::of(at, piece.bytes, whole);
        at += piece.bytes;
        let title = if named { format!("<title>{}</title>", escaped(&said(text, piece))) } else { String::new() };
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            r#"<rect class="{}" x="{}" y="2" width="{}" height="{}">{title}</rect>"#,
            piece.state.class(),
            stretch.x(),
            stretch.width(),
            HEIGHT - 4,
        );
    }
    svg.push_str(&frames(map, around));
    match around.refused {
        Some(refusal) => {
            svg.push_str(&asked(text, refusal.bytes, whole));
            (svg, ASKED_AT + ASKED_HEIGHT + 2)
        }
        None => (svg, HEIGHT),
    }
}

fn said(text: Text, piece: &Piece) -> String {
    let state = text.get(piece.state.key());
    let size = bytes(text.lang(), piece.bytes);
    match &piece.name {
        Some(name) => format!("{}: {size}, {state}", tensor_name(text.lang(), name)),
        None => format!("{size}, {state}"),
    }
}

/// The borders of segments: no block can reach across one.
fn frames(map: &MemoryMap, around: Around<'_>) -> String {
    let mut svg = String::new();
    if map.segments.len() > FRAMED {
        return svg;
    }
    let mut at = around.held;
    for segment in &map.segments {
        let stretch = Stretch::of(at, segment.bytes, around.scale.bytes);
        at += segment.bytes;
        if stretch.size < NARROWEST_FRAME {
            continue;
        }
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            r#"<rect class="lab-segment-frame" x="{}" y="1" width="{}" height="{}"/>"#,
            stretch.x(),
            stretch.width(),
            HEIGHT - 2,
        );
    }
    svg
}

/// The request to the same scale, below the strip.
fn asked(text: Text, amount: u64, whole: u64) -> String {
    let stretch = Stretch::of(0, amount, whole);
    let size = bytes(text.lang(), amount);
    let said = escaped(&text.with("labs-asked", [("size", size.into())]));
    let beside = if stretch.size < 6_000 {
        let label = Stretch { from: stretch.size + 100, size: 0 };
        format!(r#"<text class="strip-label" x="{}" y="{}">{said}</text>"#, label.x(), ASKED_AT + 16)
    } else {
        format!(r#"<text class="strip-label" x="1%" y="{}">{said}</text>"#, ASKED_AT + 16)
    };
    format!(
        r#"<rect class="s-refused" x="0" y="{ASKED_AT}" width="{}" height="{ASKED_HEIGHT}"/>{beside}"#,
        stretch.width()
    )
}

/// Returns stretches of equal length, each in the state that most of it is in.
fn summarised(pieces: &[Piece], whole: u64) -> Vec<Piece> {
    let length = whole.div_ceil(STRETCHES).max(1);
    let mut sums: Vec<[u64; State::ALL.len()]> = Vec::new();
    let mut at = 0;
    for piece in pieces {
        let end = at + piece.bytes;
        while at < end {
            let index = usize::try_from(at / length).unwrap_or(usize::MAX);
            let upto = end.min((at / length + 1) * length);
            if sums.len() <= index {
                sums.resize(index + 1, [0; State::ALL.len()]);
            }
            sums[index][piece.state as usize] += upto - at;
            at = upto;
        }
    }
    let most = |sums: &[u64; State::ALL.len()]| {
        let (_, state) = sums.iter().zip(State::ALL).max_by_key(|(sum, _)| **sum).unwrap_or((&0, State::Unmapped));
        Piece { state, bytes: sums.iter().sum(), name: None }
    };
    sums.iter().map(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_blocks_are_drawn_by_what_most_of_a_stretch_is() {
        let piece = |state, bytes| Piece { state, bytes, name: None };
        let pieces: Vec<Piece> = (0..2000).flat_map(|_| [piece(State::Live, 3), piece(State::Pinned, 1)]).collect();
        let whole = 8000;
        let drawn = summarised(&pieces, whole);
        assert_eq!(drawn.len(), 400);
        assert_eq!(drawn.iter().map(|piece| piece.bytes).sum::<u64>(), whole);
        assert!(drawn.iter().all(|piece| piece.state == State::Live));
    }
}
