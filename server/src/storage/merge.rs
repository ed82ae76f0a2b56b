//! Merging the progress of two devices.

use super::{Storage, StorageError};
use crate::domain::{LearnerId, Timestamp};

/// What became of a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Merged {
    Done,
    /// Both are the same learner already.
    Same,
    /// One of them does not exist (any more).
    UnknownLearner,
}

impl Storage {
    /// Moves everything of `from` to `into` and removes `from`. See Note [Merging].
    pub async fn merge_learners(
        &self,
        from: LearnerId,
        into: LearnerId,
        now: Timestamp,
    ) -> Result<Merged, StorageError> {
        todo!()
    }
}
