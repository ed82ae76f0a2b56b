//! Signs of life for whoever runs the site.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;

use super::App;
use super::middleware::metrics;

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

/// Serves `/metrics` on the site's own port, to this machine alone.
///
/// A request that says it was forwarded comes from elsewhere, whatever the address of the proxy that brought it.
pub fn metrics(handle: PrometheusHandle) -> Router {
    let local = |ConnectInfo(peer): ConnectInfo<SocketAddr>, headers: HeaderMap| async move {
        let forwarded = headers.contains_key("x-forwarded-for") || headers.contains_key(header::FORWARDED);
        if peer.ip().is_loopback() && !forwarded {
            metrics::expose(State(handle)).await.into_response()
        } else {
            StatusCode::NOT_FOUND.into_response()
        }
    };
    Router::new().route("/metrics", get(local))
}
