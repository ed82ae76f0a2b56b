//! An id for every request, in the log, in the answer and on error pages, so that a person can quote it.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;

use rand::Rng as _;

use super::client::Client;
use crate::service::clock;

pub(super) const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request, among the request's extensions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(pub String);

impl RequestId {
    /// Makes an id, or takes the one that a trusted proxy made. What a client sends is ignored: it could forge log
    /// lines of others.
    pub(super) fn choose(client: Client, headers: &HeaderMap) -> Self {
        let given = if client.through_proxy { from_proxy(headers) } else { None };
        Self(given.unwrap_or_else(fresh))
    }

    /// Tells the client.
    pub(super) fn mark(&self, response: &mut Response) {
        if let Ok(header) = HeaderValue::from_str(&self.0) {
            response.headers_mut().insert(HEADER, header);
        }
    }
}

fn fresh() -> String {
    let mut bytes = [0; 16];
    clock::rng().fill_bytes(&mut bytes);
    uuid::Builder::from_random_bytes(bytes).into_uuid().to_string()
}

/// Letters, digits, hyphens and underscores: nothing that could break a log line.
fn from_proxy(headers: &HeaderMap) -> Option<String> {
    let id = headers.get(HEADER)?.to_str().ok()?;
    let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    (plain && (8..=64).contains(&id.len())).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, SocketAddr};

    use axum::body::Body;
    use axum::extract::{ConnectInfo, Extension, Request};
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;
    use crate::http::middleware::{MiddlewareConfig, apply};

    async fn ask(sent: &'static str, trusted: &[&str]) -> (String, String) {
        let config = MiddlewareConfig {
            trusted_proxies: trusted.iter().map(|network| network.parse().unwrap()).collect(),
            ..MiddlewareConfig::default()
        };
        let router = axum::Router::new().route("/", get(|Extension(id): Extension<RequestId>| async move { id.0 }));
        let mut request = Request::get("/").header(HEADER, sent).body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from((Ipv4Addr::LOCALHOST, 1))));
        let response = apply(router, config).oneshot(request).await.unwrap();
        let header = response.headers()[HEADER].to_str().unwrap().to_owned();
        let body = axum::body::to_bytes(response.into_body(), 1000).await.unwrap();
        (header, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn a_client_cannot_choose_its_id() {
        let (header, body) = ask("chosen-by-client", &[]).await;
        assert!(header.parse::<uuid::Uuid>().is_ok());
        assert_eq!(header, body);
    }

    #[tokio::test]
    async fn a_trusted_proxy_can_if_the_id_is_plain() {
        assert_eq!(ask("edge-0123456789", &["127.0.0.0/8"]).await.0, "edge-0123456789");
        for bad in ["short", "with space 123", "quote\"12345678", &"x".repeat(65)] {
            let (header, _) = ask(bad.to_owned().leak(), &["127.0.0.0/8"]).await;
            assert!(header.parse::<uuid::Uuid>().is_ok(), "{bad}");
        }
    }
}
