//! Answers that are ready to be sent, to whoever asks for the same again.

use axum::body::{Body, Bytes};
use axum::extract::MatchedPath;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::metrics::Series;
use super::{page, request_id};

/// A page with its headers, in one encoding.
#[derive(Debug)]
pub struct Ready {
    pub(super) route: MatchedPath,
    /// The status, headers and counters when it is sent, and when the client has it.
    sent: (HeaderMap, Series),
    known: (HeaderMap, Series),
    body: Bytes,
}

impl Ready {
    /// Takes an answer as it was sent to a GET with the status 200.
    pub fn new(route: MatchedPath, mut headers: HeaderMap, body: Bytes) -> Self {
        for of_one_request in [request_id::HEADER, CONTENT_LENGTH] {
            headers.remove(of_one_request);
        }
        let mut known = headers.clone();
        for of_the_body in [CONTENT_TYPE, CONTENT_ENCODING] {
            known.remove(of_the_body);
        }
        let series = |status| Series::of_get(route.as_str(), status);
        Self { sent: (headers, series(StatusCode::OK)), known: (known, series(StatusCode::NOT_MODIFIED)), body, route }
    }

    /// Returns the answer to a request with these headers.
    pub fn response(&self, asked: &HeaderMap) -> Response {
        let (status, headers, body) = if self.is_known(asked) {
            (StatusCode::NOT_MODIFIED, &self.known.0, Body::empty())
        } else {
            (StatusCode::OK, &self.sent.0, Body::from(self.body.clone()))
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        *response.headers_mut() = headers.clone();
        response
    }

    /// Returns how many bytes it takes, about.
    pub fn bytes(&self) -> usize {
        const HEADERS: usize = 2048;
        self.body.len() + HEADERS
    }

    pub(super) fn series(&self, status: StatusCode) -> &Series {
        if status == StatusCode::OK { &self.sent.1 } else { &self.known.1 }
    }

    fn is_known(&self, asked: &HeaderMap) -> bool {
        let tag = self.sent.0.get(ETAG).and_then(|tag| tag.to_str().ok());
        tag.is_some_and(|tag| page::is_known(asked.get_all(IF_NONE_MATCH), tag))
    }
}
