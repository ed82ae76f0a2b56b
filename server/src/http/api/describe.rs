//! The API described: as OpenAPI for programs, and as a page for people.

use std::fmt::Write as _;

use axum::Json;
use axum::response::Html;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;

use super::{events, runs};
use crate::http::error::Problem;

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
pub(super) async fn page() -> Html<String> {
    let description = Api::openapi();
    let mut rows = String::new();
    for (path, item) in &description.paths.paths {
        let methods = [("GET", &item.get), ("POST", &item.post), ("DELETE", &item.delete)];
        for (method, operation) in methods {
            let Some(operation) = operation else { continue };
            let summary = operation.summary.as_deref().unwrap_or_default();
            // Words of this program: none of them has a character that HTML would read otherwise. Writing to a text cannot
            // fail.
            let _ = write!(rows, "<tr><td>{method}</td><td><code>{path}</code></td><td>{summary}</td></tr>");
        }
    }
    Html(format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>The API of vramlab</title>\
         <meta name=\"viewport\" content=\"width=device-width\"></head><body><main><h1>The API of vramlab</h1>\
         <p>Everything is JSON, and errors are problem details (RFC 9457). The full description is \
         <a href=\"/api/openapi.json\">openapi.json</a>.</p>\
         <table><thead><tr><th>Method</th><th>Address</th><th>What it does</th></tr></thead><tbody>{rows}</tbody></table>\
         </main></body></html>"
    ))
}
