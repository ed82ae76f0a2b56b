//! What answers are compared with: one insert after the other into the same table, by sqlx alone.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{PgPool, SqlitePool};
use tests::paths;
use tokio::task::JoinSet;

use crate::site;

/// As many connections as the server has.
const POSTGRES_CONNECTIONS: u32 = 10;

const LEARNER: &str = "INSERT INTO learner (id, created_at) VALUES ($1, 0)";
const ANSWER: &str = "
    INSERT INTO practice_answer
        (learner, course, question, try_no, question_version, response, correct, lang, given_at)
    VALUES ($1, 'gpu-memory', 'a-question-of-usual-length', $2, $3, '{\"choice\":\"an-option-of-usual-length\"}', $4, 'en', $5)";
/// As long as the hash of a question.
const VERSION: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/// A migrated database with a learner for every task.
#[derive(Debug, Clone)]
pub(super) struct Bare {
    pool: Pool,
    /// The number of the last answer: each is a try of its own.
    last: Arc<AtomicI64>,
}

#[derive(Debug, Clone)]
enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Bare {
    /// Makes a database that is written through one connection, in the mode in which the server writes.
    pub(super) async fn sqlite(folder: &Path, learners: usize) -> Result<Self> {
        let file = site::database(folder);
        migrate(&format!("sqlite:{}", file.display()))?;
        let connect = SqliteConnectOptions::new()
            .filename(file)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(connect).await?;
        for number in 0..learners {
            sqlx::query(LEARNER).bind(learner(number)).execute(&pool).await?;
        }
        Ok(Self { pool: Pool::Sqlite(pool), last: Arc::default() })
    }

    pub(super) async fn postgres(url: &str, learners: usize) -> Result<Self> {
        migrate(url)?;
        let pool = PgPoolOptions::new().max_connections(POSTGRES_CONNECTIONS).connect(url).await?;
        for number in 0..learners {
            sqlx::query(LEARNER).bind(learner(number)).execute(&pool).await?;
        }
        Ok(Self { pool: Pool::Postgres(pool), last: Arc::default() })
    }

    /// Inserts from that many tasks for that long. Returns how many went in a second.
    #[expect(clippy::cast_precision_loss, reason = "a round has fewer inserts than 2^52")]
    pub(super) async fn round(&self, tasks: usize, time: Duration) -> Result<f64> {
        let began = Instant::now();
        let mut running = JoinSet::new();
        for number in 0..tasks {
            running.spawn(self.clone().keep_inserting(learner(number), began + time));
        }
        let mut inserted = 0;
        while let Some(done) = running.join_next().await {
            inserted += done??;
        }
        Ok(inserted as f64 / began.elapsed().as_secs_f64())
    }

    async fn keep_inserting(self, learner: String, until: Instant) -> Result<usize> {
        let mut inserted = 0;
        while Instant::now() < until {
            self.insert(&learner, self.last.fetch_add(1, Ordering::Relaxed) + 1).await?;
            inserted += 1;
        }
        Ok(inserted)
    }

    async fn insert(&self, learner: &str, number: i64) -> Result<(), sqlx::Error> {
        match &self.pool {
            Pool::Sqlite(pool) => {
                let query = sqlx::query(ANSWER).bind(learner).bind(number).bind(VERSION).bind(true).bind(number);
                query.execute(pool).await.map(drop)
            }
            Pool::Postgres(pool) => {
                let query = sqlx::query(ANSWER).bind(learner).bind(number).bind(VERSION).bind(true).bind(number);
                query.execute(pool).await.map(drop)
            }
        }
    }
}

fn learner(number: usize) -> String {
    format!("0190a3c0-0000-7000-8000-{number:012}")
}

fn migrate(url: &str) -> Result<()> {
    let done = Command::new(paths::server_binary()?).args(["migrate", "--database-url", url]).output()?;
    ensure!(done.status.success(), "cannot migrate {url}: {}", String::from_utf8_lossy(&done.stderr));
    Ok(())
}
