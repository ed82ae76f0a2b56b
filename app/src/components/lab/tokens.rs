//! Where the tokens of a KV cache are, one strip for each policy and moment. Drawn from the table that stands below it.

use std::fmt::Write as _;

use labs::report::{Cell, Report, Table};
use leptos::prelude::*;

use super::svg::{Stretch, escaped};
use crate::film::state::State;
use crate::i18n::{Text, label, number};

/// The table that can be drawn, and its columns: the policy, the step, how many requests run and wait, then the tokens.
const TABLE: &str = "table-over-time";
const RUNNING: usize = 2;
const TOKENS: usize = 4;
/// What the columns of tokens look like.
const STATES: [State; 5] = [State::Live, State::Cached, State::Pinned, State::Outside, State::Unmapped];
const HEIGHT: u32 = 20;

/// Returns whether a table is about tokens over time.
pub(super) fn is_drawn(table: &Table) -> bool {
    table.title.id == TABLE && table.columns.len() == TOKENS + STATES.len()
}

/// The tables that are about tokens over time, as pictures.
pub(crate) fn tokens(text: Text, report: &Report) -> AnyView {
    report.tables.iter().filter(|table| is_drawn(table)).map(|table| picture(text, table)).collect_view().into_any()
}

fn picture(text: Text, table: &Table) -> AnyView {
    let policies: Vec<&[Vec<Cell>]> = table.rows.chunk_by(|a, b| a.first() == b.first()).collect();
    let policies = policies.into_iter().map(|rows| policy(text, table, rows)).collect_view();
    let legend = table.columns.iter().skip(TOKENS).zip(STATES).map(|(column, state)| {
        let sample = format!(r#"<rect class="{}" x="1" y="1" width="26" height="14"/>"#, state.class());
        view! {
            <li>
                <svg width="28" height="16" aria-hidden="true" focusable="false" inner_html=sample></svg>
                <span>{label(text.lang(), &column.label)}</span>
            </li>
        }
    });
    let legend = legend.collect_view();
    view! {
        <section class="lab-run">
            <h3>{label(text.lang(), &table.title)}</h3>
            <figure class="strip lab-tokens">
                <figcaption>{text.get("labs-tokens-caption")}</figcaption>
                <div class="lab-policies">{policies}</div>
                <ul class="strip-legend" aria-label=text.get("labs-legend")>{legend}</ul>
                <details class="strip-table">
                    <summary>{text.get("labs-as-table")}</summary>
                    {super::tables::table(text, table)}
                </details>
            </figure>
        </section>
    }
    .into_any()
}

fn policy(text: Text, table: &Table, rows: &[Vec<Cell>]) -> AnyView {
    let name =
        rows.first().and_then(|row| row.first()).map(|cell| super::tables::cell(text, cell, table.columns[0].unit));
    let strips = rows.iter().map(|row| strip(text, table, row)).collect_view();
    view! { <section class="lab-policy"><h4>{name}</h4>{strips}</section> }.into_any()
}

fn number_of(row: &[Cell], column: usize) -> u64 {
    match row.get(column) {
        Some(Cell::Number(number)) => *number,
        _ => 0,
    }
}

fn strip(text: Text, table: &Table, row: &[Cell]) -> AnyView {
    let tokens: Vec<u64> = (TOKENS..row.len()).map(|column| number_of(row, column)).collect();
    let whole: u64 = tokens.iter().sum();
    let (mut svg, mut at) = (String::new(), 0);
    for ((amount, state), column) in tokens.iter().zip(STATES).zip(table.columns.iter().skip(TOKENS)) {
        if *amount == 0 {
            continue;
        }
        let stretch = Stretch::of(at, *amount, whole);
        at += amount;
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            r#"<rect class="{}" x="{}" y="1" width="{}" height="{}"><title>{}: {}</title></rect>"#,
            state.class(),
            stretch.x(),
            stretch.width(),
            HEIGHT - 2,
            escaped(&label(text.lang(), &column.label)),
            number(text.lang(), *amount),
        );
    }
    let [step, running] = [number_of(row, 1), number_of(row, RUNNING)].map(|value| number(text.lang(), value));
    let said = text.with("labs-tokens-at", [("step", step.into()), ("running", running.into())]);
    view! {
        <p class="lab-policy-moment">{said}</p>
        <svg class="strip-blocks" width="100%" height=HEIGHT aria-hidden="true" focusable="false" inner_html=svg></svg>
    }
    .into_any()
}
