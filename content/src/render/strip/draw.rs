//! Drawing a strip: one SVG a row, in percent of its width, so that it fits a phone without shrinking its labels.
//!
//! A style sheet gives the states their patterns (`s-live`, `s-cached` and so on). No inline style: the site's content
//! security policy forbids it.

use std::fmt::Write;

use crate::text::RichText;

use super::super::escape::text as escape;
use super::super::table::scroller;
use super::super::writer::Writer;
use super::super::{Piece, Scope, inline};
use super::{Cell, Line, Row, State, Strip};

/// Height of a line of blocks and the gap below it, in CSS pixels.
const LINE_HEIGHT: u32 = 40;
const LINE_GAP: u32 = 6;
/// Width of a figure on the narrowest screen, 360 pixels less the margins.
const NARROW: f64 = 312.0;
/// Container widths from which labels of the classes `fit-medium` and `fit-wide` are shown (30 rem and 38 rem).
const MEDIUM: f64 = 480.0;
const WIDE: f64 = 608.0;
/// Room that a label takes: an average letter at 13 pixels, and its sides.
const LETTER: f64 = 7.4;
const LABEL_SIDES: f64 = 10.0;
/// A row is broken into lines until its smallest block is this wide on the narrowest screen, in pixels …
const COMFORTABLE: f64 = 9.0;
/// … but into no more lines than this.
const MAX_LINES: u8 = 4;
/// Lines longer than this share of the row are no gain.
const WORTH_BREAKING: f64 = 0.6;
/// Smallest share of a line that a block is drawn with.
const MIN_SHARE: f64 = 0.016;

/// A block with its place in the drawing, as shares of the width.
struct Placed<'c> {
    cell: &'c Cell,
    line: usize,
    x: f64,
    width: f64,
}

struct Layout<'c> {
    blocks: Vec<Placed<'c>>,
    lines: usize,
    to_scale: bool,
}

/// Writes the figure of a strip.
pub(super) fn figure(writer: &mut Writer<'_>, strip: &Strip) {
    let mut rows = String::new();
    let scale = strip.rows.iter().map(total).fold(0.0, f64::max);
    let mut to_scale = true;
    for row in &strip.rows {
        let layout = layout(row, scale);
        to_scale &= layout.to_scale;
        draw_row(writer, strip, row, &layout, &mut rows);
    }
    let title = strip.title.as_ref().map(|line| markdown(writer, line)).unwrap_or_default();
    // A caption is the first or the last of a figure, and legend and table follow the rows.
    let mut html = format!("<figure class=\"strip\">\n<figcaption>{}", title.html);
    if !to_scale {
        let _ = write!(html, " <span class=\"strip-scale\">{}</span>", writer.words.not_to_scale);
    }
    html.push_str("</figcaption>\n");
    html.push_str(&rows);
    legend(writer, strip, &mut html);
    table(writer, strip, &title.plain, &mut html);
    html.push_str("</figure>\n");
    writer.push_generated(html);
}

fn total(row: &Row) -> f64 {
    row.cells.iter().map(|cell| cell.size * f64::from(cell.count)).sum()
}

/// Renders a title or note, which may hold inline Markdown.
fn markdown(writer: &mut Writer<'_>, line: &Line) -> RichText {
    let source = writer.source.part(&line.range);
    let scope: Scope<'_> = writer.scope;
    let inline = inline(&source, scope, writer.findings);
    let section = writer.section;
    writer.facts.pieces.extend(inline.facts.pieces.into_iter().map(|piece| Piece { section, ..piece }));
    writer.facts.links.extend(inline.facts.links);
    inline.rich
}

/// Breaks a row into lines and places its blocks. `scale` is the size that fills the whole width.
fn layout(row: &Row, scale: f64) -> Layout<'_> {
    let blocks: Vec<&Cell> =
        row.cells.iter().flat_map(|cell| std::iter::repeat_n(cell, usize::from(cell.count))).collect();
    let smallest = blocks.iter().map(|cell| cell.size).fold(f64::INFINITY, f64::min);
    let largest = blocks.iter().map(|cell| cell.size).fold(0.0, f64::max);
    let capacity = capacity(scale, smallest, largest);
    let mut placed: Vec<Placed<'_>> = Vec::new();
    let (mut line, mut used, mut to_scale) = (0, 0.0, true);
    for cell in blocks {
        let share = cell.size / capacity;
        if used > 0.0 && used + share > 1.0 + 1e-9 {
            line += 1;
            used = 0.0;
        }
        to_scale &= share >= MIN_SHARE;
        placed.push(Placed { cell, line, x: used, width: share });
        used += share;
    }
    widen(&mut placed, line + 1);
    Layout { blocks: placed, lines: line + 1, to_scale }
}

/// Returns the size that a full line holds: as many lines as the smallest block needs to be seen well.
fn capacity(scale: f64, smallest: f64, largest: f64) -> f64 {
    let mut capacity = scale;
    for lines in 1_u8..=MAX_LINES {
        // A block is never cut.
        capacity = (scale / f64::from(lines)).max(largest);
        if smallest / capacity * NARROW >= COMFORTABLE {
            break;
        }
    }
    // Beside a huge block, more lines help nothing.
    if capacity > WORTH_BREAKING * scale { scale } else { capacity }
}

/// Gives the smallest blocks a width that can be seen, and takes it from the others of their line.
fn widen(blocks: &mut [Placed<'_>], lines: usize) {
    for line in 0..lines {
        let widened: f64 =
            blocks.iter().filter(|block| block.line == line).map(|block| block.width.max(MIN_SHARE)).sum();
        let factor = if widened > 1.0 { 1.0 / widened } else { 1.0 };
        let mut x = 0.0;
        for block in blocks.iter_mut().filter(|block| block.line == line) {
            block.x = x;
            block.width = block.width.max(MIN_SHARE) * factor;
            x += block.width;
        }
    }
}

fn draw_row(writer: &mut Writer<'_>, strip: &Strip, row: &Row, layout: &Layout<'_>, html: &mut String) {
    let lines = u32::try_from(layout.lines).unwrap_or(1);
    let height = lines * (LINE_HEIGHT + LINE_GAP);
    let words = writer.words;
    let name = escape(&row.name);
    let over = if layout.lines > 1 {
        format!(" <span class=\"strip-lines\">({})</span>", words.in_lines.replace("{}", &lines.to_string()))
    } else {
        String::new()
    };
    let _ = writeln!(html, "<p class=\"strip-row\">{name}{over}</p>");
    let spoken = escape(&spoken(writer, strip, row));
    let _ = writeln!(
        html,
        "<svg class=\"strip-blocks\" width=\"100%\" height=\"{height}\" role=\"img\" aria-label=\"{spoken}\" focusable=\"false\">"
    );
    for block in &layout.blocks {
        draw_block(writer, strip, block, html);
    }
    html.push_str("</svg>\n");
    if let Some(note) = &row.note {
        let note = markdown(writer, note).html;
        let _ = writeln!(html, "<p class=\"strip-note\">{note}</p>");
    }
}

fn draw_block(writer: &Writer<'_>, strip: &Strip, block: &Placed<'_>, html: &mut String) {
    let state = block.cell.state.name();
    let words = writer.words;
    let top = u32::try_from(block.line).unwrap_or_default() * (LINE_HEIGHT + LINE_GAP) + 1;
    let (x, width) = (percent(block.x), percent(block.width));
    let size = words.number(block.cell.size);
    let label = &block.cell.label;
    let size = format!("{size} {}", strip.unit);
    let hover = [label.as_str(), words.state(block.cell.state), size.as_str()].join(", ");
    let _ = write!(
        html,
        "<rect class=\"s-{state}\" x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{}\"><title>{}</title></rect>",
        LINE_HEIGHT - 2,
        escape(hover.trim_start_matches(", "))
    );
    // The label where there is one and room for it; otherwise the size.
    let shown = [label.as_str(), size.as_str()].into_iter().find_map(|text| Some((text, fit(text, block.width)?)));
    if let Some((text, class)) = shown.filter(|(text, _)| !text.is_empty()) {
        let middle = percent(block.x + block.width / 2.0);
        let base = top + LINE_HEIGHT / 2 + 3;
        let _ = write!(
            html,
            "<text class=\"strip-label l-{state}{class}\" x=\"{middle}\" y=\"{base}\" text-anchor=\"middle\" aria-hidden=\"true\">{}</text>",
            escape(text)
        );
    }
    html.push('\n');
}

/// Returns the class that shows a label from the figure width where it fits its block. `None` when it never does.
fn fit(text: &str, share: f64) -> Option<&'static str> {
    if text.is_empty() {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "a label has a few dozen letters")]
    let needed = (text.chars().count() as f64 * LETTER + LABEL_SIDES) / share;
    [(NARROW, ""), (MEDIUM, " fit-medium"), (WIDE, " fit-wide")]
        .into_iter()
        .find(|(width, _)| needed <= *width)
        .map(|(_, class)| class)
}

fn percent(share: f64) -> String {
    let text = format!("{:.3}", share * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Says in words how much of a row is in which state.
fn spoken(writer: &Writer<'_>, strip: &Strip, row: &Row) -> String {
    let words = writer.words;
    let states = State::ALL.into_iter().filter_map(|state| {
        let sum: f64 =
            row.cells.iter().filter(|cell| cell.state == state).map(|cell| cell.size * f64::from(cell.count)).sum();
        (sum > 0.0).then(|| format!("{} {} {}", words.number(sum), strip.unit, words.state(state)))
    });
    format!("{}: {}", row.name, states.collect::<Vec<_>>().join("; "))
}

fn legend(writer: &Writer<'_>, strip: &Strip, html: &mut String) {
    let words = writer.words;
    let _ = writeln!(html, "<ul class=\"strip-legend\" aria-label=\"{}\">", words.legend);
    for state in State::ALL {
        if strip.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.state == state) {
            let _ = writeln!(
                html,
                "<li><svg class=\"strip-key\" width=\"24\" height=\"16\" aria-hidden=\"true\" focusable=\"false\">\
                 <rect class=\"s-{}\" x=\"1\" y=\"1\" width=\"22\" height=\"14\"/></svg> {}</li>",
                state.name(),
                escape(words.state(state))
            );
        }
    }
    html.push_str("</ul>\n");
}

fn table(writer: &Writer<'_>, strip: &Strip, title: &str, html: &mut String) {
    let words = writer.words;
    let label = format!("{}: {title}", words.table);
    let _ =
        writeln!(html, "<details class=\"strip-table\"><summary>{}</summary>\n{}", words.as_table, scroller(&label));
    let _ = writeln!(
        html,
        "<table aria-label=\"{}\"><thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\" class=\"align-right\">{} ({})</th><th scope=\"col\">{}</th></tr></thead>\n<tbody>",
        escape(title),
        words.row,
        words.state_column,
        words.size,
        escape(&strip.unit),
        words.content
    );
    for row in &strip.rows {
        for cell in &row.cells {
            let times = if cell.count > 1 { format!("{} × ", cell.count) } else { String::new() };
            let _ = writeln!(
                html,
                "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"align-right\">{times}{}</td><td>{}</td></tr>",
                escape(&row.name),
                escape(words.state(cell.state)),
                words.number(cell.size),
                escape(&cell.label)
            );
        }
    }
    html.push_str("</tbody></table></div></details>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(sizes: &[(f64, u16)]) -> Row {
        let cells = sizes.iter().map(|(size, count)| Cell {
            state: State::Live,
            size: *size,
            count: *count,
            label: String::new(),
        });
        Row { name: "r".into(), cells: cells.collect(), note: None }
    }

    #[test]
    fn a_few_blocks_stand_on_one_line_in_their_proportions() {
        let row = row(&[(6.0, 1), (4.0, 1), (10.0, 1)]);
        let layout = layout(&row, 20.0);
        assert_eq!(layout.lines, 1);
        assert!(layout.to_scale);
        let widths: Vec<_> = layout.blocks.iter().map(|block| percent(block.width)).collect();
        assert_eq!(widths, ["30%", "20%", "50%"]);
    }

    #[test]
    fn many_small_blocks_are_broken_into_lines_that_fit() {
        let row = row(&[(1.0, 80)]);
        let layout = layout(&row, 80.0);
        assert!(layout.lines > 1 && layout.lines <= usize::from(MAX_LINES));
        for block in &layout.blocks {
            assert!(block.x + block.width <= 1.0 + 1e-6);
            assert!(block.width * NARROW >= COMFORTABLE);
        }
    }

    #[test]
    fn a_tiny_block_beside_a_huge_one_is_still_seen() {
        let row = row(&[(80_000.0, 1), (2.0, 1)]);
        let layout = layout(&row, 80_002.0);
        assert!(!layout.to_scale);
        assert!(layout.blocks.iter().all(|block| block.width > 0.01));
        assert!(layout.blocks.iter().all(|block| block.x + block.width <= 1.0 + 1e-6));
    }

    #[test]
    fn a_label_is_shown_only_where_it_fits() {
        assert_eq!(fit("weights", 0.5), Some(""));
        assert_eq!(fit("weights", 0.13), Some(" fit-medium"));
        assert_eq!(fit("weights", 0.01), None);
    }
}
