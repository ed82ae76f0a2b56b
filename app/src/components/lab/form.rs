//! The form that starts a run: the prediction first, then where and with which parameters.

use content::lab::GuessUnit;
use labs::experiment::parameter::{Kind, Preset};
use labs::report::Unit;
use leptos::prelude::*;

use crate::components::icon::{Icon, icon};
use crate::i18n::{Text, choice_word, label, number};
use crate::view::{DeviceChoice, GuessChoice, GuessInput, LabForm, LabProblem, ParameterField};

/// Names of the fields besides the parameters, which have the names that the engine gives them.
const PREDICTION: &str = "prediction";
const DEVICE: &str = "device";

pub(crate) fn form(text: Text, view: &LabForm) -> AnyView {
    let problem = view.problem.as_ref();
    let together = problem.and_then(|problem| match problem {
        LabProblem::Together(words) => Some(said(label(text.lang(), words), "lab-problem")),
        _ => None,
    });
    let opened = view.parameters.iter().any(|field| !field.value.is_empty())
        || matches!(problem, Some(LabProblem::Parameter(_) | LabProblem::Together(_)));
    let fields = view.parameters.iter().map(|field| parameter(text, field, problem)).collect_view();
    view! {
        <form class="lab-form" method="post" action=view.action.clone()>
            {guess(text, view)}
            {devices(text, &view.devices, problem)}
            <details class="lab-parameters" open=opened>
                <summary>{text.get("labs-parameters")}</summary>
                <p class="help">{text.get("labs-parameters-help")}</p>
                {together}
                <div class="lab-fields">{fields}</div>
            </details>
            <p class="buttons">
                <button class="button" type="submit"><span>{text.get("labs-run")}</span>{icon(Icon::ArrowRight)}</button>
            </p>
        </form>
    }
    .into_any()
}

fn said(words: String, id: &'static str) -> AnyView {
    view! { <p class="problem" id=id>{icon(Icon::Warning)}<span>{words}</span></p> }.into_any()
}

fn guess(text: Text, view: &LabForm) -> AnyView {
    let problem = match &view.problem {
        Some(LabProblem::NothingPredicted) => Some("labs-nothing-predicted"),
        Some(LabProblem::NotANumber) => Some("labs-not-a-number"),
        _ => None,
    };
    let problem = problem.map(|key| said(text.get(key), "prediction-problem"));
    let invalid = problem.is_some().then_some("true");
    let described = problem.is_some().then_some("prediction-problem");
    let question = view.question_html.clone();
    match &view.guess {
        GuessInput::Number { unit, value } => view! {
            <div class="lab-guess">
                <label for=PREDICTION class="stem rich" inner_html=question></label>
                <span class="number-box">
                    <input
                        type="text"
                        inputmode="decimal"
                        autocomplete="off"
                        id=PREDICTION
                        name=PREDICTION
                        value=value.clone()
                        required
                        aria-describedby=described
                        aria-invalid=invalid
                    />
                    {unit_name(text, *unit).map(|unit| view! { <span class="number-unit">{unit}</span> })}
                </span>
                {problem}
            </div>
        }
        .into_any(),
        GuessInput::Choice(choices) => view! {
            <fieldset class="lab-guess" role="radiogroup" aria-describedby=described aria-invalid=invalid>
                <legend class="stem rich" inner_html=question></legend>
                <div class="options">{choices.iter().map(choice).collect_view()}</div>
                {problem}
            </fieldset>
        }
        .into_any(),
    }
}

fn choice(choice: &GuessChoice) -> AnyView {
    view! {
        <div class="option">
            <label class="option-row">
                <input type="radio" name=PREDICTION value=choice.value checked=choice.chosen required/>
                <span class="option-text" inner_html=choice.text_html.clone()></span>
            </label>
        </div>
    }
    .into_any()
}

/// Returns what stands behind the field; things that the question names have no unit.
fn unit_name(text: Text, unit: GuessUnit) -> Option<String> {
    match unit {
        GuessUnit::Kib | GuessUnit::Mib | GuessUnit::Gib => Some(unit.name().to_owned()),
        GuessUnit::Tokens => Some(text.get("labs-unit-tokens")),
        GuessUnit::Count => None,
    }
}

fn devices(text: Text, devices: &[DeviceChoice], problem: Option<&LabProblem>) -> AnyView {
    let problem = match (devices, problem) {
        (_, Some(LabProblem::QueueFull)) => Some("labs-queue-full"),
        ([], _) => Some("labs-no-device"),
        (_, Some(LabProblem::DeviceAway)) => Some("labs-device-away"),
        _ => None,
    };
    let problem = problem.map(|key| said(text.get(key), "device-problem"));
    view! { {choices(text, devices)}{problem} }.into_any()
}

fn choices(text: Text, devices: &[DeviceChoice]) -> Option<AnyView> {
    if devices.is_empty() {
        return None;
    }
    let name = |device: &DeviceChoice| match &device.name {
        Some(name) => text.with("labs-device-real", [("name", name.as_str().into())]),
        None => text.get("labs-device-simulated"),
    };
    if let [only] = devices {
        let only = view! {
            <p class="lab-where">
                <input type="hidden" name=DEVICE value=only.value.clone()/>
                <span>{text.get("labs-where")}" "</span><strong>{name(only)}</strong>
            </p>
        };
        return Some(only.into_any());
    }
    let choices = devices.iter().map(|device| {
        view! {
            <div class="option">
                <label class="option-row">
                    <input type="radio" name=DEVICE value=device.value.clone() checked=device.chosen required/>
                    <span class="option-text">{name(device)}</span>
                </label>
            </div>
        }
    });
    let choices = choices.collect_view();
    let all = view! { <fieldset class="lab-where"><legend>{text.get("labs-where")}</legend><div class="options">{choices}</div></fieldset> };
    Some(all.into_any())
}

fn parameter(text: Text, field: &ParameterField, problem: Option<&LabProblem>) -> AnyView {
    let parameter = field.parameter;
    let id = format!("parameter-{}", parameter.name);
    let help = format!("{id}-help");
    let invalid = problem == Some(&LabProblem::Parameter(parameter.name));
    let name = label(text.lang(), &parameter.label.into());
    let input = match parameter.kind {
        Kind::Number { .. } => view! {
            <input
                class="text-input"
                type="text"
                inputmode="numeric"
                autocomplete="off"
                id=id.clone()
                name=parameter.name
                value=field.value.clone()
                aria-describedby=help.clone()
                aria-invalid=invalid.then_some("true")
            />
        }
        .into_any(),
        Kind::Choice(words) => {
            let chosen = if field.value.is_empty() { parameter.default.to_string() } else { field.value.clone() };
            let options = words.iter().map(|word| {
                view! { <option value=*word selected=*word == chosen>{choice_word(text.lang(), word)}</option> }
            });
            let options = options.collect_view();
            view! { <select class="text-input" id=id.clone() name=parameter.name aria-describedby=help.clone()>{options}</select> }
                .into_any()
        }
    };
    let takes = takes(text, &parameter.kind, &parameter.default);
    let wrong = invalid.then(
        || view! { <span class="problem">{icon(Icon::Warning)}<span>{text.get("labs-parameter-wrong")}</span></span> },
    );
    view! {
        <div class="lab-field">
            <label for=id>{name}{unit_of(&parameter.kind).map(|unit| view! { " "<span class="field-unit">{unit}</span> })}</label>
            {input}
            <p class="help" id=help>{wrong}<code translate="no">{parameter.name}</code>" "{takes}</p>
        </div>
    }
    .into_any()
}

fn unit_of(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Number { unit: unit @ (Unit::Kib | Unit::Mib), .. } => Some(unit.name()),
        Kind::Number { .. } | Kind::Choice(_) => None,
    }
}

/// Says which values a parameter takes, and which one it has when nothing is typed.
fn takes(text: Text, kind: &Kind, default: &Preset) -> String {
    let lang = text.lang();
    let default = match default {
        Preset::Number(value) => number(lang, *value),
        Preset::Choice(word) => choice_word(lang, word),
        Preset::Follows { how, .. } => label(lang, &(*how).into()),
    };
    let default = text.with("labs-default", [("value", default.into())]);
    match kind {
        Kind::Number { min, max: u64::MAX, .. } => {
            format!("{} {default}", text.with("labs-range-from", [("least", number(lang, *min).into())]))
        }
        Kind::Number { min, max, .. } => {
            let range = [("least", number(lang, *min).into()), ("largest", number(lang, *max).into())];
            format!("{} {default}", text.with("labs-range", range))
        }
        Kind::Choice(_) => default,
    }
}
