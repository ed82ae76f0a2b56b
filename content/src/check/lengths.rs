//! Keys that their length or their place gives away.

use crate::finding::{Code, Findings};
use crate::lang::Lang;
use crate::load::draft::{Body, DraftCourse, DraftOption, DraftQuestion};

use super::options::languages;
use super::stats::{at_least, at_most};

/// A key this many times as long as the mean distractor stands out (the threshold of the content check; the Rust Book's
/// quizzes show that keys need not be longer: 23.7 % of them are the longest option against 25.9 % by chance).
const KEY_RATIO: f64 = 1.5;
/// Smallest difference that a reader sees, in characters. "Yes" is twice as long as "No" without telling anything.
const MIN_DIFFERENCE: f64 = 12.0;
/// Fewest questions that a statement about a whole quiz is made from.
const MIN_QUESTIONS: usize = 12;
/// Chance that a course written without any pattern gets one of the warnings about its quizzes, all of them together.
const FALSE_ALARM: f64 = 0.01;

pub(super) fn check(course: &DraftCourse, findings: &mut Findings) {
    for question in course.questions() {
        for lang in languages(question) {
            single_key(question, lang, findings);
        }
    }
    let practice: Vec<_> = course.lessons.iter().flat_map(|lesson| &lesson.questions).collect();
    let pool: Vec<_> = course.quiz.iter().flat_map(|quiz| &quiz.pool).collect();
    let quizzes = [("the practice questions of all lessons", practice), ("the final quiz", pool)];
    let languages = course.title.len().max(1);
    // One test of lengths for each quiz and language, and one of positions for each quiz.
    #[expect(clippy::cast_precision_loss, reason = "a handful of languages")]
    let level = FALSE_ALARM / (quizzes.len() * (languages + 1)) as f64;
    for (name, questions) in &quizzes {
        let choices: Vec<_> = questions.iter().filter_map(|question| Choice::new(question)).collect();
        for lang in course.title.keys() {
            keys_longest(name, &choices, *lang, level, findings);
        }
        positions(name, &choices, level, findings);
    }
}

/// A single-choice question with one key.
struct Choice<'a> {
    question: &'a DraftQuestion,
    options: &'a [DraftOption],
    key: usize,
}

impl<'a> Choice<'a> {
    fn new(question: &'a DraftQuestion) -> Option<Self> {
        let Body::Choices { multiple: false, options } = &question.body else { return None };
        let key = options.iter().position(|option| option.key)?;
        (options.len() >= 2).then_some(Self { question, options, key })
    }

    fn name(&self) -> &str {
        self.question.id.as_ref().map_or("", |id| id.value.as_str())
    }

    /// The chance that the key is any given one of the options.
    #[expect(clippy::cast_precision_loss, reason = "a question has a handful of options")]
    fn chance(&self) -> f64 {
        1.0 / self.options.len() as f64
    }
}

/// Length as a reader sees it, in characters.
#[expect(clippy::cast_precision_loss, reason = "texts are far shorter than 2^52 characters")]
fn length(option: &DraftOption, lang: Lang) -> f64 {
    option.text.get(&lang).map_or(0.0, |text| text.plain().chars().count() as f64)
}

#[expect(clippy::cast_precision_loss, reason = "a question has a handful of options")]
fn mean(lengths: &[f64]) -> f64 {
    lengths.iter().sum::<f64>() / lengths.len().max(1) as f64
}

fn single_key(question: &DraftQuestion, lang: Lang, findings: &mut Findings) {
    let (keys, distractors): (Vec<_>, Vec<_>) = question.options().iter().partition(|option| option.key);
    if keys.is_empty() || distractors.is_empty() {
        return;
    }
    let lengths =
        |options: &[&DraftOption]| mean(&options.iter().map(|option| length(option, lang)).collect::<Vec<_>>());
    let (key, others) = (lengths(&keys), lengths(&distractors));
    if key >= KEY_RATIO * others && key - others >= MIN_DIFFERENCE {
        let span = keys[0].text.get(&lang).map_or(keys[0].span, |text| text.source.span);
        let message = format!(
            "the right option is {:.1} times as long as the wrong ones ({key:.0} to {others:.0} characters)",
            key / others.max(1.0)
        );
        let help = "shorten it (its explanation can say the rest), or give the wrong ones the same detail";
        findings.add(Code::KeyTooLong, span, message, help);
    }
}

fn keys_longest(name: &str, choices: &[Choice<'_>], lang: Lang, level: f64, findings: &mut Findings) {
    if choices.len() < MIN_QUESTIONS {
        return;
    }
    let longest: Vec<_> = choices
        .iter()
        .filter(|choice| {
            let key = length(&choice.options[choice.key], lang);
            choice.options.iter().enumerate().all(|(index, option)| index == choice.key || length(option, lang) < key)
        })
        .collect();
    let chances: Vec<f64> = choices.iter().map(Choice::chance).collect();
    let Some(first) = longest.first() else { return };
    if at_least(longest.len(), &chances) >= level {
        return;
    }
    let expected: f64 = chances.iter().sum();
    let names = longest.iter().map(|choice| choice.name()).collect::<Vec<_>>().join(", ");
    let message = format!(
        "in {name} the right option is the longest in {} of {} questions in the language `{lang}`; chance would give {expected:.0} (exact binomial test)",
        longest.len(),
        choices.len()
    );
    findings.add(
        Code::KeysLongest,
        first.question.span,
        message,
        format!("shorten keys or lengthen distractors in some of {names}"),
    );
}

fn positions(name: &str, choices: &[Choice<'_>], level: f64, findings: &mut Findings) {
    // Numbers in order have their place by their size.
    let choices: Vec<_> = choices.iter().filter(|choice| !choice.options.iter().any(|option| option.last)).collect();
    if choices.len() < MIN_QUESTIONS {
        return;
    }
    let places = choices.iter().map(|choice| choice.options.len()).max().unwrap_or_default();
    // Both ends of every place are looked at.
    #[expect(clippy::cast_precision_loss, reason = "a question has a handful of options")]
    let level = level / (2 * places) as f64;
    for place in 0..places {
        let able: Vec<_> = choices.iter().filter(|choice| place < choice.options.len()).collect();
        let chances: Vec<f64> = able.iter().map(|choice| choice.chance()).collect();
        let observed = able.iter().filter(|choice| choice.key == place).count();
        let often = at_least(observed, &chances) < level;
        if often || at_most(observed, &chances) < level {
            let expected: f64 = chances.iter().sum();
            let message = format!(
                "in {name} the right option is number {} in {observed} of {} questions; chance would give {expected:.0} (exact binomial test)",
                place + 1,
                able.len()
            );
            let help = "move the right options of some questions to other places";
            findings.add(Code::KeyPositions, able[0].question.span, message, help);
            // One place too often makes the others too rare; saying it once is enough.
            return;
        }
    }
}
