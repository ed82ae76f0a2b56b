//! The final quiz: start, questions, result, certificate.

use app::view::{Chrome, ErrorKind, NameProblem, QuizQuestionView, Section};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use content::course::Course;
use serde::Deserialize;

use super::error::HttpError;
use super::extract::{Path, Query};
use super::form::Fields;
use super::page::{self, Fragment, Head, answer_status};
use super::visit::Visit;
use crate::domain::{Attempt, AttemptId};
use crate::service::certificates::Issued;
use crate::service::quiz::{QuizAnswer, Running};
use crate::service::shape::address;

/// Leads to where the attempt stands; without one, offers to start.
pub(super) async fn quiz(visit: Visit, Path((_, course)): Path<(String, String)>) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let services = &visit.app.services;
    if let Some(running) = services.running(visit.learner, course).await? {
        return to_current(&visit, course, &running).await;
    }
    let view = services.quiz_intro(visit.lang, course, visit.learner).await?;
    let title = app::i18n::quiz_title(visit.lang);
    let chrome = visit.chrome(Head::public(Section::Courses, title, &course.tagline.get(visit.lang).plain));
    Ok(page::html(StatusCode::OK, &chrome, app::pages::quiz_intro(&chrome, &view)))
}

pub(super) async fn start(visit: Visit, Path((_, course)): Path<(String, String)>) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let (learner, jar) = visit.learner_or_new().await?;
    let running = visit.app.services.start_quiz(learner, course).await?;
    Ok((jar, to_current(&visit, course, &running).await?).into_response())
}

/// Leads to the question to go on with. When every question has left the pool, there is none: the attempt ends then.
async fn to_current(visit: &Visit, course: &Course, running: &Running<'_>) -> Result<Response, HttpError> {
    if let Some(question) = running.current() {
        return Ok(page::see_other(&address::quiz_question(visit.lang, course, &question.id)));
    }
    let attempt = &running.attempt;
    visit.app.services.finish_quiz(attempt.learner, course, attempt.id).await?;
    Ok(page::see_other(&address::attempt(visit.lang, course, attempt.id)))
}

#[derive(Debug, Deserialize)]
pub(super) struct QuestionQuery {
    retry: Option<String>,
}

pub(super) async fn question(
    visit: Visit,
    Path((_, course, question)): Path<(String, String, String)>,
    Query(query): Query<QuestionQuery>,
) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let Some(running) = visit.app.services.running(visit.learner, course).await? else {
        visit.question(course, &question)?;
        return ended(&visit, course, None);
    };
    // The question may have left the pool since it was drawn.
    let Some(question) = running.question(&question) else {
        return to_current(&visit, course, &running).await;
    };
    let view = running.page(visit.lang, question, query.retry.is_some());
    if visit.wants_json {
        return Ok(Fragment::quiz_question(visit.lang, &view).response(false));
    }
    let chrome = question_chrome(&visit, false);
    Ok(visit.keep(&chrome, app::pages::quiz_question(&chrome, &view)))
}

pub(super) async fn answer(
    visit: Visit,
    Path((_, course, question)): Path<(String, String, String)>,
    fields: Fields,
) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let form = fields.answer()?;
    let services = &visit.app.services;
    let running = services.running(visit.learner, course).await?;
    // A form of an attempt that has ended, from an old tab: its result is what there is to see.
    let Some(running) = running.filter(|running| form.attempt == Some(running.attempt.id)) else {
        return ended(&visit, course, form.attempt);
    };
    let Some(question) = running.question(&question).cloned() else {
        return if visit.wants_json { Err(moved_on()) } else { to_current(&visit, course, &running).await };
    };
    match services.answer_quiz(running, &question, &form, visit.lang).await? {
        QuizAnswer::Ended(attempt) => ended(&visit, course, Some(attempt)),
        QuizAnswer::Stands { view, refused } => Ok(answered(&visit, &view, refused)),
    }
}

fn answered(visit: &Visit, view: &QuizQuestionView, refused: bool) -> Response {
    use app::view::QuestionState;
    if visit.wants_json {
        return Fragment::quiz_question(visit.lang, view).response(refused);
    }
    let told_once = match &view.question.state {
        QuestionState::Open { problem } => problem.is_some(),
        QuestionState::Answered(verdict) => verdict.problem.is_some(),
    };
    if told_once {
        return question_page(visit, refused, view);
    }
    page::see_other(&format!("{}#q-{}", view.question.action, view.question.id))
}

/// Leads to the result of the attempt that a stale form belongs to, or to the start. An island has no use for a page, so
/// it is told to load one.
fn ended(visit: &Visit, course: &Course, attempt: Option<AttemptId>) -> Result<Response, HttpError> {
    if visit.wants_json {
        return Err(moved_on());
    }
    Ok(page::see_other(&match attempt {
        Some(attempt) => address::attempt(visit.lang, course, attempt),
        None => address::quiz(visit.lang, course),
    }))
}

fn moved_on() -> HttpError {
    HttpError::new(ErrorKind::AttemptMovedOn)
}

fn question_chrome(visit: &Visit, refused: bool) -> Chrome {
    let head = Head::private(Section::Courses, app::i18n::quiz_title(visit.lang)).with_islands();
    visit.chrome(head.refused(visit.lang, refused))
}

fn question_page(visit: &Visit, refused: bool, view: &QuizQuestionView) -> Response {
    let chrome = question_chrome(visit, refused);
    page::html(answer_status(refused), &chrome, app::pages::quiz_question(&chrome, view))
}

/// The result of a finished attempt; a running one is gone on with.
pub(super) async fn attempt(
    visit: Visit,
    Path((_, course, attempt)): Path<(String, String, String)>,
) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let attempt = own_attempt(&visit, course, &attempt).await?;
    if attempt.is_running() {
        return Ok(page::see_other(&address::quiz(visit.lang, course)));
    }
    result_page(&visit, course, &attempt, None).await
}

pub(super) async fn finish(
    visit: Visit,
    Path((_, course, attempt)): Path<(String, String, String)>,
) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let attempt = own_attempt(&visit, course, &attempt).await?;
    visit.app.services.finish_quiz(attempt.learner, course, attempt.id).await?;
    Ok(page::see_other(&address::attempt(visit.lang, course, attempt.id)))
}

/// Leads from the addresses of its forms to the attempt: after a reload, or from the language switch.
pub(super) async fn to_attempt(
    visit: Visit,
    Path((_, course, attempt)): Path<(String, String, String)>,
) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let attempt: AttemptId = attempt.parse().map_err(|_| HttpError::not_found())?;
    Ok(page::see_other(&address::attempt(visit.lang, course, attempt)))
}

/// Takes the name to be shown, once, and leads to the certificate.
pub(super) async fn certificate(
    visit: Visit,
    Path((_, course, attempt)): Path<(String, String, String)>,
    fields: Fields,
) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let attempt = own_attempt(&visit, course, &attempt).await?;
    let typed = fields.text("name");
    let issued = visit.app.services.issue_certificate(visit.lang, &visit.catalog, course, &attempt, typed).await?;
    match issued {
        Issued::Certificate(id) => Ok(page::see_other(&address::verify(visit.lang, id))),
        Issued::BadName(problem) => result_page(&visit, course, &attempt, Some((typed.to_owned(), problem))).await,
    }
}

async fn result_page(
    visit: &Visit,
    course: &Course,
    attempt: &Attempt,
    typed: Option<(String, NameProblem)>,
) -> Result<Response, HttpError> {
    let services = &visit.app.services;
    let refused = typed.is_some();
    let step = services.certificate_step(visit.lang, course, attempt, typed).await?;
    let view = services.quiz_result(visit.lang, course, attempt, step).await?;
    let head = Head::private(Section::Courses, app::i18n::result_title(visit.lang));
    let chrome = visit.chrome(head.refused(visit.lang, refused));
    Ok(page::html(answer_status(refused), &chrome, app::pages::quiz_result(&chrome, &view)))
}

async fn own_attempt(visit: &Visit, course: &Course, id: &str) -> Result<Attempt, HttpError> {
    let id: AttemptId = id.parse().map_err(|_| HttpError::not_found())?;
    let learner = visit.learner.ok_or_else(HttpError::not_found)?;
    Ok(visit.app.services.own_attempt(learner, course, id).await?)
}
