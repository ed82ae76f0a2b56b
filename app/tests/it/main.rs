//! What must hold for all pages, questions, words and styles. The pages are the gallery's.
#![cfg(feature = "ssr")]

#[path = "../../examples/gallery/data/mod.rs"]
mod data;

mod labels;
mod labs;
mod locales;
mod pages;
mod questions;
mod styles;
