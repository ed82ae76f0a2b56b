//! From the values of a pickle to a snapshot.
//!
//! Keys that are not known are passed over, and those that old versions lack are filled in (spec section 15):
//! * a bare list is the segments, as `torch.cuda.memory_snapshot()` returns;
//! * a block without an address begins where the one before it ends;
//! * a block with `history` (1.13) has there what it was asked for (`real_size`) and where (`frames`);
//! * a block without a requested size is taken to have been asked for whole;
//! * sums that a segment lacks are made from its blocks.
//!
//! # Note: what is shared
//!
//! A file may refer to one list from a thousand places. Stack traces, frames and texts are converted once however often
//! they are referred to. Records (segments, blocks, events, annotations) are plain data and are copied. No writer shares
//! them, so that each item of the file is looked at once; a file in which more than twice as many want to be looked at is
//! refused. Otherwise a megabyte of references could ask for terabytes.

mod context;
mod error;
mod fields;
mod frames;
mod keys;
mod record;
mod settings;
mod trace;

pub use error::{ImportError, Mismatch};

use self::context::Context;
use super::Snapshot;
use super::pickle::{Limits, Pickle, PickleError, Value};

/// Why a file is no snapshot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is no pickle of plain data.
    #[error(transparent)]
    Pickle(#[from] PickleError),
    /// It is, but not of a snapshot.
    #[error(transparent)]
    Import(#[from] ImportError),
}

impl ReadError {
    /// Returns the byte of the file that the fault is at: where an instruction begins, or where the dict or list begins
    /// that holds it.
    pub const fn offset(&self) -> u64 {
        match self {
            Self::Pickle(error) => error.offset,
            Self::Import(error) => error.offset,
        }
    }
}

impl Snapshot {
    /// Reads what `torch.cuda.memory._dump_snapshot` wrote, of any version since 1.13, without running anything.
    ///
    /// # Errors
    /// What is wrong and at which byte.
    pub fn from_pickle(file: &[u8]) -> Result<Self, ReadError> {
        Self::from_pickle_within(file, &Limits::default())
    }

    /// Reads a snapshot as [`from_pickle`](Self::from_pickle) does, within limits of the caller's.
    ///
    /// # Errors
    /// What is wrong and at which byte.
    pub fn from_pickle_within(file: &[u8], limits: &Limits) -> Result<Self, ReadError> {
        let pickle = Pickle::read(file, limits)?;
        Ok(snapshot(&pickle)?)
    }
}

/// Converts a pickle.
///
/// # Errors
/// What is not as a snapshot has it, with its path, such as `segments[3].blocks[0].size`.
pub fn snapshot(pickle: &Pickle<'_>) -> Result<Snapshot, ImportError> {
    let mut context = Context::new(pickle);
    let mut snapshot = Snapshot::default();
    top_level(pickle.root(), &mut context, &mut snapshot).map_err(|error| *error)?;
    snapshot.stacks = context.into_stacks();
    Ok(snapshot)
}

fn top_level<'p>(root: Value<'p>, context: &mut Context<'p>, snapshot: &mut Snapshot) -> error::Result<()> {
    let entries = match root {
        Value::Dict(entries) => entries,
        Value::List(_) => {
            snapshot.segments = context.list(root, record::segment)?;
            return Ok(());
        }
        _ => return Err(ImportError::new(Mismatch::wrong("a dict", &root))),
    };
    let mut has_segments = false;
    context.each_text(entries, |key, value, context| {
        match key.text {
            "segments" => {
                has_segments = true;
                snapshot.segments = context.list(value, record::segment)?;
            }
            "device_traces" => snapshot.device_traces = context.list(value, trace::events)?,
            "allocator_settings" => snapshot.allocator_settings = settings::read(value, context)?,
            "external_annotations" => snapshot.external_annotations = context.list(value, trace::annotation)?,
            "host_segments" => snapshot.host_segments = context.list(value, record::segment)?,
            "host_traces" => snapshot.host_traces = trace::host_events(value, context)?,
            _ => {}
        }
        Ok(())
    })?;
    if has_segments { Ok(()) } else { Err(ImportError::new(Mismatch::Missing("segments")).at(entries.offset())) }
}
