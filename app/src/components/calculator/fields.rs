use leptos::prelude::*;

use crate::components::icon::{Icon, icon};
use crate::estimate::card::{self, Basis, CARDS, Card};
use crate::estimate::form::{ACTIVATIONS, ATTENTIONS, Field, OPTIMIZERS, PRECISIONS, Problem, Reading};
use crate::i18n::{Text, bytes, number};

/// What was typed, by the name of the field.
type Values<'a> = dyn Fn(&str) -> Option<&'a str> + 'a;

pub(super) fn fields(text: Text, values: &Values<'_>, reading: &Reading) -> AnyView {
    let number = |field| number_field(text, field, values, reading);
    let choice =
        |name, label, options: &[(&'static str, String)]| choice_field(text, name, label, options, values, reading);
    let worded = |names: &[&'static str], key: fn(&str) -> &'static str| -> Vec<(&'static str, String)> {
        names.iter().map(|name| (*name, text.get(key(name)))).collect()
    };
    let cards = CARDS.map(|card| (card.name, card_text(text, &card)));
    view! {
        <fieldset class="calculator-group">
            <legend>{text.get("calculator-model")}</legend>
            {number(Field::Parameters)}
            {number(Field::Layers)}
            {number(Field::Hidden)}
            {number(Field::Heads)}
        </fieldset>
        <fieldset class="calculator-group">
            <legend>{text.get("calculator-run")}</legend>
            {number(Field::Batch)}
            {number(Field::Sequence)}
            {choice("precision", "calculator-precision", &worded(&PRECISIONS.map(|it| it.1), precision_key))}
            {choice("optimizer", "calculator-optimizer", &worded(&OPTIMIZERS.map(|it| it.1), optimizer_key))}
            {choice("attention", "calculator-attention", &worded(&ATTENTIONS.map(|it| it.1), attention_key))}
            {choice("activations", "calculator-activations", &worded(&ACTIVATIONS.map(|it| it.1), activations_key))}
            {choice("card", "calculator-card", &cards)}
        </fieldset>
    }
    .into_any()
}

/// What an option says of a card: its name, its label, and what is counted.
fn card_text(text: Text, card: &Card) -> String {
    let key = match card.basis {
        Basis::Reported => "calculator-card-reported",
        Basis::Specified => "calculator-card-specified",
    };
    let amount = bytes(text.lang(), card.bytes());
    text.with(key, [("model", card.model.into()), ("label", card.label.to_string().into()), ("amount", amount.into())])
}

fn precision_key(name: &str) -> &'static str {
    match name {
        "fp32" => "calculator-precision-fp32",
        "int8" => "calculator-precision-int8",
        _ => "calculator-precision-mixed",
    }
}

fn optimizer_key(name: &str) -> &'static str {
    match name {
        "adam8bit" => "calculator-optimizer-adam8bit",
        "momentum" => "calculator-optimizer-momentum",
        "sgd" => "calculator-optimizer-sgd",
        "none" => "calculator-optimizer-none",
        _ => "calculator-optimizer-adamw",
    }
}

fn attention_key(name: &str) -> &'static str {
    if name == "plain" { "calculator-attention-plain" } else { "calculator-attention-fused" }
}

fn activations_key(name: &str) -> &'static str {
    if name == "recomputed" { "calculator-activations-recomputed" } else { "calculator-activations-kept" }
}

fn number_field(text: Text, field: Field, values: &Values<'_>, reading: &Reading) -> AnyView {
    let name = field.name();
    let id = format!("tool-calculator-{name}");
    let found = reading.plan.as_ref().err().map(Vec::as_slice).unwrap_or_default();
    let mut messages = vec![message(name, range_text(text, field), found.contains(&Problem::Range(field)))];
    if field == Field::Heads {
        let said = text.get("calculator-heads-divide");
        messages.push(message("heads-divide", said, found.contains(&Problem::HeadsDivide)));
    }
    let invalid =
        found.contains(&Problem::Range(field)) || (field == Field::Heads && found.contains(&Problem::HeadsDivide));
    let problem_id = format!("{id}-problem");
    view! {
        <div class="calculator-field">
            <label for=id.clone()>{text.get(label_key(field))}{unit_key(field).map(|key| unit(text, key))}</label>
            <input
                class="text-input"
                type="text"
                inputmode=if field == Field::Parameters { "decimal" } else { "numeric" }
                autocomplete="off"
                name=name
                id=id
                value=values(name).unwrap_or(field.default_text()).to_owned()
                aria-describedby=problem_id.clone()
                aria-invalid=invalid.then_some("true")
            />
            <div id=problem_id>{messages}</div>
        </div>
    }
    .into_any()
}

fn unit(text: Text, key: &'static str) -> impl IntoView + use<> {
    view! { " "<span class="field-unit">{text.get(key)}</span> }
}

/// Every message is in the page, so that the island shows the same words; only those that apply are not hidden.
fn message(problem: &'static str, said: String, applies: bool) -> AnyView {
    view! { <p class="problem" data-problem=problem hidden=!applies>{icon(Icon::Warning)}<span>{said}</span></p> }
        .into_any()
}

fn range_text(text: Text, field: Field) -> String {
    let (least, largest) = field.range();
    let lang = text.lang();
    if field == Field::Parameters {
        let least = format!("0{}001", text.get("number-decimal"));
        let largest = number(lang, largest / 1_000_000_000);
        return text.with("calculator-range-parameters", [("least", least.into()), ("largest", largest.into())]);
    }
    text.with("calculator-range", [("least", number(lang, least).into()), ("largest", number(lang, largest).into())])
}

const fn label_key(field: Field) -> &'static str {
    match field {
        Field::Parameters => "calculator-parameters",
        Field::Layers => "calculator-layers",
        Field::Hidden => "calculator-hidden",
        Field::Heads => "calculator-heads",
        Field::Batch => "calculator-batch",
        Field::Sequence => "calculator-sequence",
    }
}

const fn unit_key(field: Field) -> Option<&'static str> {
    match field {
        Field::Parameters => Some("calculator-parameters-unit"),
        Field::Batch => Some("calculator-batch-unit"),
        Field::Sequence => Some("calculator-sequence-unit"),
        Field::Layers | Field::Hidden | Field::Heads => None,
    }
}

fn choice_field(
    text: Text,
    name: &'static str,
    label: &'static str,
    options: &[(&'static str, String)],
    values: &Values<'_>,
    reading: &Reading,
) -> AnyView {
    let id = format!("tool-calculator-{name}");
    let chosen = values(name).filter(|it| options.iter().any(|(option, _)| option == it));
    let chosen = chosen.unwrap_or(if name == "card" { card::DEFAULT.name } else { options[0].0 });
    let options = options.iter().map(|(value, said)| {
        view! { <option value=*value selected=*value == chosen>{said.clone()}</option> }
    });
    let options = options.collect_view();
    let invalid =
        name == "precision" && reading.plan.as_ref().is_err_and(|problems| problems.contains(&Problem::Int8Training));
    let problem =
        (name == "precision").then(|| message("int8-training", text.get("calculator-int8-training"), invalid));
    let problem_id = problem.is_some().then(|| format!("{id}-problem"));
    view! {
        <div class="calculator-field">
            <label for=id.clone()>{text.get(label)}</label>
            <select
                class="text-input"
                name=name
                id=id
                aria-describedby=problem_id.clone()
                aria-invalid=invalid.then_some("true")
            >
                {options}
            </select>
            {problem.map(|problem| view! { <div id=problem_id>{problem}</div> })}
        </div>
    }
    .into_any()
}
