//! "Continue on another device": links that work once.

use super::engine::{Session, Table, params};
use super::{Storage, StorageError, learners, merge};
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
    /// It has progress of its own, which is merged into that of the link. This token of it stays valid.
    Known { learner: LearnerId, token: TokenHash },
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
    /// One of the two learners was deleted meanwhile.
    UnknownLearner,
}

const LINK: Table = Table { name: "device_link", key: &["learner"] };

const DELETE_ALL_BUT_NEWEST: &str = "
    DELETE FROM device_link WHERE learner = $1 AND hash NOT IN (
        SELECT hash FROM device_link WHERE learner = $1 ORDER BY created_at DESC, expires_at DESC LIMIT $2
    )";

impl Storage {
    /// Makes a link that works once, until `expires_at`.
    pub async fn create_device_link(
        &self,
        link: &TokenHash,
        learner: LearnerId,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<LinkCreated, StorageError> {
        let mut tx = self.write().await?;
        if !tx.lock_learner(learner).await? {
            return Ok(LinkCreated::UnknownLearner);
        }
        let expired = "DELETE FROM device_link WHERE learner = $1 AND expires_at <= $2";
        tx.execute(expired, params![learner, now]).await?;
        tx.execute(DELETE_ALL_BUT_NEWEST, params![learner, MAX_LINKS - 1]).await?;
        let insert = "INSERT INTO device_link (hash, learner, created_at, expires_at) VALUES ($1, $2, $3, $4)";
        tx.execute(insert, params![link, learner, now, expires_at]).await?;
        tx.commit().await?;
        Ok(LinkCreated::Created)
    }

    /// Returns the learner of a link that works, without using it: for the page that asks for confirmation.
    pub async fn device_link(&self, link: &TokenHash, now: Timestamp) -> Result<Option<LearnerId>, StorageError> {
        working_link(&mut self.read().await?, link, now).await
    }

    /// Uses a link: all of it happens, or nothing does and the link still works.
    pub async fn redeem_device_link(
        &self,
        link: &TokenHash,
        device: Device,
        now: Timestamp,
    ) -> Result<Redeemed, StorageError> {
        let mut tx = self.write().await?;
        let Some(learner) = working_link(&mut tx, link, now).await? else {
            return Ok(Redeemed::Spent);
        };
        let other = match device {
            Device::Known { learner: own, .. } => own,
            Device::Fresh(_) => learner,
        };
        if !merge::lock_both(&mut tx, learner, other).await? {
            return Ok(Redeemed::UnknownLearner);
        }
        // Another tab may have used it before the lock was ours.
        if tx.execute("DELETE FROM device_link WHERE hash = $1", params![link]).await? == 0 {
            return Ok(Redeemed::Spent);
        }
        match device {
            Device::Known { learner: own, .. } if own == learner => {}
            Device::Known { learner: own, token } => merge::merge(&mut tx, own, learner, &token, now).await?,
            Device::Fresh(_) if learners::has_all_tokens(&mut tx, learner).await? => {
                return Ok(Redeemed::TooManyTokens);
            }
            Device::Fresh(token) => learners::insert_token(&mut tx, learner, &token, now).await?,
        }
        tx.commit().await?;
        Ok(Redeemed::Continued(learner))
    }
}

async fn working_link(
    session: &mut Session,
    link: &TokenHash,
    now: Timestamp,
) -> Result<Option<LearnerId>, StorageError> {
    let sql = "SELECT learner FROM device_link WHERE hash = $1 AND expires_at > $2";
    session.optional(sql, params![link, now]).await?.map(|row| row.of(&LINK).parse("learner")).transpose()
}
