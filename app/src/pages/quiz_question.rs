use leptos::prelude::*;

use crate::components::breadcrumb::breadcrumb;
use crate::components::patterns::patterns;
use crate::components::question;
use crate::components::strip::strip;
use crate::i18n::Text;
use crate::shell;
use crate::view::{Chrome, QuestionState, QuestionView, QuizQuestionView};

/// One question of a running attempt, with its place in the strip.
pub fn quiz_question(chrome: &Chrome, view: &QuizQuestionView) -> String {
    shell::page(chrome, "quiz", |text| {
        view! {
            {patterns()}
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
        {view.finish_action.clone().map(|action| finish(text, action, &view.question))}
    }
    .into_any()
}

/// After the last answer this is the way on, so it carries the id of the button that was pressed unless another way does.
fn finish(text: Text, action: String, question: &QuestionView) -> impl IntoView + use<> {
    let id = match &question.state {
        QuestionState::Answered(verdict) if verdict.next.is_none() && verdict.retry_href.is_none() => {
            Some(format!("q-{}-action", question.id))
        }
        _ => None,
    };
    view! {
        <form class="finish" method="post" action=action>
            <p>{text.get("quiz-all-answered")}</p>
            <button class="button" type="submit" id=id>{text.get("quiz-finish")}</button>
        </form>
    }
}
