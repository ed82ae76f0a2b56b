use leptos::prelude::*;

use crate::components::attempts::attempts;
use crate::components::breadcrumb::breadcrumb;
use crate::components::icon::{Icon, icon};
use crate::i18n::Text;
use crate::shell;
use crate::view::{Chrome, QuizIntroView};

const RULES: [&str; 4] = ["quiz-rule-feedback", "quiz-rule-first", "quiz-rule-time", "quiz-rule-draw"];

/// What the final quiz is like, before an attempt begins.
pub fn quiz_intro(chrome: &Chrome, view: &QuizIntroView) -> String {
    shell::page(chrome, "quiz", |text| {
        let args = [("questions", view.questions.into()), ("percent", view.pass_percent.into())];
        let start = text.get(if view.past.is_empty() { "quiz-start" } else { "quiz-start-again" });
        view! {
            {breadcrumb(text, &[&view.course])}
            <h1>{text.get("quiz-title")}</h1>
            <p class="lead">{text.with("quiz-intro-lead", args)}</p>
            {view.certificate.clone().map(|href| passed(text, href))}
            <h2 class="visually-hidden">{text.get("quiz-rules")}</h2>
            <ul class="rules">{RULES.into_iter().map(|key| view! { <li>{text.get(key)}</li> }).collect_view()}</ul>
            <form method="post" action=view.start_action.clone()>
                <button class="button" type="submit">{start}</button>
            </form>
            {(!view.past.is_empty()).then(|| {
                view! {
                    <section class="past" aria-labelledby="past">
                        <h2 id="past">{text.get("quiz-past")}</h2>
                        {attempts(text, text.get("quiz-past"), &view.past)}
                    </section>
                }
            })}
        }
    })
}

fn passed(text: Text, certificate: String) -> impl IntoView {
    view! {
        <p class="passed-note">
            {icon(Icon::Check)}
            <span>{text.get("quiz-certificate")}" "<a href=certificate>{text.get("course-certificate-open")}</a></span>
        </p>
    }
}
