//! vramlab's server: everything behind the binary `vramlab`.
//!
//! Layers, each importing only those above it: `domain`, then `storage`, `certificate` and `jobs`, then `service`, then `http`, then
//! the command line. A test of the workspace reads the `use` lines and holds them to that.

pub mod domain;
mod private_file;

pub mod certificate;
pub mod jobs;
pub mod storage;

pub mod service;

pub mod http;

pub mod cli;
pub mod config;
pub mod telemetry;
