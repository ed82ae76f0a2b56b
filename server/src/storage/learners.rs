//! Learners and the tokens that stand for them.

use super::engine::{Session, params};
use super::{Storage, StorageError};
use crate::domain::{LearnerId, Timestamp, TokenHash};

/// Tokens that a learner may have: one for every browser that continues the same progress.
pub const MAX_TOKENS: i64 = 100;

impl Storage {
    /// Makes a learner with the first token.
    pub async fn create_learner(&self, id: LearnerId, token: &TokenHash, now: Timestamp) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        tx.execute("INSERT INTO learner (id, created_at) VALUES ($1, $2)", params![id, now]).await?;
        insert_token(&mut tx, id, token, now).await?;
        tx.commit().await
    }
}

/// Returns whether a learner has [`MAX_TOKENS`] already.
pub(super) async fn has_all_tokens(session: &mut Session, learner: LearnerId) -> Result<bool, StorageError> {
    let tokens = session.one("SELECT count(*) AS n FROM learner_token WHERE learner = $1", params![learner]).await?;
    Ok(tokens.count("n")? >= MAX_TOKENS)
}

pub(super) async fn insert_token(
    session: &mut Session,
    learner: LearnerId,
    token: &TokenHash,
    now: Timestamp,
) -> Result<(), StorageError> {
    let sql = "INSERT INTO learner_token (hash, learner, created_at) VALUES ($1, $2, $3)";
    session.execute(sql, params![token, learner, now]).await.map(drop)
}
