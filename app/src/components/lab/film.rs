//! Where a run is shown step by step. The island fills it in: without script the pictures of chosen moments stand below.

use labs::report::{Action, Report};
use leptos::prelude::*;
use serde_json::{Map, Value};

use super::legend::legend;
use crate::components::icon::{Icon, icon};
use crate::film::state::State;
use crate::i18n::{Text, label, separators, tensor_name};

/// What is shown.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Source<'a> {
    /// A finished run, and where its report is.
    Report { report: &'a Report, href: &'a str },
    /// What is told of a run under way.
    Events { href: &'a str },
    /// A script that runs in the browser.
    Script,
}

/// Texts that the island writes as they are, or with `{…}` replaced.
const WORDS: [(&str, &[&str]); 21] = [
    ("labs-step", &["step"]),
    ("labs-film-of", &["step", "last"]),
    ("labs-film-allocator", &["number"]),
    ("labs-film-block", &["size", "state"]),
    ("labs-film-named-block", &["name", "size", "state"]),
    ("labs-film-segment", &["number", "count", "size"]),
    ("labs-film-no-calls", &[]),
    ("labs-film-play", &[]),
    ("labs-film-pause", &[]),
    ("labs-film-cut", &[]),
    ("labs-film-lost", &[]),
    ("labs-film-resumed", &[]),
    ("labs-film-finished", &[]),
    ("labs-film-requeued", &[]),
    ("labs-queued", &[]),
    ("labs-queued-at", &["position"]),
    ("labs-running", &[]),
    ("labs-running-text", &[]),
    ("labs-map-spoken", &["moment", "segments", "parts"]),
    ("labs-no-segments", &[]),
    ("labs-call-refused", &[]),
];

/// The names that labs give to tensors, and to who holds memory.
pub(crate) const NAMES: [&str; 9] =
    ["large", "medium", "small", "tensor", "piece", "spacer", "last", "KV cache", "other programs"];

/// The choices of speed, in steps a second.
const SPEEDS: [u32; 6] = [1, 2, 5, 10, 30, 100];

pub(crate) fn film(text: Text, source: Source<'_>) -> AnyView {
    let (report_href, events_href) = match source {
        Source::Report { href, .. } => (Some(href.to_owned()), None),
        Source::Events { href } => (None, Some(href.to_owned())),
        Source::Script => (None, None),
    };
    let signs = separators(text.lang());
    view! {
        <section class="lab-film" aria-labelledby="film" hidden translate="no" data-film data-report=report_href data-events=events_href
            data-group=signs.group.to_string() data-decimal=signs.decimal.to_string() data-words=words(text, source)>
            <h3 id="film">{text.get("labs-film")}</h3>
            <div class="lab-stages" data-stages></div>
            {legend(text, State::ALL.to_vec())}
            {controls(text)}
            <template data-stage>{stage(text)}</template>
        </section>
    }
    .into_any()
}

fn controls(text: Text) -> AnyView {
    let button = |name: &'static str, sign, key| {
        let said = text.get(key);
        view! { <button type="button" class="lab-button" data-do=name aria-label=said.clone() title=said>{icon(sign)}</button> }
    };
    let speeds = SPEEDS.map(|speed| {
        let said = text.count("labs-film-speed-of", speed);
        view! { <option value=speed.to_string()>{said}</option> }
    });
    view! {
        <div class="lab-controls" role="group" aria-label=text.get("labs-film-controls")>
            <div class="lab-buttons">
                {button("first", Icon::First, "labs-film-first")}
                {button("back", Icon::Back, "labs-film-back")}
                {button("play", Icon::Play, "labs-film-play")}
                {button("forward", Icon::Forward, "labs-film-forward")}
                {button("last", Icon::Last, "labs-film-last")}
            </div>
            <label class="lab-scrub"><span class="visually-hidden">{text.get("labs-film-scrub")}</span>
                <input type="range" min="0" max="0" value="0" data-scrub=""/>
            </label>
            <p class="lab-at" data-at=""></p>
            <label class="lab-speed"><span>{text.get("labs-film-speed")}</span><select data-speed="">{speeds.collect_view()}</select></label>
        </div>
    }
    .into_any()
}

/// What the island copies for each allocator.
fn stage(text: Text) -> AnyView {
    let sum = |name: &'static str, key| view! { <span>{text.get(key)}" "<strong data-out=name></strong></span> };
    view! {
        <section class="lab-stage">
            <h4 data-out="title">{text.get("labs-film")}</h4>
            <p class="lab-settings" hidden data-settings><code translate="no" data-out="settings"></code></p>
            <p class="lab-deed"><span class="lab-step" data-out="step"></span>" "<strong data-out="deed"></strong></p>
            <p class="facts lab-sums">{sum("allocated", "labs-allocated")}{sum("reserved", "labs-reserved")}</p>
            <div class="lab-strip" role="img" data-strip>
                <svg class="strip-blocks lab-overview" width="100%" height="44" aria-hidden="true" focusable="false"></svg>
                <canvas hidden aria-hidden="true"></canvas>
            </div>
            <p class="lab-scale" aria-hidden="true"><span>"0"</span><span data-out="scale"></span></p>
            <svg class="lab-course" width="100%" height="64" viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true" focusable="false" data-course></svg>
            <div class="lab-segments" tabindex="0" role="group" aria-label=text.get("labs-film-segments") data-segments>
                <div class="lab-segments-all" data-all><canvas aria-hidden="true"></canvas></div>
            </div>
            <p class="lab-detail" aria-live="polite" data-out="detail"></p>
            <div class="lab-calls">
                <h5>{text.get("labs-film-calls")}</h5>
                <ul data-calls></ul>
            </div>
            <p class="lab-note" hidden data-cut>{text.get("labs-film-cut")}</p>
        </section>
    }
    .into_any()
}

/// The texts of the island, as JSON.
fn words(text: Text, source: Source<'_>) -> String {
    let mut words = Map::new();
    let mut put = |key: &str, said: String| words.insert(key.to_owned(), Value::String(said));
    for (key, variables) in WORDS {
        put(key, text.template(key, variables));
    }
    put("queued-next", text.with("labs-queued-at", [("position", 1_u32.into())]));
    for state in State::ALL {
        put(state.key(), text.get(state.key()));
    }
    for action in Action::ALL {
        put(action.words().id, label(text.lang(), &action.words().into()));
    }
    for name in NAMES {
        put(&format!("name-{name}"), tensor_name(text.lang(), name));
    }
    match source {
        Source::Report { report, .. } => {
            for (index, run) in report.runs.iter().enumerate() {
                put(&format!("run-{index}"), label(text.lang(), &run.title));
            }
        }
        Source::Events { .. } => {}
        Source::Script => {
            put("playground-wrong-at", text.template("playground-wrong-at", &["line", "column"]));
            put("playground-refused-run", text.get("playground-refused-run"));
            put("playground-memory", text.get("playground-memory"));
        }
    }
    Value::Object(words).to_string()
}

#[cfg(test)]
mod tests {
    use labs::experiment::{self, SimRig};

    use super::*;

    /// The island knows the names of this list alone.
    #[test]
    fn every_name_that_a_lab_gives_is_known() {
        for experiment in experiment::ALL {
            let report = experiment.run(&mut SimRig, &[]).unwrap();
            for event in report.runs.iter().filter(|run| run.settings.is_some()).flat_map(|run| &run.events) {
                let family = event.family();
                assert!(family.is_empty() || NAMES.contains(&family), "{}: {family}", experiment.name);
            }
        }
    }
}
