//! Merging the progress of two devices.
//!
//! # Note: merging
//! Both devices were used by the same person, so what was given is kept as far as one learner may have it:
//! - a lesson is read, and a lab finished, when it was so on either, since the earlier time;
//! - the tries at a practice question become one row of tries in the order in which they were given, numbered anew; of more
//!   than [`MAX_TRIES`] the earliest stay, because the first is the one that counts;
//! - attempts, certificates, reports and runs of labs change hands. When both have an attempt running at the same quiz, the one with more
//!   answers goes on (of equals the one started later) and the other is set aside with what was answered in it;
//! - tokens change hands, so both browsers continue. Links of the learner that goes away stop working;
//! - what is more than one learner may have goes: of attempts the oldest that neither passed nor run, of reports the latest,
//!   which would not have been taken from one learner either, and of tokens the oldest, but never the one of the browser that
//!   follows the link.

use content::id::{CourseId, QuestionId};

use super::answers::{self, MAX_TRIES, PRACTICE_OF_TWO};
use super::engine::{Session, Table, params};
use super::{MAX_ATTEMPTS, MAX_REPORTS, MAX_TOKENS, StorageError, labs_done};
use crate::domain::{Answer, AttemptId, LearnerId, Timestamp, TokenHash};

/// The tries at one question.
const TRIES: Table = Table { name: "practice_answer", key: &["learner", "course", "question"] };
const ATTEMPT: Table = Table { name: "attempt", key: &["id"] };

const MOVE_LESSONS: &str = "
    INSERT INTO lesson_read (learner, course, lesson, read_at)
        SELECT $2, course, lesson, read_at FROM lesson_read WHERE learner = $1
    ON CONFLICT (learner, course, lesson) DO UPDATE SET read_at =
        CASE WHEN excluded.read_at < lesson_read.read_at THEN excluded.read_at ELSE lesson_read.read_at END";

/// Rows that have no counterpart change hands as they are.
const MOVE_ALL: [&str; 6] = [
    "UPDATE practice_answer SET learner = $2 WHERE learner = $1",
    "UPDATE attempt SET learner = $2 WHERE learner = $1",
    "UPDATE certificate SET learner = $2 WHERE learner = $1",
    "UPDATE mistake_report SET learner = $2 WHERE learner = $1",
    "UPDATE lab_run SET learner = $2 WHERE learner = $1",
    "UPDATE learner_token SET learner = $2 WHERE learner = $1",
];

const ANSWERED_BY_BOTH: &str = "
    SELECT DISTINCT a.learner, a.course, a.question
    FROM practice_answer a JOIN practice_answer b ON b.course = a.course AND b.question = a.question
    WHERE a.learner = $1 AND b.learner = $2";

const DELETE_TRIES_OF_BOTH: &str =
    "DELETE FROM practice_answer WHERE learner IN ($1, $2) AND course = $3 AND question = $4";

/// Both running attempts of a course, the one that goes on first.
const RUNNING_TWICE: &str = "
    SELECT id, course,
        (SELECT count(*) FROM attempt_answer WHERE attempt_answer.attempt = attempt.id) AS answers
    FROM attempt WHERE learner IN ($1, $2) AND state = 'running'
    ORDER BY course, answers DESC, started_at DESC, id DESC";

const ABANDON: &str = "UPDATE attempt SET state = 'abandoned', ended_at = $2 WHERE id = $1";

/// A certificate needs its attempt, and a passed attempt may still get one.
const TRIM_ATTEMPTS: &str = "
    DELETE FROM attempt WHERE id IN (
        SELECT id FROM (
            SELECT id, row_number() OVER (
                PARTITION BY course
                ORDER BY CASE WHEN state = 'running' OR passed = $2 THEN 0 ELSE 1 END, started_at DESC, id DESC
            ) AS place
            FROM attempt WHERE learner = $1
        ) AS placed
        WHERE place > $3
    ) AND NOT EXISTS (SELECT 1 FROM certificate WHERE certificate.attempt = attempt.id)";

const TRIM_REPORTS: &str = "
    DELETE FROM mistake_report WHERE learner = $1 AND id NOT IN (
        SELECT id FROM mistake_report WHERE learner = $1 ORDER BY sent_at, id LIMIT $2
    )";

const TRIM_TOKENS: &str = "
    DELETE FROM learner_token WHERE learner = $1 AND hash <> $2 AND hash NOT IN (
        SELECT hash FROM learner_token WHERE learner = $1 AND hash <> $2 ORDER BY created_at DESC LIMIT $3
    )";

/// Locks two learners, always in the same order so that two merges cannot wait for each other. Returns false when one of
/// them does not exist.
pub(super) async fn lock_both(session: &mut Session, a: LearnerId, b: LearnerId) -> Result<bool, StorageError> {
    Ok(session.lock_learner(a.min(b)).await? && session.lock_learner(a.max(b)).await?)
}

/// Merges two different learners that are locked, for the browser of `from` that has this token.
pub(super) async fn merge(
    session: &mut Session,
    from: LearnerId,
    into: LearnerId,
    token: &TokenHash,
    now: Timestamp,
) -> Result<(), StorageError> {
    merge_tries(session, from, into).await?;
    abandon_doubled_attempts(session, from, into, now).await?;
    for sql in [MOVE_LESSONS, labs_done::MOVE] {
        session.execute(sql, params![from, into]).await?;
    }
    for sql in MOVE_ALL {
        session.execute(sql, params![from, into]).await?;
    }
    session.execute(TRIM_ATTEMPTS, params![into, true, MAX_ATTEMPTS]).await?;
    session.execute(TRIM_REPORTS, params![into, MAX_REPORTS]).await?;
    // One place is that of the browser that follows the link.
    session.execute(TRIM_TOKENS, params![into, token, MAX_TOKENS - 1]).await?;
    session.execute("DELETE FROM learner WHERE id = $1", params![from]).await.map(drop)
}

async fn merge_tries(session: &mut Session, from: LearnerId, into: LearnerId) -> Result<(), StorageError> {
    for row in session.all(ANSWERED_BY_BOTH, params![from, into]).await? {
        let record = row.of(&TRIES);
        let (course, question): (CourseId, QuestionId) = (record.parse("course")?, record.parse("question")?);
        let rows = session.all(PRACTICE_OF_TWO, params![from, into, &course, &question]).await?;
        let tries: Vec<Answer> = rows.iter().map(answers::read_practice).collect::<Result<_, _>>()?;
        session.execute(DELETE_TRIES_OF_BOTH, params![from, into, &course, &question]).await?;
        for (try_no, answer) in (1..=MAX_TRIES).zip(tries) {
            answers::insert_practice(session, &Answer { learner: into, try_no, ..answer }, &course).await?;
        }
    }
    Ok(())
}

async fn abandon_doubled_attempts(
    session: &mut Session,
    from: LearnerId,
    into: LearnerId,
    now: Timestamp,
) -> Result<(), StorageError> {
    let mut goes_on: Option<CourseId> = None;
    for row in session.all(RUNNING_TWICE, params![from, into]).await? {
        let record = row.of(&ATTEMPT);
        let course: CourseId = record.parse("course")?;
        if goes_on.as_ref() == Some(&course) {
            let id: AttemptId = record.parse("id")?;
            session.execute(ABANDON, params![id, now]).await?;
        }
        goes_on = Some(course);
    }
    Ok(())
}
