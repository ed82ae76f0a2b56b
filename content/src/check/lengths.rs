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
    let practice = Group::new("the practice questions of all lessons", &practice);
    let pool = Group::new("the final quiz", &pool);
    let whole = Group { name: "the whole course", choices: [practice.choices.clone(), pool.choices.clone()].concat() };
    let level = level(course.title.len().max(1));
    for lang in course.title.keys() {
        let mut short = false;
        for group in [&practice, &pool] {
            lengths_tell(&LONG, group, *lang, level, findings);
            short |= lengths_tell(&SHORT, group, *lang, level, findings);
        }
        // A pattern of one quiz is one of the course, too; saying it once is enough.
        if !short {
            lengths_tell(&SHORT, &whole, *lang, level, findings);
        }
    }
    for group in [&practice, &pool] {
        positions(group.name, &group.choices, level, findings);
    }
}

/// Returns the level of a single test: [`FALSE_ALARM`] is shared by all tests of a course (Bonferroni).
#[expect(clippy::cast_precision_loss, reason = "a handful of languages")]
fn level(languages: usize) -> f64 {
    const QUIZZES: usize = 2;
    let long = QUIZZES * LONG.standings.len() * languages;
    let short = (QUIZZES + 1) * SHORT.standings.len() * languages;
    FALSE_ALARM / (long + short + QUIZZES) as f64
}

/// Questions that one statement is about.
struct Group<'a> {
    name: &'static str,
    choices: Vec<Choice<'a>>,
}

impl<'a> Group<'a> {
    fn new(name: &'static str, questions: &[&'a DraftQuestion]) -> Self {
        Self { name, choices: questions.iter().filter_map(|question| Choice::new(question)).collect() }
    }
}

/// A single-choice question with one key.
#[derive(Clone, Copy)]
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

/// How the length of a key may stand out among the options: in words, and of the options' lengths and the key's place.
struct Standing {
    words: &'static str,
    holds: fn(&[f64], usize) -> bool,
}

/// A habit of authors that test-wise learners know.
struct Habit<const N: usize> {
    code: Code,
    standings: [Standing; N],
    help: &'static str,
}

const LONG: Habit<1> = Habit {
    code: Code::KeysLongest,
    standings: [Standing {
        words: "the longest",
        holds: |lengths, key| others(lengths, key).all(|it| it < lengths[key]),
    }],
    help: "shorten keys or lengthen distractors",
};

const SHORT: Habit<2> = Habit {
    code: Code::KeysShort,
    standings: [
        Standing { words: "the shortest", holds: |lengths, key| others(lengths, key).all(|it| it > lengths[key]) },
        // More options are longer than shorter. Of an odd number, the one in the middle is not among the shorter ones.
        Standing {
            words: "among the shorter ones",
            holds: |lengths, key| {
                let longer = others(lengths, key).filter(|it| *it > lengths[key]).count();
                longer > others(lengths, key).filter(|it| *it < lengths[key]).count()
            },
        },
    ],
    help: "let keys say the condition under which they hold, or shorten distractors",
};

fn others(lengths: &[f64], key: usize) -> impl Iterator<Item = f64> {
    lengths.iter().enumerate().filter(move |(index, _)| *index != key).map(|(_, length)| *length)
}

/// The keys of a group that stand out in one way.
struct Tally<'a> {
    words: &'static str,
    keys: Vec<Choice<'a>>,
    expected: f64,
    /// Chance of at least as many keys, were each option as likely to be the key as any other one of its question.
    likelihood: f64,
}

impl<'a> Tally<'a> {
    fn of(standing: &Standing, group: &Group<'a>, lang: Lang) -> Self {
        let mut keys = Vec::new();
        let mut chances = Vec::new();
        for choice in &group.choices {
            let lengths: Vec<f64> = choice.options.iter().map(|option| length(option, lang)).collect();
            // Options of one length stand out in no way, so the chance is counted and not one in so many options.
            let able = (0..lengths.len()).filter(|index| (standing.holds)(&lengths, *index)).count();
            #[expect(clippy::cast_precision_loss, reason = "a question has a handful of options")]
            chances.push(able as f64 * choice.chance());
            if (standing.holds)(&lengths, choice.key) {
                keys.push(*choice);
            }
        }
        let likelihood = at_least(keys.len(), &chances);
        Self { words: standing.words, keys, expected: chances.iter().sum(), likelihood }
    }
}

/// Reports a habit, by the standing that shows it best. Returns whether there is one.
fn lengths_tell<const N: usize>(
    habit: &Habit<N>,
    group: &Group<'_>,
    lang: Lang,
    level: f64,
    findings: &mut Findings,
) -> bool {
    if group.choices.len() < MIN_QUESTIONS {
        return false;
    }
    let tallies = habit.standings.iter().map(|standing| Tally::of(standing, group, lang));
    let Some(tally) = tallies.min_by(|a, b| a.likelihood.total_cmp(&b.likelihood)) else { return false };
    let Some(first) = tally.keys.first().filter(|_| tally.likelihood < level) else { return false };
    let names = tally.keys.iter().map(Choice::name).collect::<Vec<_>>().join(", ");
    let message = format!(
        "in {} the right option is {} in {} of {} questions in the language `{lang}`; chance would give {:.0} (exact binomial test)",
        group.name,
        tally.words,
        tally.keys.len(),
        group.choices.len(),
        tally.expected
    );
    findings.add(habit.code, first.question.span, message, format!("{} in some of {names}", habit.help));
    true
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
