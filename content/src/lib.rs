//! The course model of vramlab: what a course is, how it is read from text files, how it is checked and how an answer
//! is graded.
//!
//! This crate knows nothing of HTTP, SQL, Leptos, CUDA or the clock. Without the `render` feature it builds for wasm32.

pub mod id;
pub mod lang;
pub mod text;

pub mod course;
pub mod lesson;
pub mod question;
pub mod quiz;

pub mod grading;
