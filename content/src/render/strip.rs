//! Pictures of memory: rows of blocks, drawn to scale, with a legend and the same facts as a table.

mod draw;
mod parse;

use std::ops::Range;

use super::writer::Writer;

/// A picture as written.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Strip {
    /// Inline Markdown, with its place in the fence.
    title: Option<Line>,
    unit: String,
    rows: Vec<Row>,
}

/// A text with its place in the source.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    text: String,
    range: Range<usize>,
}

#[derive(Debug, Clone, PartialEq)]
struct Row {
    name: String,
    cells: Vec<Cell>,
    note: Option<Line>,
}

/// One block, or several equal ones.
#[derive(Debug, Clone, PartialEq)]
struct Cell {
    state: State,
    size: f64,
    count: u16,
    label: String,
}

/// What a piece of memory is to the allocator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    Live,
    Cached,
    Pinned,
    Waiting,
    Unmapped,
    Outside,
    Refused,
}

impl State {
    pub(super) const ALL: [Self; 7] =
        [Self::Live, Self::Cached, Self::Pinned, Self::Waiting, Self::Unmapped, Self::Outside, Self::Refused];

    fn name(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Cached => "cached",
            Self::Pinned => "pinned",
            Self::Waiting => "waiting",
            Self::Unmapped => "unmapped",
            Self::Outside => "outside",
            Self::Refused => "refused",
        }
    }
}

impl Strip {
    /// Returns what must be the same in every language: states, sizes and counts, row by row.
    pub(crate) fn shape(&self) -> String {
        let rows = self.rows.iter().map(|row| {
            let cells = row.cells.iter().map(|cell| format!("{} {} x {}", cell.state.name(), cell.size, cell.count));
            cells.collect::<Vec<_>>().join(", ")
        });
        format!("{}; {}", self.unit, rows.collect::<Vec<_>>().join("; "))
    }
}

/// Reads a fence and writes its figure.
pub(super) fn write(writer: &mut Writer<'_>, code: &str, range: &Range<usize>) {
    let Some(strip) = parse::parse(writer, code, range) else { return };
    draw::figure(writer, &strip);
    let first_line = writer.source.value[range.clone()].find('\n').map_or(range.end, |at| range.start + at);
    let span = writer.span(&(range.start..first_line));
    writer.prose.strips.push((strip, span));
}
