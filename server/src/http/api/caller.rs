//! Who calls.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum_extra::extract::cookie::CookieJar;

use crate::domain::{LearnerId, Payer};
use crate::http::App;
use crate::http::error::HttpError;
use crate::http::middleware::{Class, Throttle};
use crate::http::visit::{LEARNER, cookie_name, remember};

/// A call of the API: who makes it, if that is known.
#[derive(Debug)]
pub(super) struct Caller {
    pub(super) app: App,
    pub(super) learner: Option<LearnerId>,
    jar: CookieJar,
    throttle: Option<Throttle>,
}

impl FromRequestParts<App> for Caller {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        let jar = CookieJar::from_headers(&parts.headers);
        let learner = match jar.get(cookie_name(app, LEARNER)) {
            Some(cookie) => app.services.learner(cookie.value()).await?,
            None => None,
        };
        let throttle = parts.extensions.get::<Throttle>().cloned();
        let learner = learner.map(|known| known.learner);
        Ok(Self { app: app.clone(), learner, jar, throttle })
    }
}

impl Caller {
    /// Returns a number that stands for the client's address. Where none is known, all clients are one.
    pub(super) fn payer(&self) -> Payer {
        self.throttle.as_ref().map_or(Payer(0), Throttle::payer)
    }

    /// Takes one from a bucket of this client.
    pub(super) fn charge(&self, class: Class) -> Result<(), HttpError> {
        match &self.throttle {
            Some(throttle) => Ok(throttle.charge(class)?),
            None => Ok(()),
        }
    }

    /// Returns the learner, made now if this is their first step, and the cookies to answer with.
    pub(super) async fn learner_or_new(&self) -> Result<(LearnerId, CookieJar), HttpError> {
        if self.learner.is_none() {
            self.charge(Class::NewLearner)?;
        }
        let known = self.app.services.learner_or_new(self.learner).await?;
        Ok((known.id, remember(&self.app, self.jar.clone(), known)))
    }
}
