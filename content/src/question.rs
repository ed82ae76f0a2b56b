//! Questions: what is asked, which answers are right, and what each answer tells the learner.

use crate::id::{OptionId, QuestionId};
use crate::lang::Localized;
use crate::steps::Steps;
use crate::text::{RichText, Version};

/// A question in all its languages, key and explanations included. Never sent to a browser as it is: see
/// `app::view::QuestionView` for what a learner may see, and when.
#[derive(Debug, Clone)]
pub struct Question {
    pub id: QuestionId,
    pub level: Level,
    /// What the learner can do who answers it, for authors and statistics.
    pub objective: Localized<RichText>,
    pub stem: Localized<RichText>,
    pub hint: Option<Localized<RichText>>,
    pub source: Option<Source>,
    pub kind: Kind,
    pub version: Version,
}

/// What answering takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Recall,
    Explain,
    Predict,
}

/// Where a fact of the question can be looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub title: String,
    pub url: String,
}

/// How a question is answered.
#[derive(Debug, Clone)]
pub enum Kind {
    /// Exactly one option is the key.
    Single(Vec<Choice>),
    /// One or more options are keys; the answer is right when exactly these were chosen.
    Multiple(Vec<Choice>),
    Numeric(Numeric),
}

/// An option of a choice question.
#[derive(Debug, Clone)]
pub struct Choice {
    pub id: OptionId,
    pub key: bool,
    /// Stays last when the order is shuffled.
    pub last: bool,
    pub text: Localized<RichText>,
    /// Why it is right, or which misconception makes it look right.
    pub why: Localized<RichText>,
}

/// A question answered by a number.
#[derive(Debug, Clone)]
pub struct Numeric {
    pub answer: f64,
    /// Largest accepted distance from `answer`, in the same unit.
    pub tolerance: f64,
    /// Shown behind the input: a sign such as `MiB`, the same in every language, or a word.
    pub unit: Localized<String>,
    pub why: Localized<RichText>,
    /// Wrong numbers that people arrive at, each with the misconception behind it.
    pub traps: Vec<Trap>,
    /// What `answer` was worked out from, where nobody wrote it down.
    pub steps: Option<Steps>,
}

/// A wrong number with an explanation of its own. It is recognised within the tolerance of the question.
#[derive(Debug, Clone)]
pub struct Trap {
    pub value: f64,
    pub why: Localized<RichText>,
}

impl Question {
    /// Returns the options in the order of the file; empty for a numeric question.
    pub fn choices(&self) -> &[Choice] {
        match &self.kind {
            Kind::Single(choices) | Kind::Multiple(choices) => choices,
            Kind::Numeric(_) => &[],
        }
    }
}
