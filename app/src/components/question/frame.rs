use leptos::prelude::*;

use super::answer::answer_fields;
use super::feedback::{settled, unanswered_actions};
use super::run;
use crate::components::icon::{Icon, icon};
use crate::i18n::Text;
use crate::islands::Live;
use crate::view::{Input, QuestionState, QuestionView};

/// A question in a page: its anchor, and its body inside the island.
pub(crate) fn framed(text: Text, question: &QuestionView) -> AnyView {
    let body = body(text, &text.get("question-label"), question);
    view! { <section class="question" id=anchor(question)>{live(text, body)}</section> }.into_any()
}

/// A question of a finished attempt: nothing in it answers, so it needs no island. `place` as in [`body`].
pub(crate) fn reviewed(text: Text, place: &str, question: &QuestionView) -> AnyView {
    view! { <section class="question" id=anchor(question)>{body(text, place, question)}</section> }.into_any()
}

/// Wraps markup that an answer replaces. The notice for a lost connection stands outside of what is replaced.
pub(crate) fn live(text: Text, body: impl IntoView + 'static) -> impl IntoView {
    let offline = text.get("question-offline");
    // Kept beside them, since what a server says takes the place of the words.
    let kept = offline.clone();
    view! {
        <Live>
            <div data-live-body="">{body}</div>
            <p class="problem" data-live-problem=kept hidden>{icon(Icon::Warning)}<span>{offline}</span></p>
        </Live>
    }
}

/// The part that an answer replaces. `place` says above the stem what this is: a question, or the fifth of twelve.
pub(crate) fn body(text: Text, place: &str, question: &QuestionView) -> AnyView {
    let fields = fields(text, place, question);
    match &question.state {
        QuestionState::Open { .. } => view! {
            // The fragment brings a page that comes back, because the answer was refused, to its question.
            <form class="question-form" method="post" action=format!("{}#{}", question.action, anchor(question)) data-live="" novalidate>
                <input type="hidden" name="try" value=question.try_no/>
                {question.attempt.clone().map(|attempt| view! { <input type="hidden" name="attempt" value=attempt/> })}
                {fields}
                {hint(text, question)}
                {unanswered_actions(text, question)}
            </form>
        }
        .into_any(),
        QuestionState::Answered(verdict) => view! {
            <div class="question-form">{fields}{settled(text, question, verdict)}</div>
        }
        .into_any(),
    }
}

pub(super) fn anchor(question: &QuestionView) -> String {
    format!("q-{}", question.id)
}

/// Stem and options are one group, so that each option is heard with what it answers.
fn fields(text: Text, place: &str, question: &QuestionView) -> impl IntoView + use<> {
    let anchor = anchor(question);
    let open = matches!(question.state, QuestionState::Open { .. });
    let has_problem = matches!(question.state, QuestionState::Open { problem: Some(_) });
    let one = matches!(question.input, Input::One(_));
    let how = !matches!(question.input, Input::Number { .. });
    let described_by = [how.then(|| format!("{anchor}-how")), has_problem.then(|| format!("{anchor}-error"))];
    let described_by = described_by.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let described_by = (open && !described_by.is_empty()).then_some(described_by);
    view! {
        <fieldset
            class="question-fields"
            role=one.then_some("radiogroup")
            aria-describedby=described_by
            aria-invalid=(one && has_problem).then_some("true")
        >
            <legend>
                <span class="question-level">{level(text, place, question)}</span>
                {stem(question)}
            </legend>
            {question.steps.as_ref().map(|steps| run::script(text, steps))}
            {answer_fields(text, question)}
        </fieldset>
    }
}

fn level(text: Text, place: &str, question: &QuestionView) -> String {
    use content::question::Level;
    let level = text.get(match question.level {
        Level::Recall => "level-recall",
        Level::Explain => "level-explain",
        Level::Predict => "level-predict",
    });
    let mut line = format!("{place} · {level}");
    if question.try_no > 1 {
        line.push_str(" · ");
        line.push_str(&text.with("question-try", [("try", question.try_no.into())]));
    }
    line
}

fn stem(question: &QuestionView) -> AnyView {
    let html = question.stem_html.clone();
    match question.heading_level {
        2 => view! { <h2 class="stem" inner_html=html></h2> }.into_any(),
        3 => view! { <h3 class="stem" inner_html=html></h3> }.into_any(),
        _ => view! { <h4 class="stem" inner_html=html></h4> }.into_any(),
    }
}

fn hint(text: Text, question: &QuestionView) -> Option<impl IntoView + use<>> {
    let html = question.hint_html.clone()?;
    Some(view! {
        <details class="hint">
            <summary>{icon(Icon::Lightbulb)}<span>{text.get("question-hint")}</span></summary>
            <div class="hint-text" inner_html=html></div>
        </details>
    })
}
