//! The integration tests, in one binary: each module is a section of `cargo xtask test`.

mod tidy;

mod certificate;
mod storage;

mod http;
mod pages;

mod browser;
