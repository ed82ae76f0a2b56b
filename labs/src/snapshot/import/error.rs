//! What is not as a snapshot has it, and where.

use std::fmt;

use super::super::pickle::Value;
use super::super::printable;

/// A result of an import, within it.
pub(super) type Result<T> = std::result::Result<T, Box<ImportError>>;

/// What is not as a snapshot has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportError {
    /// The byte at which the innermost dict or list begins that holds the fault.
    pub offset: u64,
    /// From the outermost step to the innermost, such as `segments[3].blocks[0].size`. Empty: the whole file.
    pub path: String,
    pub mismatch: Mismatch,
    placed: bool,
}

/// A step of a path.
pub(super) enum Step {
    Key(Box<str>),
    Index(usize),
}

/// How a value is not as a snapshot has it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    #[error("expected {expected}, found {found}")]
    Wrong { expected: &'static str, found: &'static str },
    #[error("expected {expected}, found {found}")]
    OutOfRange { expected: &'static str, found: i128 },
    #[error("expected {expected}, found '{found}'")]
    Unknown { expected: &'static str, found: String },
    #[error("the key '{0}' is missing")]
    Missing(&'static str),
    #[error("the blocks end beyond the last address")]
    Addresses,
    #[error("the file refers to the same records again and again; no snapshot does")]
    Repeated,
    #[error("there are more stack frames than a snapshot may have")]
    TooManyFrames,
}

#[expect(clippy::unnecessary_box_returns, reason = "results that hold a box are passed in a register")]
impl ImportError {
    /// Returns an error of a place that is not known yet. It is boxed while it is on its way, as results are small then.
    #[cold]
    pub(super) fn new(mismatch: Mismatch) -> Box<Self> {
        Box::new(Self { offset: 0, path: String::new(), mismatch, placed: false })
    }

    /// Says where it is, unless a container further in already did.
    pub(super) fn at(mut self: Box<Self>, offset: u64) -> Box<Self> {
        if !self.placed {
            self.offset = offset;
            self.placed = true;
        }
        self
    }

    /// Says what holds it.
    #[expect(clippy::needless_pass_by_value, reason = "steps are made for the call")]
    pub(super) fn within(mut self: Box<Self>, step: Step) -> Box<Self> {
        let separator = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{step}{separator}{}", self.path);
        self
    }
}

impl Mismatch {
    pub(super) const fn wrong(expected: &'static str, found: &Value<'_>) -> Self {
        Self::Wrong { expected, found: found.kind() }
    }

    /// Keeps the first characters of what was found, as it comes from the file.
    pub(super) fn unknown(expected: &'static str, found: &str) -> Self {
        Self::Unknown { expected, found: printable(&found.chars().take(40).collect::<String>()) }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "the file" } else { &self.path };
        write!(f, "{path} (byte {}): {}", self.offset, self.mismatch)
    }
}

impl std::error::Error for ImportError {}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => f.write_str(&printable(key)),
            Self::Index(index) => write!(f, "[{index}]"),
        }
    }
}
