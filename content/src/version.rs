//! Hashes that name what a learner was shown.
//!
//! They are taken over the texts as written, not over HTML, so that a change of the renderer is no new edition. Line ends
//! and the encoding of accents do not count: sources are normalised when they are read. Neither does the order of
//! questions in a file.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::lang::Lang;
use crate::load::draft::{Body, DraftQuestion, DraftQuiz, DraftUnit, Texts};
use crate::question::Level;
use crate::text::Version;

/// A hash over fields. Every field is written with its length, so that no two lists of fields give the same bytes.
struct Fields(Sha256);

impl Fields {
    /// Begins a hash of one kind of thing. The name holds the version of the recipe.
    fn new(recipe: &str) -> Self {
        let mut fields = Self(Sha256::new());
        fields.text(recipe);
        fields
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    fn float(&mut self, number: f64) {
        // Adding zero makes -0 and 0 the same.
        self.number((number + 0.0).to_bits());
    }

    fn texts(&mut self, texts: &Texts) {
        self.by_language(texts.iter().map(|(lang, text)| (*lang, text.source.value.as_str())));
    }

    fn unit(&mut self, unit: Option<&DraftUnit>) {
        match unit {
            Some(DraftUnit::Sign(sign)) => self.text(&sign.value),
            Some(DraftUnit::Word(words)) => {
                // No sign is empty.
                self.text("");
                self.by_language(words.iter().map(|(lang, word)| (*lang, word.value.as_str())));
            }
            None => self.text(""),
        }
    }

    fn by_language<'a>(&mut self, texts: impl Iterator<Item = (Lang, &'a str)>) {
        let by_language: BTreeMap<Lang, &str> = texts.map(|(lang, text)| (lang, text.trim())).collect();
        self.number(by_language.len() as u64);
        for (lang, text) in by_language {
            self.text(lang.code());
            self.text(text);
        }
    }

    fn finish(self) -> Version {
        let digits = self.0.finalize().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
        Version(digits.filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect())
    }
}

/// Returns the version of a question: everything shown before or after the answer, in all languages.
pub(crate) fn of_question(question: &DraftQuestion) -> Version {
    let mut fields = Fields::new("vramlab question 1");
    fields.text(match question.level {
        Some(Level::Recall) => "recall",
        Some(Level::Explain) => "explain",
        Some(Level::Predict) => "predict",
        None => "",
    });
    fields.texts(&question.stem);
    fields.texts(&question.hint);
    let source = question.source.as_ref();
    fields.text(source.map_or("", |source| &source.title));
    fields.text(source.map_or("", |source| &source.url));
    match &question.body {
        Body::Choices { multiple, options } => {
            fields.text(if *multiple { "multiple" } else { "single" });
            fields.number(options.len() as u64);
            for option in options {
                fields.text(option.id.as_ref().map_or("", |id| id.value.as_str()));
                fields.number(u64::from(option.key) | u64::from(option.last) << 1);
                fields.texts(&option.text);
                fields.texts(&option.why);
            }
        }
        Body::Numeric(numeric) => {
            fields.text("numeric");
            fields.float(numeric.answer.as_ref().map_or(0.0, |answer| answer.value));
            fields.float(numeric.tolerance.unwrap_or_default());
            fields.unit(numeric.unit.as_ref());
            fields.texts(&numeric.why);
            fields.number(numeric.traps.len() as u64);
            for trap in &numeric.traps {
                fields.float(trap.value.as_ref().map_or(0.0, |value| value.value));
                fields.texts(&trap.why);
            }
            // Nothing for questions without steps, whose versions stay as they were.
            if let Some(steps) = &numeric.steps {
                fields.text(steps.script.value.trim_end());
                fields.text(steps.figure.as_ref().map_or("", |figure| &figure.value));
            }
        }
        Body::Unknown => fields.text("unknown"),
    }
    fields.finish()
}

/// Returns the edition of a final quiz: the versions of its questions and the rules of an attempt.
pub(crate) fn of_quiz(quiz: &DraftQuiz) -> Version {
    let mut fields = Fields::new("vramlab quiz 1");
    let pool: BTreeMap<&str, Version> = quiz
        .pool
        .iter()
        .map(|question| (question.id.as_ref().map_or("", |id| id.value.as_str()), of_question(question)))
        .collect();
    fields.number(pool.len() as u64);
    for (id, Version(hash)) in &pool {
        fields.text(id);
        fields.text(hash);
    }
    fields.number(quiz.draw.as_ref().map_or(0, |draw| u64::from(draw.value)));
    fields.number(quiz.pass_percent.map_or(0, u64::from));
    let mut required: Vec<_> = quiz.required.iter().map(|id| id.value.as_str()).collect();
    required.sort_unstable();
    fields.number(required.len() as u64);
    for id in required {
        fields.text(id);
    }
    fields.finish()
}
