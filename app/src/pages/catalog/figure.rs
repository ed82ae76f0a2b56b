use std::fmt::Write as _;

use leptos::prelude::*;

use crate::estimate::picture::percent;
use crate::i18n::Text;

/// What a block is: live under the name of its key, or a gap between live blocks.
enum Block {
    Live(&'static str),
    Gap,
}

/// A card of 24 GiB; lengths are in tenths of a GiB.
const BLOCKS: [(Block, u64); 8] = [
    (Block::Live("catalog-figure-weights"), 40),
    (Block::Gap, 15),
    (Block::Live("catalog-figure-state"), 60),
    (Block::Gap, 10),
    (Block::Live("catalog-figure-gradients"), 30),
    (Block::Gap, 15),
    (Block::Live("catalog-figure-activations"), 60),
    (Block::Gap, 10),
];
const CARD: u64 = 240;
const ASKED: u64 = 20;
/// Where the request is held against: the first gap.
const ASKED_AT: u64 = 40;

/// The problem that the first course explains, as a picture: enough is free, and the request is refused.
pub(super) fn figure(text: Text) -> impl IntoView {
    let svg = blocks(text) + &request(text);
    view! {
        <figure class="hero-figure">
            <svg role="img" aria-label=text.get("catalog-figure-label") inner_html=svg></svg>
            <figcaption>{text.get("catalog-figure-caption")}</figcaption>
        </figure>
    }
}

fn place(tenths: u64) -> String {
    percent(tenths * 10_000 / CARD)
}

fn blocks(text: Text) -> String {
    let decimal = text.get("number-decimal");
    let (mut at, mut svg) = (0, String::new());
    for (block, length) in BLOCKS {
        let (from, size, middle) = (place(at), place(length), place(at + length / 2));
        // Writing to a string cannot fail.
        let _ = match block {
            Block::Live(key) => write!(
                svg,
                r#"<rect class="s-live" x="{from}" y="1" width="{size}" height="64"/><text class="on-live" x="{middle}" y="38">{}</text>"#,
                text.get(key)
            ),
            Block::Gap => write!(
                svg,
                r#"<rect class="s-pinned" x="{from}" y="1" width="{size}" height="64"/><text x="{middle}" y="84">{}</text>"#,
                tenths(length, &decimal)
            ),
        };
        at += length;
    }
    svg
}

/// Formats a length in GiB.
fn tenths(length: u64, decimal: &str) -> String {
    match length % 10 {
        0 => (length / 10).to_string(),
        rest => format!("{}{decimal}{rest}", length / 10),
    }
}

/// The request under the first gap, with lines that show how far it sticks out.
fn request(text: Text) -> String {
    let (from, size) = (place(ASKED_AT), place(ASKED));
    let (end, label) = (place(ASKED_AT + ASKED), place(ASKED_AT + ASKED + 4));
    let asked = text.get("catalog-figure-asked");
    format!(
        r#"<g class="hero-request"><line class="hero-guide" x1="{from}" x2="{from}" y1="65" y2="100"/><line class="hero-guide" x1="{end}" x2="{end}" y1="65" y2="100"/><rect class="s-refused" x="{from}" y="100" width="{size}" height="44"/><text class="asked" x="{label}" y="127">{asked}</text></g>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_shows_what_its_words_say() {
        let sum = |gaps: bool| -> u64 {
            BLOCKS.iter().filter(|(block, _)| matches!(block, Block::Gap) == gaps).map(|(_, length)| length).sum()
        };
        assert_eq!((sum(true), sum(false), sum(true) + sum(false)), (50, 190, CARD));
        assert!(BLOCKS.iter().all(|(block, length)| !matches!(block, Block::Gap) || *length < ASKED));
    }
}
