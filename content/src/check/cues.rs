//! Words that give an answer away: in the stem of the same question, or in another question.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{Code, Findings};
use crate::lang::Lang;
use crate::load::draft::{Body, DraftCourse, DraftQuestion, Text};
use crate::source::Span;

use super::lexicon::Lexicon;
use super::options::languages;
use super::words::{normal, words};

/// Letters from which a word can be telling.
const MIN_LETTERS: usize = 5;
/// A word is rare when the rest of the course uses it in no more places than this.
const RARE: usize = 2;
/// Words that a course must have before any of them can be called rare.
const MIN_COURSE_WORDS: usize = 3000;
/// Words of a key that must all stand in another stem before the one answers the other.
const MIN_KEY_WORDS: usize = 4;

pub(super) fn check(course: &DraftCourse, findings: &mut Findings) {
    for lang in course.title.keys() {
        let Some(lexicon) = Lexicon::of(*lang) else { continue };
        // Single syllables of Vietnamese say too little about the words that they are part of.
        if lexicon.syllables == 1 {
            let usage = Usage::count(course, *lang);
            for question in course.questions() {
                stem_word_in_key(question, *lang, lexicon, &usage, findings);
            }
        }
        // Questions of a lesson are seen together, and so are those of the final quiz.
        let lessons = course.lessons.iter().map(|lesson| lesson.questions.as_slice());
        for quiz in lessons.chain(course.quiz.iter().map(|quiz| quiz.pool.as_slice())) {
            answers_another(quiz, *lang, lexicon, findings);
        }
    }
    same_stem(course, findings);
}

/// How often each word stands in the course, each text counted once.
struct Usage {
    texts: BTreeMap<String, usize>,
    total: usize,
}

impl Usage {
    fn count(course: &DraftCourse, lang: Lang) -> Self {
        let mut usage = Self { texts: BTreeMap::new(), total: 0 };
        for lesson in course.lessons.iter().filter_map(|lesson| lesson.texts.get(&lang)) {
            // Every use in a lesson counts: a word that it repeats is not rare.
            for word in words(&lesson.prose.facts) {
                *usage.texts.entry(word.lower).or_default() += 1;
                usage.total += 1;
            }
        }
        for question in course.questions() {
            let mut own = BTreeSet::new();
            for text in question
                .texts()
                .into_iter()
                .filter(|(field, _)| *field != "objective")
                .filter_map(|(_, texts)| texts.get(&lang))
            {
                let found = words(&text.inline.facts);
                usage.total += found.len();
                own.extend(found.into_iter().map(|word| word.lower));
            }
            for word in own {
                *usage.texts.entry(word).or_default() += 1;
            }
        }
        usage
    }

    /// Whether hardly any other text of the course uses the word.
    fn is_rare(&self, word: &str) -> bool {
        // The question itself is one use.
        self.texts.get(word).copied().unwrap_or_default() <= RARE + 1
    }
}

/// Words that carry meaning.
fn content_words(text: &Text, lexicon: &Lexicon) -> BTreeSet<String> {
    let telling =
        |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() >= if lexicon.syllables > 1 { 2 } else { 4 };
    words(&text.inline.facts)
        .into_iter()
        .map(|word| word.lower)
        .filter(|word| telling(word) && !lexicon.stop_words.contains(&word.as_str()))
        .collect()
}

fn stem_word_in_key(question: &DraftQuestion, lang: Lang, lexicon: &Lexicon, usage: &Usage, findings: &mut Findings) {
    if usage.total < MIN_COURSE_WORDS {
        return;
    }
    let Body::Choices { options, multiple: false } = &question.body else { return };
    let Some(stem) = question.stem.get(&lang) else { return };
    let (keys, distractors): (Vec<_>, Vec<_>) = options.iter().partition(|option| option.key);
    let in_options = |options: &[&crate::load::draft::DraftOption]| -> BTreeSet<String> {
        options
            .iter()
            .filter_map(|option| option.text.get(&lang))
            .flat_map(|text| content_words(text, lexicon))
            .collect()
    };
    let (in_keys, in_distractors) = (in_options(&keys), in_options(&distractors));
    let telling = content_words(stem, lexicon).into_iter().find(|word| {
        word.chars().count() >= MIN_LETTERS
            && in_keys.contains(word)
            && !in_distractors.contains(word)
            && usage.is_rare(word)
    });
    if let (Some(word), Some(key)) = (telling, keys.first()) {
        let span = key.text.get(&lang).map_or(key.span, |text| text.source.span);
        let help = "use the word in a wrong option, too, or another word in one of the two places";
        findings
            .add(
                Code::StemWordInKey,
                span,
                format!("“{word}”, a rare word of the stem, stands in the right option only"),
                help,
            )
            .related(stem.source.span, "the stem");
    }
}

fn answers_another(quiz: &[DraftQuestion], lang: Lang, lexicon: &Lexicon, findings: &mut Findings) {
    let stems: Vec<(Span, BTreeSet<String>)> = quiz
        .iter()
        .filter_map(|question| question.stem.get(&lang))
        .map(|stem| (stem.source.span, content_words(stem, lexicon)))
        .collect();
    for question in quiz {
        let own = question.stem.get(&lang).map(|stem| stem.source.span);
        for text in question.options().iter().filter(|option| option.key).filter_map(|option| option.text.get(&lang)) {
            let words = content_words(text, lexicon);
            if words.len() < MIN_KEY_WORDS * lexicon.syllables {
                continue;
            }
            // A word that the question's own stem shares is what it is about, not what it asks.
            let asked =
                stems.iter().find(|(span, _)| Some(*span) == own).map(|(_, stem)| words.difference(stem).count());
            if asked.is_some_and(|asked| asked < MIN_KEY_WORDS * lexicon.syllables / 2) {
                continue;
            }
            let other = stems.iter().find(|(span, stem)| Some(*span) != own && words.is_subset(stem));
            if let Some((span, _)) = other {
                let help = "reword one of the two questions, or drop one";
                let message = "this stem says what another question of the same quiz asks";
                findings
                    .add(Code::AnswersAnother, *span, message, help)
                    .related(text.source.span, "the answer that it gives away");
            }
        }
    }
}

fn same_stem(course: &DraftCourse, findings: &mut Findings) {
    let mut seen: BTreeMap<(Lang, String), Span> = BTreeMap::new();
    for question in course.questions() {
        for lang in languages(question) {
            let Some(stem) = question.stem.get(&lang) else { continue };
            let span = stem.source.span;
            if let Some(first) = seen.get(&(lang, normal(stem.plain()))) {
                let help = "ask something else, or remove one of the two questions";
                findings
                    .add(Code::SameStem, span, "two questions of this course ask the same", help)
                    .related(*first, "the other one");
            } else {
                seen.insert((lang, normal(stem.plain())), span);
            }
        }
    }
}
