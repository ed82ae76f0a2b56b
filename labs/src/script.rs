//! A small language for what an allocator is asked, as a learner would write it down.
//!
//! A script is a device, settings, and steps; [`compile`] makes a [`Trace`] of it, so that it gives the same numbers in a
//! browser, on the command line and on a GPU. Nothing of a script is ever run as code: it is data with loops that end.
//!
//! ```
//! let program = labs::script::compile(
//!     "device 8 GiB
//!      others 512 MiB               # somebody else's
//!      repeat 58 as i { layer[i] = alloc 128 MiB }
//!      free layer[*]
//!      big = alloc 512 MiB",
//! )
//! .unwrap();
//! assert_eq!(program.trace.ops.len(), 58 + 58 + 1);
//! assert_eq!(program.names[58], "big");
//!
//! let error = labs::script::compile("x = alloc 3 MB").unwrap_err();
//! assert_eq!((error.span.line, error.span.column), (1, 13));
//! ```
//!
//! # Note: the language
//! A statement stands on a line of its own, or is separated by `;`. `#` begins a comment.
//!
//! | statement | what it does |
//! |---|---|
//! | `device SIZE` | memory of the device; 8 GiB without it; before everything else |
//! | `settings TEXT` | `PYTORCH_CUDA_ALLOC_CONF`; after the first step it changes the settings at run time |
//! | `others SIZE` | memory that somebody else uses from here on |
//! | `NAME = alloc SIZE` | a tensor; `NAME[NUMBER]` is one of several |
//! | `free NAME, …` | drops tensors; `NAME[*]` all of that name, `free *` all there are |
//! | `empty_cache`, `synchronize`, `reset_peak`, `snapshot` | as in `torch.cuda` |
//! | `record_stream NAME STREAM` | another stream uses the tensor |
//! | `busy STREAM`, `idle STREAM` | whether events of a stream stay unfinished; simulated device only |
//! | `fraction NUMBER` | `set_per_process_memory_fraction`, a decimal from 0 to 1 |
//! | `repeat COUNT as NAME { … }` | the steps so often; NAME counts from 0 and may be left out |
//! | `stream NUMBER { … }` | the steps with that stream current |
//! | `pool NAME { … }`, `drop_pool NAME` | the steps with a private pool, and the end of it |
//!
//! A size is a sum of whole numbers with units (`B`, `KiB`, `MiB`, `GiB`); `+ - * / %`, parentheses and the names of loops may
//! stand in it: `alloc (i + 1) * 16 MiB + 512 B`. A number without a unit is bytes.

mod error;
mod expand;
mod parse;
mod syntax;
mod token;

pub use error::{ScriptError, ScriptErrorKind};
pub use token::Span;

use crate::trace::Trace;

/// Bounds on what a script may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of source.
    pub source: usize,
    /// Operations that it comes to.
    pub operations: usize,
    /// Blocks within blocks.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { source: 64 * 1024, operations: 100_000, depth: 8 }
    }
}

/// A script, written out.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// What the allocator is asked. Ids of tensors count up from zero.
    pub trace: Trace,
    /// For each operation, the line that it comes from, counted from one.
    pub lines: Vec<u32>,
    /// The names of tensors, by id.
    pub names: Vec<String>,
}

/// Reads a script within the usual limits.
pub fn compile(source: &str) -> Result<Program, ScriptError> {
    compile_within(source, Limits::default())
}

/// Reads a script within these limits.
pub fn compile_within(source: &str, limits: Limits) -> Result<Program, ScriptError> {
    if source.len() > limits.source {
        let kind = ScriptErrorKind::TooLong { bytes: source.len(), most: limits.source };
        return Err(ScriptError { span: Span::START, kind });
    }
    let script = parse::script(source, limits)?;
    expand::program(&script, limits)
}

#[cfg(test)]
mod tests;
