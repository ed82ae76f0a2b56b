//! Labs that learners finished.

use std::collections::BTreeSet;

use content::id::LabId;

use super::engine::{Session, Table, params};
use super::{Storage, StorageError};
use crate::domain::{LabRun, LearnerId, Timestamp};

const LAB_DONE: Table = Table { name: "lab_done", key: &["learner", "lab"] };

const MARK: &str = "
    INSERT INTO lab_done (learner, lab, done_at) VALUES ($1, $2, $3) ON CONFLICT (learner, lab) DO NOTHING";

const SELECT: &str = "SELECT learner, lab FROM lab_done WHERE learner = $1 ORDER BY lab";

const FORGET: &str = "DELETE FROM lab_done WHERE learner = $1 AND lab = $2";

pub(super) const MOVE: &str = "
    INSERT INTO lab_done (learner, lab, done_at) SELECT $2, lab, done_at FROM lab_done WHERE learner = $1
    ON CONFLICT (learner, lab) DO UPDATE SET done_at =
        CASE WHEN excluded.done_at < lab_done.done_at THEN excluded.done_at ELSE lab_done.done_at END";

impl Storage {
    /// Returns the labs that a learner finished.
    pub async fn labs_done(&self, learner: LearnerId) -> Result<BTreeSet<LabId>, StorageError> {
        let rows = self.read().await?.all(SELECT, params![learner]).await?;
        rows.iter().map(|row| row.of(&LAB_DONE).parse("lab")).collect()
    }
}

/// Marks the lab of a run as finished by its learner; the first time counts. A script of the playground is no lab.
pub(super) async fn mark(session: &mut Session, run: &LabRun, now: Timestamp) -> Result<(), StorageError> {
    if run.order.lab == labs::experiment::scripted::NAME {
        return Ok(());
    }
    session.execute(MARK, params![run.learner, run.order.lab.as_str(), now]).await.map(drop)
}

/// Forgets that a learner finished these labs.
pub(super) async fn forget(session: &mut Session, learner: LearnerId, labs: &[LabId]) -> Result<(), StorageError> {
    for lab in labs {
        session.execute(FORGET, params![learner, lab.as_str()]).await?;
    }
    Ok(())
}
