//! "Continue on another device": links that work once.

use super::{Storage, StorageError};
use crate::domain::{LearnerId, Timestamp, TokenHash};

/// Links of a learner that work at the same time. A further one replaces the oldest.
pub const MAX_LINKS: i64 = 5;

/// What became of a new link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkCreated {
    Created,
    UnknownLearner,
}

/// The device that opened a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// It has no progress; this token will stand for the learner of the link.
    Fresh(TokenHash),
    /// It has progress of its own, which is merged into that of the link. Its token stays valid.
    Known(LearnerId),
}

/// What became of a link that was followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redeemed {
    /// The link is used up and the device continues as this learner.
    Continued(LearnerId),
    /// The link was used before, has expired or never existed.
    Spent,
    /// The learner has [`super::MAX_TOKENS`] browsers already; the link still works.
    TooManyTokens,
}

impl Storage {
    /// Makes a link that works once, until `expires_at`.
    pub async fn create_device_link(
        &self,
        link: &TokenHash,
        learner: LearnerId,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<LinkCreated, StorageError> {
        todo!()
    }

    /// Returns the learner of a link that works, without using it: for the page that asks for confirmation.
    pub async fn device_link(&self, link: &TokenHash, now: Timestamp) -> Result<Option<LearnerId>, StorageError> {
        todo!()
    }

    /// Uses a link: all of it happens, or nothing does and the link still works.
    pub async fn redeem_device_link(
        &self,
        link: &TokenHash,
        device: Device,
        now: Timestamp,
    ) -> Result<Redeemed, StorageError> {
        todo!()
    }
}
