//! Answers to questions.

use content::grading::Response;
use content::id::{CourseId, QuestionId};
use content::lang::Lang;
use content::text::Version;

use super::{AttemptId, LearnerId, Timestamp};

/// A graded answer. Stored when it is given and never changed afterwards.
///
/// Learner, place, question and number of the try name it: there is one answer of that name, whatever two tabs, a double
/// click or a repeated post do.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub learner: LearnerId,
    pub place: Place,
    pub question: QuestionId,
    /// The question as the learner saw it.
    pub question_version: Version,
    /// From 1. The first try is the one that counts for the score and for statistics.
    pub try_no: u32,
    pub response: Response,
    /// The verdict at the time; a later change of the key does not change it.
    pub correct: bool,
    /// The language in which the question was shown.
    pub lang: Lang,
    pub given_at: Timestamp,
}

/// Where an answer was given.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Place {
    /// In a lesson of the course.
    Practice { course: CourseId },
    /// In an attempt at the final quiz.
    Attempt(AttemptId),
}
