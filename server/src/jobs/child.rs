//! A run is carried out in a process of its own, which owns the CUDA context and is killed at its limits.
//!
//! # Note: the child
//! A device that is lost, a driver that hangs and memory that is eaten up never reach the process that serves the site or
//! waits for runs: they end with the child. It gets one [`Request`] as a line of JSON on standard input and writes lines of
//! JSON to standard output ([`Line`]); standard error is for the log. It inherits no secrets: variables that may hold one
//! are taken out of its environment.
//!
//! It never outlives its parent. Its standard input stays open for as long as the parent lives, and when that closes, the
//! child ends; on Linux the kernel kills it as well. Time, output and memory are bounded, see [`Limits`].

mod inside;
mod process;
mod protocol;
mod rig;

pub use inside::{ChildError, carry_out};
pub use process::{Child, ChildEnd, Program, Said};
pub use protocol::{FailureKind, Limits, Line, Request};
pub use rig::rig;
