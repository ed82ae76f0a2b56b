//! The playground: a script comes with the query, so that a link to the page is a link to what is on it.

use app::playground::{Attempt, ON_THE_SERVER, examples, run};
use app::view::{Bundle, Link, PlaygroundView, Section};
use axum::http::StatusCode;
use axum::response::Response;

use tokio::sync::Semaphore;

use super::error::HttpError;
use super::extract::Query;
use super::page::{self, Head};
use super::visit::Visit;
use crate::service::shape::address;

/// Scripts that are run at the same time. Once begun, one is run to its end, whoever waits for it.
static PLACES: Semaphore = Semaphore::const_new(2);

pub(super) async fn playground(
    visit: Visit,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response, HttpError> {
    let lang = visit.lang;
    let given = query.into_iter().find(|(name, _)| name == "script").map(|(_, script)| script.replace("\r\n", "\n"));
    let script = given.unwrap_or_else(|| examples::ALL[0].script.to_owned());
    let source = script.clone();
    // Nobody closes the semaphore.
    let place = PLACES.acquire().await.ok();
    // Some milliseconds of work that waits for nothing.
    let attempt = tokio::task::spawn_blocking(move || {
        let _place = place;
        run(&source, ON_THE_SERVER)
    });
    let attempt = attempt.await;
    let attempt = attempt.unwrap_or_else(|error| Attempt::Refused(error.to_string()));
    let example = |example: &examples::Example| Link {
        href: address::playground_with(lang, example.script),
        text: app::i18n::example_name(lang, example),
    };
    let view = PlaygroundView {
        action: address::playground(lang),
        script,
        attempt,
        examples: examples::ALL.iter().map(example).collect(),
    };
    let head = Head::public(Section::Labs, app::i18n::playground_title(lang), app::i18n::playground_description(lang));
    let chrome = visit.chrome(head.with_islands_of(Bundle::Playground));
    Ok(page::html(StatusCode::OK, &chrome, app::pages::playground(&chrome, &view)))
}
