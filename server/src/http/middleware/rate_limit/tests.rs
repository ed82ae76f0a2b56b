use std::net::IpAddr;

use axum::body::Body;
use axum::extract::{ConnectInfo, Extension, Request};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use governor::clock::FakeRelativeClock;
use tower::ServiceExt as _;

use super::*;
use crate::http::middleware::{MiddlewareConfig, apply};

fn client(number: u32) -> ClientKey {
    IpAddr::from(number.to_be_bytes()).into()
}

fn limits(max_clients: usize) -> (RateLimits<FakeRelativeClock>, FakeRelativeClock) {
    let clock = FakeRelativeClock::default();
    let quotas = Quotas { read: Bucket::new(3, 60), answer: Bucket::new(1, 1), ..Quotas::default() };
    (RateLimits::with_clock(&quotas, max_clients, &clock), clock)
}

#[test]
fn a_bucket_empties_at_once_and_refills_evenly() {
    let (limits, clock) = limits(10);
    for _ in 0..3 {
        assert_eq!(limits.charge(Class::Read, client(1)), Ok(()));
    }
    assert_eq!(limits.charge(Class::Read, client(1)), Err(Duration::from_secs(1)));
    clock.advance(Duration::from_millis(600));
    assert_eq!(limits.charge(Class::Read, client(1)), Err(Duration::from_millis(400)));
    clock.advance(Duration::from_millis(400));
    assert_eq!(limits.charge(Class::Read, client(1)), Ok(()));
    assert!(limits.charge(Class::Read, client(1)).is_err());
}

#[test]
fn clients_and_classes_do_not_share() {
    let (limits, _) = limits(10);
    assert_eq!(limits.charge(Class::Answer, client(1)), Ok(()));
    assert_eq!(limits.charge(Class::Answer, client(1)), Err(Duration::from_mins(1)));
    assert_eq!(limits.charge(Class::Answer, client(2)), Ok(()));
    assert_eq!(limits.charge(Class::Read, client(1)), Ok(()));
    for _ in 0..100_000 {
        assert_eq!(limits.charge(Class::Free, client(1)), Ok(()));
    }
}

#[test]
fn a_lecture_hall_behind_one_address_is_let_through() {
    let clock = FakeRelativeClock::default();
    let limits = RateLimits::with_clock(&Quotas::default(), 10, &clock);
    let hall = client(1);
    for _ in 0..200 {
        limits.charge(Class::Read, hall).unwrap();
        limits.charge(Class::Answer, hall).unwrap();
        limits.charge(Class::NewLearner, hall).unwrap();
    }
    // A lesson of an hour: each reads ten pages and answers five questions a minute.
    for _ in 0..60 * 200 {
        clock.advance(Duration::from_millis(300));
        (0..10).for_each(|_| limits.charge(Class::Read, hall).unwrap());
        (0..5).for_each(|_| limits.charge(Class::Answer, hall).unwrap());
    }
    (0..200).for_each(|_| limits.charge(Class::Sensitive, hall).unwrap());
}

#[test]
fn memory_is_bounded_and_clients_beyond_share_a_bucket() {
    let (limits, clock) = limits(100);
    for number in 0..100 {
        limits.charge(Class::Read, client(number)).unwrap();
    }
    let mut let_in = 0;
    for number in 100..10_000 {
        let_in += u32::from(limits.charge(Class::Read, client(number)).is_ok());
    }
    assert_eq!(let_in, 3, "one bucket for all that came late");
    assert!(limits.read.inner.len() <= 100);
    assert_eq!(limits.charge(Class::Read, client(7)), Ok(()), "a client known before is untouched");
    clock.advance(Duration::from_mins(10));
    for _ in 0..SWEEP_EVERY {
        let _ = limits.charge(Class::Read, client(7));
    }
    assert_eq!(limits.read.inner.len(), 1, "full buckets are forgotten");
    assert_eq!(limits.charge(Class::Read, client(5_000)), Ok(()));
}

#[test]
fn a_request_counts_against_its_class() {
    let cases = [
        (Method::GET, Some("/{lang}/courses/{course}"), Class::Read),
        (Method::HEAD, None, Class::Read),
        (Method::GET, Some("/{lang}/continue/{token}"), Class::Read),
        (Method::POST, Some("/{lang}/courses/{course}/{lesson}/{question}"), Class::Answer),
        (Method::POST, None, Class::Answer),
        (Method::POST, Some("/{lang}/continue/{token}"), Class::Sensitive),
        (Method::POST, Some("/{lang}/progress/delete"), Class::Sensitive),
        (Method::GET, Some("/assets/{*path}"), Class::Free),
        (Method::GET, Some("/healthz"), Class::Free),
    ];
    for (method, route, class) in cases {
        assert_eq!(classify(&method, route), class, "{method} {route:?}");
    }
}

#[tokio::test]
async fn the_layer_answers_429_and_lets_handlers_charge() {
    let quotas = Quotas { read: Bucket::new(2, 30), new_learner: Bucket::new(1, 1), ..Quotas::default() };
    let config = MiddlewareConfig { limits: Arc::new(RateLimits::new(&quotas)), ..MiddlewareConfig::default() };
    let handler =
        |Extension(throttle): Extension<Throttle>| async move { format!("{:?}", throttle.charge(Class::NewLearner)) };
    let router = apply(axum::Router::new().route("/", get(handler)), config);
    let ask = |last: u8| {
        let mut request = Request::get("/").body(Body::empty()).unwrap();
        let address: std::net::SocketAddr = (std::net::Ipv4Addr::new(203, 0, 113, last), 1).into();
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().oneshot(request)
    };
    let body = |response: Response| async {
        String::from_utf8(axum::body::to_bytes(response.into_body(), 1000).await.unwrap().to_vec()).unwrap()
    };
    assert_eq!(body(ask(1).await.unwrap()).await, "Ok(())");
    assert_eq!(body(ask(1).await.unwrap()).await, "Err(TooMany { retry_after_s: 60 })");
    let refused = ask(1).await.unwrap();
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers()["retry-after"], "2");
    assert_eq!(ask(2).await.unwrap().status(), StatusCode::OK);
}
