//! Scoring an attempt.

use content::quiz::FinalQuiz;

use super::{Answer, AttemptItem};

/// Questions answered correctly at the first try, out of those that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    pub correct: u32,
    pub max: u32,
}

impl Score {
    /// Returns whether the score reaches the pass mark. Nothing to answer is nothing passed.
    pub fn passes(self, pass_percent: u8) -> bool {
        self.max > 0 && u64::from(self.correct) * 100 >= u64::from(pass_percent) * u64::from(self.max)
    }

    /// Returns the score in percent, rounded down so that what is shown never promises a pass that is none.
    pub fn percent(self) -> u32 {
        if self.max == 0 {
            return 0;
        }
        u32::try_from(u64::from(self.correct) * 100 / u64::from(self.max)).unwrap_or(u32::MAX)
    }
}

/// Scores the questions of an attempt by the first answer to each.
///
/// A question that has left the pool since then counts neither for nor against the learner; a question without an answer
/// counts as wrong.
pub fn score(items: &[AttemptItem], answers: &[Answer], quiz: &FinalQuiz) -> Score {
    let mut score = Score { correct: 0, max: 0 };
    for item in items.iter().filter(|item| quiz.pool.iter().any(|question| question.id == item.question)) {
        score.max += 1;
        let first = answers.iter().filter(|answer| answer.question == item.question).min_by_key(|answer| answer.try_no);
        if first.is_some_and(|answer| answer.correct) {
            score.correct += 1;
        }
    }
    score
}
