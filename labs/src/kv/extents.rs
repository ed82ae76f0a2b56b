//! Memory that is set aside in one piece for each request, lowest gap first.

use serde::{Deserialize, Serialize};

/// Memory of one request, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    pub start: u64,
    pub tokens: u64,
}

/// A line of memory with reservations on it.
#[derive(Debug, Clone)]
pub struct Extents {
    tokens: u64,
    /// In order of their starts.
    taken: Vec<Extent>,
}

impl Extents {
    /// Returns memory for so many tokens, all free.
    pub const fn new(tokens: u64) -> Self {
        Self { tokens, taken: Vec::new() }
    }

    /// Sets tokens aside in the lowest gap that holds them, if there is one.
    pub fn take(&mut self, tokens: u64) -> Option<Extent> {
        let (index, gap) = (0..).zip(self.gaps()).find(|(_, gap)| gap.tokens >= tokens)?;
        let extent = Extent { start: gap.start, tokens };
        self.taken.insert(index, extent);
        Some(extent)
    }

    /// Gives back what [`take`](Self::take) returned.
    pub fn release(&mut self, extent: Extent) {
        let found = self.taken.iter().position(|taken| *taken == extent);
        debug_assert!(found.is_some(), "{extent:?} was not taken");
        if let Some(index) = found {
            self.taken.remove(index);
        }
    }

    /// Returns how many tokens are free, wherever they are.
    pub fn free(&self) -> u64 {
        self.gaps().map(|gap| gap.tokens).sum()
    }

    /// Returns how many tokens the largest gap holds.
    pub fn largest_gap(&self) -> u64 {
        self.gaps().map(|gap| gap.tokens).max().unwrap_or(0)
    }

    /// Returns the gap before each reservation, even if it is empty, and the one behind the last.
    fn gaps(&self) -> impl Iterator<Item = Extent> {
        let starts = [0].into_iter().chain(self.taken.iter().map(|taken| taken.start + taken.tokens));
        let ends = self.taken.iter().map(|taken| taken.start).chain([self.tokens]);
        starts.zip(ends).map(|(start, end)| Extent { start, tokens: end - start })
    }
}
