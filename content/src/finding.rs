//! Findings: what is wrong with a piece of content, where, and how to mend it.

mod code;
mod json;
mod report;
mod snippet;

use crate::source::{Position, Span};

pub use code::{Code, Severity};
pub use report::Report;

/// A problem in the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub severity: Severity,
    pub code: Code,
    /// Path inside the content folder, with slashes.
    pub file: String,
    pub start: Position,
    /// Where the marked text ends; the same as `start` for a finding about a file as a whole.
    pub end: Position,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: String,
    /// Other places that belong to it, such as the first use of an id.
    pub related: Vec<Related>,
}

/// Another place that a finding speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    pub file: String,
    pub start: Position,
    pub message: String,
}

/// A finding before its places are turned into lines and columns.
#[derive(Debug, Clone)]
pub(crate) struct Raw {
    pub(crate) code: Code,
    pub(crate) span: Span,
    pub(crate) message: String,
    pub(crate) help: String,
    pub(crate) related: Vec<(Span, String)>,
}

impl Raw {
    /// Adds another place to show.
    pub(crate) fn related(&mut self, span: Span, message: impl Into<String>) -> &mut Self {
        self.related.push((span, message.into()));
        self
    }
}

/// Collects findings while content is read and checked. Nothing stops at the first one.
#[derive(Debug, Default)]
pub(crate) struct Findings(Vec<Raw>);

impl Findings {
    pub(crate) fn add(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> &mut Raw {
        self.0.push(Raw { code, span, message: message.into(), help: help.into(), related: Vec::new() });
        let last = self.0.len() - 1;
        &mut self.0[last]
    }

    /// Takes over what was found elsewhere.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.0.iter().any(|raw| raw.code.severity() == Severity::Error)
    }

    pub(crate) fn codes(&self) -> impl Iterator<Item = Code> {
        self.0.iter().map(|raw| raw.code)
    }

    /// Returns how many findings there are, to tell whether a step added any.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn into_inner(self) -> Vec<Raw> {
        self.0
    }
}
