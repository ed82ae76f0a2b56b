//! A load generator: connections that are kept alive, each sending its next request when the answer to the last is read.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use axum::body::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::HeaderMap;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

pub(crate) type Body = Full<Bytes>;

/// Where requests go, and the next request of a connection, by the number of the connection.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) addr: SocketAddr,
    pub(crate) next: Arc<dyn Fn(usize) -> Request<Body> + Send + Sync>,
}

/// What came of a round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    pub(crate) requests: usize,
    /// Requests beyond those, which an overloaded server asked to send again.
    pub(crate) refused: usize,
    pub(crate) per_second: f64,
    /// Latencies in milliseconds.
    pub(crate) p50: f64,
    pub(crate) p99: f64,
}

/// Sends requests over that many connections for that long. An answer is a 200, or a refusal with 503.
pub(crate) async fn round(target: &Target, connections: usize, time: Duration) -> Result<Round> {
    let mut senders = Vec::new();
    for _ in 0..connections {
        senders.push(connect(target.addr).await?);
    }
    let began = Instant::now();
    let mut running = JoinSet::new();
    for (number, sender) in senders.into_iter().enumerate() {
        running.spawn(keep_sending(target.clone(), number, sender, began + time));
    }
    let (mut latencies, mut refused) = (Vec::new(), 0);
    while let Some(done) = running.join_next().await {
        let sent = done??;
        latencies.extend(sent.latencies);
        refused += sent.refused;
    }
    Ok(summary(latencies, refused, began.elapsed()))
}

/// Sends one request and returns the answer's headers and body.
pub(crate) async fn once(target: &Target) -> Result<(HeaderMap, Bytes)> {
    let mut sender = connect(target.addr).await?;
    let answered = exchange(&mut sender, (target.next)(0)).await?;
    answered.context("the server refuses already the first request")
}

async fn connect(addr: SocketAddr) -> Result<SendRequest<Body>> {
    let stream = TcpStream::connect(addr).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}

/// What one connection has seen.
#[derive(Debug, Default)]
struct Sent {
    latencies: Vec<Duration>,
    refused: usize,
}

async fn keep_sending(target: Target, number: usize, mut sender: SendRequest<Body>, until: Instant) -> Result<Sent> {
    let mut sent = Sent::default();
    let mut now = Instant::now();
    while now < until {
        let answered = exchange(&mut sender, (target.next)(number)).await?;
        let then = now;
        now = Instant::now();
        match answered {
            Some(_) => sent.latencies.push(now - then),
            None => sent.refused += 1,
        }
    }
    Ok(sent)
}

/// Returns headers and body of the answer, or nothing when the server refused for its load.
async fn exchange(sender: &mut SendRequest<Body>, request: Request<Body>) -> Result<Option<(HeaderMap, Bytes)>> {
    let uri = request.uri().clone();
    sender.ready().await?;
    let answer = sender.send_request(request).await.with_context(|| format!("no answer to {uri}"))?;
    let (head, body) = answer.into_parts();
    let body = body.collect().await?.to_bytes();
    if head.status == StatusCode::SERVICE_UNAVAILABLE {
        return Ok(None);
    }
    ensure!(head.status == StatusCode::OK, "{uri} was answered with {}", head.status);
    Ok(Some((head.headers, body)))
}

#[expect(clippy::cast_precision_loss, reason = "a round has fewer requests than 2^52")]
fn summary(mut latencies: Vec<Duration>, refused: usize, took: Duration) -> Round {
    latencies.sort_unstable();
    let at = |percent: usize| {
        let place = (latencies.len() * percent / 100).min(latencies.len().saturating_sub(1));
        latencies.get(place).map_or(0.0, |latency| latency.as_secs_f64() * 1e3)
    };
    let requests = latencies.len();
    Round { requests, refused, per_second: requests as f64 / took.as_secs_f64(), p50: at(50), p99: at(99) }
}
