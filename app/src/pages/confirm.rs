use leptos::prelude::*;

use crate::i18n::Text;
use crate::shell;
use crate::view::{Chrome, Confirm, ConfirmView};

/// A step that only a post carries out: what it does, the button that does it, and the way back.
pub fn confirm(chrome: &Chrome, view: &ConfirmView) -> String {
    shell::page(chrome, "confirm", |text| {
        let danger = !matches!(view.what, Confirm::Continue { .. });
        view! {
            <div class="notice-page">
                <h1>{title(text, &view.what)}</h1>
                {consequences(text, &view.what).into_iter().map(|said| view! { <p class="lead">{said}</p> }).collect_view()}
                <form class="buttons" method="post" action=view.action.clone()>
                    <button class=if danger { "button button-danger" } else { "button" } type="submit">
                        {button(text, &view.what)}
                    </button>
                    <a class="button button-quiet" href=view.cancel_href.clone()>{text.get("confirm-cancel")}</a>
                </form>
            </div>
        }
    })
}

fn title(text: Text, what: &Confirm) -> String {
    match what {
        Confirm::Continue { .. } => text.get("confirm-continue-title"),
        Confirm::Reset { course } => text.with("confirm-reset-title", [("course", course.as_str().into())]),
        Confirm::Delete { .. } => text.get("confirm-delete-title"),
    }
}

fn consequences(text: Text, what: &Confirm) -> Vec<String> {
    match what {
        Confirm::Continue { merge: false } => vec![text.get("confirm-continue-text")],
        Confirm::Continue { merge: true } => {
            vec![text.get("confirm-continue-text"), text.get("confirm-continue-merge")]
        }
        Confirm::Reset { .. } => vec![text.get("confirm-reset-text")],
        Confirm::Delete { certificates } => {
            vec![text.get("confirm-delete-text"), text.count("confirm-delete-certificates", *certificates)]
        }
    }
}

fn button(text: Text, what: &Confirm) -> String {
    text.get(match what {
        Confirm::Continue { .. } => "confirm-continue",
        Confirm::Reset { .. } => "confirm-reset",
        Confirm::Delete { .. } => "confirm-delete",
    })
}
