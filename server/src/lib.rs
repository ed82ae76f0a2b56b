//! The web server of vramlab, as a library so that tests and benchmarks reach its parts.

pub mod certificate;
pub mod http {
    pub mod middleware;
}
pub mod telemetry;
