use leptos::prelude::*;

use super::frame::anchor;
use super::run;
use crate::components::icon::{Icon, icon};
use crate::i18n::Text;
use crate::view::{Input, NumberFeedback, Problem, QuestionView, Verdict};

/// Returns the key of the words beside an option once the question was answered; none for an option that was rightly left.
pub(crate) const fn option_mark_key(chosen: bool, key: bool, many: bool) -> Option<&'static str> {
    match (chosen, key, many) {
        (true, true, _) => Some("mark-right-chosen"),
        (true, false, _) => Some("mark-wrong-chosen"),
        (false, true, true) => Some("mark-missed"),
        (false, true, false) => Some("mark-key"),
        (false, false, _) => None,
    }
}

/// Returns what was wrong with a submit and what to do.
pub(crate) fn problem_text(text: Text, problem: Problem, input: &Input) -> String {
    text.get(match (problem, input) {
        (Problem::NothingChosen, Input::Number { .. }) => "question-nothing-typed",
        (Problem::NothingChosen, _) => "question-nothing-chosen",
        (Problem::NotANumber, _) => "question-not-a-number",
        (Problem::AnsweredElsewhere, _) => "question-answered-elsewhere",
    })
}

/// Returns the verdict as sentences: the word, what was missed and what was too much, and a notice.
pub(crate) fn verdict_sentences(text: Text, verdict: &Verdict, input: &Input) -> Vec<String> {
    let word = format!("{}.", text.get(verdict_key(verdict)));
    [word].into_iter().chain(details(text, verdict, input)).collect()
}

const fn verdict_key(verdict: &Verdict) -> &'static str {
    if verdict.correct { "verdict-right" } else { "verdict-wrong" }
}

fn details(text: Text, verdict: &Verdict, input: &Input) -> Vec<String> {
    let mut said = Vec::new();
    if verdict.correct && matches!(input, Input::Many(_)) {
        said.push(text.get("verdict-many-right"));
    }
    if verdict.missed > 0 && matches!(input, Input::Many(_)) {
        said.push(text.count("verdict-missed", verdict.missed));
    }
    if verdict.wrong > 0 && matches!(input, Input::Many(_)) {
        said.push(text.count("verdict-extra", verdict.wrong));
    }
    said.extend(verdict.problem.map(|problem| problem_text(text, problem, input)));
    said
}

/// What stands under an answered question: the verdict, where to look it up, and the way on.
pub(super) fn settled(text: Text, question: &QuestionView, verdict: &Verdict) -> impl IntoView + use<> {
    let sign = if verdict.correct { Icon::Check } else { Icon::Cross };
    let details = details(text, verdict, &question.input);
    let details = (!details.is_empty()).then(|| view! { <span class="verdict-details">{details.join(" ")}</span> });
    view! {
        <div class="verdict" data-verdict="" data-outcome=if verdict.correct { "right" } else { "wrong" }>
            <p class="verdict-line">{icon(sign)}<strong>{text.get(verdict_key(verdict))}</strong>{details}</p>
            {verdict.number.as_ref().map(|number| number_feedback(text, number))}
        </div>
        {source(text, question)}
        <div class="question-actions">{way_on(text, question, verdict)}{report(text, question)}</div>
    }
}

fn number_feedback(text: Text, feedback: &NumberFeedback) -> impl IntoView + use<> {
    let key = text.with("mark-key-number", [("answer", feedback.key.as_str().into())]);
    view! {
        {feedback.trap_html.clone().map(|html| view! { <div class="verdict-why" inner_html=html></div> })}
        <p class="verdict-key">{key}</p>
        <div class="verdict-why" inner_html=feedback.why_html.clone()></div>
        {feedback.run.as_ref().map(|run| run::run(text, run))}
    }
}

fn source(text: Text, question: &QuestionView) -> Option<impl IntoView + use<>> {
    let source = question.source.clone()?;
    Some(view! {
        <p class="question-source">{text.get("question-source")}" "<a href=source.href>{source.text}</a></p>
    })
}

/// The first of the ways on carries the id of the button that was pressed, so that focus stays where it was.
fn way_on(text: Text, question: &QuestionView, verdict: &Verdict) -> Vec<AnyView> {
    let id = format!("{}-action", anchor(question));
    let mut ways = Vec::new();
    if let Some(next) = verdict.next.clone() {
        let id = Some(id.clone());
        ways.push(
            view! { <a class="button" id=id href=next.href><span>{next.text}</span>{icon(Icon::ArrowRight)}</a> }
                .into_any(),
        );
    }
    if let Some(href) = verdict.retry_href.clone() {
        let id = ways.is_empty().then_some(id);
        ways.push(
            view! { <a class="button button-quiet" id=id href=href data-live="">{text.get("question-retry")}</a> }
                .into_any(),
        );
    }
    ways
}

pub(super) fn unanswered_actions(text: Text, question: &QuestionView) -> impl IntoView + use<> {
    view! {
        <div class="question-actions">
            <button class="button" type="submit" id=format!("{}-action", anchor(question))>{text.get("question-check")}</button>
            {report(text, question)}
        </div>
    }
}

fn report(text: Text, question: &QuestionView) -> impl IntoView + use<> {
    view! { <a class="question-report" href=question.report_href.clone()>{text.get("question-report")}</a> }
}
