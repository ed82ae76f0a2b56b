//! The figures of a report: what follows from the rules beside what was found.

use labs::report::{Figure, Report};
use leptos::prelude::*;

use crate::components::icon::{Icon, icon};
use crate::i18n::{Text, amount, figure_range, label};

pub(crate) fn figures(text: Text, report: &Report) -> AnyView {
    let rows = report.figures.iter().map(|figure| row(text, figure)).collect_view();
    let surprises = report.surprises().count();
    let verdict = match (surprises, report.figures.iter().any(|figure| figure.expected.is_some())) {
        (0, false) => text.get("labs-nothing-expected"),
        (0, true) => text.get("labs-as-expected"),
        (more, _) => text.count("labs-not-as-expected", more),
    };
    view! {
        <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")>
            <table class="data-table lab-figures">
                <thead>
                    <tr>
                        <th scope="col">{text.get("labs-figure")}</th>
                        <th scope="col" class="amount">{text.get("labs-expected")}</th>
                        <th scope="col" class="amount">{text.get("labs-found")}</th>
                        <th scope="col">{text.get("labs-verdict")}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <p class="lab-note">{verdict}" "{text.get("labs-expected-how")}</p>
    }
    .into_any()
}

fn row(text: Text, figure: &Figure) -> AnyView {
    let verdict = figure.agrees().map(|agrees| {
        let (outcome, sign, said) =
            if agrees { ("right", Icon::Check, "labs-agrees") } else { ("wrong", Icon::Cross, "labs-differs") };
        view! { <span class="lab-agrees" data-outcome=outcome>{icon(sign)}{text.get(said)}</span> }
    });
    view! {
        <tr>
            <th scope="row">{label(text.lang(), &figure.label)}</th>
            <td class="amount">{figure_range(text.lang(), figure).unwrap_or_else(|| "–".to_owned())}</td>
            <td class="amount">{amount(text.lang(), figure.unit, figure.found)}</td>
            <td>{verdict}</td>
        </tr>
    }
    .into_any()
}
