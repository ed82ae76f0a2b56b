//! Allocated, active and reserved over the steps of a run, with the step that ran out of memory.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use labs::report::{Point, Report, Run};
use leptos::prelude::*;

use super::scale::{device, held};
use super::svg::{escaped, hundredths};
use crate::estimate::picture::percent;
use crate::film::Scale;
use crate::i18n::{Text, bytes, exact_bytes, label, number, tensor_name};

/// Fewest points that show a course.
const FEWEST: usize = 3;
/// Points that are drawn; of more, each stands for several and shows their highest.
const DRAWN: usize = 240;
/// Rows of the table up to which it has every point.
const EVERY: usize = 24;
/// Refused requests that are marked, at most one at a point.
const MARKED: usize = 12;

/// A figure of a point, and the name of its course in classes.
type Course = (&'static str, fn(&Point) -> u64);

/// From the back to the front.
const COURSES: [Course; 3] =
    [("reserved", |point| point.reserved), ("active", |point| point.active), ("allocated", |point| point.allocated)];

/// The drawing, in pixels from the top: above the plot there is room for a label.
const TOP: u64 = 22;
const PLOT: u64 = 180;
const HEIGHT: u64 = TOP + PLOT + 24;
/// Units of the plot, which is stretched to its place: ten a point, and so many from bottom to top.
const WIDE: usize = 10;
const TALL: u64 = 1000;

pub(super) fn timeline(text: Text, report: &Report, run: &Run, scale: Scale) -> Option<AnyView> {
    if run.timeline.len() < FEWEST {
        return None;
    }
    let plot = Plot::of(report, run, scale);
    let svg = plot.drawing(text, run);
    let spoken = spoken(text, run);
    Some(
        view! {
            <figure class="strip lab-timeline">
                <h4>{text.get("labs-timeline")}</h4>
                <svg class="strip-blocks" width="100%" height=HEIGHT role="img" aria-label=spoken inner_html=svg></svg>
                {keys(text)}
                <details class="strip-table">
                    <summary>{text.get("labs-as-table")}</summary>
                    {table(text, run)}
                </details>
            </figure>
        }
        .into_any(),
    )
}

/// The points to draw, and the amount that the plot is high.
struct Plot {
    points: Vec<Point>,
    top: u64,
    /// What the device leaves to the allocator, where the plot reaches it.
    limit: Option<u64>,
}

impl Plot {
    fn of(report: &Report, run: &Run, scale: Scale) -> Self {
        let most = run.timeline.iter().map(|point| point.reserved.max(point.active)).max().unwrap_or(0);
        let limit = scale.whole_device.then(|| device(report).saturating_sub(held(run)));
        let top = most.max(limit.unwrap_or(0)).max(1);
        Self { points: drawn(&run.timeline), top, limit }
    }

    fn drawing(&self, text: Text, run: &Run) -> String {
        let lang = text.lang();
        let mut svg = String::new();
        for tick in ticks(self.top) {
            let y = self.y(tick);
            // Writing to a string cannot fail.
            let _ = write!(svg, r#"<line class="lab-grid" x1="0" x2="100%" y1="{y}" y2="{y}"/>"#);
        }
        svg.push_str(&self.areas());
        for tick in ticks(self.top).filter(|tick| *tick > 0) {
            let said = escaped(&bytes(lang, tick));
            let _ = write!(svg, r#"<text class="strip-label" x="2" y="{}">{said}</text>"#, self.y(tick) - 4);
        }
        if let Some(limit) = self.limit {
            let y = self.y(limit);
            let said = escaped(&text.with("labs-limit", [("size", bytes(lang, limit).into())]));
            let _ = write!(
                svg,
                r#"<line class="lab-limit" x1="0" x2="100%" y1="{y}" y2="{y}"/><text class="strip-label" x="100%" y="{}" text-anchor="end">{said}</text>"#,
                y - 6
            );
        }
        svg.push_str(&self.refusals(text, run));
        let last = run.timeline.last().map_or(0, |point| point.step);
        let first = run.timeline.first().map_or(0, |point| point.step);
        let [first, last] = [first, last].map(|step| escaped(&text.with("labs-step", [("step", step.into())])));
        let bottom = TOP + PLOT + 18;
        let _ = write!(
            svg,
            r#"<text class="strip-label" x="0" y="{bottom}">{first}</text><text class="strip-label" x="100%" y="{bottom}" text-anchor="end">{last}</text>"#
        );
        svg
    }

    /// Returns the place of an amount in pixels from the top.
    fn y(&self, amount: u64) -> u64 {
        TOP + PLOT - hundredths(amount, self.top) * PLOT / 10_000
    }

    /// The three courses, reserved at the back. The inner drawing is stretched over the plot, strokes are not.
    fn areas(&self) -> String {
        let wide = self.points.len() * WIDE;
        let mut svg = format!(
            r#"<svg x="0" y="{TOP}" width="100%" height="{PLOT}" viewBox="0 0 {wide} {TALL}" preserveAspectRatio="none">"#
        );
        for (name, of) in COURSES {
            let line = self.line(of);
            // Writing to a string cannot fail.
            let _ = write!(svg, r#"<path class="lab-area-{name}" d="M0 {TALL} {line} V{TALL} Z"/>"#);
        }
        for (name, of) in COURSES {
            let line = self.line(of).replacen('L', "M", 1);
            let _ = write!(
                svg,
                r#"<path class="lab-line lab-line-{name}" vector-effect="non-scaling-stroke" d="{line}"/>"#
            );
        }
        svg.push_str("</svg>");
        svg
    }

    /// A level for each point, from its step to the next.
    fn line(&self, of: fn(&Point) -> u64) -> String {
        let mut path = String::new();
        for (index, point) in self.points.iter().enumerate() {
            let y = TALL - hundredths(of(point), self.top) * TALL / 10_000;
            // Writing to a string cannot fail.
            let _ = if index == 0 { write!(path, "L0 {y}") } else { write!(path, " V{y}") };
            let _ = write!(path, " H{}", (index + 1) * WIDE);
        }
        path
    }

    fn refusals(&self, text: Text, run: &Run) -> String {
        let mut svg = String::new();
        let mut marked = BTreeSet::new();
        for refusal in &run.refusals {
            let Some(index) = self.points.iter().rposition(|point| point.step <= refusal.step) else { continue };
            if marked.len() == MARKED {
                break;
            }
            if !marked.insert(index) {
                continue;
            }
            let place = hundredths(index as u64 * 2 + 1, self.points.len() as u64 * 2);
            let x = percent(place);
            let size = bytes(text.lang(), refusal.bytes);
            let said = escaped(&text.with("labs-refused-here", [("size", size.into())]));
            let (anchor, beside) = if place > 5_000 { ("end", "-8") } else { ("start", "8") };
            let label = TOP + 20;
            // Writing to a string cannot fail.
            let _ = write!(
                svg,
                r#"<line class="lab-refusal" x1="{x}" x2="{x}" y1="{TOP}" y2="{}"/><text class="strip-label lab-refusal-label" x="{x}" y="{label}" dx="{beside}" text-anchor="{anchor}">{said}</text>"#,
                TOP + PLOT,
            );
        }
        svg
    }
}

/// Returns at most so many points as are drawn, each the highest of those that it stands for.
fn drawn(points: &[Point]) -> Vec<Point> {
    let count = points.len().min(DRAWN);
    let slice = |index: usize| &points[index * points.len() / count..(index + 1) * points.len() / count];
    let highest = |points: &[Point]| {
        let most = |of: fn(&Point) -> u64| points.iter().map(of).max().unwrap_or(0);
        Point {
            step: points.last().map_or(0, |point| point.step),
            allocated: most(|point| point.allocated),
            active: most(|point| point.active),
            reserved: most(|point| point.reserved),
            inactive_split: most(|point| point.inactive_split),
            requested: most(|point| point.requested),
        }
    };
    (0..count).map(|index| highest(slice(index))).collect()
}

/// Returns three to five round amounts from zero on.
fn ticks(top: u64) -> impl Iterator<Item = u64> {
    let step = (top / 4).max(1);
    // A power of two at most as large, so that amounts are round in binary units.
    let step = 1_u64 << step.ilog2();
    let step = if top / step > 5 { step * 2 } else { step };
    (0..=top / step).map(move |count| count * step).filter(move |tick| *tick * 20 <= top * 19)
}

fn keys(text: Text) -> AnyView {
    let keys = [("reserved", "labs-reserved"), ("active", "labs-active"), ("allocated", "labs-allocated")];
    let keys = keys.map(|(name, key)| {
        let sample = format!(
            r#"<rect class="lab-area-{name}" x="1" y="3" width="26" height="12"/><line class="lab-line lab-line-{name}" x1="1" x2="27" y1="3" y2="3"/>"#
        );
        view! {
            <li>
                <svg width="28" height="16" aria-hidden="true" focusable="false" inner_html=sample></svg>
                <span>{text.get(key)}</span>
            </li>
        }
    });
    view! { <ul class="strip-legend" aria-label=text.get("labs-legend")>{keys.collect_view()}</ul> }.into_any()
}

fn spoken(text: Text, run: &Run) -> String {
    let most = |of: fn(&Point) -> u64| bytes(text.lang(), run.timeline.iter().map(of).max().unwrap_or(0));
    let args = [
        ("steps", number(text.lang(), run.timeline.len() as u64).into()),
        ("allocated", most(|point| point.allocated).into()),
        ("reserved", most(|point| point.reserved).into()),
    ];
    text.with("labs-timeline-spoken", args)
}

/// Every point of a short course; of a long one the moments that count.
fn table(text: Text, run: &Run) -> AnyView {
    let steps = steps(run);
    let rows = run.timeline.iter().filter(|point| steps.contains(&point.step)).map(|point| row(text, run, point));
    let rows = rows.collect_view();
    let left_out = run.timeline.len() > EVERY;
    view! {
        <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")>
            <table class="data-table">
                <thead>
                    <tr>
                        <th scope="col" class="amount">{text.get("labs-column-step")}</th>
                        <th scope="col">{text.get("labs-done")}</th>
                        <th scope="col" class="amount">{text.get("labs-allocated")}</th>
                        <th scope="col" class="amount">{text.get("labs-active")}</th>
                        <th scope="col" class="amount">{text.get("labs-reserved")}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {left_out.then(|| view! { <p class="lab-note">{text.get("labs-timeline-left-out")}</p> })}
    }
    .into_any()
}

/// Returns the steps that the table has.
fn steps(run: &Run) -> Vec<u64> {
    if run.timeline.len() <= EVERY {
        return run.timeline.iter().map(|point| point.step).collect();
    }
    let highest = run.timeline.iter().rev().max_by_key(|point| point.reserved);
    let ends = [run.timeline.first(), run.timeline.last(), highest];
    let mut steps: Vec<u64> = ends.into_iter().flatten().map(|point| point.step).collect();
    steps.extend(run.maps.iter().map(|map| map.step));
    steps.extend(run.refusals.iter().take(EVERY).map(|refusal| refusal.step));
    steps
}

fn row(text: Text, run: &Run, point: &Point) -> AnyView {
    let lang = text.lang();
    let done = run.events.iter().find(|event| event.step == point.step).map(|event| {
        let action = label(lang, &event.action.words().into());
        if event.subject.is_empty() { action } else { format!("{action}: {}", tensor_name(lang, &event.subject)) }
    });
    view! {
        <tr>
            <th scope="row" class="amount">{number(lang, point.step)}</th>
            <td>{done}</td>
            <td class="amount">{exact_bytes(lang, point.allocated)}</td>
            <td class="amount">{exact_bytes(lang, point.active)}</td>
            <td class="amount">{exact_bytes(lang, point.reserved)}</td>
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        for top in [1, 3, 20 << 20, 7424 << 20, 8 << 30, 141 << 30] {
            let ticks: Vec<u64> = ticks(top).collect();
            assert!((1..=6).contains(&ticks.len()), "{top}: {ticks:?}");
            assert!(ticks.iter().all(|tick| *tick == 0 || tick.count_ones() <= 2), "{top}: {ticks:?}");
        }
    }

    #[test]
    fn a_long_course_keeps_its_peaks() {
        let points: Vec<Point> =
            (0..10_000).map(|step| Point { step, reserved: u64::from(step == 4321) * 7, ..Point::default() }).collect();
        let drawn = drawn(&points);
        assert_eq!(drawn.len(), DRAWN);
        assert_eq!(drawn.iter().map(|point| point.reserved).max(), Some(7));
        assert_eq!(drawn.last().map(|point| point.step), Some(9999));
    }
}
