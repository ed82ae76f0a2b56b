//! Segments one by one, to a scale of their own. Those that look the same are drawn once.

use std::fmt::Write as _;

use labs::report::{MapSegment, MemoryMap};
use leptos::prelude::*;

use super::svg::{Stretch, escaped, hundredths};
use crate::film::state::State;
use crate::i18n::{Text, bytes, number, tensor_name};

/// Rows that are drawn. The table has the rest.
const DRAWN: usize = 8;
const HEIGHT: u32 = 36;
/// Least widths of a picture in pixels, narrowest first, and the class of labels that need it.
const WIDTHS: [(u64, &str); 3] = [(300, ""), (450, " fit-medium"), (500, " fit-wide")];
/// Pixels of a character, and of the room around a label.
const CHARACTER: u64 = 8;
const AROUND: u64 = 4;

pub(super) fn rows(text: Text, map: &MemoryMap) -> AnyView {
    let largest = map.segments.iter().map(|segment| segment.bytes).max().unwrap_or(1);
    let groups = map.alike();
    if groups.is_empty() {
        return view! { <p class="lab-note">{text.get("labs-no-segments")}</p> }.into_any();
    }
    let drawn = groups.iter().take(DRAWN).filter_map(|group| Some(row(text, group.first()?, group.len(), largest)));
    let drawn = drawn.collect_view();
    let more: usize = groups.iter().skip(DRAWN).map(Vec::len).sum();
    let more = (more > 0).then(|| view! { <p class="lab-note">{text.count("labs-more-segments", more)}</p> });
    view! { <div class="lab-groups">{drawn}</div>{more} }.into_any()
}

fn row(text: Text, segment: &MapSegment, count: usize, largest: u64) -> AnyView {
    let times = (count > 1).then(|| format!("{}\u{a0}×\u{a0}", number(text.lang(), count as u64)));
    let size = bytes(text.lang(), segment.bytes);
    let width = Stretch::of(0, segment.bytes, largest).width();
    view! {
        <div class="lab-group">
            <p class="lab-group-name">{times.map(|times| view! { <strong>{times}</strong> })}{size}</p>
            <svg class="strip-blocks" width=width height=HEIGHT aria-hidden="true" focusable="false"
                inner_html=blocks(text, segment, count, largest)></svg>
        </div>
    }
    .into_any()
}

fn blocks(text: Text, segment: &MapSegment, count: usize, largest: u64) -> String {
    let (mut svg, mut at) = (String::new(), 0);
    for block in &segment.blocks {
        let state = State::of(block, segment);
        let stretch = Stretch::of(at, block.bytes, segment.bytes);
        at += block.bytes;
        let size = bytes(text.lang(), block.bytes);
        let name = block.tensor.as_deref().map(|name| {
            // Of segments that look the same, each has another tensor of the kind in it.
            let kind = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
            tensor_name(text.lang(), if count > 1 { kind } else { name })
        });
        let said = name.map_or_else(|| size.clone(), |name| format!("{name}: {size}"));
        let title = escaped(&format!("{said}, {}", text.get(state.key())));
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            r#"<rect class="{}" x="{}" y="1" width="{}" height="{}"><title>{title}</title></rect>"#,
            state.class(),
            stretch.x(),
            stretch.width(),
            HEIGHT - 2,
        );
        let part = hundredths(block.bytes, largest);
        if let Some((label, fits)) = fitting(part, [&said, &size]) {
            let on_live = if state == State::Live { " l-live" } else { "" };
            let _ = write!(
                svg,
                r#"<text class="strip-label{on_live}{fits}" x="{}" y="{}" text-anchor="middle">{}</text>"#,
                stretch.middle(),
                HEIGHT / 2 + 5,
                escaped(label),
            );
        }
    }
    svg
}

/// Returns the first label that fits into a part of the picture, on the narrowest picture on which one does.
fn fitting(part: u64, labels: [&String; 2]) -> Option<(&String, &'static str)> {
    let fits = |label: &str, width: u64| {
        let pixels = u64::try_from(label.chars().count()).unwrap_or(u64::MAX).saturating_mul(CHARACTER) + AROUND;
        part * width >= pixels * 10_000
    };
    WIDTHS
        .into_iter()
        .find_map(|(width, class)| labels.into_iter().find(|label| fits(label, width)).map(|label| (label, class)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_as_long_as_its_block_allows() {
        let (long, short) = ("large tensor: 32.00 MiB".to_owned(), "32.00 MiB".to_owned());
        let fit = |part| fitting(part, [&long, &short]).map(|(label, class)| (label.as_str(), class));
        assert_eq!(fit(10_000), Some((long.as_str(), "")));
        assert_eq!(fit(5_000), Some((short.as_str(), "")));
        assert_eq!(fit(2_000), Some((short.as_str(), " fit-medium")));
        assert_eq!(fit(1_000), None);
    }
}
