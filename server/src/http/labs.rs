//! Labs: the list, the page of one, and its runs.

use std::sync::Arc;

use app::view::{Bundle, ErrorKind, LabProblem, LabRunState, LabStop, Section};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use content::lab::Lab;
use labs::experiment::{self, Experiment, scripted};

use super::api::read_id;
use super::error::HttpError;
use super::extract::{Path, Query};
use super::form::Fields;
use super::middleware::Class;
use super::page::{self, Head};
use super::visit::Visit;
use super::work::off_thread;
use crate::domain::{DeviceName, DeviceNameError, Ended, Ending, RunOrder, RunState, Timestamp};
use crate::service::ServiceError;
use crate::service::labs::Standing;
use crate::service::labs::form::{RunRequest, SIMULATED, Typed, requested};
use crate::service::shape::address;
use crate::service::shape::lab::{self as shape, KnownRun, Offer, RunLinks, Stage};

/// Seconds after which the page of an unfinished run looks again.
const NEXT_LOOK_S: u32 = 2;

pub(super) async fn labs(visit: Visit) -> Result<Response, HttpError> {
    let lang = visit.lang;
    let head = Head::public(Section::Labs, app::i18n::labs_title(lang), app::i18n::labs_description(lang));
    let chrome = visit.chrome(head);
    let done = visit.app.services.labs_done(visit.learner).await?;
    Ok(visit.keep(&chrome, app::pages::labs(&chrome, &shape::list(lang, &visit.catalog, &done))))
}

/// A lab with its form; the query fills in parameters, for running it again.
pub(super) async fn lab(
    visit: Visit,
    Path((_, name)): Path<(String, String)>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response, HttpError> {
    let (lab, experiment) = find(&visit, &name)?;
    let field = |name: &str| query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    lab_page(&visit, lab, experiment, &Typed::read(experiment, field), None).await
}

/// Takes the form of a lab. A form that is refused comes back as it was typed.
pub(super) async fn start(
    visit: Visit,
    Path((_, name)): Path<(String, String)>,
    fields: Fields,
) -> Result<Response, HttpError> {
    let (lab, experiment) = find(&visit, &name)?;
    let typed = Typed::read(experiment, |name| Some(fields.text(name)));
    let problem = match requested(visit.lang, lab, experiment, &typed) {
        Ok(request) => match enqueue(&visit, request, &typed.device).await? {
            Ok(response) => return Ok(response),
            Err(problem) => problem,
        },
        Err(problem) => problem,
    };
    lab_page(&visit, lab, experiment, &typed, Some(problem)).await
}

/// Orders a run and leads to its page, unless it cannot be taken now.
async fn enqueue(visit: &Visit, request: RunRequest, device: &str) -> Result<Result<Response, LabProblem>, HttpError> {
    let device = if device.is_empty() { SIMULATED } else { device };
    let unfit = |error: DeviceNameError| HttpError::told(ErrorKind::Unfit, error.to_string());
    let order = RunOrder {
        lab: request.experiment.name.to_owned(),
        parameters: request.parameters,
        device: device.parse().map_err(unfit)?,
        guess: Some(request.guess.to_string()),
    };
    match take(visit, order).await? {
        Ok(response) => Ok(Ok(response)),
        Err(error) => not_now(error).map(Err),
    }
}

/// Takes an order and leads to the page of its run. What stands in its way is told where it was ordered.
pub(super) async fn take(visit: &Visit, order: RunOrder) -> Result<Result<Response, ServiceError>, HttpError> {
    let services = &visit.app.services;
    let order = match services.check_order(order).await {
        Ok(order) => order,
        Err(error) => return Ok(Err(error)),
    };
    visit.charge(Class::LabRun)?;
    let (learner, jar) = visit.learner_or_new().await?;
    match services.order_run(visit.payer(), learner, order).await {
        Ok(Standing { run, .. }) => {
            Ok(Ok((jar, page::see_other(&address::lab_run(visit.lang, run.id))).into_response()))
        }
        Err(error) => Ok(Err(error)),
    }
}

/// Returns what the form says when another time will do.
fn not_now(error: ServiceError) -> Result<LabProblem, HttpError> {
    match error {
        ServiceError::DeviceAway(_) => Ok(LabProblem::DeviceAway),
        ServiceError::QueueFull => Ok(LabProblem::QueueFull),
        error => Err(error.into()),
    }
}

/// A run: where it stands, or what came of it.
pub(super) async fn run(visit: Visit, Path((_, id)): Path<(String, String)>) -> Result<Response, HttpError> {
    let standing = visit.app.services.standing(read_id(&id)?).await?;
    let (known, links) = known_run(&visit, &standing).await?;
    let (lang, catalog, name) = (visit.lang, Arc::clone(&visit.catalog), standing.run.order.lab.clone());
    // Takes milliseconds, and more for the longest runs: other visitors are not to wait for it.
    let work = off_thread(move || {
        if name == scripted::NAME {
            return Some(shape::script_run(lang, known, links));
        }
        shape::run(lang, &catalog, catalog.lab(&name)?, known, links)
    });
    let view = work.await?.ok_or_else(HttpError::not_found)?;
    let unfinished = matches!(view.state, LabRunState::Queued { .. } | LabRunState::Running { .. });
    let head = Head::private(Section::Labs, &view.lab.text);
    let head = if matches!(view.state, LabRunState::Stopped { .. }) { head } else { head.with_islands_of(Bundle::Lab) };
    let chrome = Arc::new(visit.chrome(Head { refresh_s: unfinished.then_some(NEXT_LOOK_S), ..head }));
    let of_page = Arc::clone(&chrome);
    let html = off_thread(move || app::pages::lab_run(&of_page, &view)).await?;
    Ok(page::html(StatusCode::OK, &chrome, html))
}

/// Leads from the address of the form that cancels a run to the run.
pub(super) async fn to_run(visit: Visit, Path((_, id)): Path<(String, String)>) -> Result<Response, HttpError> {
    Ok(page::see_other(&address::lab_run(visit.lang, read_id(&id)?)))
}

pub(super) async fn cancel(visit: Visit, Path((_, id)): Path<(String, String)>) -> Result<Response, HttpError> {
    let standing = visit.app.services.cancel_run(read_id(&id)?, visit.learner).await?;
    Ok(page::see_other(&address::lab_run(visit.lang, standing.run.id)))
}

/// Returns what is known of a run, and the addresses that belong to it.
async fn known_run(visit: &Visit, standing: &Standing) -> Result<(KnownRun, RunLinks), HttpError> {
    let Standing { run, place } = standing;
    let document = |name: &str| format!("/api/v1/lab-runs/{}/{name}", run.id);
    let mut links = RunLinks { events: document("events"), ..RunLinks::default() };
    let stage = match &run.state {
        RunState::Queued => {
            let devices = visit.app.services.lab_devices().await?;
            Stage::Queued { place: place.unwrap_or(1).into(), device_away: !devices.contains(&run.order.device) }
        }
        RunState::Running(_) => Stage::Running,
        RunState::Ended(ended) => match visit.app.services.run_report(run.id).await? {
            Some((report, has_snapshot)) => {
                links.report = Some(document("report.json"));
                links.snapshot = has_snapshot.then(|| document("snapshot.pickle"));
                Stage::Finished(Box::new(report))
            }
            None => Stage::Stopped(stop(ended, run.started_at), said(ended)),
        },
    };
    if !run.is_over() && visit.learner == Some(run.learner) {
        links.cancel = Some(format!("{}/cancel", address::lab_run(visit.lang, run.id)));
    }
    let guess = run.order.guess.as_deref().and_then(|guess| guess.parse().ok());
    Ok((KnownRun { guess, parameters: run.order.parameters.clone(), stage }, links))
}

/// Says why a run that is over has no report.
fn stop(ended: &Ended, started_at: Option<Timestamp>) -> LabStop {
    match ended.ending {
        Ending::TimedOut => {
            let millis = ended.at.as_millis() - started_at.unwrap_or(ended.at).as_millis();
            LabStop::TimedOut { seconds: u64::try_from(millis).unwrap_or_default().div_ceil(1000) }
        }
        Ending::Cancelled => LabStop::Cancelled,
        Ending::DeviceLost => LabStop::DeviceLost,
        Ending::Done | Ending::OutOfMemory | Ending::Failed => LabStop::Failed,
    }
}

/// Returns what the program said, where the page has no words of its own for it.
fn said(ended: &Ended) -> Option<String> {
    match ended.ending {
        Ending::DeviceLost | Ending::Failed => ended.error.clone(),
        Ending::TimedOut | Ending::Cancelled | Ending::Done | Ending::OutOfMemory => None,
    }
}

/// Returns the devices that take runs now. The form is shown where there are none, too: they may be back when it is sent.
pub(super) async fn offers(visit: &Visit) -> Result<Vec<Offer>, HttpError> {
    let devices = match visit.app.services.lab_devices().await {
        Ok(devices) => devices,
        Err(ServiceError::NoLabs) => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    let offer = |device: DeviceName| match device {
        DeviceName::Sim => Offer::simulated(),
        DeviceName::Cuda(_) => Offer { value: device.to_string(), name: Some(device.to_string()) },
    };
    Ok(devices.into_iter().map(offer).collect())
}

fn find<'a>(visit: &'a Visit, name: &str) -> Result<(&'a Lab, &'static Experiment), HttpError> {
    let lab = visit.catalog.lab(name).ok_or_else(HttpError::not_found)?;
    let experiment = experiment::find(name).map_err(|_| HttpError::not_found())?;
    Ok((lab, experiment))
}

/// Returns the page of a lab; with a problem, the answer to a form that was refused.
async fn lab_page(
    visit: &Visit,
    lab: &Lab,
    experiment: &'static Experiment,
    typed: &Typed,
    problem: Option<LabProblem>,
) -> Result<Response, HttpError> {
    let lang = visit.lang;
    let status = match problem {
        None => StatusCode::OK,
        Some(LabProblem::QueueFull) => StatusCode::SERVICE_UNAVAILABLE,
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let offers = offers(visit).await?;
    let view = shape::page(lang, &visit.catalog, lab, experiment, &offers, typed, problem);
    let view = view.ok_or_else(HttpError::not_found)?;
    let head = Head::public(Section::Labs, &view.title, &lab.summary.get(lang).plain);
    let chrome = visit.chrome(head.refused(lang, status != StatusCode::OK));
    Ok(page::html(status, &chrome, app::pages::lab(&chrome, &view)))
}
