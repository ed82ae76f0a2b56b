//! What happens around every handler. One file per concern; `around` puts them in order.
//!
//! # Note: one layer
//! Each layer of a router copies all that lies below it and boxes its future, for every request. A dozen of them cost more
//! than a page. So concerns are functions, and one layer calls them.
//!
//! # Note: order
//! From the outside in, each with the reason for its place:
//!
//! 1. [`client`]: who is asking, for everything that follows.
//! 2. [`request_id`]: opens the log span, so every line below carries the id, and so does every answer.
//! 3. [`access_log`] and [`metrics`]: see the final status of everything, refusals included.
//! 4. [`security`]: headers on every answer, refusals included.
//! 5. [`page`]: ETag, 304 and compression of whatever comes out, error pages included.
//! 6. [`panics`]: a panic below becomes an error page that the steps above treat like any other.
//! 7. [`rate_limit`]: before [`shed`], so one eager client cannot take the places of the others.
//! 8. [`shed`]: a bound on requests at work; beyond it, a quick "try again" beats a queue that nobody waits for.
//! 9. [`origin`]: no work for forms from other sites, not even reading them.
//! 10. [`deadline`]: covers reading the body, so a slow upload cannot hold a place.
//! 11. [`body_limit`]: reads the body, up to its limit, for the handler.

pub mod accept;
pub mod access_log;
mod around;
pub mod body_limit;
pub mod client;
pub mod deadline;
pub mod metrics;
pub mod origin;
pub mod page;
pub mod panics;
pub mod rate_limit;
pub mod ready;
pub mod refusal;
pub mod request_id;
pub mod security;
pub mod shed;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Method;
use axum::middleware::from_fn_with_state;

use crate::domain::SiteOrigin;

pub use self::around::{Admitted, Around};
pub use self::client::{Client, ClientKey, Network};
pub use self::page::{Compressed, Encoding};
pub use self::rate_limit::{Class, Quotas, RateLimits, Throttle};
pub use self::ready::Ready;
pub use self::refusal::{Refusal, Render};
pub use self::request_id::RequestId;
pub use self::security::{HasIsland, TokenPage};

/// What the steps around a handler need to know. [`MiddlewareConfig::default`] suits a small server without a proxy.
#[derive(Clone)]
pub struct MiddlewareConfig {
    /// The site's own origin, where one is configured. Otherwise the `Host` of each request counts, and no HSTS is
    /// sent.
    pub public_origin: Option<SiteOrigin>,
    /// Proxies whose `X-Forwarded-For` and `X-Request-Id` are believed.
    pub trusted_proxies: Vec<Network>,
    /// Name of the cookie that identifies a learner.
    pub learner_cookie: &'static str,
    /// Largest request body, in bytes.
    pub body_limit: usize,
    /// Longest time to an answer, the reading of the body included.
    pub timeout: Duration,
    /// Requests at work at the same time.
    pub max_in_flight: usize,
    pub limits: Arc<RateLimits>,
    /// Which quota a request counts against, from its method and the template of its route.
    pub classify: fn(&Method, Option<&str>) -> Class,
    /// Turns a refusal into a page or a problem document.
    pub render: Render,
    pub compressed: Arc<Compressed>,
}

impl Default for MiddlewareConfig {
    fn default() -> Self {
        Self {
            public_origin: None,
            trusted_proxies: Vec::new(),
            learner_cookie: "learner",
            body_limit: 64 * 1024,
            timeout: Duration::from_secs(10),
            max_in_flight: 1024,
            limits: Arc::new(RateLimits::new(&Quotas::default())),
            classify: rate_limit::classify,
            render: Arc::new(|_, refusal| refusal.problem()),
            compressed: Arc::new(Compressed::default()),
        }
    }
}

impl std::fmt::Debug for MiddlewareConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MiddlewareConfig")
            .field("public_origin", &self.public_origin)
            .field("trusted_proxies", &self.trusted_proxies)
            .field("body_limit", &self.body_limit)
            .field("timeout", &self.timeout)
            .field("max_in_flight", &self.max_in_flight)
            .finish_non_exhaustive()
    }
}

/// Wraps every route of `router`, and its fallback, in everything above. Call it once, after the last route was added.
pub fn wrap(router: Router, around: &Arc<Around>) -> Router {
    router.layer(from_fn_with_state(Arc::clone(around), around::answer))
}

#[cfg(test)]
fn apply(router: Router, config: MiddlewareConfig) -> Router {
    wrap(router, &Arc::new(Around::new(config)))
}

#[cfg(test)]
pub mod samples;
#[cfg(test)]
mod tests;
