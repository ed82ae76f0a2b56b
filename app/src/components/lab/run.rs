//! What happened in one allocator: its pictures, and folded below them what it did.

use labs::report::{Report, Run};
use leptos::prelude::*;

use super::scale::scale_of;
use super::{contents, driver, events, map, pages, timeline};
use crate::film::Scale;
use crate::i18n::{Text, label};

/// All runs of a report, beside each other where there is room and more than one.
pub(crate) fn runs(text: Text, report: &Report) -> AnyView {
    let scale = scale_of(report);
    let runs = report.runs.iter().map(|it| run(text, report, it, scale)).collect_view();
    let compared = (report.runs.len() > 1).then_some("");
    view! { <div class="lab-runs" data-compared=compared data-runs>{runs}</div> }.into_any()
}

fn run(text: Text, report: &Report, run: &Run, scale: Scale) -> AnyView {
    let settings = run.settings.clone().filter(|settings| !settings.is_empty()).map(|settings| {
        view! { <p class="lab-settings"><code translate="no">{format!("PYTORCH_CUDA_ALLOC_CONF={settings}")}</code></p> }
    });
    view! {
        <section class="lab-run">
            <h3>{label(text.lang(), &run.title)}</h3>
            {settings}
            {map::maps(text, report, run, scale)}
            {timeline::timeline(text, report, run, scale)}
            {contents::refusals(text, run)}
            {pages::pages(text, run)}
            {contents::contents(text, run)}
            {events::events(text, run)}
            {driver::driver(text, run)}
            {contents::summary(text, run)}
        </section>
    }
    .into_any()
}
