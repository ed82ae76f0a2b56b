//! Attempts at a final quiz.

use content::id::{CourseId, OptionId, QuestionId};
use content::text::Version;

use super::{AttemptId, LearnerId, Score, Timestamp};

/// An attempt at the final quiz of a course: the questions drawn for it and how it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    pub id: AttemptId,
    pub learner: LearnerId,
    pub course: CourseId,
    /// Edition of the question set that it was drawn from.
    pub edition: Version,
    pub started_at: Timestamp,
    /// In the order in which they are asked.
    pub items: Vec<AttemptItem>,
    pub state: AttemptState,
}

/// An attempt without its questions, for lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptSummary {
    pub id: AttemptId,
    pub course: CourseId,
    pub edition: Version,
    pub started_at: Timestamp,
    pub state: AttemptState,
}

/// A question of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptItem {
    /// From 1.
    pub position: u32,
    pub question: QuestionId,
    /// Order in which this attempt shows the options; empty for a numeric question.
    pub option_order: Vec<OptionId>,
}

/// How an attempt stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptState {
    /// Answers are taken. A learner has one running attempt a course at the most.
    Running,
    Finished {
        result: AttemptResult,
        at: Timestamp,
    },
    /// Set aside without a result, because two devices were merged and both had an attempt running.
    Abandoned {
        at: Timestamp,
    },
}

/// The result of a finished attempt, by the pass rule of that time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptResult {
    pub score: Score,
    pub passed: bool,
}

/// The attempt no longer runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the attempt is not running any more")]
pub struct NotRunning;

impl Attempt {
    /// Returns whether answers are taken.
    pub fn is_running(&self) -> bool {
        self.state == AttemptState::Running
    }

    /// Returns the result, once there is one.
    pub fn result(&self) -> Option<AttemptResult> {
        self.state.result()
    }

    /// Returns the item of a question that was drawn.
    pub fn item(&self, question: &QuestionId) -> Option<&AttemptItem> {
        self.items.iter().find(|item| item.question == *question)
    }

    /// Ends a running attempt with its result.
    pub fn finish(self, result: AttemptResult, at: Timestamp) -> Result<Self, NotRunning> {
        self.end(AttemptState::Finished { result, at })
    }

    /// Sets a running attempt aside.
    pub fn abandon(self, at: Timestamp) -> Result<Self, NotRunning> {
        self.end(AttemptState::Abandoned { at })
    }

    fn end(self, state: AttemptState) -> Result<Self, NotRunning> {
        if self.is_running() { Ok(Self { state, ..self }) } else { Err(NotRunning) }
    }
}

impl AttemptState {
    /// Returns the result of a finished attempt.
    pub fn result(self) -> Option<AttemptResult> {
        match self {
            Self::Finished { result, .. } => Some(result),
            Self::Running | Self::Abandoned { .. } => None,
        }
    }
}

impl AttemptResult {
    /// Judges a score by the pass rule.
    pub fn judge(score: Score, pass_percent: u8) -> Self {
        Self { score, passed: score.passes(pass_percent) }
    }
}
