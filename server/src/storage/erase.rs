//! Taking back: reset of a course, deletion of a learner.

use content::id::CourseId;

use super::{Storage, StorageError};
use crate::domain::{LearnerId, Timestamp};

/// What became of a reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CourseReset {
    Done,
    UnknownLearner,
}

/// What became of a deletion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LearnerDeleted {
    /// Everything is gone; so many certificates became tombstones.
    Done {
        certificates: u64,
    },
    UnknownLearner,
}

impl Storage {
    /// Forgets the progress of a learner in a course: lessons read, practice answers, and attempts with their answers.
    ///
    /// Certificates stay valid, and so do the attempts that earned them. Reports stay: they are not progress.
    pub async fn reset_course(&self, learner: LearnerId, course: &CourseId) -> Result<CourseReset, StorageError> {
        todo!()
    }

    /// Erases everything about a learner. Certificates become tombstones that say nothing but "withdrawn".
    pub async fn delete_learner(&self, learner: LearnerId, now: Timestamp) -> Result<LearnerDeleted, StorageError> {
        todo!()
    }
}
