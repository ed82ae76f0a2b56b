//! The steps around a handler, in their order.

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use tokio::sync::Semaphore;
use tokio::time::Instant;
use tracing::Instrument as _;

use super::metrics::InFlight;
use super::{Class, Client, MiddlewareConfig, Network, Ready, Refusal, RequestId, Throttle};
use super::{access_log, body_limit, client, deadline, metrics, origin, page, panics, security, shed};
use crate::domain::SiteOrigin;

/// What all requests share.
pub struct Around {
    config: MiddlewareConfig,
    /// One for each request that may be at work.
    places: Semaphore,
    https: bool,
}

impl std::fmt::Debug for Around {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Around").field("config", &self.config).finish_non_exhaustive()
    }
}

impl Around {
    pub fn new(config: MiddlewareConfig) -> Self {
        let https = config.public_origin.as_ref().is_some_and(SiteOrigin::is_https);
        Self { places: Semaphore::new(config.max_in_flight), https, config }
    }
}

/// A request, as far as the steps around its handler need it when it is gone.
#[derive(Debug)]
pub(super) struct Asked {
    client: Client,
    /// It counts as [`Class::Read`] and was charged for.
    charged: bool,
    pub(super) method: Method,
    route: Option<MatchedPath>,
    began: Instant,
}

impl Asked {
    fn by(request: &mut Request, trusted_proxies: &[Network]) -> Self {
        let admitted = request.extensions_mut().remove::<Admitted>();
        Self {
            client: admitted.map_or_else(|| client::identify(request, trusted_proxies), |admitted| admitted.client),
            charged: admitted.is_some(),
            method: request.method().clone(),
            route: request.extensions().get::<MatchedPath>().cloned(),
            began: admitted.map_or_else(Instant::now, |admitted| admitted.began),
        }
    }

    /// Returns the template of the route, if any matched.
    pub(super) fn route(&self) -> Option<&str> {
        self.route.as_ref().map(MatchedPath::as_str)
    }
}

/// A request for a page that has been charged for.
#[derive(Debug, Clone, Copy)]
pub struct Admitted {
    client: Client,
    began: Instant,
}

pub(super) async fn answer(State(around): State<Arc<Around>>, mut request: Request, next: Next) -> Response {
    let asked = Asked::by(&mut request, &around.config.trusted_proxies);
    let id = RequestId::choose(asked.client, request.headers());
    request.extensions_mut().insert(id.clone());
    let in_flight = InFlight::enter();
    let span = tracing::info_span!("request", id = id.0);
    let mut response = around.headed(&asked, request, next).instrument(span).await;
    drop(in_flight);
    id.mark(&mut response);
    if let Some(route) = &asked.route {
        response.extensions_mut().insert(route.clone());
    }
    let took = asked.began.elapsed();
    metrics::count(&asked, response.status(), took);
    access_log::write(&id, &asked.method, asked.route(), response.status(), took);
    response
}

impl Around {
    /// Lets a request for a page in, if its client has not asked too often. Put among the request's extensions, what comes
    /// back lets it in where it is handled.
    pub fn admit_reader(&self, request: &Request) -> Option<Admitted> {
        let began = Instant::now();
        let client = client::identify(request, &self.config.trusted_proxies);
        self.config.limits.charge(Class::Read, client.key).ok()?;
        Some(Admitted { client, began })
    }

    /// Answers a GET with what is ready for it.
    ///
    /// Of the steps around a handler these are left out: those that have left their mark on what is ready, and those that
    /// guard against a handler that is slow or fails.
    pub fn give(&self, admitted: Admitted, request: &Request, ready: &Ready) -> Response {
        let id = RequestId::choose(admitted.client, request.headers());
        let mut response = ready.response(request.headers());
        id.mark(&mut response);
        let took = admitted.began.elapsed();
        ready.series(response.status()).count(took);
        access_log::write(&id, &Method::GET, Some(ready.route.as_str()), response.status(), took);
        response
    }

    /// Returns the answer with its headers, in the form that was asked for.
    async fn headed(&self, asked: &Asked, request: Request, next: Next) -> Response {
        let form = page::Form::of(&request);
        let response = self.answered(asked, request, next).await;
        let mut response = page::finish(response, &form, &self.config.compressed).await;
        security::add(&mut response, self.https);
        response
    }

    /// Returns the handler's answer, or the reason why there is none.
    async fn answered(&self, asked: &Asked, request: Request, next: Next) -> Response {
        let (parts, body) = request.into_parts();
        let refused = parts.clone();
        let request = Request::from_parts(parts, body);
        let answer = panics::catch(self.admitted(asked, request, next)).await;
        answer.unwrap_or_else(|refusal| refusal.respond(&self.config.render, &refused))
    }

    async fn admitted(&self, asked: &Asked, mut request: Request, next: Next) -> Result<Response, Refusal> {
        let config = &self.config;
        let class = (config.classify)(&asked.method, asked.route());
        let throttle = Throttle::new(&config.limits, asked.client.key);
        if !(asked.charged && class == Class::Read) {
            throttle.charge(class)?;
        }
        request.extensions_mut().insert(throttle);
        let _place = shed::admit(&self.places, class)?;
        origin::check(&request, config)?;
        let handled = async { Ok(next.run(body_limit::read(request, config.body_limit).await?).await) };
        deadline::keep(config.timeout, handled).await
    }
}
