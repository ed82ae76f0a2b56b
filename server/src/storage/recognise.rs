//! Whom tokens stand for.
//!
//! # Note: looked up together
//! Every page of a learner begins with this lookup, and what it costs is the way to the database and back rather than the
//! work there. So requests that come while a lookup is under way wait for its end and then share one query. None is
//! answered by a query that began before the request came.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::engine::{Param, Row, Table, params};
use super::{Storage, StorageError};
use crate::domain::{Recognised, Revision, TokenHash};

/// The hash would name the row better, but it is what a log must not hold.
const TOKEN: Table = Table { name: "learner_token", key: &["learner"] };

const BY_TOKEN: &str = "
    SELECT hash, learner, revision FROM learner_token JOIN learner ON learner.id = learner_token.learner
    WHERE hash = $1";

/// Tokens in one query at most.
const TOGETHER: usize = 16;

const BY_TOKENS: &str = "
    SELECT hash, learner, revision FROM learner_token JOIN learner ON learner.id = learner_token.learner
    WHERE hash IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";

/// Those who wait for a lookup.
#[derive(Debug, Default)]
pub(super) struct Lookups(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    requests: Vec<Request>,
    /// Somebody looks up for all.
    at_work: bool,
}

#[derive(Debug)]
struct Request {
    token: TokenHash,
    /// Dropped where the query failed for a reason that need not be this token's.
    answer: oneshot::Sender<Result<Option<Recognised>, Outage>>,
}

/// The database cannot be used, and why.
#[derive(Debug, Clone)]
struct Outage(String);

impl Storage {
    /// Returns the learner whom a token stands for.
    pub async fn learner_by_token(&self, token: &TokenHash) -> Result<Option<Recognised>, StorageError> {
        let (answer, answered) = oneshot::channel();
        if self.lookups.enter(Request { token: *token, answer }) {
            // In a task of its own, so that it does not end with a request that is given up.
            let storage = self.clone();
            tokio::spawn(async move { storage.look_up_those_who_wait().await });
        }
        match answered.await {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(Outage(reason))) => Err(StorageError::Unavailable(reason)),
            Err(_) => Ok(self.look_up(BY_TOKEN, params![token]).await?.pop().map(|(_, found)| found)),
        }
    }

    async fn look_up_those_who_wait(&self) {
        let shift = Shift(&self.lookups);
        while let Some(requests) = shift.next() {
            let found = match &requests[..] {
                [one] => self.look_up(BY_TOKEN, params![&one.token]).await,
                several => self.look_up(BY_TOKENS, &tokens(several)).await,
            };
            match found {
                Ok(found) => answer(requests, &found),
                Err(StorageError::Unavailable(reason)) => refuse(requests, &Outage(reason)),
                // One of them may be to blame: each finds out alone.
                Err(_) => {}
            }
        }
    }

    async fn look_up(
        &self,
        sql: &'static str,
        tokens: &[Param<'_>],
    ) -> Result<Vec<(TokenHash, Recognised)>, StorageError> {
        self.read().await?.all(sql, tokens).await?.iter().map(read).collect()
    }
}

impl Lookups {
    /// Adds a request. Returns whether somebody has to begin to look up.
    fn enter(&self, request: Request) -> bool {
        let mut waiting = self.lock();
        waiting.requests.push(request);
        !std::mem::replace(&mut waiting.at_work, true)
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The time in which somebody looks up for all. However it ends, the next request begins another one.
struct Shift<'l>(&'l Lookups);

impl Shift<'_> {
    /// Returns the requests that are next; nothing, and the shift is over, when there are none.
    fn next(&self) -> Option<Vec<Request>> {
        let mut waiting = self.0.lock();
        let count = waiting.requests.len().min(TOGETHER);
        waiting.at_work = count > 0;
        (count > 0).then(|| waiting.requests.drain(..count).collect())
    }
}

impl Drop for Shift<'_> {
    fn drop(&mut self) {
        // Only a panic leaves requests behind; without an answer each looks up alone.
        let mut waiting = self.0.lock();
        if std::thread::panicking() {
            *waiting = Waiting::default();
        }
    }
}

/// Returns the tokens as parameters of [`BY_TOKENS`], the last ones repeating the first.
fn tokens(requests: &[Request]) -> Vec<Param<'_>> {
    requests.iter().cycle().take(TOGETHER).map(|request| Param::from(&request.token)).collect()
}

/// Those who do not wait any more need no answer.
fn answer(requests: Vec<Request>, found: &[(TokenHash, Recognised)]) {
    for Request { token, answer } in requests {
        let recognised = found.iter().find(|(other, _)| *other == token).map(|(_, recognised)| *recognised);
        let _ = answer.send(Ok(recognised));
    }
}

fn refuse(requests: Vec<Request>, outage: &Outage) {
    for request in requests {
        let _ = request.answer.send(Err(outage.clone()));
    }
}

fn read(row: &Row) -> Result<(TokenHash, Recognised), StorageError> {
    let record = row.of(&TOKEN);
    let hash: Vec<u8> = record.get("hash")?;
    let hash = hash.try_into().map_err(|_| record.corrupt("hash", "it has not 32 bytes"))?;
    let recognised = Recognised { learner: record.parse("learner")?, revision: Revision(record.get("revision")?) };
    Ok((TokenHash::from_bytes(hash), recognised))
}
