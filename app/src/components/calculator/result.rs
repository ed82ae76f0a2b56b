use std::fmt::Write as _;

use leptos::prelude::*;

use crate::components::icon::{Icon, icon};
use crate::estimate::card::Card;
use crate::estimate::form::Reading;
use crate::estimate::formula::{Formulas, formulas};
use crate::estimate::picture::{percent, picture};
use crate::estimate::{Estimate, Optimizer, TooLarge, estimate};
use crate::i18n::{Text, bytes};

/// Names of the parts, for the island and the style sheet.
const PARTS: [&str; 4] = ["weights", "gradients", "optimizer", "activations"];

/// The result, or with unreadable input its empty frame, which the island fills once the input is mended.
pub(super) fn result(text: Text, reading: &Reading) -> AnyView {
    let plan = reading.plan.as_ref().ok();
    let outcome = plan.map(estimate);
    let empty = Estimate { weights: 0, gradients: 0, optimizer: 0, activations: 0, total: 0 };
    let shown = outcome.and_then(Result::ok);
    let inference = plan.is_some_and(|plan| plan.optimizer == Optimizer::None);
    let formulas = plan.map(formulas);
    let too_large = outcome == Some(Err(TooLarge));
    view! {
        <div class="calculator-result">
            <p class="problem" data-problem="too-large" hidden=!too_large>
                {icon(Icon::Warning)}
                <span>{text.get("calculator-too-large")}</span>
            </p>
            <div data-result="" hidden=shown.is_none()>
                <h3>{text.get("calculator-result")}</h3>
                {strip(text, &shown.unwrap_or(empty), &reading.card)}
                {table(text, &shown.unwrap_or(empty), formulas.as_ref(), inference)}
                {verdict(text, &shown.unwrap_or(empty), &reading.card)}
            </div>
            {notes(text)}
        </div>
    }
    .into_any()
}

fn strip(text: Text, estimate: &Estimate, card: &Card) -> impl IntoView + use<> {
    let drawn = picture(estimate, card.bytes());
    let mut svg = String::new();
    for (name, span) in PARTS.iter().zip(drawn.parts) {
        let (from, size) = (percent(span.from), percent(span.size));
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            r#"<rect class="part-{name}" data-span="{name}" x="{from}" y="6" width="{size}" height="44"/>"#
        );
    }
    let (name, card) = (bytes(text.lang(), card.bytes()), percent(drawn.card));
    let _ = write!(svg, r#"<rect class="card-frame" data-span="card" x="0" y="6" width="{card}" height="44"/>"#);
    let _ = write!(svg, r#"<line class="card-end" data-end="" x1="{card}" x2="{card}" y1="0" y2="56"/>"#);
    let _ =
        write!(svg, r#"<text class="card-label" data-end-name="" x="{card}" y="70" text-anchor="end">{name}</text>"#);
    view! {
        <figure class="calculator-strip">
            <svg aria-hidden="true" focusable="false" inner_html=svg></svg>
            <figcaption>{text.get("calculator-picture")}</figcaption>
        </figure>
    }
}

fn table(text: Text, estimate: &Estimate, formulas: Option<&Formulas>, inference: bool) -> impl IntoView + use<> {
    let formula = |of: fn(&Formulas) -> &String| formulas.map(of).cloned().unwrap_or_default();
    let rows = [
        row(text, "weights", "calculator-weights", formula(|it| &it.weights), estimate.weights),
        row(text, "gradients", "calculator-gradients", formula(|it| &it.gradients), estimate.gradients),
        row(text, "optimizer", "calculator-state", formula(|it| &it.optimizer), estimate.optimizer),
        activations_row(text, formula(|it| &it.activations), estimate.activations, inference),
    ];
    view! {
        <div class="table-scroll">
            <table class="data-table calculator-table" aria-label=text.get("calculator-result")>
                <thead>
                    <tr>
                        <th scope="col">{text.get("calculator-part")}</th>
                        <th scope="col">{text.get("calculator-formula")}</th>
                        <th scope="col" class="amount">{text.get("calculator-bytes")}</th>
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
                <tfoot>
                    <tr>
                        <th scope="row">{text.get("calculator-total")}</th>
                        <td></td>
                        <td class="amount" data-out="total">{bytes(text.lang(), estimate.total)}</td>
                    </tr>
                </tfoot>
            </table>
        </div>
    }
}

fn row(text: Text, name: &'static str, label: &'static str, formula: String, amount: u64) -> AnyView {
    let label = text.get(label);
    cells(text, name, label.into_any(), formula, amount)
}

/// In inference no activations wait; the KV cache takes their row. Both names are in the page for the island.
fn activations_row(text: Text, formula: String, amount: u64, inference: bool) -> AnyView {
    let label = view! {
        <span data-when="training" hidden=inference>{text.get("calculator-kept")}</span>
        <span data-when="inference" hidden=!inference>{text.get("calculator-kv")}</span>
    };
    cells(text, "activations", label.into_any(), formula, amount)
}

fn cells(text: Text, name: &'static str, label: AnyView, formula: String, amount: u64) -> AnyView {
    view! {
        <tr>
            <th scope="row">{key(name)}{label}</th>
            <td><code data-formula=name inner_html=formula></code></td>
            <td class="amount" data-out=name>{bytes(text.lang(), amount)}</td>
        </tr>
    }
    .into_any()
}

/// The part as it looks in the strip.
fn key(name: &str) -> impl IntoView + use<> {
    let block = format!(r#"<rect class="part-{name}" x="1" y="1" width="98%" height="11"/>"#);
    view! { <svg class="key" aria-hidden="true" focusable="false" inner_html=block></svg> }
}

/// Said politely when it changes: the one result that matters most.
fn verdict(text: Text, estimate: &Estimate, card: &Card) -> impl IntoView + use<> {
    let card = card.bytes();
    let fits = estimate.total <= card;
    let amount = bytes(text.lang(), estimate.total.abs_diff(card));
    view! {
        <div class="calculator-verdict" role="status">
            <p data-fits="yes" hidden=!fits>{icon(Icon::Check)}{sentence(text, "calculator-fits", amount.clone())}</p>
            <p data-fits="no" hidden=fits>{icon(Icon::Cross)}{sentence(text, "calculator-exceeds", amount)}</p>
        </div>
    }
}

/// A sentence with the amount in an element of its own, for the island to change.
fn sentence(text: Text, key: &'static str, amount: String) -> impl IntoView + use<> {
    const PLACE: &str = "\u{1}";
    let whole = text.with(key, [("amount", PLACE.into())]);
    let (before, after) = whole.split_once(PLACE).unwrap_or((&whole, ""));
    view! { <span>{before.to_owned()}<strong data-out="difference">{amount}</strong>{after.to_owned()}</span> }
}

fn notes(text: Text) -> impl IntoView {
    let sources = [
        ("ZeRO, arXiv 1910.02054", "https://arxiv.org/abs/1910.02054", "calculator-source-zero"),
        ("Korthikanti et al., arXiv 2205.05198", "https://arxiv.org/abs/2205.05198", "calculator-source-korthikanti"),
        ("FlashAttention, arXiv 2205.14135", "https://arxiv.org/abs/2205.14135", "calculator-source-flash"),
        ("Dettmers et al., arXiv 2110.02861", "https://arxiv.org/abs/2110.02861", "calculator-source-8bit"),
        ("Belotti", "https://thundergolfer.com/blog/nvidia-gpu-memory-capacity", "calculator-source-reported"),
        (
            "NVML, nvmlMemory_v2_t",
            "https://docs.nvidia.com/deploy/nvml-api/structnvmlMemory__v2__t.html",
            "calculator-source-driver",
        ),
        ("AMD", "https://rocm.docs.amd.com/en/latest/reference/gpu-specs.html", "calculator-source-specified"),
    ];
    let sources = sources.map(|(name, href, what)| view! { <li>{text.get(what)}": "<a href=href>{name}</a></li> });
    view! {
        <div class="calculator-notes">
            <p>{text.get("calculator-symbols")}</p>
            <p>{text.get("calculator-left-out")}</p>
            <p>{text.get("calculator-cards")}</p>
            <p>{text.get("calculator-sources")}</p>
            <ul>{sources.collect_view()}</ul>
        </div>
    }
}
