//! Headers that tell the browser what a page of ours never does.
//!
//! # Note: content security policy
//! No page holds an inline script, an inline style or anything from elsewhere, so nothing of the kind is allowed, and
//! no nonces are needed: pages stay cacheable. A page without islands runs no script at all. A page with islands
//! loads our loader and compiles our WebAssembly (`wasm-unsafe-eval` allows that and no `eval`). JSON-LD is a data
//! block, which a policy does not concern: the browser never prepares it as a script.
//!
//! # Note: addresses with a token
//! A page whose address is a secret ([`TokenPage`]) sends `Referrer-Policy: strict-origin`: links away from it carry
//! the origin, never the path. `no-referrer` would hide the origin too, and browsers then send `Origin: null` with
//! the page's own form, which cannot be told from a foreign one where there is no `Sec-Fetch-Site`. Such pages are
//! also never stored and never compressed.

use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Extensions, HeaderValue};
use axum::response::Response;

/// Put among a response's extensions by the handler of a page that holds an island.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HasIsland;

/// Put among a response's extensions by the handler of a page whose address or text holds a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenPage;

const PLAIN_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const ISLAND_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; \
     style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const FIXED: [(HeaderName, &str); 4] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// One year. Subdomains belong to the operator and are left alone.
const HSTS: &str = "max-age=31536000";

/// Adds the headers to an answer.
pub(super) fn add(response: &mut Response, https: bool) {
    let varying: Vec<_> = varying(response.extensions(), https).collect();
    let headers = response.headers_mut();
    // A handler that set one of them has its reason, such as a document that other sites may embed.
    for (name, value) in FIXED.into_iter().chain(varying) {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}

fn varying(marks: &Extensions, https: bool) -> impl Iterator<Item = (HeaderName, &'static str)> + use<> {
    let policy = if marks.get::<HasIsland>().is_some() { ISLAND_POLICY } else { PLAIN_POLICY };
    let secret = marks.get::<TokenPage>().is_some();
    let referrer = if secret { "strict-origin" } else { "strict-origin-when-cross-origin" };
    let hsts = https.then_some((STRICT_TRANSPORT_SECURITY, HSTS));
    [(CONTENT_SECURITY_POLICY, policy), (REFERRER_POLICY, referrer)].into_iter().chain(hsts)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::extract::Request;
    use axum::response::{Extension, Html};
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;
    use crate::http::middleware::{MiddlewareConfig, apply};

    async fn header(path: &str, name: &str, origin: Option<&str>) -> Option<String> {
        let router = axum::Router::new()
            .route("/plain", get(|| async { Html("<p>") }))
            .route("/island", get(|| async { (Extension(HasIsland), Html("<p>")) }))
            .route("/token", get(|| async { (Extension(TokenPage), Html("<p>")) }))
            .route("/own", get(|| async { ([("cross-origin-resource-policy", "cross-origin")], "x") }));
        let public_origin = origin.map(|origin| origin.parse().unwrap());
        let config = MiddlewareConfig { public_origin, ..MiddlewareConfig::default() };
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = apply(router, config).oneshot(request).await.unwrap();
        response.headers().get(name).map(|value| value.to_str().unwrap().to_owned())
    }

    #[tokio::test]
    async fn only_a_page_with_an_island_may_run_script() {
        let plain = header("/plain", "content-security-policy", None).await.unwrap();
        assert!(
            plain.starts_with("default-src 'none';") && !plain.contains("script-src") && !plain.contains("connect-src")
        );
        let island = header("/island", "content-security-policy", None).await.unwrap();
        assert!(island.contains("script-src 'self' 'wasm-unsafe-eval';") && island.contains("connect-src 'self';"));
        for policy in [plain, island] {
            assert!(
                !policy.contains("unsafe-inline") && !policy.contains("unsafe-eval'; s") && !policy.contains("data:")
            );
            for part in ["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "style-src 'self'"] {
                assert!(policy.split("; ").any(|found| found == part), "{part} in {policy}");
            }
        }
    }

    #[tokio::test]
    async fn an_address_with_a_token_is_told_to_nobody() {
        assert_eq!(header("/token", "referrer-policy", None).await.unwrap(), "strict-origin");
        assert_eq!(header("/token", "cache-control", None).await.unwrap(), "no-store");
        assert_eq!(header("/plain", "referrer-policy", None).await.unwrap(), "strict-origin-when-cross-origin");
    }

    #[tokio::test]
    async fn hsts_is_sent_only_by_a_site_with_https() {
        let name = "strict-transport-security";
        assert_eq!(header("/plain", name, Some("https://vramlab.example")).await.unwrap(), HSTS);
        assert_eq!(header("/plain", name, Some("http://vramlab.example")).await, None);
        assert_eq!(header("/plain", name, None).await, None);
    }

    #[tokio::test]
    async fn refusals_and_unknown_paths_carry_them_too_and_a_handler_may_differ() {
        assert_eq!(header("/nowhere", "x-content-type-options", None).await.unwrap(), "nosniff");
        assert_eq!(header("/own", "cross-origin-resource-policy", None).await.unwrap(), "cross-origin");
        assert_eq!(header("/plain", "cross-origin-resource-policy", None).await.unwrap(), "same-origin");
    }
}
