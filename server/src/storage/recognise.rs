//! Whom tokens stand for.
//!
//! Every page of a learner begins with this lookup, so those of requests that come together share one query ([`Together`]).
//! None is answered by a query that began before the request came. Where it can be told that nothing was written since the
//! last query, its outcome still holds.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::engine::{Param, Row, State, Table, params};
use super::together::{TOGETHER, Together};
use super::{Storage, StorageError};
use crate::domain::{LookedUp, Recognised, Revision, TokenHash};

/// The hash would name the row better, but it is what a log must not hold.
const TOKEN: Table = Table { name: "learner_token", key: &["learner"] };

const BY_TOKEN: &str = "
    SELECT hash, learner, revision FROM learner_token JOIN learner ON learner.id = learner_token.learner
    WHERE hash = $1";

/// As many as [`TOGETHER`] says.
const BY_TOKENS: &str = "
    SELECT hash, learner, revision FROM learner_token JOIN learner ON learner.id = learner_token.learner
    WHERE hash IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";

/// Requests that wait for a lookup.
pub(super) type Lookups = Together<TokenHash, Option<Recognised>>;

/// Most tokens that are remembered; about a hundred bytes each.
const MOST: usize = 10_000;

/// What lookups gave that began in one state of the database.
#[derive(Debug, Default)]
pub(super) struct Remembered(Mutex<Memory>);

#[derive(Debug, Default)]
struct Memory {
    state: Option<State>,
    found: HashMap<TokenHash, LookedUp>,
}

impl Remembered {
    fn find(&self, state: State, token: &TokenHash) -> Option<LookedUp> {
        let memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if memory.state == Some(state) { memory.found.get(token).copied() } else { None }
    }

    /// Remembers what was looked up after the database had been in that state. When something was written in between, the
    /// state is another one by now and this is never found.
    fn keep(&self, state: State, token: TokenHash, found: LookedUp) {
        let mut memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if memory.state != Some(state) || memory.found.len() >= MOST {
            *memory = Memory { state: Some(state), found: HashMap::new() };
        }
        memory.found.insert(token, found);
    }
}

impl Storage {
    /// Returns the learner whom a token stands for.
    pub async fn learner_by_token(&self, token: &TokenHash) -> Result<Option<Recognised>, StorageError> {
        let Some(state) = self.engine.state() else { return self.looked_up(token).await };
        if let Some(LookedUp(found)) = self.remembered.find(state, token) {
            return Ok(found);
        }
        let found = self.looked_up(token).await?;
        self.remembered.keep(state, *token, LookedUp(found));
        Ok(found)
    }

    /// Returns the learner whom a token stands for, where it was looked up and nothing was written since.
    pub fn remembered_learner(&self, token: &TokenHash) -> Option<LookedUp> {
        self.remembered.find(self.engine.state()?, token)
    }

    async fn looked_up(&self, token: &TokenHash) -> Result<Option<Recognised>, StorageError> {
        let storage = self.clone();
        let look_up = move |tokens| {
            let storage = storage.clone();
            async move { storage.learners_by_tokens(tokens).await }
        };
        match self.lookups.ask(*token, look_up).await? {
            Some(found) => Ok(found),
            None => Ok(self.look_up(BY_TOKEN, params![token]).await?.pop().map(|(_, found)| found)),
        }
    }

    /// Returns whom each of the tokens stands for.
    async fn learners_by_tokens(&self, tokens: Vec<TokenHash>) -> Result<Vec<Option<Recognised>>, StorageError> {
        let found = match &tokens[..] {
            [one] => self.look_up(BY_TOKEN, params![one]).await?,
            several => {
                // The last parameters repeat the first.
                let params: Vec<_> = several.iter().cycle().take(TOGETHER).map(Param::from).collect();
                self.look_up(BY_TOKENS, &params).await?
            }
        };
        let of = |token| found.iter().find(|(other, _)| other == token).map(|(_, recognised)| *recognised);
        Ok(tokens.iter().map(of).collect())
    }

    async fn look_up(
        &self,
        sql: &'static str,
        tokens: &[Param<'_>],
    ) -> Result<Vec<(TokenHash, Recognised)>, StorageError> {
        self.read().await?.all(sql, tokens).await?.iter().map(read).collect()
    }
}

fn read(row: &Row) -> Result<(TokenHash, Recognised), StorageError> {
    let record = row.of(&TOKEN);
    let hash: Vec<u8> = record.get("hash")?;
    let hash = hash.try_into().map_err(|_| record.corrupt("hash", "it has not 32 bytes"))?;
    let recognised = Recognised { learner: record.parse("learner")?, revision: Revision(record.get("revision")?) };
    Ok((TokenHash::from_bytes(hash), recognised))
}
