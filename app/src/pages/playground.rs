use leptos::prelude::*;

use crate::components::icon::{Icon, icon};
use crate::components::lab::film::{Source, film};
use crate::components::lab::still::still;
use crate::components::patterns::patterns;
use crate::estimate::format::exact;
use crate::i18n::{Text, number, separators};
use crate::islands::Playground;
use crate::playground::{Attempt, Played, figures};
use crate::shell;
use crate::view::{Chrome, DeviceProblem, Link, PlaygroundView};

/// Rows of the table of steps.
const ROWS: usize = 200;

/// A script of the learner's own: on the server as a form, in a browser with script at every letter.
pub fn playground(chrome: &Chrome, view: &PlaygroundView) -> String {
    shell::page(chrome, "playground", |text| {
        let all = Link { href: format!("/{}/labs", text.lang()), text: text.get("labs-title") };
        let played = match &view.attempt {
            Attempt::Ran(played) => Some(played.as_ref()),
            Attempt::Wrong { .. } | Attempt::Refused(_) => None,
        };
        let content = view! {
            <div class="playground-columns">
                {editor(text, view)}
                <div class="playground-beside">{examples(text, view)}{language(text)}</div>
            </div>
            {result(text, played)}
        }
        .into_any();
        view! {
            {patterns()}
            <header class="lab-head">
                {crate::components::breadcrumb::breadcrumb(text, &[&all])}
                <h1>{text.get("playground-title")}</h1>
                <p class="lead">{text.get("playground-lead")}</p>
            </header>
            {if chrome.islands { view! { <Playground>{content}</Playground> }.into_any() } else { content }}
        }
    })
}

fn editor(text: Text, view: &PlaygroundView) -> AnyView {
    let said = match &view.attempt {
        Attempt::Wrong { line, column, message, .. } => {
            let place = text.with("playground-wrong-at", [("line", (*line).into()), ("column", (*column).into())]);
            Some((place, message.clone()))
        }
        Attempt::Refused(message) => Some((text.get("playground-refused-run"), message.clone())),
        Attempt::Ran(_) => None,
    };
    let is_wrong = said.is_some();
    let (place, message) = said.unwrap_or_default();
    let escaped = view.script.replace('&', "&amp;").replace('<', "&lt;");
    view! {
        <form class="playground-form" method="get" action=view.action.clone() data-form="">
            <label for="script">{text.get("playground-script")}</label>
            <div class="playground-editor" data-editor="">
                <pre aria-hidden="true" data-paint=""></pre>
                <textarea id="script" name="script" rows="16" spellcheck="false" autocomplete="off" autocapitalize="off" translate="no"
                    aria-describedby="script-problem script-help" aria-invalid=is_wrong.then_some("true")
                    inner_html=format!("\n{escaped}")></textarea>
            </div>
            <p class="problem" id="script-problem" role="status" data-problem="" hidden=!is_wrong>
                {icon(Icon::Warning)}
                <span><span data-place="">{place}</span>" "<span lang="en" data-message="">{message}</span></span>
            </p>
            <p class="help" id="script-help">{text.get("playground-help")}</p>
            <p class="buttons">
                <button class="button" type="submit"><span>{text.get("labs-run")}</span>{icon(Icon::ArrowRight)}</button>
            </p>
            {devices(text, view)}
            <div class="playground-files" hidden data-files="">
                <label class="playground-import">{text.get("playground-import")}" "<input type="file" accept=".json,application/json" data-import=""/></label>
                <a class="button button-quiet" href="#script" download="trace.json" data-export="">{text.get("playground-export")}</a>
            </div>
        </form>
    }
    .into_any()
}

/// The same script on a device of the server, as a run in its queue.
fn devices(text: Text, view: &PlaygroundView) -> AnyView {
    let problem = match &view.problem {
        Some(DeviceProblem::Unfit(said)) => {
            let said = view! { <span lang="en" translate="no">{said.clone()}</span> };
            Some(view! { <span>{text.get("playground-refused-run")}" "{said}</span> }.into_any())
        }
        Some(DeviceProblem::QueueFull) => Some(text.get("labs-queue-full").into_any()),
        Some(DeviceProblem::Away) => Some(text.get("labs-device-away").into_any()),
        None if view.devices.is_empty() => Some(text.get("playground-no-device").into_any()),
        None => None,
    };
    let problem = problem.map(|said| {
        view! { <p class="problem" id="device-problem">{icon(Icon::Warning)}<span>{said}</span></p> }
    });
    let buttons = view.devices.iter().map(|device| {
        let label = match &device.name {
            Some(name) => text.with("playground-run-on", [("device", name.as_str().into())]),
            None => text.get("playground-run-on-simulated"),
        };
        view! {
            <button class="button button-quiet" type="submit" name="device" value=device.value.clone()
                formmethod="post" formaction=view.action.clone()>{label}</button>
        }
    });
    view! {
        <fieldset class="playground-devices">
            <legend>{text.get("playground-devices")}</legend>
            <p class="help">{text.get("playground-devices-help")}</p>
            {problem}
            <p class="buttons">{buttons.collect_view()}</p>
        </fieldset>
    }
    .into_any()
}

fn examples(text: Text, view: &PlaygroundView) -> AnyView {
    let links = view.examples.iter().map(|link| view! { <li><a href=link.href.clone()>{link.text.clone()}</a></li> });
    view! {
        <section aria-labelledby="examples">
            <h2 id="examples">{text.get("playground-examples")}</h2>
            <ul>{links.collect_view()}</ul>
        </section>
    }
    .into_any()
}

/// The statements of the language.
const STATEMENTS: [(&str, &str); 11] = [
    ("device 8 GiB", "playground-does-device"),
    ("settings expandable_segments:True", "playground-does-settings"),
    ("others 512 MiB", "playground-does-others"),
    ("a = alloc 3 MiB + 100 B", "playground-does-alloc"),
    ("free a, layer[*]", "playground-does-free"),
    ("empty_cache", "playground-does-empty-cache"),
    ("repeat 8 as i { layer[i] = alloc (i + 1) * 16 MiB }", "playground-does-repeat"),
    ("stream 1 { … }", "playground-does-stream"),
    ("record_stream a 2", "playground-does-record-stream"),
    ("busy 1, idle 1", "playground-does-busy"),
    ("fraction 0.5", "playground-does-fraction"),
];

fn language(text: Text) -> AnyView {
    let rows = STATEMENTS.map(|(statement, key)| {
        view! { <dt><code translate="no">{statement}</code></dt><dd>{text.get(key)}</dd> }
    });
    view! {
        <details class="lab-more">
            <summary>{text.get("playground-language")}</summary>
            <dl class="playground-language">{rows.collect_view()}</dl>
        </details>
    }
    .into_any()
}

fn result(text: Text, played: Option<&Played>) -> AnyView {
    let film_of = played.map(|played| played.screening.film.clone()).unwrap_or_default();
    let signs = separators(text.lang());
    let rows = figures(&film_of).map(|figure| {
        let value = if figure.is_bytes { exact(figure.value, &signs) } else { number(text.lang(), figure.value) };
        view! { <tr><th scope="row">{text.get(figure.key)}</th><td class="amount" data-figure=figure.key>{value}</td></tr> }
    });
    let notices = played.map(|played| played.notices.clone()).unwrap_or_default();
    let notices = notices.into_iter().map(|notice| view! { <li>{notice}</li> }).collect_view();
    let messages = played.map(|played| played.screening.messages.clone()).unwrap_or_default();
    let messages =
        messages.into_iter().take(5).map(|(_, message)| view! { <pre class="code"><code>{message}</code></pre> });
    let messages = messages.collect_view();
    view! {
        <section class="playground-result" data-result="" hidden=played.is_none() aria-labelledby="result">
            <h2 id="result">{text.get("playground-result")}</h2>
            <p class="lab-device-kind playground-kind">{text.get("labs-simulated")}</p>
            <ul class="playground-notices" lang="en" data-notices="">{notices}</ul>
            {film(text, Source::Script)}
            <div data-still="">{played.and_then(|played| still_of(text, played))}</div>
            <div class="playground-messages lab-message" lang="en" translate="no" data-messages="">{messages}</div>
            <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")><table class="data-table">
                <caption class="visually-hidden">{text.get("labs-figures")}</caption>
                <thead><tr><th scope="col">{text.get("labs-figure")}</th><th scope="col" class="amount">{text.get("labs-found")}</th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table></div>
            <details class="lab-more">
                <summary>{text.get("labs-events")}</summary>
                <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")><table class="data-table">
                    <thead><tr>
                        <th scope="col" class="amount">{text.get("labs-column-step")}</th>
                        <th scope="col">{text.get("playground-line")}</th>
                        <th scope="col" class="amount">{text.get("labs-allocated")}</th>
                        <th scope="col" class="amount">{text.get("labs-reserved")}</th>
                    </tr></thead>
                    <tbody translate="no" data-steps="">{steps(text, played)}</tbody>
                </table></div>
                <p class="lab-note">{text.count("playground-first-steps", ROWS)}</p>
            </details>
        </section>
    }
    .into_any()
}

/// The memory where the story is decided, for browsers that show no more than that.
fn still_of(text: Text, played: &Played) -> Option<AnyView> {
    let (film, device) = (&played.screening.film, played.screening.device);
    let index = film.refusal().unwrap_or(film.shots.len().saturating_sub(1));
    still(text, film, device, index)
}

fn steps(text: Text, played: Option<&Played>) -> AnyView {
    let signs = separators(text.lang());
    let shots = played.map(|played| played.screening.film.shots.as_slice()).unwrap_or_default();
    let rows = shots.iter().take(ROWS).map(|shot| {
        view! {
            <tr>
                <th scope="row" class="amount">{number(text.lang(), shot.step)}</th>
                <td><code>{shot.said.clone()}</code></td>
                <td class="amount">{exact(shot.point.allocated, &signs)}</td>
                <td class="amount">{exact(shot.point.reserved, &signs)}</td>
            </tr>
        }
    });
    rows.collect_view().into_any()
}
