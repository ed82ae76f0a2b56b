//! Learners and the tokens that stand for them.

use super::{Storage, StorageError};
use crate::domain::{LearnerId, Timestamp, TokenHash};

/// Tokens that a learner may have: one for every browser that continues the same progress.
pub const MAX_TOKENS: i64 = 100;

/// What became of a new token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenAdded {
    Added,
    /// The learner has [`MAX_TOKENS`] already.
    TooMany,
    UnknownLearner,
}

impl Storage {
    /// Makes a learner with the first token.
    pub async fn create_learner(&self, id: LearnerId, token: &TokenHash, now: Timestamp) -> Result<(), StorageError> {
        todo!()
    }

    /// Returns the learner whom a token stands for.
    pub async fn learner_by_token(&self, token: &TokenHash) -> Result<Option<LearnerId>, StorageError> {
        todo!()
    }

    /// Gives a learner one more token.
    pub async fn add_token(
        &self,
        learner: LearnerId,
        token: &TokenHash,
        now: Timestamp,
    ) -> Result<TokenAdded, StorageError> {
        todo!()
    }
}
