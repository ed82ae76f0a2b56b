//! Reading a `strip` fence.

use std::ops::Range;

use crate::finding::Code;
use crate::toml_table::did_you_mean;

use super::super::writer::Writer;
use super::{Cell, Line, Row, State, Strip};

/// Most blocks of one picture; more is a table, not a picture.
const MAX_BLOCKS: usize = 200;
/// Most equal blocks of one line.
const MAX_COUNT: u16 = 100;

/// Parses the lines of a fence. Every bad line is a finding, and then there is no picture.
pub(super) fn parse(writer: &mut Writer<'_>, code: &str, whole: &Range<usize>) -> Option<Strip> {
    let before = writer.findings.len();
    let mut strip = Strip::default();
    for (line, range) in lines(&writer.source.value, code, whole) {
        if let Err((message, help)) = read_line(&mut strip, line, &range) {
            writer.finding(Code::Strip, &range, message, help);
        }
    }
    for (lacks, name, example) in [
        (strip.title.is_none(), "title", "title: what the picture shows"),
        (strip.unit.is_empty(), "unit", "unit: MiB"),
        (strip.rows.is_empty(), "row", "row: segment 1"),
    ] {
        if lacks {
            let at = whole.start..whole.start;
            writer.finding(
                Code::Strip,
                &at,
                format!("the strip has no `{name}:` line"),
                format!("add a line such as `{example}`"),
            );
        }
    }
    let empty = strip.rows.iter().any(|row| row.cells.is_empty());
    let blocks: usize = strip.rows.iter().flat_map(|row| &row.cells).map(|cell| usize::from(cell.count)).sum();
    if empty || blocks > MAX_BLOCKS {
        let message = if empty {
            "a row of the strip has no blocks".to_owned()
        } else {
            format!("the strip has {blocks} blocks")
        };
        let help = format!(
            "give every row a line such as `live 6 weights`, and the whole picture {MAX_BLOCKS} blocks at most"
        );
        writer.finding(Code::Strip, &(whole.start..whole.start), message, help);
    }
    (writer.findings.len() == before).then_some(strip)
}

/// Returns the lines of the fence that hold something, each with its place in the source.
fn lines<'c>(source: &str, code: &'c str, whole: &Range<usize>) -> Vec<(&'c str, Range<usize>)> {
    // The parser took the fence apart; looking each line up behind the one before finds its place again.
    let mut from = whole.start;
    let mut found = Vec::new();
    for line in code.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let start = source.get(from..).and_then(|rest| rest.find(line)).map_or(from, |at| from + at);
        from = start + line.len();
        found.push((line, start..from));
    }
    found
}

type Problem = (String, String);

fn read_line(strip: &mut Strip, line: &str, range: &Range<usize>) -> Result<(), Problem> {
    let field = line.split_once(':').map(|(name, value)| (name, value.trim()));
    let placed = |value: &str| Line { text: value.to_owned(), range: range.end - value.len()..range.end };
    match field {
        Some(("title" | "unit" | "row" | "note", "")) => {
            Err(("this line is empty behind its colon".into(), "write the text on the same line".into()))
        }
        Some(("title", value)) => {
            strip.title = Some(placed(value));
            Ok(())
        }
        Some(("unit", value)) => {
            value.clone_into(&mut strip.unit);
            Ok(())
        }
        Some(("row", value)) => {
            strip.rows.push(Row { name: value.to_owned(), cells: Vec::new(), note: None });
            Ok(())
        }
        Some(("note", value)) => {
            let row = strip.rows.last_mut().ok_or_else(no_row)?;
            row.note = Some(placed(value));
            Ok(())
        }
        _ => {
            let cell = read_cell(line)?;
            strip.rows.last_mut().ok_or_else(no_row)?.cells.push(cell);
            Ok(())
        }
    }
}

fn no_row() -> Problem {
    ("this stands before the first `row:`".into(), "begin each segment with a line such as `row: segment 1`".into())
}

fn read_cell(line: &str) -> Result<Cell, Problem> {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or_default();
    let names = || State::ALL.iter().map(|state| state.name());
    let Some(state) = State::ALL.into_iter().find(|state| state.name() == name) else {
        let help = did_you_mean(name, names().chain(["title:", "unit:", "row:", "note:"]))
            .unwrap_or_else(|| format!("a block line begins with one of {}", names().collect::<Vec<_>>().join(", ")));
        return Err((format!("`{name}` is not a state of memory"), help));
    };
    let size = words.next().and_then(|word| word.parse::<f64>().ok()).filter(|size| size.is_finite() && *size > 0.0);
    let Some(size) = size else {
        return Err((
            "a block needs a size above zero after its state".into(),
            format!("write it like `{name} 6`, with a point for decimals"),
        ));
    };
    let mut rest: Vec<&str> = words.collect();
    let mut count = 1;
    if let ["x" | "×", number, ..] = rest[..] {
        count = number.parse().ok().filter(|count| (1..=MAX_COUNT).contains(count)).ok_or_else(|| {
            (format!("`{number}` is not a number of blocks"), format!("write 1 to {MAX_COUNT}, like `{name} 4 x 5`"))
        })?;
        rest.drain(..2);
    }
    Ok(Cell { state, size, count, label: rest.join(" ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_lines_are_read() {
        let cell = read_cell("live 4 x 5 small tensors").expect("a block");
        assert_eq!(cell, Cell { state: State::Live, size: 4.0, count: 5, label: "small tensors".into() });
        assert_eq!(read_cell("cached 0.5").expect("a block").label, "");
        for bad in ["lve 4", "live", "live -1", "live 0", "live inf", "live 4 x many", "live 4 x 0", "cached 1,5"] {
            assert!(read_cell(bad).is_err(), "{bad}");
        }
        assert!(read_cell("lvie 4").expect_err("a slip").1.contains("`live`"));
    }
}
