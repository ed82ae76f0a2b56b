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

#[cfg(test)]
mod tests {
    use content::grading::Response;
    use content::lang::Lang;
    use content::text::Version;
    use uuid::Uuid;

    use super::super::samples::{question_id, quiz};
    use super::super::{AttemptId, LearnerId, Place, Timestamp};
    use super::*;

    fn items(ids: &[&str]) -> Vec<AttemptItem> {
        (1..)
            .zip(ids)
            .map(|(position, id)| AttemptItem { position, question: question_id(id), option_order: Vec::new() })
            .collect()
    }

    fn answer(question: &str, try_no: u32, correct: bool) -> Answer {
        Answer {
            learner: LearnerId::from_uuid(Uuid::nil()),
            place: Place::Attempt(AttemptId::from_uuid(Uuid::nil())),
            question: question_id(question),
            question_version: Version(String::new()),
            try_no,
            response: Response::Number(1.0),
            correct,
            lang: Lang::EN,
            given_at: Timestamp::from_millis(0),
        }
    }

    #[test]
    fn the_first_try_counts_whatever_order_the_tries_come_in() {
        let answers = [answer("a", 2, true), answer("a", 1, false), answer("b", 1, true), answer("b", 2, false)];
        let score = score(&items(&["a", "b"]), &answers, &quiz(&["a", "b"], 2));
        assert_eq!(score, Score { correct: 1, max: 2 });
    }

    #[test]
    fn a_question_without_an_answer_is_wrong_and_one_that_left_the_pool_does_not_count() {
        let answers = [answer("a", 1, true), answer("gone", 1, false), answer("not-drawn", 1, true)];
        let score = score(&items(&["a", "b", "gone"]), &answers, &quiz(&["a", "b", "not-drawn"], 3));
        assert_eq!(score, Score { correct: 1, max: 2 });
    }

    #[test]
    fn the_pass_mark_is_exact() {
        let passes = |correct, max, percent| Score { correct, max }.passes(percent);
        assert!(passes(9, 12, 75) && !passes(8, 12, 75));
        assert!(passes(2, 3, 66) && !passes(2, 3, 67), "66.67 % is not 67 %");
        assert!(!passes(0, 0, 0), "nothing to answer is nothing passed");
        assert!(passes(u32::MAX, u32::MAX, 100));
    }

    #[test]
    fn percent_never_promises_a_pass_that_is_none() {
        for max in 1..=60 {
            for correct in 0..=max {
                let score = Score { correct, max };
                for pass in 0..=100 {
                    assert_eq!(score.percent() >= u32::from(pass), score.passes(pass), "{score:?} at {pass}");
                }
            }
        }
        assert_eq!(Score { correct: 0, max: 0 }.percent(), 0);
    }
}
