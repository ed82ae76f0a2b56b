//! The harness of the integration tests.

pub mod postgres;
