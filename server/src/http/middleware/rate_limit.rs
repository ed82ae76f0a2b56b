//! Quotas per client.
//!
//! # Note: the numbers
//! A school shares one address, so a quota has to carry a lecture hall of 200 people at the same exercise and still
//! stop a script. Each is a bucket (GCRA): full at first, refilled evenly.
//!
//! | class | bucket | refill | the hall needs |
//! |---|---|---|---|
//! | read | 1200 | 3000 a minute | everybody opens the lesson at once (200), then 10 pages a minute each |
//! | answer | 600 | 1500 a minute | everybody submits at once, then 5 answers a minute each |
//! | sensitive | 300 | 60 a minute | everybody takes their certificate at the end of the lesson |
//! | new learner | 300 | 60 a minute | everybody's first answer |
//! | lab run | 600 | 600 an hour | everybody starts the lab of the lesson three times |
//!
//! A script from one address is held to 25 answers a second, which the database does not notice.
//!
//! # Note: memory
//! A bucket that is full again is forgotten. At most [`MAX_CLIENTS`] buckets exist per class; clients beyond share
//! one, so a flood from many addresses costs a fixed amount of memory and leaves the clients already known untouched.

mod store;

use std::hash::{BuildHasher as _, RandomState};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::http::Method;
use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::{Quota, RateLimiter};

use self::store::Bounded;
use super::{ClientKey, Refusal};
use crate::domain::Payer;

/// Buckets per class; about 40 bytes each.
pub const MAX_CLIENTS: usize = 50_000;

/// How many charges lie between two rounds of forgetting full buckets.
const SWEEP_EVERY: u32 = 4096;

/// What a request counts against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Nothing: assets and health checks.
    Free,
    /// A page.
    Read,
    /// An answer, or another small change.
    Answer,
    /// What gives something away or makes work for a person: continue links, certificates, reports, deletion.
    Sensitive,
    /// A row for a learner not known before. Charged by the handler that makes one, through [`Throttle`]: only it
    /// knows.
    NewLearner,
    /// A run of a lab, which takes seconds of a device. Charged by the handler that queues one.
    LabRun,
}

/// A bucket: its size and how fast it refills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bucket {
    pub size: NonZeroU32,
    /// In which time one is added.
    pub refill: Duration,
}

impl Bucket {
    const fn new(size: u32, per_minute: u32) -> Self {
        match (NonZeroU32::new(size), NonZeroU32::new(per_minute)) {
            (Some(size), Some(_)) => Self { size, refill: Duration::from_micros(60_000_000 / per_minute as u64) },
            _ => panic!("a bucket holds something and refills"),
        }
    }

    /// Returns a bucket that an hour fills.
    pub fn per_hour(size: NonZeroU32) -> Self {
        Self { size, refill: Duration::from_hours(1) / size.get() }
    }
}

/// The buckets of each class. The defaults are explained at the top of this file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quotas {
    pub read: Bucket,
    pub answer: Bucket,
    pub sensitive: Bucket,
    pub new_learner: Bucket,
    pub lab_run: Bucket,
}

impl Default for Quotas {
    fn default() -> Self {
        Self {
            read: Bucket::new(1200, 3000),
            answer: Bucket::new(600, 1500),
            sensitive: Bucket::new(300, 60),
            new_learner: Bucket::new(300, 60),
            lab_run: Bucket::new(600, 10),
        }
    }
}

/// The state of all buckets.
#[derive(Debug)]
pub struct RateLimits<C: Clock = DefaultClock> {
    read: Limiter<C>,
    answer: Limiter<C>,
    sensitive: Limiter<C>,
    new_learner: Limiter<C>,
    lab_run: Limiter<C>,
}

#[derive(Debug)]
struct Limiter<C: Clock> {
    inner: RateLimiter<ClientKey, Bounded, C, NoOpMiddleware<C::Instant>>,
    charges: AtomicU32,
}

impl RateLimits {
    /// Returns full buckets.
    pub fn new(quotas: &Quotas) -> Self {
        Self::with_clock(quotas, MAX_CLIENTS, &DefaultClock::default())
    }
}

impl<C: Clock> RateLimits<C> {
    fn with_clock(quotas: &Quotas, max_clients: usize, clock: &C) -> Self
    where
        C: Clone,
    {
        let limiter = |bucket| Limiter::new(bucket, max_clients, clock.clone());
        Self {
            read: limiter(quotas.read),
            answer: limiter(quotas.answer),
            sensitive: limiter(quotas.sensitive),
            new_learner: limiter(quotas.new_learner),
            lab_run: limiter(quotas.lab_run),
        }
    }

    /// Takes one from the client's bucket. Returns how long to wait when it is empty.
    pub fn charge(&self, class: Class, client: ClientKey) -> Result<(), Duration> {
        match class {
            Class::Free => Ok(()),
            Class::Read => self.read.charge(client),
            Class::Answer => self.answer.charge(client),
            Class::Sensitive => self.sensitive.charge(client),
            Class::NewLearner => self.new_learner.charge(client),
            Class::LabRun => self.lab_run.charge(client),
        }
    }
}

impl<C: Clock> Limiter<C> {
    fn new(bucket: Bucket, max_clients: usize, clock: C) -> Self {
        let quota =
            Quota::with_period(bucket.refill).unwrap_or(Quota::per_second(bucket.size)).allow_burst(bucket.size);
        Self { inner: RateLimiter::new(quota, Bounded::new(max_clients), clock), charges: AtomicU32::new(0) }
    }

    fn charge(&self, client: ClientKey) -> Result<(), Duration> {
        if self.charges.fetch_add(1, Ordering::Relaxed) % SWEEP_EVERY == SWEEP_EVERY - 1 {
            self.inner.retain_recent();
        }
        self.inner.check_key(&client).map_err(|denied| denied.wait_time_from(self.inner.clock().now()))
    }
}

/// Lets a handler charge for what only it knows; among the request's extensions.
#[derive(Debug, Clone)]
pub struct Throttle {
    limits: Arc<RateLimits>,
    client: ClientKey,
}

/// Makes numbers of clients that nobody outside of this process could make.
static NUMBERS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

impl Throttle {
    pub(super) fn new(limits: &Arc<RateLimits>, client: ClientKey) -> Self {
        Self { limits: Arc::clone(limits), client }
    }

    /// Returns a number that stands for the client.
    pub fn payer(&self) -> Payer {
        Payer(NUMBERS.hash_one(self.client))
    }

    /// Takes one from the client's bucket, or says why not.
    pub fn charge(&self, class: Class) -> Result<(), Refusal> {
        self.limits.charge(class, self.client).map_err(|wait| Refusal::TooMany { retry_after_s: whole_seconds(wait) })
    }
}

/// The class of a request by its method and the template of its route. Routes named after what they do keep this true.
pub fn classify(method: &Method, route: Option<&str>) -> Class {
    let route = route.unwrap_or_default();
    let free = ["/assets/", "/healthz", "/readyz", "/favicon"];
    let sensitive = ["continue", "certificate", "report", "reset", "delete"];
    if free.iter().any(|prefix| route.starts_with(prefix)) {
        Class::Free
    } else if method.is_safe() {
        Class::Read
    } else if sensitive.iter().any(|word| route.contains(word)) {
        Class::Sensitive
    } else {
        Class::Answer
    }
}

/// Rounds up, so that a client that waits as long as it was told is let in.
fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests;
