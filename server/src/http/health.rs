//! Signs of life for whoever runs the site.

use axum::extract::State;
use axum::http::StatusCode;

use super::App;

/// The process answers.
pub async fn alive() -> &'static str {
    "ok\n"
}

/// The process can do its work: the database answers.
pub async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    match app.services.storage.ping().await {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
        }
    }
}
