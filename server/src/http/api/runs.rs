//! Ordering runs of labs, looking at them, and cancelling them.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use labs::experiment::parameter::Kind;
use labs::experiment::{self, Experiment, Parameter};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::body::JsonBody;
use super::caller::Caller;
use super::packed;
use crate::domain::{LearnerId, RunId, RunOrder, RunState, Timestamp};
use crate::http::App;
use crate::http::error::{HttpError, Problem};
use crate::http::extract::Path;
use crate::http::middleware::Class;
use crate::service::labs::{Document, Standing};

/// What can be run, and where.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Offer {
    /// Devices that somebody takes runs for now: `sim` is simulated, `cuda:0` is a GPU.
    devices: Vec<String>,
    labs: Vec<Lab>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Lab {
    name: &'static str,
    /// What it shows, in a line.
    title: &'static str,
    /// What to predict before it runs.
    question: &'static str,
    parameters: Vec<LabParameter>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LabParameter {
    name: &'static str,
    label: &'static str,
    /// What it takes, in words.
    takes: String,
    /// What it is when it is not set; what follows from others is said in words.
    default: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<&'static str>>,
}

/// What to run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Order {
    /// Name of the lab.
    #[schema(example = "fragmentation-oom")]
    lab: String,
    /// Parameters that differ from their defaults: numbers, or words.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, Value>, example = json!({"device_mib": 4096}))]
    parameters: BTreeMap<String, Value>,
    /// Where to run.
    #[serde(default = "sim")]
    #[schema(example = "sim")]
    device: String,
}

fn sim() -> String {
    "sim".to_owned()
}

/// A run and how it stands.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Run {
    /// A UUID; whoever knows it may look at the run.
    id: String,
    lab: String,
    parameters: BTreeMap<String, String>,
    /// The device that was asked for.
    device: String,
    /// `queued`, `running`, or how it ended: `done`, `out_of_memory` (a result and no failure), `timed_out`, `cancelled`,
    /// `device_lost`, `failed`.
    state: &'static str,
    /// The place in the queue of the device, from 1, while it is queued.
    position: Option<u32>,
    /// Milliseconds since 1970, like the other times.
    queued_at: i64,
    started_at: Option<i64>,
    ended_at: Option<i64>,
    /// The device that it ran on: name, whether it is simulated, driver, bytes in all and for the run.
    #[schema(value_type = Option<Value>)]
    made_on: Option<Value>,
    /// Why it has no result, where the state does not say it all.
    error: Option<String>,
    /// Whether the caller may cancel it.
    mine: bool,
    /// Addresses of what belongs to the run.
    links: Links,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Links {
    #[serde(rename = "self")]
    own: String,
    /// What happens, as server-sent events.
    events: String,
    /// Once the run is `done` or `out_of_memory`.
    report: Option<String>,
    /// For PyTorch's own tools, once there is a report.
    snapshot: Option<String>,
}

/// Lists the labs and the devices to run them on.
#[utoipa::path(get, path = "/api/v1/labs", tag = "labs", responses((status = 200, body = Offer), (status = 404, body = Problem, description = "The site runs no labs")))]
pub(super) async fn labs(State(app): State<App>) -> Result<Json<Offer>, HttpError> {
    let devices = app.services.lab_devices().await?.iter().map(ToString::to_string).collect();
    Ok(Json(Offer { devices, labs: experiment::ALL.map(Lab::of).into() }))
}

/// Queues a run of a lab.
#[utoipa::path(
    post,
    path = "/api/v1/lab-runs",
    tag = "runs",
    request_body = Order,
    responses(
        (status = 202, body = Run, headers(("location" = String, description = "The address of the run"))),
        (status = 400, body = Problem, description = "No JSON"),
        (status = 403, body = Problem, description = "Sent by a page of another site"),
        (status = 409, body = Problem, description = "As many runs of this learner are under way as may be"),
        (status = 422, body = Problem, description = "No such lab, parameter or device, or a value that is not possible"),
        (status = 429, body = Problem, description = "Too many runs from this address"),
        (status = 503, body = Problem, description = "The queue is full"),
    )
)]
pub(super) async fn order(caller: Caller, JsonBody(order): JsonBody<Order>) -> Result<Response, HttpError> {
    let services = &caller.app.services;
    let order = services.check_order(order.read()?).await?;
    caller.charge(Class::LabRun)?;
    let (learner, jar) = caller.learner_or_new().await?;
    let standing = services.order_run(caller.payer(), learner, order).await?;
    let run = Run::of(&standing, Some(learner));
    Ok((StatusCode::ACCEPTED, jar, [(LOCATION, run.links.own.clone())], Json(run)).into_response())
}

/// Returns a run and how it stands.
#[utoipa::path(get, path = "/api/v1/lab-runs/{id}", tag = "runs", params(("id" = String, Path, description = "Id of the run")), responses((status = 200, body = Run), (status = 404, body = Problem)))]
pub(super) async fn run(caller: Caller, Path(id): Path<String>) -> Result<Json<Run>, HttpError> {
    let standing = caller.app.services.standing(read_id(&id)?).await?;
    Ok(Json(Run::of(&standing, caller.learner)))
}

/// Cancels a run. One that is queued is over at once, one that runs within seconds; one that is over stays as it is.
#[utoipa::path(
    delete,
    path = "/api/v1/lab-runs/{id}",
    tag = "runs",
    params(("id" = String, Path, description = "Id of the run")),
    responses(
        (status = 200, body = Run, description = "It is over"),
        (status = 202, body = Run, description = "It ends within seconds"),
        (status = 403, body = Problem, description = "It is someone else's"),
        (status = 404, body = Problem),
    )
)]
pub(super) async fn cancel(caller: Caller, Path(id): Path<String>) -> Result<Response, HttpError> {
    let standing = caller.app.services.cancel_run(read_id(&id)?, caller.learner).await?;
    let status = if standing.run.is_over() { StatusCode::OK } else { StatusCode::ACCEPTED };
    Ok((status, Json(Run::of(&standing, caller.learner))).into_response())
}

/// Returns the report of a run: what was expected and found, every event, map and driver call.
#[utoipa::path(get, path = "/api/v1/lab-runs/{id}/report.json", tag = "runs", params(("id" = String, Path, description = "Id of the run")), responses((status = 200, body = Value), (status = 404, body = Problem, description = "No such run, or it has no report")))]
pub(super) async fn report(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (run, packed) = app.services.run_document(read_id(&id)?, Document::Report).await?;
    let name = format!("inline; filename=\"{}-{}.json\"", run.order.lab, run.id);
    let about = [(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((about, packed::answer(packed, &headers)).into_response())
}

/// Returns the memory of the allocator at the end of the run and what it did before, as PyTorch's memory viewer reads it.
#[utoipa::path(get, path = "/api/v1/lab-runs/{id}/snapshot.pickle", tag = "runs", params(("id" = String, Path, description = "Id of the run")), responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 404, body = Problem, description = "No such run, or it has no snapshot")))]
pub(super) async fn snapshot(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (run, packed) = app.services.run_document(read_id(&id)?, Document::Snapshot).await?;
    let about: [(HeaderName, String); 2] = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{}-{}.pickle\"", run.order.lab, run.id)),
    ];
    Ok((about, packed::answer(packed, &headers)).into_response())
}

/// What is no id names no run.
pub(in crate::http) fn read_id(text: &str) -> Result<RunId, HttpError> {
    text.parse().map_err(|_| HttpError::not_found())
}

impl Order {
    fn read(self) -> Result<RunOrder, HttpError> {
        let unfit = |detail: String| HttpError::told(app::view::ErrorKind::Unfit, detail);
        let device = self.device.parse().map_err(|error| unfit(format!("`device`: {error}")))?;
        let parameters = self
            .parameters
            .into_iter()
            .map(|(name, value)| match value {
                Value::String(text) => Ok((name, text)),
                Value::Number(number) => Ok((name, number.to_string())),
                _ => {
                    let name = labs::printable::line(&name).to_string();
                    Err(unfit(format!("`{name}` takes a number or a word")))
                }
            })
            .collect::<Result<_, _>>()?;
        Ok(RunOrder { lab: self.lab, parameters, device, guess: None })
    }
}

impl Run {
    fn of(standing: &Standing, caller: Option<LearnerId>) -> Self {
        let Standing { run, place } = standing;
        let (ended_at, error) = match &run.state {
            RunState::Ended(ended) => (Some(ended.at.as_millis()), ended.error.clone()),
            RunState::Queued | RunState::Running(_) => (None, None),
        };
        Self {
            id: run.id.to_string(),
            lab: run.order.lab.clone(),
            parameters: run.order.parameters.iter().cloned().collect(),
            device: run.order.device.to_string(),
            state: run.state.name(),
            position: *place,
            queued_at: run.queued_at.as_millis(),
            started_at: run.started_at.map(Timestamp::as_millis),
            ended_at,
            made_on: run.made_on.as_deref().and_then(|json| serde_json::from_str(json).ok()),
            error,
            mine: caller == Some(run.learner),
            links: Links::of(run.id, matches!(run.state.name(), "done" | "out_of_memory")),
        }
    }
}

impl Links {
    fn of(id: RunId, has_report: bool) -> Self {
        let own = format!("/api/v1/lab-runs/{id}");
        Self {
            events: format!("{own}/events"),
            report: has_report.then(|| format!("{own}/report.json")),
            snapshot: has_report.then(|| format!("{own}/snapshot.pickle")),
            own,
        }
    }
}

impl Lab {
    fn of(experiment: &'static Experiment) -> Self {
        let Experiment { name, title, question, parameters, .. } = experiment;
        Self { name, title, question, parameters: parameters.iter().map(LabParameter::of).collect() }
    }
}

impl LabParameter {
    fn of(parameter: &'static Parameter) -> Self {
        let (min, max, choices) = match parameter.kind {
            Kind::Number { min, max, .. } => (Some(min), Some(max), None),
            Kind::Choice(words) => (None, None, Some(words.to_vec())),
        };
        let (takes, default) = (parameter.kind.to_string(), parameter.default.to_string());
        Self { name: parameter.name, label: parameter.label.text, takes, default, min, max, choices }
    }
}
