//! Words of a report that can be said in other languages.
//!
//! The engine writes English. Whoever shows a report in another language finds its words by the id, fills in the
//! arguments, and falls back to the text.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// English words with an id: lower-case, words joined by hyphens. A part in braces stands for an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    pub id: &'static str,
    pub text: &'static str,
}

impl Words {
    pub const fn new(id: &'static str, text: &'static str) -> Self {
        Self { id, text }
    }

    /// Fills in an argument.
    pub fn with(self, name: &str, value: impl Into<Argument>) -> Label {
        Label::from(self).with(name, value)
    }
}

/// Words with their arguments, and how that reads in English.
///
/// ```
/// use labs::report::{Label, Words};
///
/// let blocks = Words::new("policy-paged", "paged, blocks of {block}").with("block", 16);
/// assert_eq!(blocks.to_string(), "paged, blocks of 16");
/// let figure = Words::new("figure-peak", "{policy}: requests served at once").with("policy", blocks);
/// assert_eq!(figure.text, "paged, blocks of 16: requests served at once");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Label {
    pub id: String,
    pub text: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub arguments: BTreeMap<String, Argument>,
}

/// What stands in the place of an argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Argument {
    Number(u64),
    /// A name that is the same in all languages.
    Name(String),
    Label(Label),
}

impl Label {
    /// Fills in an argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Argument>) -> Self {
        let value = value.into();
        self.text = self.text.replace(&format!("{{{name}}}"), &value.to_string());
        self.arguments.insert(name.to_owned(), value);
        self
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => f.write_str(name),
            Self::Label(label) => f.write_str(&label.text),
        }
    }
}

impl From<Words> for Label {
    fn from(words: Words) -> Self {
        Self { id: words.id.to_owned(), text: words.text.to_owned(), arguments: BTreeMap::new() }
    }
}

impl From<u64> for Argument {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Argument {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<Label> for Argument {
    fn from(label: Label) -> Self {
        Self::Label(label)
    }
}

impl From<Words> for Argument {
    fn from(words: Words) -> Self {
        Self::Label(words.into())
    }
}
