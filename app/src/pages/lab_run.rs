use labs::experiment::parameter::Value;
use labs::report::{Origin, Outcome, Report};
use leptos::prelude::*;

use crate::components::breadcrumb::breadcrumb;
use crate::components::icon::{Icon, icon};
use crate::components::lab::device::device;
use crate::components::lab::figures::figures;
use crate::components::lab::film::{Source, film};
use crate::components::lab::prediction::prediction;
use crate::components::lab::run::runs;
use crate::components::lab::tables::tables;
use crate::components::lab::tokens::tokens;
use crate::components::patterns::patterns;
use crate::i18n::{Text, amount, choice_word, label};
use crate::islands::LabRun;
use crate::shell;
use crate::view::{Chrome, LabResult, LabRunState, LabRunView, LabStop, Link, RunSubject};

/// A run: where it stands, and once it is finished what came of it.
pub fn lab_run(chrome: &Chrome, view: &LabRunView) -> String {
    shell::page(chrome, "lab-run", |text| {
        let body = body(text, chrome, view);
        let all = Link { href: format!("/{}/labs", text.lang()), text: text.get("labs-title") };
        view! {
            {patterns()}
            <header class="lab-head">
                {breadcrumb(text, &[&all, &view.lab])}
                <h1>{view.lab.text.clone()}</h1>
            </header>
            {if chrome.islands { view! { <LabRun><div data-run-body>{body}</div></LabRun> }.into_any() } else { body }}
        }
    })
}

/// What depends on where the run stands. The island puts it in again when the run has ended.
fn body(text: Text, chrome: &Chrome, view: &LabRunView) -> AnyView {
    match &view.state {
        LabRunState::Finished(result) => finished(text, view, result),
        LabRunState::Stopped { why, said } => stopped(text, view, *why, said.clone()),
        LabRunState::Queued { position, device_away, cancel_action } => {
            let place = text.with("labs-queued-at", [("position", (*position).into())]);
            let wait = Wait { title: "labs-queued", place, device_away: *device_away, cancel: cancel_action.clone() };
            waiting(text, chrome, view, wait)
        }
        LabRunState::Running { cancel_action } => {
            let place = text.get("labs-running-text");
            let wait = Wait { title: "labs-running", place, device_away: false, cancel: cancel_action.clone() };
            waiting(text, chrome, view, wait)
        }
    }
}

/// What is said of a run that is not finished.
struct Wait {
    title: &'static str,
    place: String,
    device_away: bool,
    cancel: Option<String>,
}

/// The state of a run that is not finished. The page loads itself again; the link is for browsers that do not.
fn waiting(text: Text, chrome: &Chrome, view: &LabRunView, wait: Wait) -> AnyView {
    let cancel = wait.cancel.map(|action| {
        view! {
            <form class="lab-cancel" method="post" action=action>
                <button class="button button-quiet" type="submit">{text.get("labs-cancel")}</button>
            </form>
        }
    });
    let away = wait.device_away.then(|| {
        view! { <p class="problem" data-away="">{icon(Icon::Warning)}<span>{text.get("labs-queued-away")}</span></p> }
    });
    view! {
        <div class="lab-state" role="status">
            <h2 data-state="">{text.get(wait.title)}</h2>
            <p data-place="">{wait.place}</p>
            {away}
            <p class="lab-note">{text.get("labs-goes-on")}</p>
            <p class="problem" hidden data-lost="">{icon(Icon::Warning)}<span>{text.get("labs-film-lost")}</span></p>
            <div class="buttons">
                <a class="button" href=chrome.here.clone()>{text.get("labs-look-again")}</a>
                {cancel}
            </div>
        </div>
        {asked(text, view)}
        {film(text, Source::Events { href: &view.events_href })}
    }
    .into_any()
}

fn stopped(text: Text, view: &LabRunView, why: LabStop, said: Option<String>) -> AnyView {
    let (title, advice) = match why {
        LabStop::TimedOut { seconds } => {
            ("labs-timed-out", text.with("labs-timed-out-text", [("seconds", seconds.into())]))
        }
        LabStop::Cancelled => ("labs-cancelled", text.get("labs-cancelled-text")),
        LabStop::DeviceLost => ("labs-device-lost", text.get("labs-device-lost-text")),
        LabStop::Failed => ("labs-failed", text.get("labs-failed-text")),
    };
    let said = said.map(|said| {
        view! { <p class="lab-note">{text.get("labs-program-said")}" "<q lang="en" translate="no">{said}</q></p> }
    });
    view! {
        <div class="lab-state" data-outcome="wrong">
            <h2>{icon(Icon::Warning)}<span>{text.get(title)}</span></h2>
            <p>{advice}</p>
            {said}
            <p><a class="button" href=view.again_href.clone()>{text.get("labs-again")}</a></p>
        </div>
        {asked(text, view)}
    }
    .into_any()
}

/// The question, and what was predicted.
fn asked(text: Text, view: &LabRunView) -> AnyView {
    let question_html = match &view.subject {
        RunSubject::Lab { question_html, .. } => question_html.clone(),
        RunSubject::Script(source) => return script(text, source),
    };
    let guess = view.guess.clone().map(|guess| {
        view! { <dl class="lab-compared"><div><dt>{text.get("labs-you-predicted")}</dt><dd>{guess}</dd></div></dl> }
    });
    view! {
        <div class="lab-prediction">
            <p class="stem rich" inner_html=question_html></p>
            {guess}
        </div>
    }
    .into_any()
}

fn finished(text: Text, view: &LabRunView, result: &LabResult) -> AnyView {
    let report = &result.report;
    let shown = result.report_href.as_deref().map(|href| film(text, Source::Report { report, href }));
    view! {
        {device(text, report)}
        {too_small(text, report)}
        {answer(text, view, result)}
        {part(text, "memory", "labs-memory", view! { {shown}{runs(text, report)}{tokens(text, report)} })}
        {part(text, "figures", "labs-figures", view! { {figures(text, report)}{tables(text, report)} })}
        {result.about.as_ref().map(|about| part(text, "pytorch", "labs-pytorch", code(text, &about.code_html)))}
        {part(text, "on", "labs-go-on", ways_on(text, view, result))}
    }
    .into_any()
}

/// What was predicted, and why it came as it did; of a script, the script.
fn answer(text: Text, view: &LabRunView, result: &LabResult) -> AnyView {
    let question_html = match &view.subject {
        RunSubject::Lab { question_html, .. } => question_html,
        RunSubject::Script(source) => return part(text, "script", "playground-script", script(text, source)),
    };
    let why = result.about.as_ref().map(|about| {
        let why = about.explanation_html.clone();
        part(text, "why", "labs-why", view! { <p class="lab-why rich" inner_html=why></p> })
    });
    view! {
        <div class="lab-answer">
            {part(text, "prediction", "labs-prediction", prediction(text, question_html, result.prediction.as_ref()))}
            {why}
        </div>
    }
    .into_any()
}

fn script(text: Text, source: &str) -> AnyView {
    view! {
        <div class="text">
            <pre class="code" role="region" tabindex="0" aria-label=text.get("labs-code")>
                <code translate="no">{source.to_owned()}</code>
            </pre>
        </div>
    }
    .into_any()
}

fn part(text: Text, anchor: &'static str, title: &'static str, content: impl IntoView + 'static) -> AnyView {
    view! {
        <section class=format!("lab-part lab-part-{anchor}") aria-labelledby=anchor>
            <h2 id=anchor>{text.get(title)}</h2>
            {content}
        </section>
    }
    .into_any()
}

/// A run whose device was too small did not show what the lab is about.
fn too_small(text: Text, report: &Report) -> Option<AnyView> {
    (report.outcome == Outcome::TooSmall).then(|| {
        view! { <p class="problem">{icon(Icon::Warning)}<span>{text.get("labs-too-small")}</span></p> }.into_any()
    })
}

fn code(text: Text, html: &str) -> AnyView {
    view! {
        <p class="lab-note">{text.get("labs-pytorch-text")}</p>
        <div class="text">
            <pre class="code" role="region" tabindex="0" aria-label=text.get("labs-code")>
                <code translate="no" inner_html=html.to_owned()></code>
            </pre>
        </div>
    }
    .into_any()
}

fn ways_on(text: Text, view: &LabRunView, result: &LabResult) -> AnyView {
    let download = |href: &Option<String>, key| {
        href.clone().map(|href| view! { <li><a href=href download="">{text.get(key)}</a></li> })
    };
    let again = match &view.subject {
        RunSubject::Lab { .. } => "labs-again",
        RunSubject::Script(_) => "playground-back",
    };
    let lesson = match &view.subject {
        RunSubject::Lab { lesson, .. } => Some(lesson.clone()),
        RunSubject::Script(_) => None,
    };
    let lesson = lesson.map(|lesson| {
        view! {
            <a class="button button-quiet" href=lesson.href>
                {text.with("labs-back-to-lesson", [("title", lesson.text.into())])}
            </a>
        }
    });
    view! {
        <p class="buttons">
            <a class="button" href=view.again_href.clone()>{text.get(again)}</a>
            {lesson}
        </p>
        <ul class="lab-downloads">
            {download(&result.report_href, "labs-download-json")}
            {download(&result.snapshot_href, "labs-download-snapshot")}
        </ul>
        {settings(text, &result.report)}
    }
    .into_any()
}

/// The parameters as they were.
fn settings(text: Text, report: &Report) -> AnyView {
    let rows = report.parameters.iter().map(|setting| {
        let value = match &setting.value {
            Value::Number(number) => amount(text.lang(), setting.unit, *number),
            Value::Choice(word) => choice_word(text.lang(), word),
        };
        let origin = text.get(match setting.origin {
            Origin::Default => "labs-origin-default",
            Origin::Given => "labs-origin-given",
            Origin::Fitted => "labs-origin-fitted",
        });
        view! {
            <tr>
                <th scope="row">{label(text.lang(), &setting.label)}</th>
                <td class="amount">{value}</td>
                <td>{origin}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    view! {
        <details class="lab-more">
            <summary>{text.get("labs-parameters-were")}</summary>
            <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")>
                <table class="data-table">
                    <thead>
                        <tr>
                            <th scope="col">{text.get("labs-parameter")}</th>
                            <th scope="col" class="amount">{text.get("labs-value")}</th>
                            <th scope="col">{text.get("labs-origin")}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
    .into_any()
}
