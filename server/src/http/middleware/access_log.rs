//! One log line per request.
//!
//! # Note: what is logged
//! Request id, method, template of the route, status and time. Not the path (it may hold the
//! id of a certificate or a token), the query, the address, the user agent, a cookie or a name: nothing that tells
//! one person from another, so the log can be kept and shown.

use std::time::Duration;

use axum::http::{Method, StatusCode};

use super::RequestId;

/// Writes the line. It names its request itself and stands in no span: a span costs as much as the line.
pub(super) fn write(
    RequestId(id): &RequestId,
    method: &Method,
    route: Option<&str>,
    status: StatusCode,
    took: Duration,
) {
    let (method, route) = (method.as_str(), route.unwrap_or("-"));
    let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    let code = status.as_u16();
    if status.is_server_error() {
        tracing::warn!(target: "access", parent: None, id, method, route, status = code, micros);
    } else {
        tracing::info!(target: "access", parent: None, id, method, route, status = code, micros);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use axum::body::Body;
    use axum::routing::post;
    use tower::ServiceExt as _;
    use tracing_subscriber::fmt::MakeWriter;

    use super::*;
    use crate::http::middleware::{MiddlewareConfig, apply};

    #[derive(Clone, Default)]
    struct Captured(Arc<Mutex<Vec<u8>>>);

    impl Write for Captured {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Captured {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    #[tokio::test]
    async fn a_line_tells_the_route_and_nothing_about_the_person() {
        let captured = Captured::default();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .with_writer(captured.clone())
            .with_max_level(tracing::Level::TRACE)
            .finish();
        let _guard = tracing::subscriber::set_default(subscriber);
        let router = axum::Router::new().route("/continue/{token}", post(|| async { StatusCode::SEE_OTHER }));
        let request = axum::http::Request::post("/continue/s3cret?name=Hong")
            .header("cookie", "learner=c00kie")
            .header("origin", "http://site.example")
            .header("host", "site.example")
            .header("user-agent", "Agent")
            .header("x-forwarded-for", "203.0.113.9")
            .body(Body::from("holder=H0ng"))
            .unwrap();
        let response = apply(router, MiddlewareConfig::default()).oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::SEE_OTHER);
        let text = String::from_utf8(captured.0.lock().unwrap().clone()).unwrap();
        let line: serde_json::Value = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .find(|line: &serde_json::Value| line["target"] == "access")
            .unwrap();
        let fields = &line["fields"];
        assert_eq!(
            (&fields["method"], &fields["route"], &fields["status"]),
            (&"POST".into(), &"/continue/{token}".into(), &303.into())
        );
        assert!(fields["micros"].is_u64());
        assert_eq!(fields["id"], response.headers()["x-request-id"].to_str().unwrap());
        for personal in ["s3cret", "Hong", "c00kie", "Agent", "203.0.113.9", "H0ng"] {
            assert!(!text.contains(personal), "{personal} in {text}");
        }
    }
}
