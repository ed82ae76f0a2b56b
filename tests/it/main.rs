//! The integration tests, in one binary: each folder is a part of the site.

mod certificate;
mod storage;
