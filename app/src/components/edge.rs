use std::fmt::Write as _;

use leptos::prelude::*;

use crate::estimate::picture::percent;

/// A side of a certificate's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Top,
    Right,
    Bottom,
    Left,
}

/// One side of the frame as a strip of memory. Its blocks are drawn from the digits of the certificate's ID, so that no
/// two certificates have the same frame.
pub(crate) fn edge(id: &str, side: Side) -> impl IntoView + use<> {
    let digits: Vec<u64> = id.chars().filter_map(|c| c.to_digit(16)).map(u64::from).collect();
    let (first, second) = digits.split_at(digits.len() / 2);
    let class = match side {
        Side::Top => "edge edge-top",
        Side::Right => "edge edge-right",
        Side::Bottom => "edge edge-bottom",
        Side::Left => "edge edge-left",
    };
    let across = matches!(side, Side::Top | Side::Bottom);
    let digits = match side {
        Side::Top => first.to_vec(),
        Side::Right => second.to_vec(),
        Side::Bottom => first.iter().rev().copied().collect(),
        Side::Left => second.iter().rev().copied().collect(),
    };
    view! { <svg class=class aria-hidden="true" focusable="false" inner_html=blocks(&digits, across)></svg> }
}

/// Rectangles with lengths in percent, so that the strip fits any paper without being distorted.
fn blocks(digits: &[u64], across: bool) -> String {
    let length = |digit: u64| digit + 4;
    let total: u64 = digits.iter().copied().map(length).sum();
    let (mut at, mut svg) = (0, String::new());
    for &digit in digits {
        let (start, end) = (at * 10_000 / total, (at + length(digit)) * 10_000 / total);
        let (from, size) = (percent(start), percent(end - start));
        let state = match digit % 4 {
            0 | 1 => "s-live",
            2 => "s-cached",
            _ => "s-unmapped",
        };
        let rectangle = if across {
            format!(r#"<rect class="{state}" x="{from}" y="0" width="{size}" height="100%"/>"#)
        } else {
            format!(r#"<rect class="{state}" x="0" y="{from}" width="100%" height="{size}"/>"#)
        };
        // Writing to a string cannot fail.
        let _ = svg.write_str(&rectangle);
        at += length(digit);
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blocks_fill_the_side_without_gaps() {
        let svg = blocks(&[0, 15, 7, 2], true);
        let numbers = |name: &str| -> Vec<f64> {
            svg.split(&format!(" {name}=\"")).skip(1).filter_map(|rest| rest.split('%').next()?.parse().ok()).collect()
        };
        let (starts, sizes) = (numbers("x"), numbers("width"));
        let mut end = 0.0;
        for (start, size) in starts.iter().zip(&sizes) {
            assert!((start - end).abs() < 0.001, "{svg}");
            end = start + size;
        }
        assert!((end - 100.0).abs() < 0.001, "{svg}");
    }

    #[test]
    fn an_id_without_digits_draws_nothing() {
        assert_eq!(blocks(&[], true), "");
    }
}
