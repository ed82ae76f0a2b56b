//! Practice answers of several learners in one statement.
//!
//! For most of the time that a batch of answers takes, PostgreSQL and the server wait for each other, once for every
//! statement. Nearly all answers are the next try at their question, so those are stored with few statements; what is not
//! stored that way is looked at one by one.

use std::collections::BTreeSet;

use content::id::{CourseId, QuestionId};

use super::{MAX_TRIES, PRACTICE, response_json};
use crate::domain::{Answer, LearnerId, Place};
use crate::storage::StorageError;
use crate::storage::engine::{Param, Session};

/// Rows of [`INSERT_NEXT`].
const AT_ONCE: usize = 8;

/// Stores each of the answers whose try comes next. A row that stands there twice is stored once.
const INSERT_NEXT: &str = "
    WITH given (learner, course, question, try_no, question_version, response, correct, lang, given_at) AS (VALUES
        ($2, $3, $4, $5, $6, $7, $8, $9, $10),
        ($11, $12, $13, $14, $15, $16, $17, $18, $19),
        ($20, $21, $22, $23, $24, $25, $26, $27, $28),
        ($29, $30, $31, $32, $33, $34, $35, $36, $37),
        ($38, $39, $40, $41, $42, $43, $44, $45, $46),
        ($47, $48, $49, $50, $51, $52, $53, $54, $55),
        ($56, $57, $58, $59, $60, $61, $62, $63, $64),
        ($65, $66, $67, $68, $69, $70, $71, $72, $73)
    )
    INSERT INTO practice_answer
        (learner, course, question, try_no, question_version, response, correct, lang, given_at)
    SELECT learner, course, question, try_no, question_version, response, correct, lang, given_at
    FROM given
    WHERE try_no <= $1 AND try_no = 1 + (
        SELECT coalesce(max(earlier.try_no), 0) FROM practice_answer AS earlier
        WHERE earlier.learner = given.learner AND earlier.course = given.course AND earlier.question = given.question
    )
    ON CONFLICT DO NOTHING
    RETURNING learner, course, question";

/// What tells a practice answer of a batch from the others.
type Asked<'a> = (LearnerId, &'a CourseId, &'a QuestionId);

/// Stores practice answers of learners that the transaction has locked, and returns the places of those that it stored. Of
/// several answers to one question only the first is tried: whether the next is still the next one depends on it.
pub(super) async fn store_next(
    session: &mut Session,
    answers: &[Answer],
    locked: &BTreeSet<LearnerId>,
) -> Result<BTreeSet<usize>, StorageError> {
    let mut seen: BTreeSet<Asked<'_>> = BTreeSet::new();
    let first = answers.iter().enumerate().filter_map(|(place, answer)| Some((place, answer, asked(answer)?)));
    let first: Vec<_> = first.filter(|(_, _, asked)| locked.contains(&asked.0) && seen.insert(*asked)).collect();
    let mut stored = BTreeSet::new();
    // One alone is stored in the same way as what is left.
    for rows in first.chunks(AT_ONCE).filter(|rows| rows.len() > 1) {
        let mut params = vec![Param::from(MAX_TRIES)];
        // The last rows repeat the first.
        for (_, answer, asked) in rows.iter().cycle().take(AT_ONCE) {
            params.extend(row(answer, asked)?);
        }
        for returned in session.all(INSERT_NEXT, &params).await? {
            let record = returned.of(&PRACTICE);
            let learner: LearnerId = record.parse("learner")?;
            let (course, question): (CourseId, QuestionId) = (record.parse("course")?, record.parse("question")?);
            let same = rows.iter().find(|(_, _, asked)| *asked == (learner, &course, &question));
            stored.extend(same.map(|(place, _, _)| *place));
        }
    }
    Ok(stored)
}

fn asked(answer: &Answer) -> Option<Asked<'_>> {
    match &answer.place {
        Place::Practice { course } => Some((answer.learner, course, &answer.question)),
        Place::Attempt(_) => None,
    }
}

fn row<'a>(answer: &'a Answer, (learner, course, question): &Asked<'a>) -> Result<[Param<'a>; 9], StorageError> {
    let Answer { try_no, question_version, correct, lang, given_at, .. } = answer;
    Ok([
        Param::from(*learner),
        Param::from(*course),
        Param::from(*question),
        Param::from(*try_no),
        Param::from(question_version),
        Param::from(response_json(answer)?),
        Param::from(*correct),
        Param::from(*lang),
        Param::from(*given_at),
    ])
}
