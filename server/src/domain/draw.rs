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
