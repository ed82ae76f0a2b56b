//! Answers, each stored exactly once.

mod several;

use std::slice;

use content::id::CourseId;

use super::engine::{Record, Row, Session, Table, params};
use super::together::Together;
use super::{Storage, StorageError};
use crate::domain::{Answer, AttemptId, LearnerId, Place};

/// Tries that a learner may give at one question in one place.
pub const MAX_TRIES: u32 = 200;

/// What became of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Recorded {
    /// It is stored and counts.
    New(Answer),
    /// There is an answer of that try already, this one: the same post again, or another tab was faster.
    Already(Answer),
    /// The tries before it are missing: the try that comes next is this one.
    OutOfStep {
        next: u32,
    },
    /// There are [`MAX_TRIES`] already.
    TooManyTries,
    /// The attempt is not running any more.
    AttemptClosed,
    /// There is no such attempt, or it is someone else's.
    UnknownAttempt,
    /// The question was not drawn for the attempt.
    NotDrawn,
    UnknownLearner,
}

/// Answers that wait to be stored.
pub(super) type Recordings = Together<Answer, Recorded>;

const PRACTICE: Table = Table { name: "practice_answer", key: &["learner", "course", "question", "try_no"] };
const IN_ATTEMPT: Table = Table { name: "attempt_answer", key: &["attempt", "question", "try_no"] };

const LAST_PRACTICE_TRY: &str = "
    SELECT coalesce(max(try_no), 0) AS last FROM practice_answer
    WHERE learner = $1 AND course = $2 AND question = $3";

const INSERT_PRACTICE: &str = "
    INSERT INTO practice_answer
        (learner, course, question, try_no, question_version, response, correct, lang, given_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

/// Stores an answer if its try comes next. One statement, since every further one lengthens the time for which all other
/// writers wait.
const INSERT_NEXT_PRACTICE: &str = "
    INSERT INTO practice_answer
        (learner, course, question, try_no, question_version, response, correct, lang, given_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
    WHERE $4 <= $10 AND $4 = 1 + (
        SELECT coalesce(max(try_no), 0) FROM practice_answer WHERE learner = $1 AND course = $2 AND question = $3
    )";

macro_rules! select_practice {
    ($which:literal) => {
        concat!(
            "SELECT learner, course, question, try_no, question_version, response, correct, lang, given_at \
            FROM practice_answer WHERE ",
            $which
        )
    };
}

const PRACTICE_OF_TRY: &str = select_practice!("learner = $1 AND course = $2 AND question = $3 AND try_no = $4");
const PRACTICE_OF_COURSE: &str = select_practice!("learner = $1 AND course = $2 ORDER BY question, try_no");
pub(super) const PRACTICE_OF_TWO: &str =
    select_practice!("learner IN ($1, $2) AND course = $3 AND question = $4 ORDER BY given_at, try_no, learner");

const ATTEMPT_FOR_ANSWER: &str = "
    SELECT state = 'running' AS running,
        EXISTS (SELECT 1 FROM attempt_item WHERE attempt = $1 AND question = $3) AS drawn,
        (SELECT coalesce(max(try_no), 0) FROM attempt_answer WHERE attempt = $1 AND question = $3) AS last
    FROM attempt WHERE id = $1 AND learner = $2";

/// Stores an answer if its try comes next, in a running attempt for which the question was drawn.
const INSERT_NEXT_IN_ATTEMPT: &str = "
    INSERT INTO attempt_answer (attempt, question, try_no, question_version, response, correct, lang, given_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8
    WHERE $3 <= $10
        AND EXISTS (SELECT 1 FROM attempt WHERE id = $1 AND learner = $9 AND state = 'running')
        AND EXISTS (SELECT 1 FROM attempt_item WHERE attempt = $1 AND question = $2)
        AND $3 = 1 + (SELECT coalesce(max(try_no), 0) FROM attempt_answer WHERE attempt = $1 AND question = $2)";

macro_rules! select_in_attempt {
    ($which:literal) => {
        concat!(
            "SELECT attempt.learner, attempt_answer.attempt, question, try_no, question_version, response, correct, \
                lang, given_at \
            FROM attempt_answer JOIN attempt ON attempt.id = attempt_answer.attempt \
            WHERE attempt_answer.attempt = $1 ",
            $which
        )
    };
}

const IN_ATTEMPT_OF_TRY: &str = select_in_attempt!("AND question = $2 AND try_no = $3");
const ALL_OF_ATTEMPT: &str = select_in_attempt!("ORDER BY question, try_no");

impl Storage {
    /// Stores an answer under the number of its try. However many tabs send it, exactly one is [`Recorded::New`].
    ///
    /// Answers of several learners that come together are stored in one transaction: the disk is waited for
    /// once.
    pub async fn record_answer(&self, answer: &Answer) -> Result<Recorded, StorageError> {
        let storage = self.clone();
        let record = move |answers: Vec<Answer>| {
            let storage = storage.clone();
            async move { storage.record_answers(&answers).await }
        };
        match self.recordings.ask(answer.clone(), record).await? {
            Some(recorded) => Ok(recorded),
            None => self.record_answers(slice::from_ref(answer)).await?.pop().ok_or_else(not_stored),
        }
    }

    /// Stores several answers, in their order, or none.
    async fn record_answers(&self, answers: &[Answer]) -> Result<Vec<Recorded>, StorageError> {
        let mut tx = self.write().await?;
        let locked = tx.lock_learners(answers.iter().map(|answer| answer.learner)).await?;
        let stored = several::store_next(&mut tx, answers, &locked).await?;
        let mut recorded = Vec::with_capacity(answers.len());
        for (number, answer) in answers.iter().enumerate() {
            recorded.push(match &answer.place {
                _ if stored.contains(&number) => Recorded::New(answer.clone()),
                _ if !locked.contains(&answer.learner) => Recorded::UnknownLearner,
                Place::Practice { course } => record_practice(&mut tx, answer, course).await?,
                Place::Attempt(attempt) => record_in_attempt(&mut tx, answer, *attempt).await?,
            });
        }
        if recorded.iter().any(|recorded| matches!(recorded, Recorded::New(_))) {
            tx.commit().await?;
        }
        Ok(recorded)
    }

    /// Returns every practice answer of a learner in a course, ordered by question and try.
    pub async fn answers_for_course(&self, learner: LearnerId, course: &CourseId) -> Result<Vec<Answer>, StorageError> {
        let rows = self.read().await?.all(PRACTICE_OF_COURSE, params![learner, course]).await?;
        rows.iter().map(read_practice).collect()
    }

    /// Returns every answer of an attempt, ordered by question and try.
    pub async fn answers_for_attempt(&self, attempt: AttemptId) -> Result<Vec<Answer>, StorageError> {
        of_attempt(&mut self.read().await?, attempt).await
    }
}

/// What the number of a try means, given the last one stored.
enum Turn {
    /// There is an answer of this try.
    Stored,
    Next,
    TooMany,
    /// Tries before it are missing, from this one on.
    TooEarly {
        next: u32,
    },
}

fn turn(try_no: u32, last: i64) -> Turn {
    let next = last + 1;
    match i64::from(try_no) {
        number if (1..=last).contains(&number) => Turn::Stored,
        number if number != next => Turn::TooEarly { next: u32::try_from(next).unwrap_or(MAX_TRIES) },
        _ if try_no > MAX_TRIES => Turn::TooMany,
        _ => Turn::Next,
    }
}

async fn record_practice(session: &mut Session, answer: &Answer, course: &CourseId) -> Result<Recorded, StorageError> {
    let Answer { learner, question, try_no, question_version, correct, lang, given_at, .. } = answer;
    let response = response_json(answer)?;
    let params =
        params![*learner, course, question, *try_no, question_version, response, *correct, *lang, *given_at, MAX_TRIES];
    if session.execute(INSERT_NEXT_PRACTICE, params).await? == 1 {
        return Ok(Recorded::New(answer.clone()));
    }
    let last = session.one(LAST_PRACTICE_TRY, params![*learner, course, question]).await?.count("last")?;
    match turn(*try_no, last) {
        Turn::Stored => {
            let row = session.one(PRACTICE_OF_TRY, params![*learner, course, question, *try_no]).await?;
            Ok(Recorded::Already(read_practice(&row)?))
        }
        Turn::Next => Err(not_stored()),
        Turn::TooMany => Ok(Recorded::TooManyTries),
        Turn::TooEarly { next } => Ok(Recorded::OutOfStep { next }),
    }
}

async fn record_in_attempt(
    session: &mut Session,
    answer: &Answer,
    attempt: AttemptId,
) -> Result<Recorded, StorageError> {
    let Answer { learner, question, try_no, question_version, correct, lang, given_at, .. } = answer;
    let response = response_json(answer)?;
    let params = params![
        attempt,
        question,
        *try_no,
        question_version,
        response,
        *correct,
        *lang,
        *given_at,
        *learner,
        MAX_TRIES
    ];
    if session.execute(INSERT_NEXT_IN_ATTEMPT, params).await? == 1 {
        return Ok(Recorded::New(answer.clone()));
    }
    let Some(found) = session.optional(ATTEMPT_FOR_ANSWER, params![attempt, *learner, question]).await? else {
        return Ok(Recorded::UnknownAttempt);
    };
    match turn(*try_no, found.count("last")?) {
        // A repeated post is answered the same way after the end as before it.
        Turn::Stored => {
            let row = session.one(IN_ATTEMPT_OF_TRY, params![attempt, question, *try_no]).await?;
            Ok(Recorded::Already(read_in_attempt(&row)?))
        }
        _ if !found.flag("running")? => Ok(Recorded::AttemptClosed),
        _ if !found.flag("drawn")? => Ok(Recorded::NotDrawn),
        Turn::Next => Err(not_stored()),
        Turn::TooMany => Ok(Recorded::TooManyTries),
        Turn::TooEarly { next } => Ok(Recorded::OutOfStep { next }),
    }
}

/// The learner is locked, so what comes next cannot have changed since it was not stored for coming next.
fn not_stored() -> StorageError {
    StorageError::Bug(sqlx::Error::RowNotFound)
}

/// Stores a practice answer as it is; the key of the table refuses a second one of the same try.
pub(super) async fn insert_practice(
    session: &mut Session,
    answer: &Answer,
    course: &CourseId,
) -> Result<(), StorageError> {
    let Answer { learner, question, try_no, question_version, correct, lang, given_at, .. } = answer;
    let response = response_json(answer)?;
    let params = params![*learner, course, question, *try_no, question_version, response, *correct, *lang, *given_at];
    session.execute(INSERT_PRACTICE, params).await.map(drop)
}

/// Returns every answer of an attempt, ordered by question and try.
pub(super) async fn of_attempt(session: &mut Session, attempt: AttemptId) -> Result<Vec<Answer>, StorageError> {
    session.all(ALL_OF_ATTEMPT, params![attempt]).await?.iter().map(read_in_attempt).collect()
}

pub(super) fn read_practice(row: &Row) -> Result<Answer, StorageError> {
    let record = row.of(&PRACTICE);
    read(record, Place::Practice { course: record.parse("course")? })
}

fn read_in_attempt(row: &Row) -> Result<Answer, StorageError> {
    let record = row.of(&IN_ATTEMPT);
    read(record, Place::Attempt(record.parse("attempt")?))
}

fn read(record: Record<'_>, place: Place) -> Result<Answer, StorageError> {
    Ok(Answer {
        learner: record.parse("learner")?,
        place,
        question: record.parse("question")?,
        question_version: record.version("question_version")?,
        try_no: record.number("try_no")?,
        response: record.json("response")?,
        correct: record.get("correct")?,
        lang: record.parse("lang")?,
        given_at: record.time("given_at")?,
    })
}

fn response_json(answer: &Answer) -> Result<String, StorageError> {
    serde_json::to_string(&answer.response).map_err(|error| StorageError::Bug(sqlx::Error::Encode(error.into())))
}
