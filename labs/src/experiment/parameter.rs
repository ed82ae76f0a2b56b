//! What a learner may set about an experiment, and in which range.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::values::Values;
use crate::closest::{DidYouMean, closest};
use crate::printable;
use crate::report::{Label, Unit, Words};

/// A thing that can be set.
#[derive(Debug)]
pub struct Parameter {
    /// As it is written on the command line. Names of sizes end in their unit.
    pub name: &'static str,
    /// What it is, in a few words.
    pub label: Words,
    pub kind: Kind,
    pub default: Preset,
}

/// Which values a parameter takes.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A whole number from `min` to `max`, both included.
    Number { unit: Unit, min: u64, max: u64 },
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// What a parameter is when it is not set.
#[derive(Debug, Clone, Copy)]
pub enum Preset {
    Number(u64),
    Choice(&'static str),
    /// A number that follows from the parameters listed before this one. The text says how.
    Follows {
        from: fn(&Values) -> u64,
        how: Words,
    },
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    Number(u64),
    Choice(String),
}

impl Parameter {
    /// Returns a number that is what it says when nothing is set.
    pub(super) const fn number(name: &'static str, label: Words, unit: Unit, range: (u64, u64), default: u64) -> Self {
        let (min, max) = range;
        Self { name, label, kind: Kind::Number { unit, min, max }, default: Preset::Number(default) }
    }

    /// Returns the same parameter with a number that follows from others.
    pub(super) const fn following(self, from: fn(&Values) -> u64, how: Words) -> Self {
        Self { default: Preset::Follows { from, how }, ..self }
    }

    /// Returns a choice among words. The first is the default.
    pub(super) const fn choice(name: &'static str, label: Words, words: &'static [&'static str]) -> Self {
        Self { name, label, kind: Kind::Choice(words), default: Preset::Choice(words[0]) }
    }

    /// Reads a value as a learner writes it.
    pub fn parse(&self, text: &str) -> Result<Value, ParameterError> {
        let wrong = || ParameterError::NotA { name: self.name, wanted: self.kind.to_string(), given: text.to_owned() };
        match self.kind {
            Kind::Number { min, max, .. } => {
                let number = text.parse().map_err(|_| wrong())?;
                if (min..=max).contains(&number) { Ok(Value::Number(number)) } else { Err(wrong()) }
            }
            Kind::Choice(words) => {
                let word = words.iter().find(|word| **word == text).ok_or_else(wrong)?;
                Ok(Value::Choice((*word).to_owned()))
            }
        }
    }
}

impl fmt::Display for Kind {
    /// Says what is accepted, to stand behind "takes".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { unit, min, max } => match unit.name() {
                "" => write!(f, "a whole number from {min} to {max}"),
                name => write!(f, "a whole number of {name} from {min} to {max}"),
            },
            Self::Choice(words) => write!(f, "one of: {}", words.join(", ")),
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Choice(word) => f.write_str(word),
            Self::Follows { how, .. } => how.fmt(f),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Choice(word) => f.write_str(word),
        }
    }
}

/// Why parameters were refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    #[error(
        "{experiment} has no parameter `{}`{}; it has: {}",
        printable::line(name),
        DidYouMean(closest(name, known.iter().copied())),
        known.join(", ")
    )]
    Unknown { experiment: &'static str, name: String, known: Vec<&'static str> },
    #[error("`{0}` is set twice; set it once")]
    Twice(&'static str),
    #[error("`{name}` takes {wanted}, and not `{}`", printable::line(given))]
    NotA { name: &'static str, wanted: String, given: String },
    /// A number that was not set follows from others, and is outside its range.
    #[error("with these parameters `{name}` would be {number}, but it takes {wanted}; set it, or change the others")]
    Follows { name: &'static str, number: u64, wanted: String },
    /// Each is fine, but not together.
    #[error("{0}")]
    Together(Label),
}
