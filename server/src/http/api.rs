//! The API under `/api/v1`: lab runs as JSON. Errors are problem details (RFC 9457).
//!
//! A learner is whoever has the cookie, as on the pages. Anybody who knows the id of a run may look at it; only its learner
//! may cancel it.

mod body;
mod caller;
mod describe;
mod events;
mod packed;
mod runs;

pub(super) use runs::read_id;

use axum::Router;
use axum::routing::get;

use super::App;

/// Returns the addresses of the API.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api", get(describe::in_any_language))
        .route("/{lang}/api", get(describe::page))
        .route("/api/openapi.json", get(describe::openapi))
        .route("/api/v1/labs", get(runs::labs))
        .route("/api/v1/lab-runs", axum::routing::post(runs::order))
        .route("/api/v1/lab-runs/{id}", get(runs::run).delete(runs::cancel))
        .route("/api/v1/lab-runs/{id}/events", get(events::events))
        .route("/api/v1/lab-runs/{id}/report.json", get(runs::report))
        .route("/api/v1/lab-runs/{id}/snapshot.pickle", get(runs::snapshot))
}
