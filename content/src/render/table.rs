//! Tables: wrapped so that a wide one scrolls by itself, with the keyboard too.

use std::ops::Range;

use pulldown_cmark::Alignment;

use super::escape;
use super::facts::PieceKind;
use super::writer::Writer;

/// A table being read.
#[derive(Debug)]
pub(super) struct OpenTable {
    alignments: Vec<Alignment>,
    head: bool,
    column: usize,
    /// Names of the columns, for the label.
    columns: Vec<String>,
    first_piece: usize,
}

impl Writer<'_> {
    pub(super) fn start_table(&mut self, alignments: Vec<Alignment>) {
        self.tables += 1;
        self.table = Some(OpenTable { alignments, head: false, column: 0, columns: Vec::new(), first_piece: 0 });
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
        self.push(&format!("<table>\n{rows}</tbody>\n</table>"));
        self.push_generated("</div>\n".to_owned());
        self.piece(PieceKind::Break, "", &(range.end..range.end));
    }
}

/// Opens a box that scrolls sideways: reachable with the keyboard, and named, because what can take the focus needs a name.
pub(super) fn scroller(label: &str) -> String {
    format!("<div class=\"table-scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">", escape::text(label))
}
