//! Who is asking: a random token in a cookie, nothing else.

use std::fmt;
use std::time::Duration;

use app::view::Limit;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::Rng;

use super::{ServiceError, Services, clock};
use crate::domain::{LearnerId, LookedUp, Recognised, TokenHash};
use crate::storage::{Device, LearnerDeleted, LinkCreated, MAX_TOKENS, Redeemed};

/// How long a "continue on another device" link works.
pub const LINK_LIFETIME: Duration = Duration::from_mins(30);

/// A learner, with the token that their browser is to keep when it is new.
#[derive(Debug, Clone)]
pub struct Known {
    pub id: LearnerId,
    /// Set as cookie once; only its hash is stored.
    pub new_token: Option<String>,
}

/// The learner of a browser, and the token in its cookie.
#[derive(Clone, Copy)]
pub struct Here<'a> {
    pub learner: LearnerId,
    pub token: &'a str,
}

impl fmt::Debug for Here<'_> {
    /// Keeps the token out of logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Here").field("learner", &self.learner).finish_non_exhaustive()
    }
}

/// What became of a "continue" link.
#[derive(Debug, Clone)]
pub enum Continued {
    Done(Known),
    Spent,
}

impl Services {
    /// Returns the learner of a cookie's token.
    pub async fn learner(&self, token: &str) -> Result<Option<Recognised>, ServiceError> {
        Ok(self.storage.learner_by_token(&TokenHash::of(token)).await?)
    }

    /// Returns the learner of a cookie's token where that is known without asking the database.
    pub fn remembered_learner(&self, token: &str) -> Option<LookedUp> {
        self.storage.remembered_learner(&TokenHash::of(token))
    }

    /// Returns the learner given, or makes one.
    pub async fn learner_or_new(&self, learner: Option<LearnerId>) -> Result<Known, ServiceError> {
        if let Some(id) = learner {
            return Ok(Known { id, new_token: None });
        }
        let now = self.clock.now();
        let id = LearnerId::generate(now, &mut clock::rng());
        let token = random_token();
        self.storage.create_learner(id, &TokenHash::of(&token), now).await?;
        Ok(Known { id, new_token: Some(token) })
    }

    /// Makes a link token that continues this learner's progress in another browser, once.
    pub async fn new_continue_token(&self, learner: LearnerId) -> Result<String, ServiceError> {
        let (now, token) = (self.clock.now(), random_token());
        match self.storage.create_device_link(&TokenHash::of(&token), learner, now, now.plus(LINK_LIFETIME)).await? {
            LinkCreated::Created => Ok(token),
            LinkCreated::UnknownLearner => Err(ServiceError::LearnerGone),
        }
    }

    /// Returns whether a link works, without using it.
    pub async fn continue_link_works(&self, token: &str) -> Result<bool, ServiceError> {
        Ok(self.storage.device_link(&TokenHash::of(token), self.clock.now()).await?.is_some())
    }

    /// Uses a link: this browser becomes the learner of the link, and what it had itself is merged in.
    pub async fn redeem_continue(&self, token: &str, here: Option<Here<'_>>) -> Result<Continued, ServiceError> {
        let cookie = random_token();
        let device = match here {
            Some(Here { learner, token }) => Device::Known { learner, token: TokenHash::of(token) },
            None => Device::Fresh(TokenHash::of(&cookie)),
        };
        match self.storage.redeem_device_link(&TokenHash::of(token), device, self.clock.now()).await? {
            Redeemed::Continued(id) => Ok(Continued::Done(Known { id, new_token: here.is_none().then_some(cookie) })),
            Redeemed::Spent => Ok(Continued::Spent),
            Redeemed::UnknownLearner => Err(ServiceError::LearnerGone),
            Redeemed::TooManyTokens => {
                Err(ServiceError::Limit { limit: Limit::Browsers, most: MAX_TOKENS.unsigned_abs() })
            }
        }
    }

    /// Erases everything about a learner. Deleting twice is the same as once.
    pub async fn delete_learner(&self, learner: LearnerId) -> Result<(), ServiceError> {
        match self.storage.delete_learner(learner, self.clock.now()).await? {
            LearnerDeleted::Done { .. } | LearnerDeleted::UnknownLearner => Ok(()),
        }
    }
}

/// Returns 256 random bits in base64url.
fn random_token() -> String {
    let mut bytes = [0; 32];
    clock::rng().fill_bytes(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}
