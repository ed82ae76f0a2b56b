//! Memory maps: the device as a strip at chosen moments, one below the other, and under each its segments.

use labs::report::{MemoryMap, Report, Run};
use labs::snapshot::BlockState;
use leptos::prelude::*;

use super::overview::{Around, drawing, pieces};
use super::scale::{device, held};
use super::{legend, rows, segments};
use crate::film::Scale;
use crate::film::state::State;
use crate::i18n::{Text, bytes, exact_bytes, label, number};

pub(super) fn maps(text: Text, report: &Report, run: &Run, scale: Scale) -> Option<AnyView> {
    if run.maps.is_empty() {
        return None;
    }
    let around = |map: &MemoryMap| Around {
        held: held(run),
        scale,
        refused: run.refusals.iter().find(|refusal| refusal.step == map.step),
    };
    let mut shown: Vec<State> = Vec::new();
    for map in &run.maps {
        shown.extend(pieces(map, around(map)).iter().map(|piece| piece.state));
        shown.extend(around(map).refused.map(|_| State::Refused));
    }
    let moments = run.maps.iter().map(|map| moment(text, report, run, map, around(map))).collect_view();
    let caption = text.get(if scale.whole_device { "labs-map-caption-device" } else { "labs-map-caption" });
    Some(
        view! {
            <figure class="strip lab-map">
                <figcaption>{caption}</figcaption>
                {moments}
                {legend::legend(text, shown)}
                <details class="strip-table">
                    <summary>{text.get("labs-as-table")}</summary>
                    {segments::table(text, run)}
                </details>
            </figure>
        }
        .into_any(),
    )
}

fn moment(text: Text, report: &Report, run: &Run, map: &MemoryMap, around: Around<'_>) -> AnyView {
    let (svg, height) = drawing(text, map, around);
    let name = label(text.lang(), &map.label);
    let spoken = spoken(text, &name, map, around);
    let refused = around.refused.map(|_| refused(text, report, map, around));
    view! {
        <section class="lab-moment">
            <h4>{name}" "<span class="lab-step">{text.with("labs-step", [("step", map.step.into())])}</span></h4>
            {sums(text, run, map)}
            <svg class="strip-blocks lab-overview" width="100%" height=height role="img" aria-label=spoken inner_html=svg></svg>
            {scale_line(text, around.scale)}
            {refused}
            {rows::rows(text, map)}
        </section>
    }
    .into_any()
}

/// The figures of the moment, above its strip.
fn sums(text: Text, run: &Run, map: &MemoryMap) -> Option<AnyView> {
    let point = run.point(map.step)?;
    let sums = [("labs-allocated", point.allocated), ("labs-reserved", point.reserved)];
    let sums = sums.map(|(key, amount)| {
        view! { <span>{text.get(key)}" "<strong>{exact_bytes(text.lang(), amount)}</strong></span> }
    });
    Some(view! { <p class="facts lab-sums">{sums.collect_view()}</p> }.into_any())
}

fn scale_line(text: Text, scale: Scale) -> AnyView {
    view! {
        <p class="lab-scale" aria-hidden="true"><span>"0"</span><span>{bytes(text.lang(), scale.bytes)}</span></p>
    }
    .into_any()
}

/// What the strip shows, in a sentence.
fn spoken(text: Text, name: &str, map: &MemoryMap, around: Around<'_>) -> String {
    let lang = text.lang();
    let sum = |wanted: State| -> u64 {
        pieces(map, around).iter().filter(|piece| piece.state == wanted).map(|piece| piece.bytes).sum()
    };
    let parts = State::ALL.into_iter().filter_map(|state| {
        let sum = sum(state);
        (sum > 0).then(|| format!("{}: {}", text.get(state.key()), bytes(lang, sum)))
    });
    let parts = parts.collect::<Vec<_>>().join("; ");
    let segments = number(lang, map.segments.len() as u64);
    text.with("labs-map-spoken", [("moment", name.into()), ("segments", segments.into()), ("parts", parts.into())])
}

/// Why the request of this moment found no place.
fn refused(text: Text, report: &Report, map: &MemoryMap, around: Around<'_>) -> AnyView {
    let free = |block: &&labs::report::MapBlock| block.state == BlockState::Inactive;
    let blocks = map.segments.iter().flat_map(|segment| &segment.blocks);
    let largest = blocks.filter(free).map(|block| block.bytes).max().unwrap_or(0);
    let reserved: u64 = map.segments.iter().map(|segment| segment.bytes).sum();
    let left = device(report).saturating_sub(around.held).saturating_sub(reserved);
    let asked = around.refused.map_or(0, |refusal| refusal.bytes);
    let [asked, largest, left] = [asked, largest, left].map(|amount| bytes(text.lang(), amount));
    let args = [("asked", asked.into()), ("largest", largest.into()), ("left", left.into())];
    view! { <p class="lab-refused">{text.with("labs-why-refused", args)}</p> }.into_any()
}
