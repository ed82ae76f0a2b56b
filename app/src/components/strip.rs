use leptos::prelude::*;

use super::icon::{Icon, icon};
use crate::i18n::Text;
use crate::view::{CellState, StripCell};

/// The places of a course or a quiz as a strip of memory, each a block that says where it stands.
///
/// As navigation it is a list of links with names and states; a strip without any link is a plain list.
pub(crate) fn strip(text: Text, label: String, cells: &[StripCell]) -> AnyView {
    if cells.is_empty() {
        return ().into_any();
    }
    let linked = cells.iter().any(|cell| cell.href.is_some());
    let list =
        cells.iter().enumerate().map(|(index, cell)| view! { <li>{block(text, index + 1, cell)}</li> }).collect_view();
    if linked {
        view! { <nav class="progress-strip" aria-label=label><ol class="strip-cells">{list}</ol></nav> }.into_any()
    } else {
        view! { <ol class="progress-strip strip-cells" aria-label=label>{list}</ol> }.into_any()
    }
}

fn block(text: Text, number: usize, cell: &StripCell) -> AnyView {
    let state = text.get(state_key(cell.state));
    let name = text.with("strip-cell", [("label", cell.label.as_str().into()), ("state", state.into())]);
    let class = format!("cell cell-{}", state_name(cell.state));
    let face = view! {
        <span class="visually-hidden">{name}</span>
        <span class="cell-face" aria-hidden="true">{face(number, cell.state)}</span>
    };
    let current = cell.current.then_some("step");
    match &cell.href {
        Some(href) => {
            view! { <a class=class href=href.clone() title=cell.label.clone() aria-current=current>{face}</a> }
                .into_any()
        }
        None => view! { <span class=class aria-current=current>{face}</span> }.into_any(),
    }
}

fn face(number: usize, state: CellState) -> AnyView {
    match state {
        CellState::Correct => icon(Icon::Check).into_any(),
        CellState::Incorrect => icon(Icon::Cross).into_any(),
        CellState::Empty | CellState::Begun | CellState::Done => number.into_any(),
    }
}

pub(crate) const fn state_key(state: CellState) -> &'static str {
    match state {
        CellState::Empty => "state-empty",
        CellState::Begun => "state-begun",
        CellState::Done => "state-done",
        CellState::Correct => "state-correct",
        CellState::Incorrect => "state-incorrect",
    }
}

/// For class names.
pub(crate) const fn state_name(state: CellState) -> &'static str {
    match state {
        CellState::Empty => "empty",
        CellState::Begun => "begun",
        CellState::Done => "done",
        CellState::Correct => "correct",
        CellState::Incorrect => "incorrect",
    }
}
