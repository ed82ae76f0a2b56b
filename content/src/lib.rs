//! The course model of vramlab: what a course is, how it is read from text files, how it is checked and how an answer
//! is graded.
//!
//! This crate knows nothing of HTTP, SQL, Leptos, CUDA or the clock. Without the `render` feature it is the types and
//! the grading alone, and builds for wasm32.

pub mod id;
pub mod lang;
pub mod text;

pub mod course;
pub mod lab;
pub mod lesson;
pub mod question;
pub mod quiz;
pub mod steps;

pub mod grading;

#[cfg(feature = "render")]
pub mod check;
#[cfg(feature = "render")]
pub mod finding;
#[cfg(feature = "render")]
pub mod load;

#[cfg(feature = "render")]
mod parallel;
#[cfg(feature = "render")]
mod render;
#[cfg(feature = "render")]
mod source;
#[cfg(feature = "render")]
mod toml_table;
#[cfg(feature = "render")]
mod version;
