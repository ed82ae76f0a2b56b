//! What is told of an experiment while it runs.

use std::fmt::Debug;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::device::Description;
use crate::device::recording::Call;
use crate::report::{Event, Label, Point};

/// Something that happened just now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Progress {
    /// A device was opened. An experiment opens one for each allocator, so this comes several times.
    Device { device: Description },
    /// An allocator begins on a fresh device; what follows is about it until the next one begins.
    Run {
        title: Label,
        /// As in `PYTORCH_CUDA_ALLOC_CONF`; nothing where there is no allocator.
        settings: Option<String>,
    },
    /// A step was done; the point is the memory behind it, where there is an allocator to ask.
    Step {
        event: Event,
        point: Option<Point>,
        /// What the allocator asked the device for in it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<Call>,
    },
}

/// Somebody who is told. It is called in the middle of the experiment, which waits meanwhile.
pub type Tell = Rc<dyn Listener>;

/// Takes what is told.
pub trait Listener: Debug {
    fn hear(&self, progress: &Progress);
}

/// Returns somebody who does not listen.
pub fn nobody() -> Tell {
    Rc::new(Nobody)
}

#[derive(Debug)]
struct Nobody;

impl Listener for Nobody {
    fn hear(&self, _: &Progress) {}
}
