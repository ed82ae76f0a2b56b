//! What a layer says instead of calling the handler.

use std::sync::Arc;

use axum::Json;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

/// Why a request was not answered by its handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The body has more than this many bytes.
    TooLarge { limit: usize },
    /// The body broke off or is not well-formed HTTP.
    Unreadable,
    /// This client asked too often.
    TooMany { retry_after_s: u64 },
    /// The server is at work on as many requests as it takes.
    Overloaded { retry_after_s: u64 },
    /// No answer in time.
    Timeout { retry_after_s: u64 },
    /// A form that another site sent.
    ForeignOrigin,
    /// The handler failed in a way that it did not foresee.
    Panicked,
}

/// Makes the answer for a refusal, from the request it answers: a page for people, a problem document for programs.
/// Status and `Retry-After` are set by the layer, whatever this returns.
pub type Render = Arc<dyn Fn(&Parts, Refusal) -> Response + Send + Sync>;

impl Refusal {
    pub fn status(self) -> StatusCode {
        match self {
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unreadable => StatusCode::BAD_REQUEST,
            Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Overloaded { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Self::Timeout { .. } => StatusCode::GATEWAY_TIMEOUT,
            Self::ForeignOrigin => StatusCode::FORBIDDEN,
            Self::Panicked => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Returns after how many seconds to try again, where that helps.
    pub fn retry_after_s(self) -> Option<u64> {
        match self {
            Self::TooMany { retry_after_s } | Self::Overloaded { retry_after_s } | Self::Timeout { retry_after_s } => {
                Some(retry_after_s)
            }
            Self::TooLarge { .. } | Self::Unreadable | Self::ForeignOrigin | Self::Panicked => None,
        }
    }

    /// Returns what happened and what to do, in English.
    fn detail(self) -> String {
        match self {
            Self::TooLarge { limit } => format!("send at most {limit} bytes"),
            Self::Unreadable => "the request body broke off; send it again".to_owned(),
            Self::TooMany { retry_after_s } => format!("too many requests; try again in {retry_after_s} s"),
            Self::Overloaded { retry_after_s } => format!("the server is busy; try again in {retry_after_s} s"),
            Self::Timeout { retry_after_s } => {
                format!(
                    "the server took too long; load the page to see what was stored, or try again in {retry_after_s} s"
                )
            }
            Self::ForeignOrigin => {
                "only this site's own pages may send this; a program sends no cookie, or an Origin header of this site"
                    .to_owned()
            }
            Self::Panicked => "the server failed; it was logged under the request id".to_owned(),
        }
    }

    /// Returns the problem document of RFC 9457.
    pub fn problem(self) -> Response {
        let status = self.status();
        let title = status.canonical_reason().unwrap_or("Error");
        let body = json!({"type": "about:blank", "title": title, "status": status.as_u16(), "detail": self.detail()});
        let mut response = (status, Json(body)).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        response
    }

    /// Renders the refusal and makes sure of its status and `Retry-After`.
    pub(super) fn respond(self, render: &Render, parts: &Parts) -> Response {
        let mut response = render(parts, self);
        *response.status_mut() = self.status();
        if let Some(seconds) = self.retry_after_s() {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    #[tokio::test]
    async fn a_problem_document_says_what_to_do() {
        let response = Refusal::TooMany { retry_after_s: 7 }.problem();
        assert_eq!(response.headers()[CONTENT_TYPE], "application/problem+json");
        let body = axum::body::to_bytes(response.into_body(), 1000).await.unwrap();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        let detail = "too many requests; try again in 7 s";
        assert_eq!(body, json!({"type": "about:blank", "title": "Too Many Requests", "status": 429, "detail": detail}));
    }

    #[test]
    fn a_renderer_cannot_turn_a_refusal_into_a_success() {
        let render: Render = Arc::new(|_, _| "a page".into_response());
        let (parts, ()) = Request::new(()).into_parts();
        let response = Refusal::Overloaded { retry_after_s: 1 }.respond(&render, &parts);
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()[RETRY_AFTER], "1");
        assert!(!Refusal::ForeignOrigin.respond(&render, &parts).headers().contains_key(RETRY_AFTER));
    }
}
