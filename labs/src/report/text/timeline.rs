//! Memory over time, as a row of bars for each figure.

use std::fmt::{self, Formatter};

use crate::report::{Point, Run, Unit};

/// Characters of a row.
const WIDTH: usize = 64;
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Writes the rows, unless there is nothing to see, and the table of the moments that have a map.
pub(super) fn write(f: &mut Formatter<'_>, run: &Run) -> fmt::Result {
    let top = run.timeline.iter().map(|point| point.reserved).max().unwrap_or(0);
    if top == 0 || run.timeline.len() < 3 {
        return Ok(());
    }
    writeln!(f, "\nmemory over the steps, highest {}", Unit::Bytes.format(top))?;
    let mut row = |name: &str, figure: fn(&Point) -> u64| {
        let values: Vec<u64> = run.timeline.iter().map(figure).collect();
        writeln!(f, "  {name:<9} |{}|", bars(&values, top))
    };
    row("reserved", |point| point.reserved)?;
    row("active", |point| point.active)?;
    row("allocated", |point| point.allocated)
}

/// Draws one character for each value, or for the highest of several.
fn bars(values: &[u64], top: u64) -> String {
    let width = WIDTH.min(values.len());
    let column = |index: usize| {
        let slice = &values[index * values.len() / width..(index + 1) * values.len() / width];
        bar(slice.iter().copied().max().unwrap_or(0), top)
    };
    (0..width).map(column).collect()
}

/// Rounds up, so that what is there is seen.
fn bar(value: u64, top: u64) -> char {
    let eighths = (u128::from(value) * 8).div_ceil(u128::from(top.max(1)));
    usize::try_from(eighths).ok().and_then(|eighths| BARS.get(eighths)).copied().unwrap_or(BARS[8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_seen_and_nothing_is_not() {
        assert_eq!(bars(&[0, 1, 500, 1000], 1000), " ▁▄█");
        assert_eq!(bars(&[u64::MAX], u64::MAX), "█");
    }

    #[test]
    fn many_values_share_a_column_that_shows_the_highest() {
        let mut values = vec![0; 10 * WIDTH];
        values[15] = 8;
        let row = bars(&values, 8);
        assert_eq!((row.chars().count(), row.chars().nth(1)), (WIDTH, Some('█')));
    }
}
