//! Counters and times for Prometheus.
//!
//! Labels are the route's template, the method and the status class, all from small fixed sets, so a client cannot
//! make the number of series grow: unknown paths are one route and unknown methods one method.

use std::time::Duration;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, StatusCode};
use axum::response::IntoResponse;
use metrics::{
    Counter, Histogram, Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

use super::around::Asked;

const REQUESTS: &str = "http_requests_total";
const DURATION: &str = "http_request_duration_seconds";
const IN_FLIGHT: &str = "http_requests_in_flight";
const BUILD: &str = "vramlab_build_info";

/// Upper bounds of the histogram in seconds: from a page out of memory to the request timeout.
const BUCKETS: [f64; 12] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0];

/// How often histograms are folded. Without it they grow until somebody scrapes.
const UPKEEP: Duration = Duration::from_secs(5);

/// Makes this process record its metrics. Call it once, before the first request.
pub fn install(version: &'static str) -> Result<PrometheusHandle, BuildError> {
    let handle = builder()?.install_recorder()?;
    describe(version);
    Ok(handle)
}

fn builder() -> Result<PrometheusBuilder, BuildError> {
    PrometheusBuilder::new().set_buckets_for_metric(Matcher::Full(DURATION.to_owned()), &BUCKETS)
}

fn describe(version: &'static str) {
    describe_counter!(REQUESTS, "Requests answered, by route, method and status class");
    describe_histogram!(DURATION, Unit::Seconds, "Time to the head of the answer");
    describe_gauge!(IN_FLIGHT, "Requests being answered");
    describe_gauge!(BUILD, "Always 1; the label tells the version that runs");
    gauge!(BUILD, "version" => version).set(1.0);
    gauge!(IN_FLIGHT).set(0.0);
}

/// Keeps the memory of the recorder bounded. Runs until it is dropped.
pub async fn upkeep(handle: PrometheusHandle) {
    let mut tick = tokio::time::interval(UPKEEP);
    loop {
        tick.tick().await;
        handle.run_upkeep();
    }
}

/// Answers with the text exposition format. Mount it where only the operator reaches it.
pub async fn expose(State(handle): State<PrometheusHandle>) -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, handle.render())
}

/// Counts an answer.
pub(super) fn count(asked: &Asked, status: StatusCode, took: Duration) {
    Series::new(asked.route(), &asked.method, status).count(took);
}

/// The counter and the histogram of answers with the same labels. To find them costs more than to count.
#[derive(Debug)]
pub(super) struct Series(Counter, Histogram);

impl Series {
    fn new(route: Option<&str>, method: &Method, status: StatusCode) -> Self {
        let (method, class) = (method_label(method), status_label(status));
        let route = route.unwrap_or("unmatched").to_owned();
        Self(
            counter!(REQUESTS, "route" => route.clone(), "method" => method, "status" => class),
            histogram!(DURATION, "route" => route, "method" => method, "status" => class),
        )
    }

    /// Returns the series of a GET.
    pub(super) fn of_get(route: &str, status: StatusCode) -> Self {
        Self::new(Some(route), &Method::GET, status)
    }

    pub(super) fn count(&self, took: Duration) {
        self.0.increment(1);
        self.1.record(took.as_secs_f64());
    }
}

/// A request at work. Counts down also when the client goes away and the request is dropped half-way.
#[derive(Debug)]
pub(super) struct InFlight;

impl InFlight {
    pub(super) fn enter() -> Self {
        gauge!(IN_FLIGHT).increment(1.0);
        Self
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        gauge!(IN_FLIGHT).decrement(1.0);
    }
}

fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

fn status_label(status: StatusCode) -> &'static str {
    match status.as_u16() {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::extract::Request;
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;
    use crate::http::middleware::{MiddlewareConfig, apply};

    /// Recorded text after these requests.
    fn after(requests: &[(Method, &str)]) -> String {
        let recorder = builder().unwrap().build_recorder();
        let handle = recorder.handle();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        metrics::with_local_recorder(&recorder, || {
            describe("1.2.3");
            let router = Router::new().route("/verify/{id}", get(|| async { "page" }));
            let router = apply(router, MiddlewareConfig::default());
            for (method, path) in requests {
                let request = Request::builder().method(method).uri(*path).body(Body::empty()).unwrap();
                runtime.block_on(router.clone().oneshot(request)).unwrap();
            }
        });
        handle.render()
    }

    #[test]
    fn series_are_by_template_and_class_whatever_clients_ask_for() {
        let text = after(&[
            (Method::GET, "/verify/1"),
            (Method::GET, "/verify/2"),
            (Method::GET, "/nothing/here"),
            (Method::GET, "/nothing/there"),
            (Method::from_bytes(b"BREW").unwrap(), "/verify/1"),
        ]);
        for line in [
            r#"http_requests_total{route="/verify/{id}",method="GET",status="2xx"} 2"#,
            r#"http_requests_total{route="unmatched",method="GET",status="4xx"} 2"#,
            r#"http_requests_total{route="/verify/{id}",method="other",status="4xx"} 1"#,
            r#"http_request_duration_seconds_count{route="/verify/{id}",method="GET",status="2xx"} 2"#,
            r#"http_request_duration_seconds_bucket{route="/verify/{id}",method="GET",status="2xx",le="10"} 2"#,
            r#"vramlab_build_info{version="1.2.3"} 1"#,
            "http_requests_in_flight 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} not in\n{text}");
        }
        assert!(!text.contains("/nothing"));
    }

    #[test]
    fn every_status_has_a_class() {
        for (status, class) in [(101, "1xx"), (204, "2xx"), (304, "3xx"), (429, "4xx"), (503, "5xx"), (999, "5xx")] {
            assert_eq!(status_label(StatusCode::from_u16(status).unwrap()), class);
        }
    }
}
