//! The integration tests, in one binary: each module is a section of `cargo xtask test`.

#![expect(
    clippy::needless_pass_by_value,
    clippy::unwrap_used,
    reason = "tests read better short, and one that cannot go on has failed"
)]

mod tidy;

mod certificate;
mod labs;
mod storage;

mod http;
mod live;
mod pages;

mod browser;
