//! What parent and child say to each other: JSON, one value a line.

use std::time::Duration;

use labs::experiment::progress::Progress;
use labs::report::Outcome;
use serde::{Deserialize, Serialize};

/// What a run may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From the start of the child to its end.
    pub time: Duration,
    /// Bytes of address space of the child. A driver of CUDA reserves more addresses than any limit that would be of use,
    /// so this holds for the simulated device only.
    pub memory: u64,
    /// Bytes that the child may write.
    pub output: u64,
    /// Steps that are told while it runs. The report has all of them.
    pub steps: u32,
    /// Bytes of a GPU that a run may have.
    pub gpu: u64,
}

/// What the child is to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub lab: String,
    pub parameters: Vec<(String, String)>,
    /// `sim` or `cuda:N`.
    pub device: String,
    /// Bytes of address space, where they are limited.
    pub memory: Option<u64>,
    /// Bytes of a GPU.
    pub gpu: u64,
    /// Steps to tell.
    pub steps: u32,
}

/// What the child writes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "snake_case")]
pub enum Line {
    Progress(Progress),
    /// Steps that were not told, since there were too many.
    Omitted {
        steps: u64,
    },
    /// A memory snapshot as PyTorch writes it, packed with gzip, in base64.
    Snapshot {
        gzip: String,
    },
    /// The line behind this one is the report.
    Report {
        outcome: Outcome,
    },
    /// There is no report.
    Failure {
        kind: FailureKind,
        message: String,
    },
}

/// Why there is no report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The device cannot be used any more, or not at all.
    Device,
    /// What the run was asked to do.
    Request,
}
