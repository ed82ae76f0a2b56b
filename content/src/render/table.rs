//! Tables: wrapped so that a wide one scrolls by itself, with the keyboard too, and named by what stands before them.

use std::ops::Range;

use pulldown_cmark::Alignment;

use super::escape;
use super::facts::{Piece, PieceKind};
use super::math;
use super::writer::Writer;

/// A table being read.
#[derive(Debug)]
pub(super) struct OpenTable {
    alignments: Vec<Alignment>,
    head: bool,
    column: usize,
    /// What the text before it says that it is, where it does.
    name: Option<String>,
    /// Names of the columns, for the label.
    columns: Vec<String>,
    first_piece: usize,
}

impl Writer<'_> {
    pub(super) fn start_table(&mut self, alignments: Vec<Alignment>) {
        self.tables += 1;
        let heading = self.prose.headings.last().map(|heading| heading.value.text.clone());
        let name = lead(&self.facts.pieces).or(heading);
        self.table = Some(OpenTable { alignments, head: false, column: 0, name, columns: Vec::new(), first_piece: 0 });
        self.buffers.push(String::new());
    }

    pub(super) fn start_row(&mut self, head: bool) {
        if let Some(table) = &mut self.table {
            table.head = head;
            table.column = 0;
        }
        self.push(if head { "<thead><tr>" } else { "<tr>" });
    }

    pub(super) fn start_cell(&mut self) {
        let first_piece = self.facts.pieces.len();
        let Some(table) = &mut self.table else { return };
        table.first_piece = first_piece;
        let class = match table.alignments.get(table.column) {
            Some(Alignment::Center) => " class=\"align-center\"",
            Some(Alignment::Right) => " class=\"align-right\"",
            _ => "",
        };
        let open = if table.head { format!("<th scope=\"col\"{class}>") } else { format!("<td{class}>") };
        self.push(&open);
    }

    pub(super) fn end_cell(&mut self) {
        let Some(table) = &mut self.table else { return };
        if table.head {
            let pieces = &self.facts.pieces[table.first_piece..];
            table.columns.push(pieces.iter().map(|piece| piece.text.as_str()).collect::<String>().trim().to_owned());
        }
        table.column += 1;
        let close = if table.head { "</th>" } else { "</td>" };
        self.push(close);
    }

    pub(super) fn end_row(&mut self) {
        let head = self.table.as_ref().is_some_and(|table| table.head);
        self.push(if head { "</tr></thead>\n<tbody>\n" } else { "</tr>\n" });
    }

    pub(super) fn end_table(&mut self, range: &Range<usize>) {
        let Some(table) = self.table.take() else { return };
        let rows = self.buffers.pop().unwrap_or_default();
        let columns = table.columns.iter().filter(|name| !name.is_empty()).cloned().collect::<Vec<_>>().join(", ");
        let label = format!("{} {}: {columns}", self.words.table, self.tables);
        self.push_generated(scroller(&label));
        let name = escape::text(table.name.as_deref().unwrap_or(&label));
        self.push(&format!("<table aria-label=\"{name}\">\n{rows}</tbody>\n</table>"));
        self.push_generated("</div>\n".to_owned());
        self.piece(PieceKind::Break, "", &(range.end..range.end));
    }
}

/// Returns the sentence that leads up to what follows, such as "Two traces, peak values:", without the colon. `None` when
/// the block before ends otherwise.
fn lead(pieces: &[Piece]) -> Option<String> {
    let end = pieces.iter().rposition(|piece| piece.kind != PieceKind::Break)? + 1;
    let start = pieces[..end].iter().rposition(|piece| piece.kind == PieceKind::Break).map_or(0, |at| at + 1);
    let spoken = |piece: &Piece| match piece.kind {
        PieceKind::Math => math::plain(&piece.text),
        _ => piece.text.clone(),
    };
    let block: String = pieces[start..end].iter().map(spoken).collect();
    let block = block.split_whitespace().collect::<Vec<_>>().join(" ");
    let lead = block.strip_suffix(':')?;
    let sentence = lead.rfind(". ").map_or(lead, |stop| &lead[stop + 2..]);
    (!sentence.is_empty()).then(|| sentence.to_owned())
}

/// Opens a box that scrolls sideways: reachable with the keyboard, and named, because what can take the focus needs a name.
pub(super) fn scroller(label: &str) -> String {
    format!("<div class=\"table-scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">", escape::text(label))
}
