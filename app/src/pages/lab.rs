use leptos::prelude::*;

use crate::components::breadcrumb::breadcrumb;
use crate::components::lab::form::form;
use crate::components::lab::steps::steps;
use crate::shell;
use crate::view::{Chrome, LabView, Link};

/// A lab before its run: the question comes first, and the form with it.
pub fn lab(chrome: &Chrome, view: &LabView) -> String {
    shell::page(chrome, "lab", |text| {
        let all = Link { href: format!("/{}/labs", text.lang()), text: text.get("labs-title") };
        view! {
            <header class="lab-head">
                {breadcrumb(text, &[&all])}
                <h1>{view.title.clone()}</h1>
                <p class="lead rich" inner_html=view.intro_html.clone()></p>
            </header>
            <div class="lab-columns">
                <section class="lab-ask" aria-labelledby="predict">
                    <h2 id="predict">{text.get("labs-predict-first")}</h2>
                    {form(text, &view.form)}
                </section>
                <div class="lab-beside">
                    {steps(text)}
                    <p class="lab-of">
                        {text.get("labs-of-lesson")}" "<a href=view.lesson.href.clone()>{view.lesson.text.clone()}</a>
                    </p>
                </div>
            </div>
        }
    })
}
