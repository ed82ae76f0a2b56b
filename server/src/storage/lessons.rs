//! Lessons that learners marked as read.

use content::id::{CourseId, LessonId};

use super::engine::{Table, params};
use super::{Storage, StorageError};
use crate::domain::{LearnerId, Timestamp};

/// A lesson marked as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonRead {
    pub course: CourseId,
    pub lesson: LessonId,
    pub read_at: Timestamp,
}

/// What became of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marked {
    Changed,
    /// It was so before.
    Unchanged,
    UnknownLearner,
}

impl Marked {
    fn from_rows(changed: u64) -> Self {
        if changed == 0 { Self::Unchanged } else { Self::Changed }
    }
}

const LESSON_READ: Table = Table { name: "lesson_read", key: &["learner", "course", "lesson"] };

const MARK: &str = "
    INSERT INTO lesson_read (learner, course, lesson, read_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (learner, course, lesson) DO NOTHING";

const UNMARK: &str = "DELETE FROM lesson_read WHERE learner = $1 AND course = $2 AND lesson = $3";

const SELECT: &str = "
    SELECT learner, course, lesson, read_at FROM lesson_read
    WHERE learner = $1 AND course = $2 ORDER BY read_at, lesson";

impl Storage {
    /// Marks a lesson as read; the first time counts.
    pub async fn mark_lesson_read(
        &self,
        learner: LearnerId,
        course: &CourseId,
        lesson: &LessonId,
        now: Timestamp,
    ) -> Result<Marked, StorageError> {
        let mut tx = self.write().await?;
        if !tx.lock_learner(learner).await? {
            return Ok(Marked::UnknownLearner);
        }
        let marked = tx.execute(MARK, params![learner, course, lesson, now]).await?;
        tx.commit().await?;
        Ok(Marked::from_rows(marked))
    }

    /// Takes the mark away.
    pub async fn unmark_lesson_read(
        &self,
        learner: LearnerId,
        course: &CourseId,
        lesson: &LessonId,
    ) -> Result<Marked, StorageError> {
        let mut tx = self.write().await?;
        if !tx.lock_learner(learner).await? {
            return Ok(Marked::UnknownLearner);
        }
        let unmarked = tx.execute(UNMARK, params![learner, course, lesson]).await?;
        tx.commit().await?;
        Ok(Marked::from_rows(unmarked))
    }

    /// Returns the lessons of a course that a learner marked as read.
    pub async fn lesson_reads(&self, learner: LearnerId, course: &CourseId) -> Result<Vec<LessonRead>, StorageError> {
        let rows = self.read().await?.all(SELECT, params![learner, course]).await?;
        rows.iter()
            .map(|row| {
                let record = row.of(&LESSON_READ);
                Ok(LessonRead {
                    course: record.parse("course")?,
                    lesson: record.parse("lesson")?,
                    read_at: record.time("read_at")?,
                })
            })
            .collect()
    }
}
