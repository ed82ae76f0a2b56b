//! Labs: the form that starts a run, and the pictures of what came of it. Each picture has the same as a table beside it.

pub(crate) mod card;
pub(crate) mod device;
pub(crate) mod figures;
pub(crate) mod film;
pub(crate) mod form;
pub(crate) mod prediction;
pub(crate) mod run;
pub(crate) mod steps;
pub(crate) mod still;
pub(crate) mod tables;
pub(crate) mod tokens;

mod contents;
mod driver;
mod events;
mod legend;
mod map;
mod overview;
mod pages;
mod rows;
mod scale;
mod segments;
mod svg;
mod timeline;
