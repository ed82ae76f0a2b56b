//! Connections: how many there may be, how long they may say nothing, and how they end.
//!
//! # Note: slow and silent clients
//! A connection costs a descriptor and memory for as long as it is open, and a client can keep one open by sending a byte now
//! and then. So:
//!
//! - [`Limits::open`] bounds how many there are. Beyond it, new ones wait in the queue of the operating system.
//! - [`Limits::of_one`] bounds how many an address has. Beyond it, they are closed at once, so that one client leaves places for
//!   the others.
//! - HTTP/1: the head of a request has to be there within [`Limits::silence`], counted from the end of the answer before it,
//!   so the same limit ends connections that are kept alive and not used.
//! - HTTP/2: a client that does not answer a ping within [`Limits::pong`] is gone.
//! - Either, and before it is known which: a connection on which no request began for [`Limits::silence`] takes no further ones,
//!   and is cut off when its last answer is not taken within [`Limits::silence`] either.
//!
//! An answer that goes on for as long as there is news of something keeps its connection with [`Attention`].
//!
//! The reading of bodies has a limit of its own, see [`super::middleware::deadline`].

mod addresses;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use axum::serve::Listener;
use axum::{BoxError, Router, http};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Instant;
use tower::ServiceExt as _;

use self::addresses::{Addresses, Counted};
use super::middleware::Network;

/// What connections may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections at the same time.
    pub open: u32,
    /// Connections of one address at the same time, unless it is that of a proxy that is trusted.
    pub of_one: u32,
    /// Longest time without a request.
    pub silence: Duration,
    /// Longest wait for the answer to a ping of HTTP/2.
    pub pong: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { open: 900, of_one: 450, silence: Duration::from_secs(30), pong: Duration::from_secs(10) }
    }
}

/// What answers requests.
pub trait Site: Clone + Send + 'static {
    fn answer(self, request: Request) -> impl Future<Output = Response> + Send;
}

impl Site for Router {
    async fn answer(self, request: Request) -> Response {
        self.oneshot(request).await.unwrap_or_else(|never| match never {})
    }
}

/// Serves until `stop` is done. Then takes no new connections and returns when the requests under way are answered; drop
/// it to wait no longer.
pub async fn serve(
    mut listener: TcpListener,
    site: impl Site,
    limits: Limits,
    proxies: Arc<[Network]>,
    stop: impl Future<Output = ()>,
) {
    let addresses = Addresses::new(limits.of_one, proxies);
    let places = Arc::new(Semaphore::new(limits.open as usize));
    let (stopping, _) = watch::channel(false);
    let mut stop = pin!(stop);
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, Listener::accept(&mut listener).await)
        };
        let (place, (stream, peer)) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut stop => break,
        };
        // Nobody closes the semaphore.
        let Ok(place) = place else { break };
        let Some(counted) = addresses.enter(peer.ip()) else { continue };
        let stopping = stopping.subscribe();
        let connection = Connection { stream, peer, limits, stopping, _place: place, _counted: counted };
        tokio::spawn(connection.serve(site.clone()));
    }
    drop(listener);
    stopping.send_replace(true);
    // Every place is free again when every connection has ended.
    let _ = places.acquire_many(limits.open).await;
}

struct Connection {
    stream: TcpStream,
    peer: SocketAddr,
    limits: Limits,
    stopping: watch::Receiver<bool>,
    /// Held until the connection has ended.
    _place: OwnedSemaphorePermit,
    _counted: Counted,
}

impl Connection {
    async fn serve(mut self, site: impl Site) {
        let last = Arc::new(LastRequest::now());
        let (attention, peer) = (Attention { last: Arc::clone(&last), stopping: self.stopping.clone() }, self.peer);
        let service = tower::service_fn(move |request| {
            attention.paid();
            let mut request = boxed(request);
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(attention.clone());
            let answer = site.clone().answer(request);
            async { Ok::<_, Infallible>(answer.await) }
        });
        let builder = builder(self.limits);
        let connection = builder.serve_connection(TokioIo::new(self.stream), TowerToHyperService::new(service));
        let mut connection = pin!(connection);
        let silent = async {
            tokio::select! {
                () = last.silence(self.limits.silence) => {}
                _ = self.stopping.wait_for(|stopping| *stopping) => {}
            }
        };
        tokio::select! {
            // Errors are the client's: it went away, was too slow or spoke no HTTP.
            _ = connection.as_mut() => return,
            () = silent => connection.as_mut().graceful_shutdown(),
        }
        let _ = tokio::time::timeout(self.limits.silence, connection).await;
    }
}

fn boxed<B>(request: http::Request<B>) -> Request
where
    B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    request.map(Body::new)
}

/// For an answer that has no end of its own: says that the client still takes it, and hears when the server stops. Among a
/// request's extensions.
#[derive(Debug, Clone)]
pub struct Attention {
    last: Arc<LastRequest>,
    stopping: watch::Receiver<bool>,
}

impl Attention {
    /// Says that the client has taken something just now, which is as good as a request.
    pub fn paid(&self) {
        self.last.touch();
    }

    /// Waits until the server is told to stop.
    pub async fn stopping(&mut self) {
        // The sender lives for as long as the server does.
        let _ = self.stopping.wait_for(|stopping| *stopping).await;
    }
}

fn builder(limits: Limits) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(limits.silence);
    let mut http2 = builder.http2();
    http2.timer(TokioTimer::new()).keep_alive_interval(limits.silence).keep_alive_timeout(limits.pong);
    builder
}

/// When a connection last began a request.
#[derive(Debug)]
struct LastRequest {
    opened: Instant,
    /// Milliseconds after `opened`.
    began: AtomicU64,
}

impl LastRequest {
    fn now() -> Self {
        Self { opened: Instant::now(), began: AtomicU64::new(0) }
    }

    fn touch(&self) {
        self.began.store(u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Waits until no request began for so long.
    async fn silence(&self, limit: Duration) {
        loop {
            let due = self.opened + Duration::from_millis(self.began.load(Ordering::Relaxed)) + limit;
            if Instant::now() >= due {
                return;
            }
            tokio::time::sleep_until(due).await;
        }
    }
}

#[cfg(test)]
mod tests;
