//! A bound on requests at work at the same time.

use tokio::sync::{Semaphore, SemaphorePermit};

use super::{Class, Refusal};

const RETRY_AFTER_S: u64 = 1;

/// Returns a place, held for as long as the request is at work, and refuses at once when all are taken. Requests that cost
/// nothing, such as the health check, need no place.
pub(super) fn admit(places: &Semaphore, class: Class) -> Result<Option<SemaphorePermit<'_>>, Refusal> {
    if class == Class::Free {
        return Ok(None);
    }
    let place = places.try_acquire().map_err(|_| Refusal::Overloaded { retry_after_s: RETRY_AFTER_S })?;
    Ok(Some(place))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::Body;
    use axum::extract::Request;
    use axum::http::StatusCode;
    use axum::routing::get;
    use tokio::sync::Notify;
    use tower::ServiceExt as _;

    use crate::http::middleware::{MiddlewareConfig, apply};

    #[tokio::test]
    async fn the_request_too_many_is_refused_and_the_health_check_is_not() {
        let (begun, finish) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (started, go_on) = (Arc::clone(&begun), Arc::clone(&finish));
        let slow = move || async move {
            started.notify_one();
            go_on.notified().await;
            "done"
        };
        let router = axum::Router::new().route("/slow", get(slow)).route("/healthz", get(|| async { "ok" }));
        let router = apply(router, MiddlewareConfig { max_in_flight: 1, ..MiddlewareConfig::default() });
        let ask = |path: &str| router.clone().oneshot(Request::get(path).body(Body::empty()).unwrap());

        let first = tokio::spawn(ask("/slow"));
        begun.notified().await;
        let second = ask("/slow").await.unwrap();
        assert_eq!(second.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(second.headers()["retry-after"], "1");
        assert_eq!(ask("/healthz").await.unwrap().status(), StatusCode::OK);
        finish.notify_one();
        assert_eq!(first.await.unwrap().unwrap().status(), StatusCode::OK);
        finish.notify_one();
        assert_eq!(ask("/slow").await.unwrap().status(), StatusCode::OK);
    }
}
