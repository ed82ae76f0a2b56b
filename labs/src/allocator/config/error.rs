//! What is wrong with a text of settings, in PyTorch's words.

use super::Source;

/// A setting that PyTorch refuses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct ConfigError {
    /// The Python exception that it becomes.
    pub kind: ErrorKind,
    /// Its words.
    pub text: String,
    /// When it is noticed.
    pub stage: Stage,
}

/// The Python exception that an error becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    Value,
    Index,
    Runtime,
}

/// When an error is noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// While PyTorch is imported, which ends the process.
    Import,
    /// When CUDA starts.
    Init,
    /// When the settings are changed.
    Set,
}

impl ErrorKind {
    /// Returns the name of the exception.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Value => "ValueError",
            Self::Index => "IndexError",
            Self::Runtime => "RuntimeError",
        }
    }
}

impl Stage {
    /// Returns the name of the stage.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Init => "init",
            Self::Set => "set",
        }
    }
}

/// How parsing fails in C++.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// `TORCH_CHECK_VALUE`.
    Value(String),
    /// `TORCH_INTERNAL_ASSERT`.
    Assertion { condition: &'static str, place: &'static str, text: String },
    /// `std::invalid_argument`, of the function named.
    NoNumber(&'static str),
    /// `std::out_of_range`, of the function named.
    OutOfRange(&'static str),
}

impl Fault {
    pub(super) fn value(text: impl Into<String>) -> Self {
        Self::Value(text.into())
    }

    /// Returns the error that a Python program sees. Exceptions of the standard library have a class of their own only
    /// where the settings are changed by a call.
    pub(super) fn seen_from(self, source: Source) -> ConfigError {
        let stage = match source {
            Source::Environment => Stage::Init,
            Source::RunTime => Stage::Set,
        };
        let (kind, text) = match self {
            Self::Value(text) => (ErrorKind::Value, text),
            Self::Assertion { condition, place, text } => {
                let text = format!(
                    "{condition} INTERNAL ASSERT FAILED at \"/__w/pytorch/pytorch/c10/{place}, please report a bug to \
                     PyTorch. {text}"
                );
                (ErrorKind::Runtime, text)
            }
            Self::NoNumber(function) if source == Source::RunTime => (ErrorKind::Value, function.into()),
            Self::OutOfRange(function) if source == Source::RunTime => (ErrorKind::Index, function.into()),
            Self::NoNumber(function) | Self::OutOfRange(function) => (ErrorKind::Runtime, function.into()),
        };
        ConfigError { kind, text, stage }
    }
}
