//! Answers, each stored exactly once.

use content::id::CourseId;

use super::{Storage, StorageError};
use crate::domain::{Answer, AttemptId, LearnerId};

/// Tries that a learner may give at one question in one place.
pub const MAX_TRIES: u32 = 200;

/// What became of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Recorded {
    /// It is stored and counts.
    New(Answer),
    /// There is an answer of that try already, this one: the same post again, or another tab was faster.
    Already(Answer),
    /// The tries before it are missing: the try that comes next is this one.
    OutOfStep {
        next: u32,
    },
    /// There are [`MAX_TRIES`] already.
    TooManyTries,
    /// The attempt is not running any more.
    AttemptClosed,
    /// There is no such attempt, or it is someone else's.
    UnknownAttempt,
    /// The question was not drawn for the attempt.
    NotDrawn,
    UnknownLearner,
}

impl Storage {
    /// Stores an answer under the number of its try. However many tabs send it, exactly one is [`Recorded::New`].
    pub async fn record_answer(&self, answer: &Answer) -> Result<Recorded, StorageError> {
        todo!()
    }

    /// Returns every practice answer of a learner in a course, ordered by question and try.
    pub async fn answers_for_course(&self, learner: LearnerId, course: &CourseId) -> Result<Vec<Answer>, StorageError> {
        todo!()
    }

    /// Returns every answer of an attempt, ordered by question and try.
    pub async fn answers_for_attempt(&self, attempt: AttemptId) -> Result<Vec<Answer>, StorageError> {
        todo!()
    }
}
