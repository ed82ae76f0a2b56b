//! Integration tests of the lab engine.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by panicking, their helpers too")]

mod damaged;
mod faults;
mod golden;
mod pools;
mod properties;
mod script;
mod verify;
mod worked_values;
