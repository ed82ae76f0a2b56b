//! The reader and writer against real files, Python and damage.

mod damage;
pub(super) mod files;
mod hostile;
mod json;
mod old;
mod python;
mod shared;
