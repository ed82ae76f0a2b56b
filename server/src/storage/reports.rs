//! Reports of mistakes.

use super::{Storage, StorageError};
use crate::domain::{MistakeReport, ReportId};

/// Reports that a learner may send.
pub const MAX_REPORTS: i64 = 100;

/// What became of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportAdded {
    Added,
    /// The learner has sent [`MAX_REPORTS`] already.
    TooMany,
    UnknownLearner,
}

impl Storage {
    /// Stores a report.
    pub async fn add_report(&self, report: &MistakeReport) -> Result<ReportAdded, StorageError> {
        todo!()
    }

    /// Returns up to `limit` reports in the order in which they were sent, from the one behind `after` on.
    pub async fn reports(&self, after: Option<ReportId>, limit: u32) -> Result<Vec<MistakeReport>, StorageError> {
        todo!()
    }
}
