//! Runs of labs as jobs: the queue that wakes workers, and the process that a run is carried out in.
//!
//! Knows nothing of learners and of what is stored: [`crate::service`] brings the two together.

pub mod child;
pub mod queue;
