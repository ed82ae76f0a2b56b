use axum::body::Body;
use axum::http::{Method, StatusCode};
use axum::routing::get;
use tower::ServiceExt as _;

use super::*;
use crate::http::middleware::apply;

const PUBLIC: Option<&str> = Some("https://vramlab.example");

async fn status(method: Method, public: Option<&str>, headers: &[(&str, &str)]) -> StatusCode {
    let handler = || async { "done" };
    let router = axum::Router::new().route("/", get(handler).post(handler).delete(handler));
    let public_origin = public.map(|origin| origin.parse().unwrap());
    let router = apply(router, MiddlewareConfig { public_origin, ..MiddlewareConfig::default() });
    let mut request = Request::builder().method(method).uri("/").header("host", "vramlab.example");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status()
}

async fn posts(public: Option<&str>, headers: &[(&str, &str)]) -> bool {
    match status(Method::POST, public, headers).await {
        StatusCode::OK => true,
        StatusCode::FORBIDDEN => false,
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn our_own_pages_may_post() {
    for cookie in ["", "learner=abc"] {
        let cookie = ("cookie", cookie);
        assert!(
            posts(PUBLIC, &[("sec-fetch-site", "same-origin"), ("origin", "https://vramlab.example"), cookie]).await
        );
        assert!(posts(PUBLIC, &[("sec-fetch-site", "same-origin"), ("origin", "null"), cookie]).await);
        assert!(posts(PUBLIC, &[("sec-fetch-site", "none"), cookie]).await);
        assert!(posts(PUBLIC, &[("origin", "https://vramlab.example"), cookie]).await);
        assert!(posts(PUBLIC, &[("origin", "https://VRAMLAB.example:443"), cookie]).await);
    }
}

#[tokio::test]
async fn no_other_site_may_post_with_or_without_a_cookie() {
    for cookie in ["", "learner=abc"] {
        let cookie = ("cookie", cookie);
        for site in ["cross-site", "same-site", "", "Same-Origin", "same-origin, none"] {
            assert!(!posts(PUBLIC, &[("sec-fetch-site", site), cookie]).await, "{site}");
            assert!(!posts(PUBLIC, &[("sec-fetch-site", site), ("origin", "https://vramlab.example"), cookie]).await);
        }
        for origin in [
            "https://evil.example",
            "http://vramlab.example",
            "https://vramlab.example:8443",
            "https://vramlab.example.evil.example",
            "https://sub.vramlab.example",
            "https://vramlab.example@evil.example",
            "null",
            "",
            "vramlab.example",
        ] {
            assert!(!posts(PUBLIC, &[("origin", origin), cookie]).await, "{origin}");
        }
    }
}

#[tokio::test]
async fn a_program_may_post_without_a_learner_cookie_only() {
    assert!(posts(PUBLIC, &[]).await);
    assert!(posts(PUBLIC, &[("cookie", "theme=dark; xlearner=1")]).await);
    assert!(!posts(PUBLIC, &[("cookie", "learner=abc")]).await);
    assert!(!posts(PUBLIC, &[("cookie", "theme=dark;learner=abc")]).await);
    assert!(!posts(PUBLIC, &[("cookie", "theme=dark"), ("cookie", " learner =abc")]).await);
}

#[tokio::test]
async fn without_a_configured_origin_the_host_counts() {
    assert!(posts(None, &[("origin", "https://vramlab.example"), ("cookie", "learner=a")]).await);
    assert!(posts(None, &[("origin", "http://vramlab.example"), ("cookie", "learner=a")]).await);
    assert!(!posts(None, &[("origin", "http://vramlab.example:3000")]).await);
    assert!(!posts(None, &[("origin", "https://evil.example")]).await);
}

#[tokio::test]
async fn reading_is_free_and_every_change_is_checked() {
    let foreign = [("sec-fetch-site", "cross-site"), ("cookie", "learner=a")];
    assert_eq!(status(Method::GET, PUBLIC, &foreign).await, StatusCode::OK);
    assert_eq!(status(Method::HEAD, PUBLIC, &foreign).await, StatusCode::OK);
    assert_eq!(status(Method::DELETE, PUBLIC, &foreign).await, StatusCode::FORBIDDEN);
    assert_eq!(status(Method::from_bytes(b"BREW").unwrap(), PUBLIC, &foreign).await, StatusCode::FORBIDDEN);
}
