//! Attempts at a final quiz.

use content::id::CourseId;
use content::text::Version;

use super::engine::{Param, Record, Session, Table, params};
use super::{Storage, StorageError, answers};
use crate::domain::{
    Answer, Attempt, AttemptId, AttemptItem, AttemptResult, AttemptState, AttemptSummary, LearnerId, NotRunning, Score,
    Timestamp,
};

/// Attempts that a learner may have at the quiz of one course.
pub const MAX_ATTEMPTS: i64 = 500;

/// An attempt to be started.
#[derive(Debug, Clone)]
pub struct NewAttempt {
    pub id: AttemptId,
    pub learner: LearnerId,
    pub course: CourseId,
    pub edition: Version,
    pub items: Vec<AttemptItem>,
    pub started_at: Timestamp,
}

/// What became of a start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Started {
    New(Attempt),
    /// One is running already, this one: another tab was faster, or the learner comes back.
    Running(Attempt),
    /// There are [`MAX_ATTEMPTS`] already.
    TooMany,
    UnknownLearner,
}

/// What became of the end of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FinishedAttempt {
    /// It is finished now.
    Now(Attempt),
    /// It was finished or set aside before, as this says.
    Before(Attempt),
    /// There is no such attempt, or it is someone else's.
    UnknownAttempt,
}

const ATTEMPT: Table = Table { name: "attempt", key: &["id"] };
const ITEM: Table = Table { name: "attempt_item", key: &["attempt", "question"] };

const INSERT: &str = "
    INSERT INTO attempt (id, learner, course, edition, started_at, state) VALUES ($1, $2, $3, $4, $5, 'running')";

const INSERT_ITEM: &str = "
    INSERT INTO attempt_item (attempt, question, position, option_order) VALUES ($1, $2, $3, $4)";

const COUNT: &str = "SELECT count(*) AS n FROM attempt WHERE learner = $1 AND course = $2";

macro_rules! select {
    ($which:literal) => {
        concat!(
            "SELECT id, learner, course, edition, started_at, state, score, score_max, passed, ended_at \
            FROM attempt WHERE ",
            $which
        )
    };
}

/// A row for each item, or one without. One statement, so that an attempt never meets the items of another moment.
macro_rules! select_with_items {
    ($which:literal) => {
        concat!(
            "SELECT id, learner, course, edition, started_at, state, score, score_max, passed, ended_at, \
                attempt, question, position, option_order \
            FROM attempt LEFT JOIN attempt_item ON attempt_item.attempt = attempt.id WHERE ",
            $which,
            " ORDER BY position"
        )
    };
}

const STATE: &str = select!("id = $1 AND learner = $2");
const ALL: &str = select!("learner = $1 AND course = $2 ORDER BY started_at DESC, id DESC");

const BY_ID: &str = select_with_items!("id = $1");
const RUNNING: &str = select_with_items!("learner = $1 AND course = $2 AND state = 'running'");
const LAST: &str = select_with_items!(
    "id = (SELECT id FROM attempt WHERE learner = $1 AND course = $2 ORDER BY started_at DESC, id DESC LIMIT 1)"
);

const FINISH: &str = "
    UPDATE attempt SET state = 'finished', score = $2, score_max = $3, passed = $4, ended_at = $5
    WHERE id = $1 AND state = 'running'";

impl Storage {
    /// Starts an attempt unless one is running: two tabs get the same one.
    pub async fn start_attempt(&self, new: NewAttempt) -> Result<Started, StorageError> {
        let mut tx = self.write().await?;
        if !tx.lock_learner(new.learner).await? {
            return Ok(Started::UnknownLearner);
        }
        if let Some(running) = read_one(&mut tx, RUNNING, params![new.learner, &new.course]).await? {
            return Ok(Started::Running(running));
        }
        let before = tx.one(COUNT, params![new.learner, &new.course]).await?;
        if before.count("n")? >= MAX_ATTEMPTS {
            return Ok(Started::TooMany);
        }
        let NewAttempt { id, learner, course, edition, items, started_at } = new;
        tx.execute(INSERT, params![id, learner, &course, &edition, started_at]).await?;
        for item in &items {
            let order = serde_json::to_string(&item.option_order)
                .map_err(|error| StorageError::Bug(sqlx::Error::Encode(error.into())))?;
            tx.execute(INSERT_ITEM, params![id, &item.question, item.position, order]).await?;
        }
        tx.commit().await?;
        Ok(Started::New(Attempt { id, learner, course, edition, started_at, items, state: AttemptState::Running }))
    }

    /// Returns the attempt that a learner is in, if there is one.
    pub async fn running_attempt(
        &self,
        learner: LearnerId,
        course: &CourseId,
    ) -> Result<Option<Attempt>, StorageError> {
        read_one(&mut self.read().await?, RUNNING, params![learner, course]).await
    }

    /// Returns the attempts of a learner at the quiz of a course, the latest first.
    pub async fn attempts(&self, learner: LearnerId, course: &CourseId) -> Result<Vec<AttemptSummary>, StorageError> {
        let rows = self.read().await?.all(ALL, params![learner, course]).await?;
        rows.iter().map(|row| read_summary(row.of(&ATTEMPT))).collect()
    }

    /// Returns an attempt.
    pub async fn attempt(&self, id: AttemptId) -> Result<Option<Attempt>, StorageError> {
        read_one(&mut self.read().await?, BY_ID, params![id]).await
    }

    /// Returns the attempt that a learner started last at the quiz of a course, for drawing other questions next time.
    pub async fn last_attempt(&self, learner: LearnerId, course: &CourseId) -> Result<Option<Attempt>, StorageError> {
        read_one(&mut self.read().await?, LAST, params![learner, course]).await
    }

    /// Ends a running attempt with the result that `judge` makes of its answers.
    ///
    /// No answer can come between what `judge` sees and the end, so the result is that of the stored answers. `judge`
    /// runs while the database is locked: it computes and does nothing else.
    pub async fn finish_attempt(
        &self,
        learner: LearnerId,
        attempt: AttemptId,
        now: Timestamp,
        judge: impl FnOnce(&Attempt, &[Answer]) -> AttemptResult + Send,
    ) -> Result<FinishedAttempt, StorageError> {
        let mut tx = self.write().await?;
        if !tx.lock_learner(learner).await? {
            return Ok(FinishedAttempt::UnknownAttempt);
        }
        let attempt = match read_one(&mut tx, BY_ID, params![attempt]).await? {
            Some(attempt) if attempt.learner == learner => attempt,
            _ => return Ok(FinishedAttempt::UnknownAttempt),
        };
        let answers = answers::of_attempt(&mut tx, attempt.id).await?;
        match attempt.finish(|attempt| judge(attempt, &answers), now) {
            Err(NotRunning(before)) => Ok(FinishedAttempt::Before(*before)),
            Ok(ended) => {
                store_result(&mut tx, &ended).await?;
                tx.commit().await?;
                Ok(FinishedAttempt::Now(ended))
            }
        }
    }
}

async fn store_result(session: &mut Session, attempt: &Attempt) -> Result<(), StorageError> {
    let AttemptState::Finished { result: AttemptResult { score, passed }, at } = attempt.state else { return Ok(()) };
    session.execute(FINISH, params![attempt.id, score.correct, score.max, passed, at]).await.map(drop)
}

/// Returns the state of an attempt of a learner, if there is such an attempt.
pub(super) async fn state_of(
    session: &mut Session,
    attempt: AttemptId,
    learner: LearnerId,
) -> Result<Option<AttemptState>, StorageError> {
    let found = session.optional(STATE, params![attempt, learner]).await?;
    found.map(|row| read_state(row.of(&ATTEMPT))).transpose()
}

async fn read_one(
    session: &mut Session,
    sql: &'static str,
    params: &[Param<'_>],
) -> Result<Option<Attempt>, StorageError> {
    let rows = session.all(sql, params).await?;
    let Some(record) = rows.first().map(|row| row.of(&ATTEMPT)) else { return Ok(None) };
    let AttemptSummary { id, course, edition, started_at, state } = read_summary(record)?;
    let items = rows.iter().filter_map(|row| read_item(row.of(&ITEM)).transpose()).collect::<Result<_, _>>()?;
    Ok(Some(Attempt { id, learner: record.parse("learner")?, course, edition, started_at, items, state }))
}

fn read_summary(record: Record<'_>) -> Result<AttemptSummary, StorageError> {
    Ok(AttemptSummary {
        id: record.parse("id")?,
        course: record.parse("course")?,
        edition: record.version("edition")?,
        started_at: record.time("started_at")?,
        state: read_state(record)?,
    })
}

fn read_state(record: Record<'_>) -> Result<AttemptState, StorageError> {
    match record.get("state")? {
        "running" => Ok(AttemptState::Running),
        "finished" => {
            let score = Score { correct: record.number("score")?, max: record.number("score_max")? };
            let result = AttemptResult { score, passed: record.get("passed")? };
            Ok(AttemptState::Finished { result, at: record.time("ended_at")? })
        }
        "abandoned" => Ok(AttemptState::Abandoned { at: record.time("ended_at")? }),
        other => Err(record.corrupt("state", format_args!("{other} is not a state"))),
    }
}

/// Returns nothing for an attempt without items.
fn read_item(record: Record<'_>) -> Result<Option<AttemptItem>, StorageError> {
    let Some(position) = record.get::<Option<i64>>("position")? else { return Ok(None) };
    Ok(Some(AttemptItem {
        position: u32::try_from(position).map_err(|error| record.corrupt("position", error))?,
        question: record.parse("question")?,
        option_order: record.json("option_order")?,
    }))
}
