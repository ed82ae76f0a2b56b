//! The layers together: what no single file shows.

use axum::body::Body;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{Request, StatusCode};
use axum::response::{Html, IntoResponse as _};
use axum::routing::post;
use tower::ServiceExt as _;

use super::*;

/// Renders a page for people and a problem for programs, as the site does.
fn config() -> MiddlewareConfig {
    MiddlewareConfig {
        body_limit: 10,
        max_in_flight: 8,
        render: Arc::new(|asked, refusal| {
            if accept::wants_json(&asked.headers) {
                return refusal.problem();
            }
            let id = asked.extensions.get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
            Html(format!("<p>{refusal:?} {id}</p>")).into_response()
        }),
        ..MiddlewareConfig::default()
    }
}

fn router() -> Router {
    let router = Router::new().route("/", post(|| async { "done" })).route("/panic", post(fail));
    apply(router, config())
}

async fn fail() -> StatusCode {
    panic!("on purpose")
}

#[tokio::test]
async fn a_refusal_is_a_page_for_people_and_a_problem_for_programs_with_every_header() {
    let cases = [
        ("/", "sec-fetch-site", "cross-site", StatusCode::FORBIDDEN),
        ("/", "content-length", "11", StatusCode::PAYLOAD_TOO_LARGE),
        ("/panic", "sec-fetch-site", "same-origin", StatusCode::INTERNAL_SERVER_ERROR),
    ];
    for (path, name, value, status) in cases {
        for (accept, kind) in
            [("text/html", "text/html; charset=utf-8"), ("application/json", "application/problem+json")]
        {
            let request = Request::post(path).header(name, value).header(ACCEPT, accept).body(Body::from("x")).unwrap();
            let response = router().oneshot(request).await.unwrap();
            assert_eq!(response.status(), status);
            assert_eq!(response.headers()[CONTENT_TYPE], kind);
            for header in ["x-request-id", "content-security-policy", "x-content-type-options", "cache-control"] {
                assert!(response.headers().contains_key(header), "{header} on {status}");
            }
            let id = response.headers()["x-request-id"].to_str().unwrap().to_owned();
            let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
            assert_eq!(String::from_utf8_lossy(&body).contains(&id), accept == "text/html");
        }
    }
}

#[tokio::test]
async fn a_place_is_given_back_whatever_the_outcome() {
    let router = router();
    for _ in 0..100 {
        let request = Request::post("/panic").body(Body::empty()).unwrap();
        assert_eq!(router.clone().oneshot(request).await.unwrap().status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
    let request = Request::post("/").body(Body::empty()).unwrap();
    assert_eq!(router.oneshot(request).await.unwrap().status(), StatusCode::OK);
}
