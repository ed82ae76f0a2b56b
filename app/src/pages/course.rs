use leptos::prelude::*;

use crate::components::breadcrumb::breadcrumb;
use crate::components::icon::{Icon, icon};
use crate::components::lab::card;
use crate::components::strip::{state_key, state_name, strip};
use crate::i18n::Text;
use crate::shell;
use crate::view::{CardView, CellState, Chrome, CourseView, LabCard, LessonCard, QuizCard};

/// The page of a course: its ten parts, in the order in which a reader decides, learns and goes on.
pub fn course(chrome: &Chrome, view: &CourseView) -> String {
    shell::page(chrome, "course", |text| {
        view! {
            {overview(text, view)}
            {part(text, "lessons", "course-lessons", lessons(text, &view.lessons))}
            {(!view.labs.is_empty()).then(|| part(text, "labs", "course-labs", labs(text, &view.labs)))}
            {part(text, "reasons", "course-reasons", cards(&view.reasons, "cards cards-three"))}
            {part(text, "cases", "course-cases", cards(&view.cases, "cards cards-two"))}
            {part(text, "risks", "course-risks", cards(&view.risks, "cards cards-three"))}
            {part(text, "roadmap", "course-roadmap", roadmap(&view.roadmap))}
            {part(text, "outlook", "course-outlook", outlook(&view.outlook_html))}
            {part(text, "faq", "course-faq", questions(&view.faq))}
            {part(text, "quiz", "course-quiz", quiz(text, &view.quiz))}
            {view.next_course.clone().map(|link| {
                let link = view! { <p class="next-course"><a href=link.href>{link.text}</a></p> };
                part(text, "next", "course-next", link)
            })}
        }
    })
}

/// A part with its heading at the side on a desk.
fn part(text: Text, anchor: &'static str, title: &'static str, content: impl IntoView + 'static) -> AnyView {
    let class = format!("part part-{anchor}");
    view! {
        <section class=class aria-labelledby=anchor>
            <h2 id=anchor>{text.get(title)}</h2>
            <div class="part-content">{content}</div>
        </section>
    }
    .into_any()
}

fn overview(text: Text, view: &CourseView) -> AnyView {
    let resume = text.get(if view.begun { "course-continue" } else { "course-start" });
    let resume_at = view.begun.then(|| text.with("course-resume-at", [("title", view.resume.text.as_str().into())]));
    let outcomes = view.outcomes_html.iter().map(|html| view! { <li inner_html=html.clone()></li> }).collect_view();
    view! {
        <header class="course-head">
            {breadcrumb(text, &[])}
            <h1>{view.title.clone()}</h1>
            <p class="lead rich" inner_html=view.tagline_html.clone()></p>
            {strip(text, text.get("strip-course"), &view.strip)}
            <p class="course-resume">
                <a class="button" href=view.resume.href.clone()><span>{resume}</span>{icon(Icon::ArrowRight)}</a>
                {resume_at.map(|title| view! { <span class="course-resume-at">{title}</span> })}
            </p>
            {facts(text, view)}
        </header>
        <section class="part part-outcomes" aria-labelledby="outcomes">
            <h2 id="outcomes">{text.get("course-outcomes")}</h2>
            <div class="part-content"><ul class="outcomes rich">{outcomes}</ul></div>
        </section>
    }
    .into_any()
}

fn facts(text: Text, view: &CourseView) -> impl IntoView + use<> {
    let questions = view.lessons.iter().map(|lesson| lesson.questions).sum::<usize>();
    let facts = [
        text.count("course-facts-lessons", view.lessons.len()),
        text.count("facts-questions", questions),
        text.count("facts-minutes", view.minutes),
        text.get("course-overview-certificate"),
        text.get("course-overview-free"),
    ];
    view! { <p class="facts">{facts.into_iter().map(|fact| view! { <span>{fact}</span> }).collect_view()}</p> }
}

fn lessons(text: Text, lessons: &[LessonCard]) -> impl IntoView + use<> {
    let rows = lessons.iter().enumerate().map(|(index, lesson)| lesson_row(text, index + 1, lesson)).collect_view();
    view! { <ol class="lesson-list">{rows}</ol> }
}

fn lesson_row(text: Text, number: usize, lesson: &LessonCard) -> impl IntoView + use<> {
    let cell = format!("cell cell-{}", state_name(lesson.state));
    let state = (lesson.state != CellState::Empty).then(|| view! { <span>{text.get(state_key(lesson.state))}</span> });
    view! {
        <li class="lesson-row">
            <span class=cell aria-hidden="true"><span class="cell-face">{number}</span></span>
            <div class="lesson-row-text">
                <h3><a href=lesson.href.clone()>{lesson.title.clone()}</a></h3>
                <p class="lesson-summary">{lesson.summary.clone()}</p>
                <p class="facts">
                    <span>{text.count("facts-minutes", lesson.minutes)}</span>
                    <span>{text.count("facts-questions", lesson.questions)}</span>
                    {state}
                </p>
            </div>
        </li>
    }
}

/// The labs of the course: from here a learner is two clicks away from a failure to understand.
fn labs(text: Text, labs: &[LabCard]) -> impl IntoView + use<> {
    let rows = labs.iter().map(|lab| card::brief(text, lab)).collect_view();
    view! { <ul class="lab-briefs">{rows}</ul> }
}

fn cards(cards: &[CardView], class: &'static str) -> impl IntoView + use<> {
    let cards = cards.iter().map(|card| {
        view! {
            <div class="card">
                <h3 class="rich" inner_html=card.title_html.clone()></h3>
                <p class="rich" inner_html=card.text_html.clone()></p>
            </div>
        }
    });
    view! { <div class=class>{cards.collect_view()}</div> }
}

fn roadmap(steps: &[CardView]) -> impl IntoView + use<> {
    let steps = steps.iter().enumerate().map(|(index, step)| {
        view! {
            <li class="step">
                <span class="step-number" aria-hidden="true">{index + 1}</span>
                <h3 class="rich" inner_html=step.title_html.clone()></h3>
                <p class="rich" inner_html=step.text_html.clone()></p>
            </li>
        }
    });
    view! { <ol class="steps">{steps.collect_view()}</ol> }
}

fn outlook(paragraphs: &[String]) -> impl IntoView + use<> {
    let paragraphs = paragraphs.iter().map(|html| view! { <p inner_html=html.clone()></p> });
    view! { <div class="text">{paragraphs.collect_view()}</div> }
}

fn questions(faq: &[CardView]) -> impl IntoView + use<> {
    let entries = faq.iter().map(|entry| {
        view! {
            <details class="faq-entry">
                <summary><h3 class="rich" inner_html=entry.title_html.clone()></h3></summary>
                <div class="faq-answer rich" inner_html=entry.text_html.clone()></div>
            </details>
        }
    });
    view! { <div class="faq">{entries.collect_view()}</div> }
}

fn quiz(text: Text, quiz: &QuizCard) -> impl IntoView + use<> {
    let args = [("questions", quiz.questions.into()), ("percent", quiz.pass_percent.into())];
    let certificate = quiz.certificate.clone();
    view! {
        <p class="quiz-pitch">{text.with("course-quiz-text", args)}</p>
        <p class="buttons">
            <a class="button" href=quiz.href.clone()>{text.get("course-quiz-open")}</a>
            {certificate.map(|href| {
                view! { <a class="button button-quiet" href=href>{text.get("course-certificate-open")}</a> }
            })}
        </p>
    }
}
