//! From content and stored rows to the data that pages show (`app::view`).
//!
//! This is the gate of what a learner may see: keys and explanations pass it only beside an answer that was given.

pub mod address;
pub mod card;
pub mod certificate;
pub mod course;
pub mod lab;
pub mod lesson;
pub mod question;
pub mod strip;
