//! A lab in short: its question, and the way to it.

use leptos::prelude::*;

use crate::components::icon::{Icon, icon};
use crate::i18n::Text;
use crate::view::LabCard;

/// Says that the learner finished it.
fn done(text: Text, card: &LabCard) -> impl IntoView + use<> {
    card.done
        .then(|| view! { " "<span class="lab-done">{icon(Icon::Check)}<span>{text.get("labs-finished")}</span></span> })
}

/// The card in a lesson.
pub(crate) fn placed(text: Text, card: &LabCard) -> AnyView {
    let id = format!("lab-{}", card.id);
    let title = format!("{id}-title");
    view! {
        <section class="lab-card lab-card-placed" id=id aria-labelledby=title.clone()>
            <p class="lab-kicker">{text.get("labs-one")}{done(text, card)}</p>
            <h3 id=title.clone()>{card.lab.text.clone()}</h3>
            <p class="lab-question rich" inner_html=card.question_html.clone()></p>
            <p><a class="button" href=card.lab.href.clone()><span>{text.get("labs-predict-and-run")}</span>{icon(Icon::ArrowRight)}</a></p>
        </section>
    }
    .into_any()
}

/// The lab on the page of its course.
pub(crate) fn brief(text: Text, card: &LabCard) -> AnyView {
    view! {
        <li class="lab-brief">
            <h3><a href=card.lab.href.clone()>{card.lab.text.clone()}</a>{done(text, card)}</h3>
            <p class="rich" inner_html=card.summary_html.clone()></p>
        </li>
    }
    .into_any()
}

/// The card in the list.
pub(crate) fn listed(text: Text, card: &LabCard) -> AnyView {
    view! {
        <li class="lab-card">
            <h2><a href=card.lab.href.clone()>{card.lab.text.clone()}</a></h2>
            <p class="rich" inner_html=card.summary_html.clone()></p>
            <p class="lab-question rich" inner_html=card.question_html.clone()></p>
            <p class="lab-of">
                {text.get("labs-of-lesson")}" "<a href=card.lesson.href.clone()>{card.lesson.text.clone()}</a>
                {done(text, card)}
            </p>
        </li>
    }
    .into_any()
}
