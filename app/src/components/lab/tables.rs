//! The tables of a report, as they are.

use labs::report::{Cell, Report, Table, Unit};
use leptos::prelude::*;

use super::tokens;
use crate::i18n::{Text, amount, label, tensor_name};

/// All tables but those that have a picture.
pub(crate) fn tables(text: Text, report: &Report) -> AnyView {
    let plain = report.tables.iter().filter(|table| !tokens::is_drawn(table));
    let plain = plain.map(|it| {
        view! {
            <section class="lab-table">
                <h3>{label(text.lang(), &it.title)}</h3>
                {table(text, it)}
            </section>
        }
        .into_any()
    });
    plain.collect_view().into_any()
}

pub(super) fn table(text: Text, table: &Table) -> AnyView {
    let class = |unit| if unit == Unit::Word { "" } else { "amount" };
    let head = table.columns.iter().map(|column| {
        view! { <th scope="col" class=class(column.unit)>{label(text.lang(), &column.label)}</th> }
    });
    let head = head.collect_view();
    let rows = table.rows.iter().map(|row| {
        let cells = row.iter().zip(&table.columns).enumerate().map(|(index, (it, column))| {
            let said = cell(text, it, column.unit);
            if index == 0 {
                view! { <th scope="row" class=class(column.unit)>{said}</th> }.into_any()
            } else {
                view! { <td class=class(column.unit)>{said}</td> }.into_any()
            }
        });
        view! { <tr>{cells.collect_view()}</tr> }
    });
    let rows = rows.collect_view();
    view! {
        <div class="table-scroll" role="group" tabindex="0" aria-label=text.get("labs-table")>
            <table class="data-table">
                <thead><tr>{head}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

pub(super) fn cell(text: Text, cell: &Cell, unit: Unit) -> String {
    match cell {
        Cell::Number(number) => amount(text.lang(), unit, *number),
        Cell::Text(same) => same.clone(),
        Cell::Names(names) => names.iter().map(|name| tensor_name(text.lang(), name)).collect::<Vec<_>>().join(", "),
        Cell::Label(words) => label(text.lang(), words),
    }
}
