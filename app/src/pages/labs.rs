use leptos::prelude::*;

use crate::components::lab::card;
use crate::components::lab::steps::steps;
use crate::shell;
use crate::view::{Chrome, LabsView};

/// All labs: what to predict in each, and the lesson that it belongs to.
pub fn labs(chrome: &Chrome, view: &LabsView) -> String {
    shell::page(chrome, "labs", |text| {
        view! {
            <h1>{text.get("labs-title")}</h1>
            <p class="lead">{text.get("labs-lead")}</p>
            {steps(text)}
            <p class="lab-playground"><a href=format!("/{}/playground", text.lang())>{text.get("playground-link")}</a></p>
            <ol class="lab-list">{view.labs.iter().map(|lab| card::listed(text, lab)).collect_view()}</ol>
        }
    })
}
