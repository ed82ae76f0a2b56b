//! Stack traces, each kept once.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A call in a stack trace.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Frame {
    /// The function.
    pub name: Arc<str>,
    pub filename: Arc<str>,
    /// The line; in a frame of C++, the offset into the library. PyTorch writes an unknown line as -1, which reads as
    /// `u64::MAX`.
    pub line: u64,
    /// What `torch.fx` adds, by key (`fx_node_name` and others).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fx: BTreeMap<Arc<str>, Arc<str>>,
}

/// The number of a stack trace in [`Stacks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StackId(u32);

impl StackId {
    /// The empty trace, which every table holds.
    pub const EMPTY: Self = Self(0);

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A table of stack traces. A trace is a list of frames, innermost first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Table", into = "Table")]
pub struct Stacks {
    frames: Vec<Frame>,
    /// Indexes into `frames`, all traces one after the other.
    calls: Vec<u32>,
    /// Where each trace ends in `calls`. The first trace is empty.
    ends: Vec<u32>,
}

impl Default for Stacks {
    fn default() -> Self {
        Self { frames: Vec::new(), calls: Vec::new(), ends: vec![0] }
    }
}

/// The number of a frame in [`Stacks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameId(u32);

impl Stacks {
    /// Returns the frames of a trace, innermost first; none where the number belongs to another table.
    pub fn get(&self, stack: StackId) -> impl ExactSizeIterator<Item = &Frame> + Clone {
        self.calls(stack).iter().map(|&frame| &self.frames[frame as usize])
    }

    /// Returns how many traces there are, the empty one included.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Says whether there are no frames at all.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Adds a frame, unless the table is full.
    pub fn add_frame(&mut self, frame: Frame) -> Option<FrameId> {
        let id = u32::try_from(self.frames.len()).ok()?;
        self.frames.push(frame);
        Some(FrameId(id))
    }

    /// Adds a trace of frames of this table, innermost first, unless the table is full. An empty one is
    /// [`StackId::EMPTY`].
    ///
    /// # Panics
    /// Panics when a frame belongs to another table.
    pub fn add(&mut self, frames: impl IntoIterator<Item = FrameId>) -> Option<StackId> {
        for frame in frames {
            assert!((frame.0 as usize) < self.frames.len(), "frame {} is of another table", frame.0);
            self.push(frame);
        }
        self.close()
    }

    /// Adds a frame of this table to a trace that [`close`](Self::close) will end.
    #[inline]
    pub(super) fn push(&mut self, frame: FrameId) {
        self.calls.push(frame.0);
    }

    /// Ends the trace that was pushed.
    pub(super) fn close(&mut self) -> Option<StackId> {
        let id = u32::try_from(self.ends.len()).ok()?;
        let end = u32::try_from(self.calls.len()).ok()?;
        if self.ends.last() == Some(&end) {
            return Some(StackId::EMPTY);
        }
        self.ends.push(end);
        Some(StackId(id))
    }

    /// Returns all frames.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Returns the frames of a trace as indexes into [`frames`](Self::frames).
    pub(super) fn calls(&self, stack: StackId) -> &[u32] {
        let index = stack.index();
        let Some(&end) = self.ends.get(index) else { return &[] };
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.calls[start as usize..end as usize]
    }
}

/// How a table is serialised: the frames, and each trace as indexes into them.
#[derive(Serialize, Deserialize)]
struct Table {
    frames: Vec<Frame>,
    stacks: Vec<Vec<u32>>,
}

impl From<Stacks> for Table {
    fn from(stacks: Stacks) -> Self {
        let traces = (0_u32..).zip(&stacks.ends).map(|(id, _)| stacks.calls(StackId(id)).to_vec()).collect();
        Self { frames: stacks.frames, stacks: traces }
    }
}

impl TryFrom<Table> for Stacks {
    type Error = String;

    fn try_from(table: Table) -> Result<Self, String> {
        let mut stacks = Self { frames: table.frames, ..Self::default() };
        let mut traces = table.stacks.into_iter();
        if traces.next().is_some_and(|first| !first.is_empty()) {
            return Err("the first stack trace must be the empty one".into());
        }
        for (index, trace) in traces.enumerate() {
            if trace.is_empty() || trace.iter().any(|&frame| frame as usize >= stacks.frames.len()) {
                return Err(format!("stack trace {} is empty or names a frame that is not there", index + 1));
            }
            stacks.add(trace.into_iter().map(FrameId)).ok_or("more stack traces than a table holds")?;
        }
        Ok(stacks)
    }
}
