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

/// The attempt no longer runs; this is how it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the attempt is not running any more")]
pub struct NotRunning(pub Box<Attempt>);

impl Attempt {
    /// Returns whether answers are taken.
    pub fn is_running(&self) -> bool {
        self.state == AttemptState::Running
    }

    /// Returns the result, once there is one.
    pub fn result(&self) -> Option<AttemptResult> {
        self.state.result()
    }

    /// Ends a running attempt with the result that `judge` finds.
    pub fn finish(self, judge: impl FnOnce(&Self) -> AttemptResult, at: Timestamp) -> Result<Self, NotRunning> {
        if !self.is_running() {
            return Err(NotRunning(Box::new(self)));
        }
        let result = judge(&self);
        Ok(Self { state: AttemptState::Finished { result, at }, ..self })
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

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn an_attempt_ends_once_and_is_judged_only_then() {
        let attempt = Attempt {
            id: AttemptId::from_uuid(Uuid::nil()),
            learner: LearnerId::from_uuid(Uuid::nil()),
            course: "gpu-memory".parse().unwrap(),
            edition: Version(String::new()),
            started_at: Timestamp::from_millis(1),
            items: Vec::new(),
            state: AttemptState::Running,
        };
        let result = AttemptResult::judge(Score { correct: 9, max: 12 }, 75);
        let at = Timestamp::from_millis(2);
        let ended = attempt.clone().finish(|_| result, at).unwrap();
        assert_eq!(ended.state, AttemptState::Finished { result, at });
        let abandoned = Attempt { state: AttemptState::Abandoned { at }, ..attempt };
        for over in [ended, abandoned] {
            let again = over.clone().finish(|_| panic!("judged again"), Timestamp::from_millis(3));
            assert_eq!(again, Err(NotRunning(Box::new(over))));
        }
    }
}
