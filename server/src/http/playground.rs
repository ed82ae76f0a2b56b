//! The playground: a script comes with the query, so that a link to the page is a link to what is on it. Posted, it goes to
//! a device as a run in the queue.

use app::playground::{ON_THE_SERVER, examples, run};
use app::view::{Bundle, DeviceProblem, Link, PlaygroundView, Section};
use axum::http::StatusCode;
use axum::response::Response;
use labs::experiment::scripted::{NAME, SCRIPT};

use super::error::HttpError;
use super::extract::Query;
use super::form::Fields;
use super::labs::{offers, take};
use super::page::{self, Head};
use super::visit::Visit;
use super::work::off_thread;
use crate::domain::RunOrder;
use crate::service::ServiceError;
use crate::service::shape::{address, lab};

pub(super) async fn playground(
    visit: Visit,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response, HttpError> {
    let given = query.into_iter().find(|(name, _)| name == SCRIPT).map(|(_, script)| script);
    show(&visit, given.unwrap_or_else(|| examples::ALL[0].script.to_owned()), None).await
}

/// Sends a script to a device. One that is refused comes back as it was written.
pub(super) async fn start(visit: Visit, fields: Fields) -> Result<Response, HttpError> {
    let script = fields.text(SCRIPT).replace("\r\n", "\n");
    let problem = match fields.text("device").parse() {
        Err(_) => DeviceProblem::Away,
        Ok(device) => {
            let parameters = vec![(SCRIPT.to_owned(), script.clone())];
            let order = RunOrder { lab: NAME.to_owned(), parameters, device, guess: None };
            match take(&visit, order).await? {
                Ok(response) => return Ok(response),
                Err(ServiceError::Unfit(reason)) => DeviceProblem::Unfit(reason.to_string()),
                Err(ServiceError::DeviceAway(_)) => DeviceProblem::Away,
                Err(ServiceError::QueueFull) => DeviceProblem::QueueFull,
                Err(error) => return Err(error.into()),
            }
        }
    };
    show(&visit, script, Some(problem)).await
}

async fn show(visit: &Visit, script: String, problem: Option<DeviceProblem>) -> Result<Response, HttpError> {
    let lang = visit.lang;
    let script = script.replace("\r\n", "\n");
    let source = script.clone();
    let attempt = off_thread(move || run(&source, ON_THE_SERVER)).await?;
    let example = |example: &examples::Example| Link {
        href: address::playground_with(lang, example.script),
        text: app::i18n::example_name(lang, example),
    };
    let status = match problem {
        None => StatusCode::OK,
        Some(DeviceProblem::QueueFull) => StatusCode::SERVICE_UNAVAILABLE,
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let view = PlaygroundView {
        action: address::playground(lang),
        script,
        attempt,
        examples: examples::ALL.iter().map(example).collect(),
        devices: lab::devices(&offers(visit).await?, ""),
        problem,
    };
    let head = Head::public(Section::Labs, app::i18n::playground_title(lang), app::i18n::playground_description(lang));
    let chrome = visit.chrome(head.with_islands_of(Bundle::Playground).refused(lang, status != StatusCode::OK));
    Ok(page::html(status, &chrome, app::pages::playground(&chrome, &view)))
}
