//! `labs` on the fake driver: what it says of machines without CUDA, what it does when calls fail, and that it is a
//! device like every other.
//!
//! A process loads its driver once, so each case is a process of its own: see [`process`].
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "tests say what they expect by panicking")]

mod child;
mod conformance;
mod faults;
mod machines;
mod misuse;
mod process;
mod replay;
