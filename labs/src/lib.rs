//! The lab engine: a caching allocator that agrees with PyTorch's, operation by operation, on a simulated and on a real
//! device.
//!
//! Sizes are bytes in `u64` everywhere, so that the same code runs in a browser.

pub mod allocator;
pub mod bytes;
mod closest;
pub mod device;
pub mod experiment;
pub mod kv;
pub mod moment;
pub mod oom;
pub mod printable;
pub mod report;
pub mod script;
pub mod snapshot;
pub mod trace;
