use leptos::prelude::*;

use crate::components::attempts::score_args;
use crate::components::breadcrumb::breadcrumb;
use crate::components::icon::{Icon, icon};
use crate::components::patterns::patterns;
use crate::components::question;
use crate::components::strip::strip;
use crate::i18n::Text;
use crate::shell;
use crate::view::{CertificateStep, Chrome, NameProblem, QuestionView, QuizResultView};

/// A finished attempt: the result, the way to the certificate, and a review of every question.
pub fn quiz_result(chrome: &Chrome, view: &QuizResultView) -> String {
    shell::page(chrome, "quiz", |text| {
        view! {
            {patterns()}
            {breadcrumb(text, &[&view.course])}
            {outcome(text, view)}
            {strip(text, text.get("result-strip"), &view.strip)}
            {certificate(text, &view.certificate)}
            {again(text, view)}
            <section class="review" aria-labelledby="review">
                <h2 id="review">{text.get("result-review")}</h2>
                {review(text, &view.review)}
            </section>
        }
    })
}

fn outcome(text: Text, view: &QuizResultView) -> impl IntoView + use<> {
    let [score, max, percent] = score_args(view.score, view.max, view.percent);
    let args = [score, max, percent, ("pass", view.pass_percent.into())];
    let (sign, title, said) = if view.passed {
        (Icon::Check, "result-passed", "result-passed-text")
    } else {
        (Icon::Cross, "result-failed", "result-failed-text")
    };
    view! {
        <h1 class="outcome" data-outcome=if view.passed { "right" } else { "wrong" }>{icon(sign)}<span>{text.get(title)}</span></h1>
        <p class="lead">{text.with(said, args)}</p>
    }
}

/// Each question with the number that it has in the strip.
fn review(text: Text, questions: &[QuestionView]) -> impl IntoView + use<> {
    let of = questions.len();
    let numbered = questions.iter().zip(1..).map(|(question, number): (_, u32)| {
        let place = text.with("quiz-kicker", [("number", number.into()), ("of", of.into())]);
        question::reviewed(text, &place, question)
    });
    numbered.collect_view()
}

fn again(text: Text, view: &QuizResultView) -> Option<impl IntoView + use<>> {
    (!view.passed).then(|| {
        view! {
            <form class="again" method="post" action=view.start_action.clone()>
                <button class="button" type="submit">{text.get("quiz-start-again")}</button>
            </form>
        }
    })
}

fn certificate(text: Text, step: &CertificateStep) -> AnyView {
    match step {
        CertificateStep::NotPassed => ().into_any(),
        CertificateStep::Issued { href } => view! {
            <p class="certificate-step"><a class="button" href=href.clone()>{text.get("result-certificate-open")}</a></p>
        }
        .into_any(),
        CertificateStep::AskName { action, value, problem } => ask_name(text, action, value, *problem),
    }
}

/// The name is asked once, and what was typed is kept when it was not taken.
fn ask_name(text: Text, action: &str, value: &str, problem: Option<NameProblem>) -> AnyView {
    let problem = problem.map(|problem| {
        let said = text.get(match problem {
            NameProblem::Empty => "result-name-empty",
            NameProblem::TooLong => "result-name-too-long",
            NameProblem::BadCharacter => "result-name-bad-character",
        });
        view! { <p class="problem" id="name-error">{icon(Icon::Warning)}<span>{said}</span></p> }
    });
    let invalid = problem.is_some();
    let described_by = if invalid { "name-help name-error" } else { "name-help" };
    view! {
        <form class="certificate-step name-form" id="certificate" method="post" action=action.to_owned()>
            <h2>{text.get("result-name-title")}</h2>
            <p id="name-help">{text.get("result-name-text")}</p>
            <label for="name">{text.get("result-name-label")}</label>
            <input
                class="text-input"
                type="text"
                name="name"
                id="name"
                value=value.to_owned()
                autocomplete="name"
                spellcheck="false"
                required
                aria-describedby=described_by
                aria-invalid=invalid.then_some("true")
            />
            {problem}
            <button class="button" type="submit">{text.get("result-name-submit")}</button>
        </form>
    }
    .into_any()
}
