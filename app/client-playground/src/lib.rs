//! The wasm entry of the playground.

// Without a reference to the crate the linker drops the islands' exports.
extern crate app;

pub use app::hydrate;
