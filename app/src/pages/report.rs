use leptos::prelude::*;

use crate::components::breadcrumb::breadcrumb;
use crate::components::icon::{Icon, icon};
use crate::components::textarea::textarea;
use crate::i18n::Text;
use crate::shell;
use crate::view::{Chrome, ReportProblem, ReportView};

/// "Report a mistake" in a question.
pub fn report(chrome: &Chrome, view: &ReportView) -> String {
    shell::page(chrome, "report", |text| {
        view! {
            {breadcrumb(text, &[&view.back])}
            <div class="notice-page">
                {if view.sent { sent(text, view) } else { form(text, view) }}
            </div>
        }
    })
}

fn sent(text: Text, view: &ReportView) -> AnyView {
    view! {
        <h1>{text.get("report-sent")}</h1>
        <p class="lead">{text.get("report-sent-text")}</p>
        <p><a class="button" href=view.back.href.clone()>{view.back.text.clone()}</a></p>
    }
    .into_any()
}

fn form(text: Text, view: &ReportView) -> AnyView {
    let problem = view.problem.map(|problem| {
        let said = text.get(match problem {
            ReportProblem::Empty => "report-empty",
            ReportProblem::TooLong => "report-too-long",
        });
        view! { <p class="problem" id="text-error">{icon(Icon::Warning)}<span>{said}</span></p> }
    });
    let invalid = problem.is_some();
    // So many digits tell two versions apart; all of them would not fit on a phone.
    let version = view.version.get(..12).unwrap_or(&view.version);
    view! {
        <h1>{text.get("report-title")}</h1>
        <p class="lead">{text.get("report-lead")}</p>
        <figure class="quoted-question">
            <figcaption>
                {text.get("report-question")}" · "
                <span class="version">{text.with("report-version", [("version", version.into())])}</span>
            </figcaption>
            <div class="rich" inner_html=view.question_html.clone()></div>
        </figure>
        <form class="report-form" method="post" action=view.action.clone()>
            <input type="hidden" name="version" value=view.version.clone()/>
            <label for="text">{text.get("report-label")}</label>
            {textarea("text", &view.text, invalid)}
            <p class="help" id="text-help">{text.get("report-help")}</p>
            {problem}
            <button class="button" type="submit">{text.get("report-submit")}</button>
        </form>
    }
    .into_any()
}
