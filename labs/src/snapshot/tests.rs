//! The reader and writer against real files, Python and damage.

mod files;
mod speed;
