//! Columns of text.

use std::fmt::{self, Display, Formatter, Write as _};

use crate::printable;
use crate::report::{Cell, Table, Unit};

/// Which side of its column a text keeps to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// Rows of text in columns.
#[derive(Debug)]
pub(super) struct Grid {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    pub(super) fn new(columns: &[Align]) -> Self {
        Self { columns: columns.to_vec(), rows: Vec::new() }
    }

    pub(super) fn head<const N: usize>(&mut self, row: [&str; N]) {
        self.push(row.map(str::to_owned));
    }

    pub(super) fn push(&mut self, row: impl Into<Vec<String>>) {
        // Names may come from files.
        self.rows.push(row.into().iter().map(|text| printable::line(text).into_owned()).collect());
    }

    fn width(&self, column: usize) -> usize {
        self.rows.iter().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max().unwrap_or(0)
    }
}

impl Display for Grid {
    /// Writes the rows, each indented, without a line break behind the last.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let widths: Vec<usize> = (0..self.columns.len()).map(|column| self.width(column)).collect();
        for (index, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for ((text, width), align) in row.iter().zip(&widths).zip(&self.columns) {
                match align {
                    Align::Left => write!(line, "  {text:<width$}")?,
                    Align::Right => write!(line, "  {text:>width$}")?,
                }
            }
            let end = if index + 1 == self.rows.len() { "" } else { "\n" };
            write!(f, "{}{end}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Returns a table of a report in columns: words keep left, numbers keep right.
pub(super) fn grid(table: &Table) -> Grid {
    let align = |unit| if unit == Unit::Word { Align::Left } else { Align::Right };
    let columns: Vec<Align> = table.columns.iter().map(|column| align(column.unit)).collect();
    let mut grid = Grid::new(&columns);
    grid.push(table.columns.iter().map(|column| column.label.text.clone()).collect::<Vec<_>>());
    for row in &table.rows {
        let cells = row.iter().zip(&table.columns).map(|(cell, column)| match cell {
            Cell::Number(number) => column.unit.format(*number),
            Cell::Text(text) => text.clone(),
            Cell::Names(names) => names.join(", "),
            Cell::Label(label) => label.text.clone(),
        });
        grid.push(cells.collect::<Vec<_>>());
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out() {
        let mut grid = Grid::new(&[Align::Left, Align::Left]);
        grid.push(["\u{1b}[31mred".to_owned(), "one\ntwo".to_owned()]);
        assert_eq!(grid.to_string(), r"  \u001b[31mred  one\u000atwo");
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_text() {
        let mut grid = Grid::new(&[Align::Left, Align::Right]);
        grid.head(["name", "size"]);
        grid.push(["é".to_owned(), "12,583,424".to_owned()]);
        assert_eq!(grid.to_string(), "  name        size\n  é     12,583,424");
    }
}
