//! Everything that runs in the browser.
//!
//! An island's static markup comes from the server as `children`, which hydration does not walk: a page translator or a
//! read-aloud extension may rewrite text at any time and breaks nothing.
//!
//! Each bundle has the islands of its feature alone, so that a lesson does not load what only a run needs.

#[cfg(any(feature = "ssr", feature = "course"))]
pub mod calculator;
#[cfg(any(feature = "ssr", feature = "lab"))]
pub mod lab_run;
#[cfg(any(feature = "ssr", feature = "course"))]
pub mod live;
#[cfg(any(feature = "ssr", feature = "playground"))]
pub mod playground;

#[cfg(any(feature = "ssr", feature = "course"))]
pub use calculator::Calculator;
#[cfg(any(feature = "ssr", feature = "lab"))]
pub use lab_run::LabRun;
#[cfg(any(feature = "ssr", feature = "course"))]
pub use live::Live;
#[cfg(any(feature = "ssr", feature = "playground"))]
pub use playground::Playground;
