//! The playground: a script comes with the query, so that a link to the page is a link to what is on it.

use app::playground::{ON_THE_SERVER, examples, run};
use app::view::{Bundle, Link, PlaygroundView, Section};
use axum::http::StatusCode;
use axum::response::Response;

use super::error::HttpError;
use super::extract::Query;
use super::page::{self, Head};
use super::visit::Visit;
use super::work::off_thread;
use crate::service::shape::address;

pub(super) async fn playground(
    visit: Visit,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response, HttpError> {
    let lang = visit.lang;
    let given = query.into_iter().find(|(name, _)| name == "script").map(|(_, script)| script.replace("\r\n", "\n"));
    let script = given.unwrap_or_else(|| examples::ALL[0].script.to_owned());
    let source = script.clone();
    let attempt = off_thread(move || run(&source, ON_THE_SERVER)).await?;
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
