use leptos::prelude::*;

use crate::i18n::{Arg, Text};
use crate::view::AttemptRow;

/// The attempts at a final quiz, as a table of that name.
pub(crate) fn attempts(text: Text, name: String, rows: &[AttemptRow]) -> impl IntoView + use<> {
    let rows = rows.iter().map(|row| attempt(text, row)).collect_view();
    view! {
        <div class="table-scroll">
            <table class="data-table" aria-label=name>
                <thead>
                    <tr>
                        <th scope="col">{text.get("attempt-date")}</th>
                        <th scope="col">{text.get("attempt-result")}</th>
                        <th scope="col">{text.get("attempt-verdict")}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn attempt(text: Text, row: &AttemptRow) -> impl IntoView + use<> {
    let (result, outcome) = if let Some(it) = row.result {
        let score = text.with("attempt-score", score_args(it.score, it.max, it.percent));
        let outcome = text.get(if it.passed { "attempt-passed" } else { "attempt-failed" });
        (score.into_any(), outcome.into_any())
    } else {
        let go_on = view! { <a href=row.href.clone()>{text.get("attempt-continue")}</a> };
        (text.get("attempt-running").into_any(), go_on.into_any())
    };
    let date = view! { <time datetime=row.date_iso.clone()>{row.date.clone()}</time> };
    let date =
        if row.result.is_some() { view! { <a href=row.href.clone()>{date}</a> }.into_any() } else { date.into_any() };
    view! { <tr><td>{date}</td><td>{result}</td><td>{outcome}</td></tr> }
}

pub(crate) fn score_args(score: u32, max: u32, percent: u32) -> [(&'static str, Arg); 3] {
    [("score", score.into()), ("max", max.into()), ("percent", percent.into())]
}
