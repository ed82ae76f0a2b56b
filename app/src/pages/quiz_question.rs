use leptos::prelude::*;

use crate::components::breadcrumb::breadcrumb;
use crate::components::question;
use crate::components::strip::strip;
use crate::i18n::Text;
use crate::shell;
use crate::view::{Chrome, QuizQuestionView};

/// One question of a running attempt, with its place in the strip.
pub fn quiz_question(chrome: &Chrome, view: &QuizQuestionView) -> String {
    shell::page(chrome, "quiz", |text| {
        view! {
            {breadcrumb(text, &[&view.course])}
            <h1 class="page-title-small">{text.get("quiz-title")}</h1>
            <section class="question" id=format!("q-{}", view.question.id)>
                {question::live(text, quiz_body(text, view))}
            </section>
        }
    })
}

/// The part that an answer replaces: the strip shows the new state at once.
pub(crate) fn quiz_body(text: Text, view: &QuizQuestionView) -> AnyView {
    let place = text.with("quiz-kicker", [("number", view.number.into()), ("of", view.of.into())]);
    view! {
        {strip(text, text.get("quiz-strip"), &view.strip)}
        {question::body(text, &place, &view.question)}
        {view.finish_action.clone().map(|action| finish(text, action))}
    }
    .into_any()
}

fn finish(text: Text, action: String) -> impl IntoView {
    view! {
        <form class="finish" method="post" action=action>
            <p>{text.get("quiz-all-answered")}</p>
            <button class="button" type="submit">{text.get("quiz-finish")}</button>
        </form>
    }
}
