//! A panic in a handler costs one answer, not the connection, and the person gets a page.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll};

use axum::response::Response;

use super::Refusal;

/// What the handler held is dropped with it, so nothing half-changed is seen afterwards. The panic hook has logged
/// the place.
pub(super) async fn catch(answer: impl Future<Output = Result<Response, Refusal>>) -> Result<Response, Refusal> {
    let mut answer = pin!(answer);
    let polled = |context: &mut Context<'_>| {
        catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context))).unwrap_or(Poll::Ready(Err(Refusal::Panicked)))
    };
    std::future::poll_fn(polled).await
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::extract::Request;
    use axum::http::StatusCode;
    use axum::routing::get;
    use tower::ServiceExt as _;

    use crate::http::middleware::{MiddlewareConfig, apply};

    async fn explode() -> &'static str {
        tokio::task::yield_now().await;
        panic!("secret detail")
    }

    #[tokio::test]
    async fn a_panic_becomes_an_answer_that_says_nothing_of_it() {
        let router = apply(axum::Router::new().route("/", get(explode)), MiddlewareConfig::default());
        let response = router.oneshot(Request::get("/").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(
            response.headers().contains_key("x-request-id")
                && response.headers().contains_key("content-security-policy")
        );
        let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        assert!(!String::from_utf8(body.to_vec()).unwrap().contains("secret detail"));
    }
}
