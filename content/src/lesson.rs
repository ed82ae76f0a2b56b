//! Lessons: text in each language, with questions placed in it by id.

use crate::id::{LabId, LessonId, QuestionId};
use crate::lang::Localized;
use crate::question::Question;

#[derive(Debug, Clone)]
pub struct Lesson {
    pub id: LessonId,
    pub text: Localized<LessonText>,
    /// In the order of `quiz.toml`; each is placed in the text exactly once.
    pub questions: Vec<Question>,
}

/// A lesson in one language.
#[derive(Debug, Clone)]
pub struct LessonText {
    pub title: String,
    /// One or two sentences for the course page and search engines.
    pub summary: String,
    /// Reading time.
    pub minutes: u32,
    pub blocks: Vec<Block>,
    pub headings: Vec<Heading>,
}

/// A part of a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// Sanitised HTML of whole block elements.
    Html(String),
    /// The place of a question of this lesson.
    Question(QuestionId),
    /// The place of an interactive tool.
    Tool(Tool),
    /// The place of a lab.
    Lab(LabId),
}

/// Interactive pieces that a lesson may place besides questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// Where the memory of a training step goes, from parameters, precision, optimizer, batch and sequence length.
    MemoryCalculator,
}

/// An entry of the table of contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 2 or 3.
    pub level: u8,
    /// Stable: made from the text, or written by the author behind the heading as `{#anchor}`.
    pub anchor: String,
    pub text: String,
}
