//! The memory calculator: a GET form with its result under it. The island computes the same while one types, and finds
//! what to change by the `data-` attributes that stand here.

mod fields;
mod result;

use leptos::prelude::*;

use crate::estimate::form::{self, Reading};
use crate::i18n::Text;
use crate::i18n::separators;
use crate::islands::Calculator;
use crate::view::ToolState;

/// Anchor of the tool in its page. Ids of tools begin with `tool-`, as no heading of a lesson may.
const ANCHOR: &str = "tool-calculator";

pub(crate) fn calculator(text: Text, state: &ToolState) -> AnyView {
    let value_of = |name: &str| state.query.iter().find(|(it, _)| it == name).map(|(_, value)| value.as_str());
    let reading: Reading = form::read(value_of);
    let separators = separators(text.lang());
    let form = view! {
        <form
            class="calculator-form"
            method="get"
            action=format!("{}#{ANCHOR}", state.action)
            data-group=separators.group.to_string()
            data-decimal=separators.decimal.to_string()
            novalidate
        >
            {presets(text, &state.action)}
            {fields::fields(text, &value_of, &reading)}
            <p class="buttons"><button class="button" type="submit">{text.get("calculator-submit")}</button></p>
        </form>
    };
    let result = result::result(text, &reading);
    view! {
        <section class="tool" id=ANCHOR aria-labelledby="tool-calculator-title">
            <h2 id="tool-calculator-title">{text.get("calculator-title")}</h2>
            <p class="tool-lead">{text.get("calculator-lead")}</p>
            <Calculator>{form.into_any()}{result}</Calculator>
        </section>
    }
    .into_any()
}

/// Models of known shape. Sizes are from the papers of GPT-2 and Llama 2 (arXiv 2307.09288).
const PRESETS: [(&str, &str); 3] = [
    ("GPT-2 XL", "parameters=1.56&layers=48&hidden=1600&heads=25&sequence=1024"),
    ("Llama 2 7B", "parameters=6.74&layers=32&hidden=4096&heads=32&sequence=4096"),
    ("Llama 2 70B", "parameters=69&layers=80&hidden=8192&heads=64&sequence=4096"),
];

fn presets(text: Text, action: &str) -> impl IntoView + use<> {
    let links = PRESETS.map(|(name, query)| view! { <li><a href=format!("{action}?{query}#{ANCHOR}")>{name}</a></li> });
    view! {
        <div class="presets">
            <p id="tool-calculator-presets">{text.get("calculator-presets")}</p>
            <ul aria-labelledby="tool-calculator-presets">{links.collect_view()}</ul>
        </div>
    }
}
