//! Everything that runs in the browser.
//!
//! An island's static markup comes from the server as `children`, which hydration does not walk: a page translator or a
//! read-aloud extension may rewrite text at any time and breaks nothing.

pub mod calculator;
pub mod live;

pub use calculator::Calculator;
pub use live::Live;
