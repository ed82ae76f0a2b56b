use std::io::Read as _;

use axum::Router;
use axum::response::{Extension, Html, IntoResponse as _};
use axum::routing::get;
use http_body::Frame;
use tower::ServiceExt as _;

use super::*;
use crate::http::middleware::{MiddlewareConfig, apply};

fn text() -> String {
    "<p>Bộ nhớ GPU</p>\n".repeat(500)
}

fn router() -> Router {
    let router = Router::new()
        .route("/page", get(|| async { Html(text()) }).post(|| async { Html(text()) }))
        .route("/small", get(|| async { Html("<p>small</p>") }))
        .route("/token", get(|| async { (Extension(TokenPage), Html(text())) }))
        .route("/missing", get(|| async { (StatusCode::NOT_FOUND, Html(text())) }))
        .route("/own", get(|| async { ([(CACHE_CONTROL, "public, max-age=60"), (ETAG, "\"own\"")], text()) }))
        .route("/ready", get(|| async { ([(CONTENT_TYPE, "text/css"), (CONTENT_ENCODING, "br")], text()) }))
        .route("/image", get(|| async { ([(CONTENT_TYPE, "image/png")], text()) }))
        .route("/cookie", get(|| async { ([("set-cookie", "theme=dark")], Html(text())) }))
        .route("/stream", get(|| async { Html(Body::new(Stream(3))).into_response() }));
    apply(router, MiddlewareConfig::default())
}

/// A body of unknown length.
struct Stream(u8);

impl axum::body::HttpBody for Stream {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let frame = self.0.checked_sub(1).map(|rest| {
            self.0 = rest;
            Ok(Frame::data(Bytes::from_static(b"<p>piece</p>")))
        });
        std::task::Poll::Ready(frame)
    }
}

async fn ask(method: &str, path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, Vec<u8>) {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = router().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    (parts.status, parts.headers, axum::body::to_bytes(body, MAX_BODY).await.unwrap().to_vec())
}

#[tokio::test]
async fn a_page_is_private_revalidated_and_the_same_page_has_the_same_tag() {
    let (status, headers, body) = ask("GET", "/page", &[]).await;
    assert_eq!((status, body), (StatusCode::OK, text().into_bytes()));
    assert_eq!(headers[CACHE_CONTROL], "private, no-cache");
    assert_eq!(headers[VARY], "accept, accept-encoding, cookie");
    assert!(!headers.contains_key(CONTENT_ENCODING));
    let tag = headers[ETAG].to_str().unwrap().to_owned();
    assert!(tag.starts_with("W/\"") && tag.len() == 26, "{tag}");
    assert_eq!(ask("GET", "/page", &[("accept-encoding", "br")]).await.1[ETAG], tag);
    assert_ne!(ask("GET", "/small", &[]).await.1[ETAG], tag);
}

#[tokio::test]
async fn a_page_that_is_known_is_not_sent_again() {
    let (_, headers, _) = ask("GET", "/page", &[]).await;
    let tag = headers[ETAG].to_str().unwrap();
    let strong = tag.trim_start_matches("W/");
    for known in [tag, strong, "*", &format!("\"other\", {tag}")] {
        for method in ["GET", "HEAD"] {
            let (status, headers, body) =
                ask(method, "/page", &[("if-none-match", known), ("accept-encoding", "br")]).await;
            assert_eq!((status, body.len()), (StatusCode::NOT_MODIFIED, 0), "{known}");
            assert_eq!(headers[ETAG], tag);
            assert_eq!(headers[CACHE_CONTROL], "private, no-cache");
            assert!(headers.contains_key(VARY) && !headers.contains_key(CONTENT_TYPE));
            assert!(!headers.contains_key(CONTENT_ENCODING));
        }
    }
    for other in ["\"other\"", "W/\"\"", &tag[..20]] {
        assert_eq!(ask("GET", "/page", &[("if-none-match", other)]).await.0, StatusCode::OK, "{other}");
    }
    assert_eq!(ask("GET", "/cookie", &[("if-none-match", tag)]).await.1["set-cookie"], "theme=dark");
    assert_eq!(ask("GET", "/missing", &[("if-none-match", "*")]).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn only_an_answer_to_reading_has_a_tag() {
    let (status, headers, body) = ask("POST", "/page", &[("if-none-match", "*"), ("accept-encoding", "gzip")]).await;
    assert_eq!(status, StatusCode::OK);
    assert!(!headers.contains_key(ETAG));
    assert_eq!(headers[CONTENT_ENCODING], "gzip");
    assert!(body.len() < text().len() / 5);
}

#[tokio::test]
async fn a_compressed_page_reads_back_and_its_length_is_true() {
    let (_, headers, body) = ask("GET", "/page", &[("accept-encoding", "gzip, deflate, br")]).await;
    assert_eq!(headers[CONTENT_ENCODING], "br");
    assert_eq!(headers[CONTENT_LENGTH], body.len().to_string());
    let mut back = String::new();
    brotli::Decompressor::new(&body[..], 4096).read_to_string(&mut back).unwrap();
    assert_eq!(back, text());

    let (status, head, nothing) = ask("HEAD", "/page", &[("accept-encoding", "gzip, deflate, br")]).await;
    assert_eq!((status, nothing.len()), (StatusCode::OK, 0));
    for name in [CONTENT_LENGTH, CONTENT_ENCODING, ETAG, CACHE_CONTROL, VARY, CONTENT_TYPE] {
        assert_eq!(head[&name], headers[&name], "{name}");
    }
}

#[tokio::test]
async fn what_gains_nothing_or_is_done_already_is_left_alone() {
    let brotli = [("accept-encoding", "br")];
    assert!(!ask("GET", "/small", &brotli).await.1.contains_key(CONTENT_ENCODING));
    let (_, headers, body) = ask("GET", "/ready", &brotli).await;
    assert_eq!((&headers[CONTENT_ENCODING], body.len()), (&HeaderValue::from_static("br"), text().len()));
    assert!(!headers.contains_key(ETAG));
    let (_, headers, _) = ask("GET", "/image", &brotli).await;
    assert!(!headers.contains_key(CONTENT_ENCODING) && !headers.contains_key(CACHE_CONTROL));
    let (_, headers, body) = ask("GET", "/stream", &brotli).await;
    assert!(!headers.contains_key(CONTENT_ENCODING) && !headers.contains_key(ETAG));
    assert_eq!(body.len(), 3 * 12);
}

#[tokio::test]
async fn a_handler_may_decide_on_caching_itself() {
    let (_, headers, _) = ask("GET", "/own", &[("accept-encoding", "br")]).await;
    assert_eq!(headers[CACHE_CONTROL], "public, max-age=60");
    assert_eq!(headers[ETAG], "\"own\"");
    assert_eq!(headers[VARY], "accept-encoding");
    assert_eq!(headers[CONTENT_ENCODING], "br");
}

#[tokio::test]
async fn a_page_with_a_secret_is_stored_nowhere_and_has_its_true_length() {
    let (_, headers, body) = ask("GET", "/token", &[("accept-encoding", "br")]).await;
    assert_eq!(headers[CACHE_CONTROL], "no-store");
    assert!(!headers.contains_key(ETAG) && !headers.contains_key(CONTENT_ENCODING));
    assert_eq!(body, text().into_bytes());
}

#[tokio::test]
async fn an_error_page_is_compressed_and_never_not_modified() {
    let (status, headers, _) = ask("GET", "/missing", &[("accept-encoding", "br")]).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(headers[CONTENT_ENCODING], "br");
    assert!(!headers.contains_key(ETAG));
}
