//! Which physical pages stand behind the addresses of expandable segments.

use std::fmt::Write as _;

use labs::report::{PageMap, PageRange, Run};
use leptos::prelude::*;

use super::svg::Stretch;
use crate::i18n::{Text, bytes, exact_bytes, label, number};

/// Rows of the table.
const ROWS: usize = 200;
const HEIGHT: u32 = 28;

pub(super) fn pages(text: Text, run: &Run) -> Option<AnyView> {
    let (first, last) = extent(run)?;
    let strips = run.pages.iter().map(|map| strip(text, map, first, last)).collect_view();
    Some(
        view! {
            <figure class="strip lab-pages">
                <h4>{text.get("labs-pages")}</h4>
                {strips}
                <details class="strip-table">
                    <summary>{text.get("labs-as-table")}</summary>
                    {table(text, run)}
                </details>
                <figcaption>{text.get("labs-pages-caption")}</figcaption>
            </figure>
        }
        .into_any(),
    )
}

/// Returns the lowest address of all maps, and the end of the highest page.
fn extent(run: &Run) -> Option<(u64, u64)> {
    let ranges = || run.pages.iter().flat_map(|map| &map.ranges);
    let first = ranges().map(|range| range.address.get()).min()?;
    Some((first, ranges().map(end).max()?))
}

fn end(range: &PageRange) -> u64 {
    range.address.get().saturating_add(size(range))
}

const fn size(range: &PageRange) -> u64 {
    range.page_bytes.saturating_mul(range.count)
}

fn strip(text: Text, map: &PageMap, first: u64, last: u64) -> AnyView {
    let whole = last - first;
    let mut svg = format!(r#"<rect class="s-unmapped" x="0" y="1" width="100%" height="{}"/>"#, HEIGHT - 2);
    for range in &map.ranges {
        let stretch = Stretch::of(range.address.get() - first, size(range), whole);
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            r#"<rect class="lab-page" x="{}" y="1" width="{}" height="{}"><title>{}: {}</title></rect>"#,
            stretch.x(),
            stretch.width(),
            HEIGHT - 2,
            numbers(text, range),
            bytes(text.lang(), size(range)),
        );
    }
    let mapped: u64 = map.ranges.iter().map(size).sum();
    view! {
        <p class="strip-row">
            {label(text.lang(), &map.label)}" "
            <span class="lab-step">{text.with("labs-mapped", [("size", exact_bytes(text.lang(), mapped).into())])}</span>
        </p>
        <svg class="strip-blocks lab-overview" width="100%" height=HEIGHT aria-hidden="true" focusable="false" inner_html=svg></svg>
    }
    .into_any()
}

fn numbers(text: Text, range: &PageRange) -> String {
    let [first, last] = [range.first, range.first + range.count - 1].map(|page| number(text.lang(), page));
    if range.count > 1 {
        text.with("labs-pages-range", [("first", first.into()), ("last", last.into())])
    } else {
        text.with("labs-page", [("number", first.into())])
    }
}

fn table(text: Text, run: &Run) -> AnyView {
    let ranges = run.pages.iter().flat_map(|map| map.ranges.iter().map(move |range| (map, range)));
    let more = ranges.clone().count() > ROWS;
    let rows = ranges.take(ROWS).map(|(map, range)| {
        view! {
            <tr>
                <th scope="row">{label(text.lang(), &map.label)}</th>
                <td><code translate="no">{format!("{:#x}", range.address.get())}</code></td>
                <td>{numbers(text, range)}</td>
                <td class="amount">{exact_bytes(text.lang(), size(range))}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    view! {
        <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")>
            <table class="data-table">
                <thead>
                    <tr>
                        <th scope="col">{text.get("labs-moment")}</th>
                        <th scope="col">{text.get("labs-address")}</th>
                        <th scope="col">{text.get("labs-pages-column")}</th>
                        <th scope="col" class="amount">{text.get("labs-size")}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {more.then(|| view! { <p class="lab-note">{text.get("labs-more-in-json")}</p> })}
    }
    .into_any()
}
