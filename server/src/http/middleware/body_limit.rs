//! The body of a request, read up to its limit before the handler runs.
//!
//! Every body here is a small form, so it is read whole: the handler's own reading cannot fail any more, and a body
//! that is too large, also one without `Content-Length`, is refused in one place.

use std::pin::Pin;

use axum::body::{Body, HttpBody as _};
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_LENGTH;

use super::Refusal;

/// Returns the request with its body read.
pub(super) async fn read(request: Request, limit: usize) -> Result<Request, Refusal> {
    if request.body().is_end_stream() {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let bytes = collect(&parts.headers, body, limit).await?;
    Ok(Request::from_parts(parts, Body::from(bytes)))
}

async fn collect(headers: &HeaderMap, mut body: Body, limit: usize) -> Result<Vec<u8>, Refusal> {
    let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|announced: usize| announced > limit) {
        return Err(Refusal::TooLarge { limit });
    }
    let mut bytes = Vec::with_capacity(announced.unwrap_or(0));
    while let Some(frame) = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        // Trailers are not data.
        let Ok(data) = frame.map_err(|_| Refusal::Unreadable)?.into_data() else { continue };
        if data.len() > limit - bytes.len() {
            return Err(Refusal::TooLarge { limit });
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::task::{Context, Poll};

    use axum::body::{Bytes, HttpBody};
    use axum::http::StatusCode;
    use axum::routing::post;
    use http_body::Frame;
    use tower::ServiceExt as _;

    use super::*;
    use crate::http::middleware::{MiddlewareConfig, apply};

    /// A body in pieces, without a length.
    struct Pieces(Vec<Result<Bytes, io::Error>>);

    impl HttpBody for Pieces {
        type Data = Bytes;
        type Error = io::Error;

        fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
            Poll::Ready(if self.0.is_empty() { None } else { Some(self.0.remove(0).map(Frame::data)) })
        }
    }

    async fn send(body: Body, length: Option<&str>) -> (StatusCode, String) {
        let router = axum::Router::new().route("/", post(|text: String| async { text }));
        let router = apply(router, MiddlewareConfig { body_limit: 10, ..MiddlewareConfig::default() });
        let mut request = Request::post("/");
        if let Some(length) = length {
            request = request.header(CONTENT_LENGTH, length);
        }
        let response = router.oneshot(request.body(body).unwrap()).await.unwrap();
        let status = response.status();
        let body = axum::body::to_bytes(response.into_body(), 1000).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    fn pieces(texts: &[&'static str]) -> Body {
        Body::new(Pieces(texts.iter().map(|text| Ok(Bytes::from_static(text.as_bytes()))).collect()))
    }

    #[tokio::test]
    async fn a_body_at_the_limit_reaches_the_handler_whole() {
        assert_eq!(send("0123456789".into(), Some("10")).await, (StatusCode::OK, "0123456789".to_owned()));
        assert_eq!(send(pieces(&["01234", "", "56789"]), None).await, (StatusCode::OK, "0123456789".to_owned()));
        assert_eq!(send(Body::empty(), None).await, (StatusCode::OK, String::new()));
    }

    #[tokio::test]
    async fn one_byte_more_is_refused_with_and_without_a_length() {
        for (body, length) in
            [("x".into(), Some("11")), ("01234567890".into(), None), (pieces(&["0123456789", "x"]), None)]
        {
            let (status, text) = send(body, length).await;
            assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
            assert!(text.contains("send at most 10 bytes"), "{text}");
        }
        assert_eq!(send("x".into(), Some("18446744073709551615")).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[tokio::test]
    async fn a_body_that_breaks_off_is_not_half_read() {
        let broken = Pieces(vec![Ok(Bytes::from_static(b"answer=a")), Err(io::ErrorKind::ConnectionReset.into())]);
        assert_eq!(send(Body::new(broken), None).await.0, StatusCode::BAD_REQUEST);
    }
}
