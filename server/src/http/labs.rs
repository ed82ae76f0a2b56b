//! Labs: the list, the page of one, and its runs.

use app::view::{ErrorKind, LabProblem, LabRunState, Section};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use content::lab::Lab;
use labs::experiment::{self, Experiment};

use super::error::HttpError;
use super::extract::{Path, Query};
use super::form::Fields;
use super::page::{self, Head};
use super::visit::Visit;
use crate::service::labs::{RunRequest, Typed, requested};
use crate::service::shape::lab::{self as shape, KnownRun, Offer, RunLinks};

/// Seconds after which the page of an unfinished run looks again.
const NEXT_LOOK_S: u32 = 2;

pub(super) async fn labs(visit: Visit) -> Response {
    if let Some(kept) = visit.kept() {
        return kept;
    }
    let lang = visit.lang;
    let head = Head::public(Section::Labs, app::i18n::labs_title(lang), app::i18n::labs_description(lang));
    let chrome = visit.chrome(head);
    visit.keep(&chrome, app::pages::labs(&chrome, &shape::list(lang, &visit.catalog)))
}

/// A lab with its form; the query fills in parameters, for running it again.
pub(super) async fn lab(
    visit: Visit,
    Path((_, name)): Path<(String, String)>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response, HttpError> {
    if let Some(kept) = visit.kept() {
        return Ok(kept);
    }
    let (lab, experiment) = find(&visit, &name)?;
    let field = |name: &str| query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    lab_page(&visit, lab, experiment, &Typed::read(experiment, field), None)
}

/// Takes the form of a lab. A form that is refused comes back as it was typed.
pub(super) async fn start(
    visit: Visit,
    Path((_, name)): Path<(String, String)>,
    fields: Fields,
) -> Result<Response, HttpError> {
    let (lab, experiment) = find(&visit, &name)?;
    let typed = Typed::read(experiment, |name| Some(fields.text(name)));
    match requested(visit.lang, lab, experiment, &typed) {
        Ok(request) => enqueue(&visit, &request),
        Err(problem) => lab_page(&visit, lab, experiment, &typed, Some(problem)),
    }
}

/// Starts a run and leads to its page. Nothing carries runs out yet.
fn enqueue(_visit: &Visit, _request: &RunRequest) -> Result<Response, HttpError> {
    Err(HttpError::new(ErrorKind::Unavailable { retry_after_s: NEXT_LOOK_S.into() }))
}

/// A run: where it stands, or what came of it.
pub(super) async fn run(visit: Visit, Path((_, id)): Path<(String, String)>) -> Result<Response, HttpError> {
    let (name, known, links) = find_run(&visit, &id)?;
    let lab = visit.catalog.lab(&name).ok_or_else(HttpError::not_found)?;
    let view = shape::run(visit.lang, &visit.catalog, lab, known, links).ok_or_else(HttpError::not_found)?;
    let unfinished = matches!(view.state, LabRunState::Queued { .. } | LabRunState::Running { .. });
    let head = Head::private(Section::Labs, &view.lab.text);
    let chrome = visit.chrome(Head { refresh_s: unfinished.then_some(NEXT_LOOK_S), ..head });
    Ok(page::html(StatusCode::OK, &chrome, app::pages::lab_run(&chrome, &view)))
}

/// Returns the lab of a run, what is known of it, and the addresses that belong to it. Nothing keeps runs yet.
fn find_run(_visit: &Visit, _id: &str) -> Result<(String, KnownRun, RunLinks), HttpError> {
    Err(HttpError::not_found())
}

fn find<'a>(visit: &'a Visit, name: &str) -> Result<(&'a Lab, &'static Experiment), HttpError> {
    let lab = visit.catalog.lab(name).ok_or_else(HttpError::not_found)?;
    let experiment = experiment::find(name).map_err(|_| HttpError::not_found())?;
    Ok((lab, experiment))
}

/// Returns the page of a lab; with a problem, the answer to a form that was refused.
fn lab_page(
    visit: &Visit,
    lab: &Lab,
    experiment: &'static Experiment,
    typed: &Typed,
    problem: Option<LabProblem>,
) -> Result<Response, HttpError> {
    let lang = visit.lang;
    let refused = problem.is_some();
    let offers = [Offer::simulated()];
    let view = shape::page(lang, &visit.catalog, lab, experiment, &offers, typed, problem);
    let view = view.ok_or_else(HttpError::not_found)?;
    let head = Head::public(Section::Labs, &view.title, &lab.summary.get(lang).plain);
    let chrome = visit.chrome(head);
    let html = app::pages::lab(&chrome, &view);
    if refused {
        return Ok(page::html(StatusCode::UNPROCESSABLE_ENTITY, &chrome, html));
    }
    Ok(visit.keep(&chrome, html).into_response())
}
