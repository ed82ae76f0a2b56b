//! Pickles of plain data: protocols 2 to 5, read without running anything.
//!
//! A pickle is a program for a stack machine, and most of its power is to call what the program names. A memory snapshot
//! needs none of that: it is dicts, lists, tuples, texts and numbers (see [`op`] for the instructions that are known).
//! Every other instruction is refused with its name and the byte where it stands.
//!
//! # Note: a hostile file
//!
//! A file may claim any length, and may repeat by reference what it holds once. So:
//! * a declared length is compared with what is left of the file before anything is done with it;
//! * each instruction stores a bounded number of bytes (below a hundred, growth of tables included), however much it
//!   refers to, so memory is bounded by the length of the file, and by [`Limits::operations`]; a snapshot takes five
//!   times its length, and whoever opens files of strangers sets [`Limits::bytes`] to a hundredth of the memory there is;
//! * values are numbers of rows in tables, so that what is shared is stored once, a list may hold itself, and no
//!   recursion is needed to read, drop or walk them. Who walks them bounds its own work, see
//!   [`import`](super::import).

mod cursor;
mod error;
mod memo;
mod number;
pub mod op;
mod packed;
mod read;
mod text;
mod tree;
mod write;

pub use error::{PickleError, Problem};
pub use tree::{Entries, Items, Pickle, Text, Value};
pub use write::{Stored, Writer};

/// How much of a pickle is read at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file.
    pub bytes: u32,
    /// Instructions, 2^28 at most. A snapshot has one for every three to four bytes.
    pub operations: u32,
    /// Containers that are open at the same time. A snapshot has about ten.
    pub depth: u32,
}

impl Default for Limits {
    /// Admits snapshots of up to about 1 GB.
    fn default() -> Self {
        Self { bytes: u32::MAX, operations: 1 << 28, depth: 64 }
    }
}
