//! Drawing the questions of an attempt.

use content::id::OptionId;
use content::question::{Choice, Question};
use content::quiz::FinalQuiz;
use rand::Rng;
use rand::seq::SliceRandom;

use super::AttemptItem;

/// Draws the questions of a new attempt and shuffles them and their options.
///
/// Required questions are always in it. The others are drawn without repetition, first from those that `previous` (the
/// learner's last attempt) did not hold. An option marked as last stays last.
pub fn draw(quiz: &FinalQuiz, previous: Option<&[AttemptItem]>, rng: &mut impl Rng) -> Vec<AttemptItem> {
    let (mut drawn, others): (Vec<&Question>, Vec<&Question>) =
        quiz.pool.iter().partition(|question| quiz.required.contains(&question.id));
    let seen = |question: &Question| previous.unwrap_or_default().iter().any(|item| item.question == question.id);
    let (mut seen, mut fresh): (Vec<&Question>, Vec<&Question>) =
        others.into_iter().partition(|question| seen(question));
    fresh.shuffle(rng);
    seen.shuffle(rng);
    let missing = quiz.draw.saturating_sub(drawn.len());
    drawn.extend(fresh.into_iter().chain(seen).take(missing));
    drawn.shuffle(rng);
    (1..)
        .zip(drawn)
        .map(|(position, question)| AttemptItem {
            position,
            question: question.id.clone(),
            option_order: shuffle_options(question.choices(), rng),
        })
        .collect()
}

fn shuffle_options(choices: &[Choice], rng: &mut impl Rng) -> Vec<OptionId> {
    let (last, mut free): (Vec<&Choice>, Vec<&Choice>) = choices.iter().partition(|choice| choice.last);
    free.shuffle(rng);
    free.into_iter().chain(last).map(|choice| choice.id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use content::id::QuestionId;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::super::samples::{question_id, quiz};
    use super::*;

    const POOL: [&str; 9] = ["must-a", "q1", "q2", "must-b", "q3", "q4", "number-1", "q5", "q6"];

    fn questions(items: &[AttemptItem]) -> BTreeSet<QuestionId> {
        items.iter().map(|item| item.question.clone()).collect()
    }

    #[test]
    fn every_attempt_holds_the_required_and_no_question_twice() {
        let quiz = quiz(&POOL, 5);
        for seed in 0..200 {
            let drawn = draw(&quiz, None, &mut StdRng::seed_from_u64(seed));
            let questions = questions(&drawn);
            assert_eq!((drawn.len(), questions.len()), (5, 5));
            assert!(questions.contains(&question_id("must-a")) && questions.contains(&question_id("must-b")));
            assert!(drawn.iter().map(|item| item.position).eq(1..=5));
        }
    }

    #[test]
    fn a_new_attempt_prefers_what_the_last_one_did_not_hold() {
        let quiz = quiz(&POOL, 5);
        for seed in 0..200 {
            let mut rng = StdRng::seed_from_u64(seed);
            let first = draw(&quiz, None, &mut rng);
            let second = draw(&quiz, Some(&first), &mut rng);
            let (first, second) = (questions(&first), questions(&second));
            let again: Vec<_> = first.intersection(&second).map(QuestionId::as_str).collect();
            assert_eq!(again, ["must-a", "must-b"], "three of the seven others were used, so three of four are free");
        }
    }

    #[test]
    fn a_pool_that_is_used_up_is_drawn_from_again() {
        let quiz = quiz(&POOL, 8);
        let mut rng = StdRng::seed_from_u64(1);
        let first = draw(&quiz, None, &mut rng);
        let second = draw(&quiz, Some(&first), &mut rng);
        assert_eq!(second.len(), 8);
        let missed = questions(&first);
        let missed = POOL.iter().find(|id| !missed.contains(&question_id(id))).unwrap();
        assert!(questions(&second).contains(&question_id(missed)));
    }

    #[test]
    fn a_pool_that_is_too_small_gives_all_it_has() {
        let drawn = draw(&quiz(&POOL, 50), None, &mut StdRng::seed_from_u64(1));
        assert_eq!(questions(&drawn).len(), POOL.len());
        let required_only = draw(&quiz(&POOL, 1), None, &mut StdRng::seed_from_u64(1));
        assert_eq!(required_only.len(), 2, "required questions come in even when there are more than are drawn");
    }

    #[test]
    fn options_are_shuffled_but_the_last_stays_last() {
        let quiz = quiz(&["q1", "number-1"], 2);
        let mut orders = BTreeSet::new();
        for seed in 0..200 {
            for item in draw(&quiz, None, &mut StdRng::seed_from_u64(seed)) {
                let order: Vec<&str> = item.option_order.iter().map(OptionId::as_str).collect();
                if item.question == question_id("number-1") {
                    assert!(order.is_empty());
                } else {
                    assert_eq!((order.len(), order.last()), (4, Some(&"last")));
                    orders.insert(order.join(" "));
                }
            }
        }
        assert_eq!(orders.len(), 6, "all orders of the other three come up");
    }

    #[test]
    fn the_order_of_questions_and_the_choice_vary() {
        let quiz = quiz(&POOL, 5);
        let firsts: BTreeSet<_> =
            (0..400).map(|seed| draw(&quiz, None, &mut StdRng::seed_from_u64(seed)).remove(0).question).collect();
        assert_eq!(firsts.len(), POOL.len(), "every question comes first at times");
    }
}
