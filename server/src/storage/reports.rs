//! Reports of mistakes.

use super::engine::{Row, Table, params};
use super::{Storage, StorageError};
use crate::domain::{MistakeReport, ReportId, ReportText};

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

const REPORT: Table = Table { name: "mistake_report", key: &["id"] };

const INSERT: &str = "
    INSERT INTO mistake_report (id, learner, course, question, question_version, lang, text, sent_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

/// Ids begin with the time.
const SELECT_PAGE: &str = "
    SELECT id, learner, course, question, question_version, lang, text, sent_at
    FROM mistake_report WHERE id > $1 ORDER BY id LIMIT $2";

impl Storage {
    /// Stores a report.
    pub async fn add_report(&self, report: &MistakeReport) -> Result<ReportAdded, StorageError> {
        let mut tx = self.write().await?;
        if !tx.lock_learner(report.learner).await? {
            return Ok(ReportAdded::UnknownLearner);
        }
        let sent =
            tx.one("SELECT count(*) AS n FROM mistake_report WHERE learner = $1", params![report.learner]).await?;
        if sent.count("n")? >= MAX_REPORTS {
            return Ok(ReportAdded::TooMany);
        }
        let MistakeReport { id, learner, course, question, version, lang, text, sent_at } = report;
        let params = params![*id, *learner, course, question, version, *lang, text.as_str(), *sent_at];
        tx.execute(INSERT, params).await?;
        tx.commit().await?;
        Ok(ReportAdded::Added)
    }

    /// Returns up to `limit` reports in the order in which they were sent, from the one behind `after` on.
    pub async fn reports(&self, after: Option<ReportId>, limit: u32) -> Result<Vec<MistakeReport>, StorageError> {
        let after = after.map(|id| id.to_string()).unwrap_or_default();
        let rows = self.read().await?.all(SELECT_PAGE, params![after, limit]).await?;
        rows.iter().map(read).collect()
    }
}

fn read(row: &Row) -> Result<MistakeReport, StorageError> {
    let record = row.of(&REPORT);
    Ok(MistakeReport {
        id: record.parse("id")?,
        learner: record.parse("learner")?,
        course: record.parse("course")?,
        question: record.parse("question")?,
        version: record.version("question_version")?,
        lang: record.parse("lang")?,
        text: ReportText::parse(record.get("text")?).map_err(|error| record.corrupt("text", error))?,
        sent_at: record.time("sent_at")?,
    })
}
