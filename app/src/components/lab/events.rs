//! What a run did, step by step, with repetitions told once.

use labs::report::{Event, Run};
use leptos::prelude::*;

use crate::i18n::{Text, exact_bytes, label, number, tensor_name};

/// Lines that are shown.
const SHOWN: usize = 120;

pub(super) fn events(text: Text, run: &Run) -> AnyView {
    let mut rows = Vec::new();
    for fold in run.folded_events() {
        for (first, last) in fold.places() {
            rows.push(row(text, &run.events[first], &run.events[last], fold.turns as u64));
        }
    }
    let more = rows.len() > SHOWN;
    rows.truncate(SHOWN);
    view! {
        <details class="lab-more">
            <summary>{text.get("labs-events")}</summary>
            <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")>
                <table class="data-table">
                    <thead>
                        <tr>
                            <th scope="col">{text.get("labs-column-steps")}</th>
                            <th scope="col" class="amount">{text.get("labs-column-times")}</th>
                            <th scope="col">{text.get("labs-done")}</th>
                            <th scope="col">{text.get("labs-tensor")}</th>
                            <th scope="col" class="amount">{text.get("labs-size")}</th>
                        </tr>
                    </thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
            {more.then(|| view! { <p class="lab-note">{text.get("labs-more-in-json")}</p> })}
        </details>
    }
    .into_any()
}

fn row(text: Text, first: &Event, last: &Event, turns: u64) -> AnyView {
    let lang = text.lang();
    let times = first.times * turns;
    let times = (times > 1).then(|| number(lang, times));
    let name = match (first.subject.as_str(), turns) {
        ("", _) => String::new(),
        (name, 1) => tensor_name(lang, name),
        (name, _) => format!("{} … {}", tensor_name(lang, name), tensor_name(lang, &last.subject)),
    };
    view! {
        <tr data-from=first.step.to_string() data-to=last.step.to_string()>
            <td>{steps(text, first.step, last.step)}</td>
            <td class="amount">{times}</td>
            <td>{label(lang, &first.action.words().into())}</td>
            <td>{name}</td>
            <td class="amount">{exact_bytes(lang, first.bytes)}</td>
        </tr>
    }
    .into_any()
}

/// Returns one step, or the first and the last of several.
pub(super) fn steps(text: Text, first: u64, last: u64) -> String {
    let [from, to] = [first, last].map(|step| number(text.lang(), step));
    if first == last { from } else { format!("{from}–{to}") }
}
