//! An answer in time, or a page that says there is none.

use std::time::Duration;

use axum::response::Response;

use super::Refusal;

/// Seconds to wait after a timeout: whatever is slow needs a moment.
const RETRY_AFTER_S: u64 = 5;

/// Drops the handler when the time is over. A transaction in progress is rolled back by that, so the answer tells the
/// learner to look what was stored.
pub(super) async fn keep(
    limit: Duration,
    answer: impl Future<Output = Result<Response, Refusal>>,
) -> Result<Response, Refusal> {
    tokio::time::timeout(limit, answer).await.unwrap_or_else(|_| {
        tracing::warn!(seconds = limit.as_secs(), "no answer in time");
        Err(Refusal::Timeout { retry_after_s: RETRY_AFTER_S })
    })
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::extract::Request;
    use axum::http::StatusCode;
    use axum::routing::{get, post};
    use tower::ServiceExt as _;

    use super::*;
    use crate::http::middleware::{MiddlewareConfig, apply};

    fn router() -> axum::Router {
        let config = MiddlewareConfig { timeout: Duration::from_millis(20), ..MiddlewareConfig::default() };
        let router = axum::Router::new()
            .route("/slow", get(|| async { tokio::time::sleep(Duration::from_mins(1)).await }))
            .route("/fast", get(|| async { "done" }))
            .route("/upload", post(|| async { "done" }));
        apply(router, config)
    }

    #[tokio::test]
    async fn a_slow_handler_is_given_up() {
        let response = router().oneshot(Request::get("/slow").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::GATEWAY_TIMEOUT);
        assert_eq!(response.headers()["retry-after"], "5");
        let response = router().oneshot(Request::get("/fast").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn a_body_that_never_ends_is_given_up() {
        let body = Body::new(Never);
        let response = router().oneshot(Request::post("/upload").body(body).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::GATEWAY_TIMEOUT);
    }

    /// A client that sends nothing more.
    struct Never;

    impl axum::body::HttpBody for Never {
        type Data = axum::body::Bytes;
        type Error = std::convert::Infallible;

        fn poll_frame(
            self: std::pin::Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
        ) -> std::task::Poll<Option<Result<http_body::Frame<Self::Data>, Self::Error>>> {
            std::task::Poll::Pending
        }
    }
}
