//! What the integration tests stand on: the real server as a child process, an HTTP client and a real browser as its
//! visitors, and the answers of the course, read from the content and never written into a test.

#![expect(clippy::needless_pass_by_value, reason = "steps of a test read better when they take what they are given")]
#![expect(clippy::missing_panics_doc, reason = "a harness panics whenever a test cannot go on, and says why")]

pub mod course;
pub mod postgres;
pub mod server;
pub mod steps;
pub mod visitor;

pub mod browser;
pub mod webdriver;

pub mod axe;
pub mod foreign;
pub mod markup;

pub mod paths;
