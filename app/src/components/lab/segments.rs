//! The memory maps of a run as one table.

use labs::report::Run;
use leptos::prelude::*;

use crate::film::state::State;
use crate::i18n::{Text, exact_bytes, label, number, tensor_name};

/// Rows that a table has at most.
const ROWS: usize = 400;

/// A line of the table: a block of so many segments that look the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) moment: String,
    pub(super) count: u64,
    pub(super) segment: u64,
    pub(super) state: State,
    pub(super) bytes: u64,
    pub(super) tensors: String,
}

/// Returns the lines of all maps. The bytes of a map's lines, each as often as it counts, are what is reserved then.
pub(super) fn lines(text: Text, run: &Run) -> Vec<Line> {
    let mut lines = Vec::new();
    for map in &run.maps {
        for group in map.alike() {
            let Some(first) = group.first() else { continue };
            for (place, block) in first.blocks.iter().enumerate() {
                let names = group.iter().filter_map(|segment| segment.blocks.get(place)?.tensor.as_deref());
                lines.push(Line {
                    moment: label(text.lang(), &map.label),
                    count: group.len() as u64,
                    segment: first.bytes,
                    state: State::of(block, first),
                    bytes: block.bytes,
                    tensors: named(text, &names.collect::<Vec<_>>()),
                });
            }
        }
    }
    lines
}

/// Names the first and the last where there are many.
fn named(text: Text, names: &[&str]) -> String {
    let said = |name: &&str| tensor_name(text.lang(), name);
    match names {
        [first, .., last] if names.len() > 3 => format!("{} … {}", said(first), said(last)),
        names => names.iter().map(said).collect::<Vec<_>>().join(", "),
    }
}

pub(super) fn table(text: Text, run: &Run) -> AnyView {
    let lines = lines(text, run);
    let more = lines.len() > ROWS;
    let rows = lines.into_iter().take(ROWS).map(|line| row(text, line)).collect_view();
    view! {
        <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")>
            <table class="data-table">
                <thead>
                    <tr>
                        <th scope="col">{text.get("labs-moment")}</th>
                        <th scope="col" class="amount">{text.get("labs-segments")}</th>
                        <th scope="col" class="amount">{text.get("labs-segment-size")}</th>
                        <th scope="col">{text.get("labs-block")}</th>
                        <th scope="col" class="amount">{text.get("labs-block-size")}</th>
                        <th scope="col">{text.get("labs-tensor")}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {more.then(|| view! { <p class="lab-note">{text.get("labs-more-in-json")}</p> })}
    }
    .into_any()
}

fn row(text: Text, line: Line) -> AnyView {
    let lang = text.lang();
    view! {
        <tr>
            <th scope="row">{line.moment}</th>
            <td class="amount">{number(lang, line.count)}</td>
            <td class="amount">{exact_bytes(lang, line.segment)}</td>
            <td>{text.get(line.state.key())}</td>
            <td class="amount">{exact_bytes(lang, line.bytes)}</td>
            <td>{line.tensors}</td>
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use content::lang::Lang;
    use labs::experiment::{self, SimRig};

    use super::*;

    #[test]
    fn the_lines_of_a_map_add_up_to_what_is_reserved_and_allocated() {
        for experiment in experiment::ALL {
            let report = experiment.run(&mut SimRig, &[]).unwrap();
            for run in &report.runs {
                let lines = lines(Text::new(Lang::EN), run);
                for map in &run.maps {
                    let moment = label(Lang::EN, &map.label);
                    let of_map = || lines.iter().filter(|line| line.moment == moment);
                    let sum: u64 = of_map().map(|line| line.count * line.bytes).sum();
                    let live = of_map().filter(|line| line.state == State::Live);
                    let live: u64 = live.map(|line| line.count * line.bytes).sum();
                    let point = run.point(map.step).unwrap();
                    assert_eq!((sum, live), (point.reserved, point.allocated), "{}: {moment}", experiment.name);
                }
            }
        }
    }
}
