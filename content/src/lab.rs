//! What is said about a lab: the question that comes before its run, and what the run shows.
//!
//! The lab itself is the engine's. This crate knows it by name only; whoever loads the content says which labs there are
//! and which figures they have, see [`Known`].

use crate::id::{CourseId, LabId, LessonId};
use crate::lang::Localized;
use crate::steps::Engine;
use crate::text::RichText;

/// The words of a lab.
#[derive(Debug, Clone)]
pub struct Lab {
    pub id: LabId,
    /// The lesson that places it.
    pub course: CourseId,
    pub lesson: LessonId,
    pub title: Localized<String>,
    /// What it shows, in a sentence or two.
    pub summary: Localized<RichText>,
    /// What happens in it, for somebody who did not read the lesson.
    pub intro: Localized<RichText>,
    pub prediction: Prediction,
    /// What happened and why, whatever the parameters were.
    pub explanation: Localized<RichText>,
    pub code: Code,
}

/// What the learner commits to before the run, and what is said about it afterwards.
#[derive(Debug, Clone)]
pub struct Prediction {
    pub stem: Localized<RichText>,
    /// The name of the figure that it is compared with.
    pub figure: String,
    pub guess: Guess,
}

/// How the learner answers.
#[derive(Debug, Clone)]
pub enum Guess {
    Number(GuessNumber),
    /// By choosing one.
    Choice(Vec<GuessOption>),
}

/// A number, and what is said about it.
#[derive(Debug, Clone)]
pub struct GuessNumber {
    pub unit: GuessUnit,
    /// How far off it may be, in the same unit.
    pub tolerance: f64,
    pub right: Localized<RichText>,
    pub wrong: Localized<RichText>,
    /// Misconceptions, each by the figure whose value it leads to.
    pub traps: Vec<FigureTrap>,
}

/// A choice with the value of the figure that it stands for; a yes is 1 and a no is 0.
#[derive(Debug, Clone)]
pub struct GuessOption {
    pub value: u32,
    pub text: Localized<RichText>,
    /// Why it is so, said when this is what was found.
    pub why: Localized<RichText>,
}

/// The unit of a number that a learner predicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuessUnit {
    Kib,
    Mib,
    Gib,
    /// Things that the question names.
    Count,
    Tokens,
}

/// A wrong number with an explanation of its own.
#[derive(Debug, Clone)]
pub struct FigureTrap {
    pub figure: String,
    pub why: Localized<RichText>,
}

/// Code to try at home, as written and as HTML.
#[derive(Debug, Clone)]
pub struct Code {
    pub source: String,
    pub html: String,
}

/// What the program can do that content refers to by name.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// The labs of the engine. Without a list, names of labs and figures are not checked.
    pub labs: Option<Vec<KnownLab>>,
    /// Works out the keys that the content leaves to it.
    pub engine: Option<&'static dyn Engine>,
}

/// A lab of the engine, and the figures that each of its reports has.
#[derive(Debug, Clone)]
pub struct KnownLab {
    pub name: String,
    pub figures: Vec<(String, Measure)>,
}

/// What a figure measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    Bytes,
    Count,
    Tokens,
    /// Yes or no.
    Truth,
    /// Nothing that is asked for.
    Other,
}

impl GuessUnit {
    pub const ALL: [Self; 5] = [Self::Kib, Self::Mib, Self::Gib, Self::Count, Self::Tokens];

    /// Returns the name in content files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kib => "KiB",
            Self::Mib => "MiB",
            Self::Gib => "GiB",
            Self::Count => "count",
            Self::Tokens => "tokens",
        }
    }

    /// Returns what a figure in this unit measures.
    pub const fn measure(self) -> Measure {
        match self {
            Self::Kib | Self::Mib | Self::Gib => Measure::Bytes,
            Self::Count => Measure::Count,
            Self::Tokens => Measure::Tokens,
        }
    }

    /// Returns how many bytes, things or tokens one of it is.
    pub const fn size(self) -> u32 {
        match self {
            Self::Kib => 1 << 10,
            Self::Mib => 1 << 20,
            Self::Gib => 1 << 30,
            Self::Count | Self::Tokens => 1,
        }
    }
}
