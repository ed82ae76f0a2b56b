//! Steps that an allocator is asked to take, and what comes of them.
//!
//! The key of a question can be worked out instead of written down. Who works it out is the allocator itself; this crate knows
//! none, so whoever loads the content hands one in, see [`Known`](crate::lab::Known).

use std::fmt;

use crate::lab::Measure;

/// Steps, and the figure after them that a question asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Steps {
    /// In the language of the playground.
    pub script: String,
    /// The name of one of the [figures](Engine::figures).
    pub figure: String,
}

/// An allocator.
pub trait Engine: fmt::Debug + Sync {
    /// Returns the figures that there are after any steps, each with what it measures.
    fn figures(&self) -> Vec<(&'static str, Measure)>;

    /// Takes steps. Returns a figure after the last of them.
    ///
    /// # Errors
    /// The steps cannot be read or taken, and where and why.
    fn figure(&self, steps: &Steps) -> Result<u64, StepsError>;
}

/// Why steps came to nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct StepsError {
    /// Where the fault is; nothing where it is in no one place.
    pub place: Option<Place>,
    pub message: String,
}

/// A place in steps, in characters. Lines and columns count from one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub line: u32,
    pub column: u32,
    pub width: u32,
}

impl Place {
    /// Returns the bytes of a text that it names. At the end of a line that is the end, with nothing in it.
    pub fn bytes(self, text: &str) -> std::ops::Range<usize> {
        let before = self.line.saturating_sub(1) as usize;
        let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
        let line = text[start..].lines().next().unwrap_or_default();
        let byte = |characters: u32| line.char_indices().nth(characters as usize).map_or(line.len(), |(at, _)| at);
        let column = self.column.saturating_sub(1);
        start + byte(column)..start + byte(column.saturating_add(self.width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_characters_and_never_leaves_the_text() {
        let text = "a = alloc 3 MiB\nổ = alloc ổ MB\n";
        let at = |line, column, width| &text[Place { line, column, width }.bytes(text)];
        assert_eq!(at(1, 5, 5), "alloc");
        assert_eq!(at(2, 11, 1), "ổ");
        assert_eq!(at(2, 13, 2), "MB");
        assert_eq!(at(2, 13, 99), "MB");
        assert_eq!(at(2, 99, 1), "");
        assert_eq!(at(99, 1, 1), "");
        assert_eq!(at(0, 0, 1), "a");
    }
}
