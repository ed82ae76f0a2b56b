//! A run, step by step: which memory is where after each step, forwards and backwards.
//!
//! A report holds memory maps of a few moments only. What lies between them follows from the rest of it without the
//! allocator: segments come and go with driver calls, a tensor has the address of its event, and its block is as large as
//! what is allocated grew by. So a [`Film`] is exact, for a report as for a run that is under way.

mod memory;
mod picture;
mod record;
mod scale;
mod span;
pub mod state;
#[cfg(any(feature = "ssr", feature = "playground"))]
pub mod trace;

pub use memory::{Change, Memory, Row, Slice};
pub use picture::{FEW, STRIP_HEIGHT, pieces, strip};
pub use record::{Reel, Reels};
pub use scale::Scale;
pub use span::{Span, spans};

use labs::device::recording::Call;
use labs::report::{Action, Point};

/// What happened in one allocator.
#[derive(Debug, Clone, Default)]
pub struct Film {
    pub shots: Vec<Shot>,
    /// The names of tensors, by the number that [`Slice::name`] has.
    pub names: Vec<String>,
    /// Steps are missing at the end, since the report has not all driver calls.
    pub is_cut: bool,
    memory: Memory,
    blocks: record::Blocks,
}

/// A step, and the memory behind it.
#[derive(Debug, Clone)]
pub struct Shot {
    pub step: u64,
    pub action: Action,
    /// The tensor or who holds the memory; empty where it is about neither.
    pub subject: String,
    /// Bytes asked for, or given back.
    pub bytes: u64,
    pub times: u64,
    /// What is said of it; nothing where action, subject and bytes say it.
    pub said: Option<String>,
    /// Bytes that others hold.
    pub held: u64,
    pub point: Point,
    pub calls: Vec<Call>,
    pub changes: Vec<Change>,
}

impl Film {
    /// Returns the most that was reserved, with what others hold.
    pub fn most(&self) -> u64 {
        self.shots.iter().map(|shot| shot.held + shot.point.reserved).max().unwrap_or(0)
    }

    /// Returns where the first request is that found no memory.
    pub fn refusal(&self) -> Option<usize> {
        self.shots.iter().position(|shot| shot.action == Action::OutOfMemory)
    }
}

/// A film that is being looked at: the memory behind one of its shots.
#[derive(Debug, Clone, Default)]
pub struct Projector {
    memory: Memory,
    /// How many shots are shown already.
    shown: usize,
}

impl Projector {
    /// Goes to a shot, and returns the memory behind it. The way is as long as there are changes between here and there.
    pub fn show(&mut self, film: &Film, index: usize) -> &Memory {
        let wanted = (index + 1).min(film.shots.len());
        while self.shown < wanted {
            film.shots[self.shown].changes.iter().for_each(|change| self.memory.apply(change));
            self.shown += 1;
        }
        while self.shown > wanted {
            self.shown -= 1;
            film.shots[self.shown].changes.iter().rev().for_each(|change| self.memory.undo(change));
        }
        &self.memory
    }
}

#[cfg(test)]
#[cfg(feature = "ssr")]
mod tests;
