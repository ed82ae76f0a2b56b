//! The final quiz of a course.

use crate::id::QuestionId;
use crate::question::Question;
use crate::text::Version;

/// The pool that attempts are drawn from, and the rules of an attempt.
#[derive(Debug, Clone)]
pub struct FinalQuiz {
    /// Every question that may be drawn.
    pub pool: Vec<Question>,
    /// Questions that every attempt holds.
    pub required: Vec<QuestionId>,
    /// Questions in an attempt.
    pub draw: usize,
    /// Least score that passes, in percent of the questions drawn.
    pub pass_percent: u8,
    /// Names this edition of the question set: a hash over the versions of all questions and the rules.
    pub edition: Version,
}
