//! "Report a mistake".

use app::view::{ReportProblem, ReportView, Section};
use axum::response::{IntoResponse, Response};
use content::course::Course;
use content::question::Question;
use content::text::Version;
use serde::Deserialize;

use super::error::HttpError;
use super::extract::{Path, Query};
use super::form::Fields;
use super::page::{self, Head, answer_status, link};
use super::visit::Visit;
use crate::domain::{ReportText, ReportTextError};
use crate::service::shape::address;

#[derive(Debug, Deserialize)]
pub(super) struct ReportQuery {
    #[serde(default)]
    version: String,
}

pub(super) async fn form(
    visit: Visit,
    Path((_, course, question)): Path<(String, String, String)>,
    Query(query): Query<ReportQuery>,
) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let question = visit.question(course, &question)?;
    let version = version(question, &query.version);
    Ok(report_page(&visit, course, question, Report { version, ..Report::default() }))
}

pub(super) async fn send(
    visit: Visit,
    Path((_, course, question)): Path<(String, String, String)>,
    fields: Fields,
) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let question = visit.question(course, &question)?;
    let version = version(question, fields.text("version"));
    let text = match ReportText::parse(fields.text("text")) {
        Ok(text) => text,
        Err(error) => {
            let problem = Some(match error {
                ReportTextError::Empty => ReportProblem::Empty,
                ReportTextError::TooLong => ReportProblem::TooLong,
            });
            let report = Report { version, text: fields.text("text").to_owned(), problem, sent: false };
            return Ok(report_page(&visit, course, question, report));
        }
    };
    let (learner, jar) = visit.learner_or_new().await?;
    let seen = Version(version.clone());
    visit.app.services.report_mistake(learner, course, question, seen, visit.lang, text).await?;
    let report = Report { version, sent: true, ..Report::default() };
    Ok((jar, report_page(&visit, course, question, report)).into_response())
}

/// What the form holds, or that it was sent.
#[derive(Debug, Default)]
struct Report {
    version: String,
    text: String,
    problem: Option<ReportProblem>,
    sent: bool,
}

fn report_page(visit: &Visit, course: &Course, question: &Question, report: Report) -> Response {
    let lang = visit.lang;
    let lesson = course.lessons.iter().find(|lesson| lesson.questions.iter().any(|known| known.id == question.id));
    let back = match lesson {
        Some(lesson) => link(
            format!("{}#q-{}", address::lesson(lang, course, lesson), question.id),
            lesson.text.get(lang).title.clone(),
        ),
        None => link(address::quiz(lang, course), app::i18n::quiz_title(lang)),
    };
    let refused = report.problem.is_some();
    let view = ReportView {
        question_html: question.stem.get(lang).html.clone(),
        action: address::report(lang, course, &question.id),
        version: report.version,
        text: report.text,
        problem: report.problem,
        sent: report.sent,
        back,
    };
    let chrome = visit.chrome(Head::private(Section::None, app::i18n::report_title(lang)).refused(lang, refused));
    page::html(answer_status(refused), &chrome, app::pages::report(&chrome, &view))
}

/// Returns the version that the learner says they saw when it has the form of one, or else the present one.
fn version(question: &Question, claimed: &str) -> String {
    let well_formed = claimed.len() == question.version.0.len() && claimed.bytes().all(|b| b.is_ascii_hexdigit());
    if well_formed { claimed.to_owned() } else { question.version.0.clone() }
}
