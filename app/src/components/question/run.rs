//! What the steps of a question came to: the learner's number beside the run's, the figure after each step, the memory at the
//! end.

use leptos::prelude::*;

use crate::components::lab::still::still;
use crate::i18n::{Text, exact_bytes, number};
use crate::playground::highlight;
use crate::view::StepsRun;

/// The steps, before and after the answer.
pub(super) fn script(text: Text, steps: &str) -> AnyView {
    view! {
        <pre class="code question-steps" role="group" tabindex="0" translate="no" aria-label=text.get("question-steps")>
            <code inner_html=highlight::html(steps, None).trim_end().to_owned()></code>
        </pre>
    }
    .into_any()
}

pub(super) fn run(text: Text, run: &StepsRun) -> AnyView {
    let figure = text.get(run.figure);
    let last = run.film.shots.len().saturating_sub(1);
    view! {
        <div class="question-run">
            <dl class="question-numbers">
                <div><dt>{text.get("question-run-given")}</dt><dd>{run.given.clone()}</dd></div>
                <div><dt>{text.get("question-run-found")}</dt><dd>{run.found.clone()}</dd></div>
            </dl>
            <p class="lab-note">{text.get("labs-simulated")}</p>
            <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("question-run")>
                <table class="data-table" aria-label=text.get("question-run")>
                    <thead>
                        <tr>
                            <th scope="col">{text.get("labs-column-step")}</th>
                            <th scope="col" class="amount">{figure}</th>
                        </tr>
                    </thead>
                    <tbody>{rows(text, run)}</tbody>
                </table>
            </div>
            {still(text, &run.film, run.device, last)}
            <p><a href=run.playground_href.clone()>{text.get("question-run-playground")}</a></p>
        </div>
    }
    .into_any()
}

fn rows(text: Text, run: &StepsRun) -> AnyView {
    let rows = run.rows.iter().map(|row| {
        let value = if run.is_bytes { exact_bytes(text.lang(), row.value) } else { number(text.lang(), row.value) };
        let refused = row.refused.then(|| view! { " "<strong>{text.get("question-run-refused")}</strong> });
        view! {
            <tr>
                <th scope="row"><code translate="no">{row.line.clone()}</code>{refused}</th>
                <td class="amount">{value}</td>
            </tr>
        }
    });
    rows.collect_view().into_any()
}
