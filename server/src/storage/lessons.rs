//! Lessons that learners marked as read.

use content::id::{CourseId, LessonId};

use super::{Storage, StorageError};
use crate::domain::{LearnerId, Timestamp};

/// A lesson marked as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonRead {
    pub course: CourseId,
    pub lesson: LessonId,
    pub read_at: Timestamp,
}

/// What became of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marked {
    Changed,
    /// It was so before.
    Unchanged,
    UnknownLearner,
}

impl Storage {
    /// Marks a lesson as read; the first time counts.
    pub async fn mark_lesson_read(
        &self,
        learner: LearnerId,
        course: &CourseId,
        lesson: &LessonId,
        now: Timestamp,
    ) -> Result<Marked, StorageError> {
        todo!()
    }

    /// Takes the mark away.
    pub async fn unmark_lesson_read(
        &self,
        learner: LearnerId,
        course: &CourseId,
        lesson: &LessonId,
    ) -> Result<Marked, StorageError> {
        todo!()
    }

    /// Returns the lessons of a course that a learner marked as read.
    pub async fn lesson_reads(&self, learner: LearnerId, course: &CourseId) -> Result<Vec<LessonRead>, StorageError> {
        todo!()
    }
}
