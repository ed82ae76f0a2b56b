//! The API described: as OpenAPI for programs, and as a page for people.

use app::view::{OperationView, Section};
use axum::Json;
use axum::response::{Redirect, Response};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;

use super::{events, runs};
use crate::http::error::Problem;
use crate::http::page::Head;
use crate::http::visit::{Look, Visit};
use crate::service::shape::address;

/// Labs of vramlab: PyTorch's caching allocator on real and simulated devices.
#[derive(OpenApi)]
#[openapi(
    info(title = "vramlab", license(name = "MIT OR Apache-2.0")),
    paths(runs::labs, runs::order, runs::run, runs::cancel, runs::report, runs::snapshot, events::events),
    components(schemas(Problem)),
    tags((name = "labs", description = "What can be run"), (name = "runs", description = "Runs of labs"))
)]
struct Api;

pub(super) async fn openapi() -> Json<Description> {
    Json(Api::openapi())
}

/// Lists the addresses in the words of the description, which has the rest.
pub(super) async fn page(visit: Visit) -> Response {
    let description = Api::openapi();
    let mut operations = Vec::new();
    for (path, item) in &description.paths.paths {
        let methods = [("GET", &item.get), ("POST", &item.post), ("DELETE", &item.delete)];
        for (method, operation) in methods {
            let Some(operation) = operation else { continue };
            let summary = operation.summary.clone().unwrap_or_default();
            operations.push(OperationView { method, path: path.clone(), summary });
        }
    }
    let lang = visit.lang;
    let chrome = visit.chrome(Head::public(Section::None, app::i18n::api_title(lang), app::i18n::api_about(lang)));
    visit.keep(&chrome, app::pages::api(&chrome, &operations))
}

/// Leads to the page in the language of whoever asks.
pub(super) async fn in_any_language(look: Look) -> Redirect {
    Redirect::temporary(&address::api(look.spoken))
}
