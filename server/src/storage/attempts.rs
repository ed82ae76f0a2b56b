//! Attempts at a final quiz.

use content::id::CourseId;
use content::text::Version;

use super::{Storage, StorageError};
use crate::domain::{Answer, Attempt, AttemptId, AttemptItem, AttemptResult, AttemptSummary, LearnerId, Timestamp};

/// Attempts that a learner may have at the quiz of one course.
pub const MAX_ATTEMPTS: i64 = 500;

/// An attempt to be started.
#[derive(Debug, Clone)]
pub struct NewAttempt {
    pub id: AttemptId,
    pub learner: LearnerId,
    pub course: CourseId,
    pub edition: Version,
    pub items: Vec<AttemptItem>,
    pub started_at: Timestamp,
}

/// What became of a start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Started {
    New(Attempt),
    /// One is running already, this one: another tab was faster, or the learner comes back.
    Running(Attempt),
    /// There are [`MAX_ATTEMPTS`] already.
    TooMany,
    UnknownLearner,
}

/// What became of the end of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FinishedAttempt {
    /// It is finished now.
    Now(Attempt),
    /// It was finished or set aside before, as this says.
    Before(Attempt),
    /// There is no such attempt, or it is someone else's.
    UnknownAttempt,
}

impl Storage {
    /// Starts an attempt unless one is running: two tabs get the same one.
    pub async fn start_attempt(&self, new: NewAttempt) -> Result<Started, StorageError> {
        todo!()
    }

    /// Returns the attempt that a learner is in, if there is one.
    pub async fn running_attempt(
        &self,
        learner: LearnerId,
        course: &CourseId,
    ) -> Result<Option<Attempt>, StorageError> {
        todo!()
    }

    /// Returns the attempts of a learner at the quiz of a course, the latest first.
    pub async fn attempts(&self, learner: LearnerId, course: &CourseId) -> Result<Vec<AttemptSummary>, StorageError> {
        todo!()
    }

    /// Returns an attempt.
    pub async fn attempt(&self, id: AttemptId) -> Result<Option<Attempt>, StorageError> {
        todo!()
    }

    /// Returns the attempt that a learner started last at the quiz of a course, for drawing other questions next time.
    pub async fn last_attempt(&self, learner: LearnerId, course: &CourseId) -> Result<Option<Attempt>, StorageError> {
        todo!()
    }

    /// Ends a running attempt with the result that `judge` makes of its answers.
    ///
    /// No answer can come between what `judge` sees and the end, so the result is that of the stored answers. `judge`
    /// runs while the database is locked: it computes and does nothing else.
    pub async fn finish_attempt(
        &self,
        learner: LearnerId,
        attempt: AttemptId,
        now: Timestamp,
        judge: impl FnOnce(&Attempt, &[Answer]) -> AttemptResult + Send,
    ) -> Result<FinishedAttempt, StorageError> {
        todo!()
    }
}
