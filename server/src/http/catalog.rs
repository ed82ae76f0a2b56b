//! Catalogue and glossary.

use app::view::{GlossaryView, Section, TermView};
use axum::response::{IntoResponse, Response};
use content::course::{Course, Term};
use content::lang::Lang;

use super::error::HttpError;
use super::page::{Head, link};
use super::visit::{self, Visit};
use crate::service::shape::{address, card};

pub(super) async fn catalog(visit: Visit) -> Result<Response, HttpError> {
    let response = catalog_page(&visit).await?;
    // The start page of a language is where a choice of language is remembered for `/`.
    if visit::remembered_language(&visit.app, &visit.jar) == Some(visit.lang) {
        return Ok(response);
    }
    Ok((visit.jar.clone().add(visit::language_cookie(&visit.app, visit.lang)), response).into_response())
}

async fn catalog_page(visit: &Visit) -> Result<Response, HttpError> {
    let view = visit.app.services.catalog_page(visit.lang, &visit.catalog, visit.learner).await?;
    let head =
        Head::public(Section::Courses, app::i18n::courses_title(visit.lang), app::i18n::site_description(visit.lang));
    let chrome = visit.chrome(head);
    Ok(visit.keep(&chrome, app::pages::catalog(&chrome, &view)))
}

pub(super) async fn glossary(visit: Visit) -> Response {
    let lang = visit.lang;
    let terms = |course: &Course| course.glossary.iter().map(|entry| term(lang, course, entry)).collect();
    let courses = visit.catalog.courses.iter().map(|course| (card::course_link(lang, course), terms(course))).collect();
    let head = Head::public(Section::Glossary, app::i18n::glossary_title(lang), app::i18n::glossary_description(lang));
    let chrome = visit.chrome(head);
    visit.keep(&chrome, app::pages::glossary(&chrome, &GlossaryView { courses }))
}

fn term(lang: Lang, course: &Course, term: &Term) -> TermView {
    let lesson = term.lesson.as_ref().and_then(|id| course.lesson(id.as_str()));
    TermView {
        id: term.id.to_string(),
        term: term.term.get(lang).clone(),
        others: term
            .term
            .iter()
            .filter(|(other, _)| *other != lang)
            .map(|(other, term)| (other, term.clone()))
            .collect(),
        definition_html: term.definition.get(lang).html.clone(),
        lesson: lesson.map(|lesson| link(address::lesson(lang, course, lesson), lesson.text.get(lang).title.clone())),
    }
}
