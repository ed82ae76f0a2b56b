//! Lessons, and the practice questions in them.

use app::view::{Chrome, LessonPart, LessonView, QuestionView, Section};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use content::course::Course;
use content::lesson::Lesson;
use content::question::Question;
use serde::Deserialize;

use super::error::HttpError;
use super::extract::{Path, Query};
use super::form::Fields;
use super::page::{self, Fragment, Head, answer_status};
use super::visit::Visit;
use crate::service::answering::Standing;
use crate::service::shape::lesson::Asked;
use crate::service::shape::{self, address};

/// More parameters than any tool has.
const MAX_PARAMETERS: usize = 32;

pub(super) async fn lesson(
    visit: Visit,
    Path((_, course, lesson)): Path<(String, String, String)>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let lesson = visit.lesson(course, &lesson)?;
    let retry = query.iter().find(|(name, _)| name == "retry").map(|(_, value)| value.clone());
    let query = query.into_iter().filter(|(name, _)| name != "retry").take(MAX_PARAMETERS).collect();
    let view = lesson_view(&visit, course, lesson, &Asked { retry, query }).await?;
    let chrome = lesson_chrome(&visit, lesson, &view, false);
    Ok(visit.keep(&chrome, app::pages::lesson(&chrome, &view)))
}

/// Leads from the address of the form that marks a lesson as read to the lesson.
pub(super) async fn to_lesson(
    visit: Visit,
    Path((_, course, lesson)): Path<(String, String, String)>,
) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let lesson = visit.lesson(course, &lesson)?;
    Ok(page::see_other(&address::lesson(visit.lang, course, lesson)))
}

pub(super) async fn mark_read(
    visit: Visit,
    Path((_, course, lesson)): Path<(String, String, String)>,
    fields: Fields,
) -> Result<(CookieJar, Response), HttpError> {
    let course = visit.course(&course)?;
    let lesson = visit.lesson(course, &lesson)?;
    let (learner, jar) = visit.learner_or_new().await?;
    visit.app.services.mark_read(learner, course, lesson, fields.text("read") != "0").await?;
    Ok((jar, page::see_other(&format!("{}#read", address::lesson(visit.lang, course, lesson)))))
}

#[derive(Debug, Deserialize)]
pub(super) struct QuestionQuery {
    retry: Option<String>,
}

/// A practice question alone, for the island; a browser is sent to its place in the lesson.
pub(super) async fn question(
    visit: Visit,
    Path((_, course, lesson, question)): Path<(String, String, String, String)>,
    Query(query): Query<QuestionQuery>,
) -> Result<Response, HttpError> {
    let (course, lesson, question) = placed(&visit, &course, &lesson, &question)?;
    let retry = query.retry.is_some();
    if !visit.wants_json {
        let query = if retry { format!("?retry={}", question.id) } else { String::new() };
        let lesson = address::lesson(visit.lang, course, lesson);
        return Ok(page::see_other(&format!("{lesson}{query}#q-{}", question.id)));
    }
    let services = &visit.app.services;
    let view = services.practice_question(visit.lang, course, lesson, question, visit.learner, retry).await?;
    Ok(Fragment::question(visit.lang, &view).response(false))
}

pub(super) async fn answer(
    visit: Visit,
    Path((_, course, lesson, question)): Path<(String, String, String, String)>,
    fields: Fields,
) -> Result<Response, HttpError> {
    let (course, lesson, question) = placed(&visit, &course, &lesson, &question)?;
    let form = fields.answer()?;
    let (learner, jar) = visit.learner_or_new().await?;
    let standing = visit.app.services.answer_practice(learner, course, question, &form, visit.lang).await?;
    let view = shape::lesson::practice(visit.lang, course, lesson, question, &standing);
    let response = if visit.wants_json {
        Fragment::question(visit.lang, &view).response(standing.is_refused())
    } else if needs_page(&standing) {
        refused_page(&visit, course, lesson, view).await?
    } else {
        let lesson = address::lesson(visit.lang, course, lesson);
        page::see_other(&format!("{lesson}#q-{}", question.id))
    };
    Ok((jar, response).into_response())
}

/// What the next GET would not show again: why the post was refused, or that another answer was first.
fn needs_page(standing: &Standing) -> bool {
    matches!(standing, Standing::Open { problem: Some(_), .. } | Standing::Answered { problem: Some(_), .. })
}

/// Returns the whole lesson with the refused question in its place, so that a browser without JavaScript loses nothing.
async fn refused_page(
    visit: &Visit,
    course: &Course,
    lesson: &Lesson,
    refused: QuestionView,
) -> Result<Response, HttpError> {
    let mut view = lesson_view(visit, course, lesson, &Asked::default()).await?;
    for part in &mut view.parts {
        if let LessonPart::Question(question) = part
            && question.id == refused.id
        {
            **question = refused.clone();
        }
    }
    let open = matches!(refused.state, app::view::QuestionState::Open { .. });
    let chrome = lesson_chrome(visit, lesson, &view, open);
    Ok(page::html(answer_status(open), &chrome, app::pages::lesson(&chrome, &view)))
}

async fn lesson_view(visit: &Visit, course: &Course, lesson: &Lesson, asked: &Asked) -> Result<LessonView, HttpError> {
    Ok(visit.app.services.lesson_page(visit.lang, &visit.catalog, course, lesson, visit.learner, asked).await?)
}

fn lesson_chrome(visit: &Visit, lesson: &Lesson, view: &LessonView, refused: bool) -> Chrome {
    let text = lesson.text.get(visit.lang);
    let head = Head {
        islands: view.parts.iter().any(|part| !matches!(part, LessonPart::Html(_) | LessonPart::Lab(_))),
        ..Head::public(Section::Courses, &text.title, &text.summary)
    };
    visit.chrome(head.refused(visit.lang, refused))
}

fn placed<'a>(
    visit: &'a Visit,
    course: &str,
    lesson: &str,
    question: &str,
) -> Result<(&'a Course, &'a Lesson, &'a Question), HttpError> {
    let course = visit.course(course)?;
    let lesson = visit.lesson(course, lesson)?;
    let question = lesson.questions.iter().find(|known| known.id.as_str() == question);
    Ok((course, lesson, question.ok_or_else(HttpError::not_found)?))
}
