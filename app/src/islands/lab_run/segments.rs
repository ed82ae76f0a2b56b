//! Segments as rows of a canvas that scrolls. Only the rows in view are drawn.

use web_sys::{Element, HtmlCanvasElement, HtmlElement};

use super::dom::{find, style};
use super::paint::{Palette, prepared};
use super::words::Words;
use crate::film::{Row, Slice, spans};

/// Pixels from one row to the next, of a block, and left of the blocks for the size of the segment.
const ROW: u32 = 30;
const BLOCK: u32 = 24;
const LABEL: u32 = 96;
/// Most rows in view.
const SHOWN: u32 = 8;

pub(crate) struct Segments {
    root: HtmlElement,
    all: HtmlElement,
    canvas: HtmlCanvasElement,
    rows: Vec<Row>,
    /// The most bytes of a segment in the film.
    largest: u64,
    /// Address of the block that is chosen.
    chosen: Option<u64>,
}

/// Where to go from the block that is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Left,
    Right,
    Up,
    Down,
    First,
    Last,
}

impl Segments {
    pub(crate) fn of(stage: &Element) -> Option<Self> {
        let root: HtmlElement = find(stage, "[data-segments]")?;
        let (all, canvas) = (find(&root, "[data-all]")?, find(&root, "canvas")?);
        Some(Self { root, all, canvas, rows: Vec::new(), largest: 1, chosen: None })
    }

    pub(crate) fn element(&self) -> &HtmlElement {
        &self.root
    }

    pub(crate) fn set(&mut self, rows: Vec<Row>) {
        self.largest = rows.iter().map(|row| row.bytes).fold(self.largest, u64::max);
        let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        if rows.len() != self.rows.len() {
            style(&self.all, "height", &format!("{}px", count.saturating_mul(ROW)));
        }
        self.rows = rows;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Draws the rows that are in view.
    pub(crate) fn draw(&self, words: &Words, palette: &Palette) {
        let width = u32::try_from(self.root.client_width()).unwrap_or(0);
        let height = u32::try_from(self.rows.len()).unwrap_or(SHOWN).min(SHOWN) * ROW;
        let Some(context) = prepared(&self.canvas, width, height) else { return };
        let top = f64::from(self.root.scroll_top().max(0));
        let plot = width.saturating_sub(LABEL + 4);
        let first = to_index(top / f64::from(ROW));
        for (index, row) in self.rows.iter().enumerate().skip(first).take(SHOWN as usize + 1) {
            let y = from_index(index) * f64::from(ROW) - top + 3.0;
            palette.label(&context, &words.bytes(row.bytes), 0.0, y + 16.0);
            let wide = scaled(row.bytes, self.largest, plot).max(2);
            let drawn = spans(row.slices.iter().copied(), row.bytes, wide);
            palette.spans(&context, &drawn, f64::from(LABEL), y, f64::from(BLOCK));
            if let Some((from, size)) = self.place_in(row, wide) {
                palette.frame(&context, f64::from(LABEL + from), y - 1.0, f64::from(size), f64::from(BLOCK + 2));
            }
        }
    }

    fn place_in(&self, row: &Row, wide: u32) -> Option<(u32, u32)> {
        let chosen = self.chosen?;
        let slice = row.slices.iter().find(|slice| slice.address == chosen)?;
        let from = scaled(slice.address - row.address, row.bytes, wide);
        Some((from, scaled(slice.bytes, row.bytes, wide)))
    }

    /// Returns the chosen block with the number of its segment, while it is there.
    pub(crate) fn chosen(&self) -> Option<(usize, &Row, Slice)> {
        let chosen = self.chosen?;
        // The last row that begins at or before the block has it, if any has.
        let index = self.rows.partition_point(|row| row.address <= chosen).checked_sub(1)?;
        let row = &self.rows[index];
        let slice = row.slices.iter().rev().find(|slice| slice.address <= chosen)?;
        (chosen < slice.address.saturating_add(slice.bytes)).then_some((index, row, *slice))
    }

    pub(crate) fn choose(&mut self, address: Option<u64>) {
        self.chosen = address;
    }

    pub(crate) fn count(&self) -> usize {
        self.rows.len()
    }

    /// Returns the block at a place in pixels from the corner of what is seen.
    pub(crate) fn block_at(&self, x: f64, y: f64) -> Option<Slice> {
        let width = u32::try_from(self.root.client_width()).unwrap_or(0);
        let row = self.rows.get(to_index((y + f64::from(self.root.scroll_top())) / f64::from(ROW)))?;
        let wide = f64::from(scaled(row.bytes, self.largest, width.saturating_sub(LABEL + 4)).max(2));
        let part = (x - f64::from(LABEL)) / wide;
        if !(0.0..=1.0).contains(&part) {
            return None;
        }
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a place that was pointed at"
        )]
        let place = row.address + (part * row.bytes as f64) as u64;
        row.slices.iter().rev().find(|slice| slice.address <= place).copied()
    }

    /// Chooses another block and brings it into view.
    pub(crate) fn go(&mut self, way: Way) {
        let Some((index, slice)) = self.next(way) else { return };
        self.chosen = Some(slice.address);
        let (top, row) = (self.root.scroll_top(), i32::try_from(ROW).unwrap_or(0));
        let y = i32::try_from(index).unwrap_or(0).saturating_mul(row);
        let seen = self.root.client_height();
        if y < top {
            self.root.set_scroll_top(y);
        } else if y + row > top + seen {
            self.root.set_scroll_top(y + row - seen);
        }
    }

    fn next(&self, way: Way) -> Option<(usize, Slice)> {
        let Some((index, row, slice)) = self.chosen() else {
            let row = self.rows.first()?;
            return Some((0, *row.slices.first()?));
        };
        let place = row.slices.iter().position(|it| it.address == slice.address)?;
        let to = match way {
            Way::Up | Way::Down => {
                let index = if way == Way::Up { index.saturating_sub(1) } else { (index + 1).min(self.rows.len() - 1) };
                let other = self.rows.get(index)?;
                // The block at the same distance from the start of its segment.
                let wanted = other.address.saturating_add(slice.address - row.address);
                let below = other.slices.iter().rev().find(|it| it.address <= wanted)?;
                return Some((index, *below));
            }
            Way::Left => place.saturating_sub(1),
            Way::Right => (place + 1).min(row.slices.len() - 1),
            Way::First => 0,
            Way::Last => row.slices.len() - 1,
        };
        Some((index, row.slices[to]))
    }
}

fn scaled(part: u64, whole: u64, pixels: u32) -> u32 {
    let place = u128::from(part) * u128::from(pixels) / u128::from(whole.max(1));
    u32::try_from(place).unwrap_or(pixels)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the number of a row")]
fn to_index(place: f64) -> usize {
    place.max(0.0) as usize
}

#[expect(clippy::cast_precision_loss, reason = "the number of a row")]
fn from_index(index: usize) -> f64 {
    index as f64
}
