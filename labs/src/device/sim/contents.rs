//! What is in a piece of memory, kept only for ranges that were written.
//!
//! A gigabyte filled with a pattern is one run: which pattern, and from where in it.

use std::collections::BTreeMap;

use crate::device::pattern;

/// Runs by where they start. They do not overlap. Elsewhere the bytes are zero.
#[derive(Debug, Default)]
pub(super) struct Contents(BTreeMap<u64, Run>);

/// A stretch of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    bytes: u64,
    seed: u64,
    /// Bytes of the pattern before the first of the run.
    skipped: u64,
}

impl Run {
    /// Cuts to what lies at `from` or behind it, for a run that starts at `start`.
    const fn tail(self, start: u64, from: u64) -> Self {
        let cut = from.saturating_sub(start);
        Self { bytes: self.bytes - cut, skipped: self.skipped + cut, ..self }
    }

    /// Cuts to what lies before `until`, for a run that starts at `start`.
    fn head(self, start: u64, until: u64) -> Self {
        Self { bytes: self.bytes.min(until - start), ..self }
    }

    fn byte(self, index: u64) -> u8 {
        let place = self.skipped + index;
        let word = pattern::word(self.seed, place / 8).to_le_bytes();
        word[usize::try_from(place % 8).unwrap_or(0)]
    }
}

impl Contents {
    /// Writes a stretch of a pattern that starts `skipped` bytes into it.
    pub(super) fn fill(&mut self, offset: u64, bytes: u64, seed: u64, skipped: u64) {
        self.clear(offset, bytes);
        self.0.insert(offset, Run { bytes, seed, skipped });
    }

    /// Forgets what is in a range.
    pub(super) fn clear(&mut self, offset: u64, bytes: u64) {
        let until = offset + bytes;
        for (start, run) in self.overlapping(offset, bytes) {
            self.0.remove(&start);
            if start < offset {
                self.0.insert(start, run.head(start, offset));
            }
            if start + run.bytes > until {
                self.0.insert(until, run.tail(start, until));
            }
        }
    }

    /// Returns the runs in a range, by where they start in it.
    pub(super) fn runs(&self, offset: u64, bytes: u64) -> BTreeMap<u64, Run> {
        let until = offset + bytes;
        self.overlapping(offset, bytes)
            .into_iter()
            .map(|(start, run)| {
                let run = run.head(start, until).tail(start, offset);
                (start.saturating_sub(offset), run)
            })
            .collect()
    }

    /// Writes those of `runs` that lie in `skipped..skipped + bytes`.
    pub(super) fn paste(&mut self, offset: u64, runs: &BTreeMap<u64, Run>, skipped: u64, bytes: u64) {
        for (&start, &run) in runs.range(..skipped + bytes) {
            if start + run.bytes > skipped {
                let run = run.head(start, skipped + bytes).tail(start, skipped);
                self.0.insert(offset + start.saturating_sub(skipped), run);
            }
        }
    }

    /// Adds the bytes of a range to a checksum.
    pub(super) fn feed(&self, offset: u64, bytes: u64, sum: &mut Checksum) {
        let mut done = 0;
        for (start, run) in self.runs(offset, bytes) {
            sum.zeros(start - done);
            sum.run(run);
            done = start + run.bytes;
        }
        sum.zeros(bytes - done);
    }

    fn overlapping(&self, offset: u64, bytes: u64) -> Vec<(u64, Run)> {
        let before = self.0.range(..offset).next_back().filter(|(start, run)| *start + run.bytes > offset);
        before.into_iter().chain(self.0.range(offset..offset + bytes)).map(|(&start, &run)| (start, run)).collect()
    }
}

/// A checksum in progress, see [`pattern::checksum`].
#[derive(Debug)]
pub(super) struct Checksum {
    sum: u64,
    /// Bytes of a word that is not complete yet.
    open: Vec<u8>,
}

impl Default for Checksum {
    fn default() -> Self {
        Self { sum: pattern::EMPTY, open: Vec::with_capacity(8) }
    }
}

impl Checksum {
    pub(super) fn finish(self) -> u64 {
        pattern::extend(self.sum, &self.open)
    }

    fn zeros(&mut self, bytes: u64) {
        for _ in 0..bytes / 8 {
            self.word([0; 8]);
        }
        for _ in 0..bytes % 8 {
            self.byte(0);
        }
    }

    fn run(&mut self, run: Run) {
        let mut index = 0;
        while index < run.bytes {
            let place = run.skipped + index;
            if self.open.is_empty() && place.is_multiple_of(8) && run.bytes - index >= 8 {
                self.word(pattern::word(run.seed, place / 8).to_le_bytes());
                index += 8;
            } else {
                self.byte(run.byte(index));
                index += 1;
            }
        }
    }

    fn word(&mut self, word: [u8; 8]) {
        if self.open.is_empty() {
            self.sum = pattern::extend(self.sum, &word);
        } else {
            for byte in word {
                self.byte(byte);
            }
        }
    }

    fn byte(&mut self, byte: u8) {
        self.open.push(byte);
        if self.open.len() == 8 {
            self.sum = pattern::extend(self.sum, &self.open);
            self.open.clear();
        }
    }
}
