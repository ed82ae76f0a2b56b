//! Clearing away what nobody can use any more.

use super::engine::{Table, params};
use super::{Storage, StorageError};
use crate::domain::{LearnerId, Timestamp};

/// What was cleared away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pruned {
    pub links: u64,
    pub learners: u64,
}

const LEARNER: Table = Table { name: "learner", key: &["id"] };

/// Learners that one transaction removes. SQLite lets nobody else write meanwhile.
const BATCH: u32 = 100;

/// Selects learners of whom nothing but the row and its tokens is stored; `$1` is the latest time at which they were made.
macro_rules! empty_learner {
    ($sql:literal) => {
        concat!(
            $sql,
            " created_at < $1",
            " AND NOT EXISTS (SELECT 1 FROM lesson_read WHERE lesson_read.learner = learner.id)",
            " AND NOT EXISTS (SELECT 1 FROM practice_answer WHERE practice_answer.learner = learner.id)",
            " AND NOT EXISTS (SELECT 1 FROM attempt WHERE attempt.learner = learner.id)",
            " AND NOT EXISTS (SELECT 1 FROM certificate WHERE certificate.learner = learner.id)",
            " AND NOT EXISTS (SELECT 1 FROM mistake_report WHERE mistake_report.learner = learner.id)",
            " AND NOT EXISTS (SELECT 1 FROM lab_run WHERE lab_run.learner = learner.id)",
            " AND NOT EXISTS (SELECT 1 FROM lab_done WHERE lab_done.learner = learner.id)",
            " AND NOT EXISTS (SELECT 1 FROM device_link WHERE device_link.learner = learner.id)",
        )
    };
}

/// In the order in which two learners are locked.
const EMPTY: &str = concat!(empty_learner!("SELECT id FROM learner WHERE id > $2 AND"), " ORDER BY id LIMIT $3");
const DELETE_EMPTY: &str = empty_learner!("DELETE FROM learner WHERE id = $2 AND");

impl Storage {
    /// Removes links that have expired, and learners made before `made_before` of whom nothing is stored.
    pub async fn prune(&self, now: Timestamp, made_before: Timestamp) -> Result<Pruned, StorageError> {
        let mut tx = self.write().await?;
        let links = tx.execute("DELETE FROM device_link WHERE expires_at <= $1", params![now]).await?;
        tx.commit().await?;
        let mut pruned = Pruned { links, learners: 0 };
        let mut after = String::new();
        loop {
            let rows = self.read().await?.all(EMPTY, params![made_before, after.as_str(), BATCH]).await?;
            let found: Vec<LearnerId> =
                rows.iter().map(|row| row.of(&LEARNER).parse("id")).collect::<Result<_, _>>()?;
            let Some(last) = found.last() else { return Ok(pruned) };
            after = last.to_string();
            pruned.learners += self.remove_empty(&found, made_before).await?;
        }
    }

    /// Removes those of the learners that are still empty once they are locked: an answer may have come in between.
    async fn remove_empty(&self, learners: &[LearnerId], made_before: Timestamp) -> Result<u64, StorageError> {
        let mut tx = self.write().await?;
        let mut removed = 0;
        for learner in learners {
            if tx.lock_learner(*learner).await? {
                removed += tx.execute(DELETE_EMPTY, params![made_before, *learner]).await?;
            }
        }
        tx.commit().await?;
        Ok(removed)
    }
}
