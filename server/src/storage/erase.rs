//! Taking back: reset of a course, deletion of a learner.

use content::id::{CourseId, LabId};

use super::engine::params;
use super::{Storage, StorageError, certificates, labs_done};
use crate::domain::{LearnerId, Timestamp};

/// What became of a reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CourseReset {
    Done,
    UnknownLearner,
}

/// What became of a deletion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LearnerDeleted {
    /// Everything is gone; so many certificates became tombstones.
    Done {
        certificates: u64,
    },
    UnknownLearner,
}

const FORGET_LESSONS: &str = "DELETE FROM lesson_read WHERE learner = $1 AND course = $2";
const FORGET_PRACTICE: &str = "DELETE FROM practice_answer WHERE learner = $1 AND course = $2";

/// Items and answers go with the attempt.
const FORGET_ATTEMPTS: &str = "
    DELETE FROM attempt WHERE learner = $1 AND course = $2
        AND NOT EXISTS (SELECT 1 FROM certificate WHERE certificate.attempt = attempt.id)";

impl Storage {
    /// Forgets the progress of a learner in a course: lessons read, labs finished, practice answers, and attempts with their
    /// answers. `labs` are those of the course.
    ///
    /// Certificates stay valid, and so do the attempts that earned them. Reports stay: they are not progress.
    pub async fn reset_course(
        &self,
        learner: LearnerId,
        course: &CourseId,
        labs: &[LabId],
    ) -> Result<CourseReset, StorageError> {
        let mut tx = self.write().await?;
        if !tx.lock_learner(learner).await? {
            return Ok(CourseReset::UnknownLearner);
        }
        for sql in [FORGET_LESSONS, FORGET_PRACTICE, FORGET_ATTEMPTS] {
            tx.execute(sql, params![learner, course]).await?;
        }
        labs_done::forget(&mut tx, learner, labs).await?;
        tx.commit().await?;
        Ok(CourseReset::Done)
    }

    /// Erases everything about a learner. Certificates become tombstones that say nothing but "withdrawn".
    pub async fn delete_learner(&self, learner: LearnerId, now: Timestamp) -> Result<LearnerDeleted, StorageError> {
        let mut tx = self.write().await?;
        if !tx.lock_learner(learner).await? {
            return Ok(LearnerDeleted::UnknownLearner);
        }
        let certificates = certificates::erase_all(&mut tx, learner, now).await?;
        // Everything else refers to the learner and goes with the row.
        tx.execute("DELETE FROM learner WHERE id = $1", params![learner]).await?;
        tx.commit().await?;
        Ok(LearnerDeleted::Done { certificates })
    }
}
