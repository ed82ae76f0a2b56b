//! What tests need and only a router makes.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{MatchedPath, Request};
use axum::response::Extension;
use axum::routing::get;
use tower::ServiceExt as _;

/// Returns the template of a route, as it comes with a request.
pub(in crate::http) async fn route(template: &'static str) -> MatchedPath {
    let handler = |route: MatchedPath| async { Extension(route) };
    let request = Request::get(template).body(Body::empty()).unwrap();
    let response = Router::new().route(template, get(handler)).oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    assert!(to_bytes(body, 0).await.is_ok());
    parts.extensions.get::<MatchedPath>().unwrap().clone()
}
