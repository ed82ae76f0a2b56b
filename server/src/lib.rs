//! The web server of vramlab, as a library so that tests and benchmarks reach its parts.
//!
//! Layers, low to high: `domain`, `storage`, `service`, `http`. A module uses only the ones before it.

pub mod domain;
pub mod storage;
