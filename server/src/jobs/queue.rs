//! The job queue: apalis, in a file or in PostgreSQL.
//!
//! # Note: a job only wakes
//! A job says that a run waits for a device, and not which. Whoever gets it takes the run that has waited longest, from the
//! table of runs. So the table alone decides what comes next and how a run stands; a job that is lost, comes twice or comes
//! for nothing does no harm.
//!
//! apalis has migrations of its own. In PostgreSQL it keeps them and its tables in the schema `apalis`; in SQLite it uses the
//! default table of sqlx, so it gets a file of its own, which also keeps its many small writes away from the answers of
//! learners.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use apalis::prelude::*;
use apalis_postgres::PostgresStorage;
use apalis_sqlite::SqliteStorage;
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{PgPool, SqlitePool};
use tokio::sync::watch;

use crate::domain::DeviceName;
use crate::private_file::make_empty;

/// How often a worker looks for a job.
const LOOK: Duration = Duration::from_millis(100);

/// How often a worker tells the queue that it lives.
const BEAT: Duration = Duration::from_secs(5);

/// Longest wait for the queue.
const PATIENCE: Duration = Duration::from_secs(5);

const FORGET_SQLITE: &str = "DELETE FROM Jobs WHERE status IN ('Done', 'Killed')";
const FORGET_POSTGRES: &str = "DELETE FROM apalis.jobs WHERE status IN ('Done', 'Killed')";

/// Where the jobs are.
#[derive(Debug, Clone)]
pub enum Place {
    /// A file, made when it does not exist.
    File(PathBuf),
    Postgres(Box<PgConnectOptions>),
}

/// The queue. A clone is another handle to the same one.
#[derive(Debug, Clone)]
pub enum Queue {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// A job: a run waits for this device.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Wake {
    device: String,
}

impl Queue {
    /// Opens the queue and brings its tables up to date.
    pub async fn open(place: &Place) -> anyhow::Result<Self> {
        match place {
            Place::File(path) => {
                make_empty(path).await.with_context(|| format!("cannot make {}", path.display()))?;
                let options = SqliteConnectOptions::new()
                    .filename(path)
                    .create_if_missing(true)
                    .busy_timeout(PATIENCE)
                    .journal_mode(SqliteJournalMode::Wal)
                    // A job that is lost in a power cut is made again.
                    .synchronous(SqliteSynchronous::Normal);
                let pool = SqlitePoolOptions::new().max_connections(4).acquire_timeout(PATIENCE);
                let pool =
                    pool.connect_with(options).await.with_context(|| format!("cannot open {}", path.display()))?;
                patiently(async || Ok(SqliteStorage::setup(&pool).await?)).await?;
                Ok(Self::Sqlite(pool))
            }
            Place::Postgres(connect) => {
                let pool = PgPoolOptions::new().max_connections(4).acquire_timeout(PATIENCE);
                let pool = pool.connect_with(*connect.clone()).await?;
                patiently(async || Ok(PostgresStorage::setup(&pool).await?)).await?;
                Ok(Self::Postgres(pool))
            }
        }
    }

    /// Says that a run waits for a device.
    pub async fn push(&self, device: DeviceName) -> anyhow::Result<()> {
        let job = Wake { device: device.to_string() };
        match self {
            Self::Sqlite(pool) => sqlite(pool, device).push(job).await?,
            Self::Postgres(pool) => postgres(pool, device).push(job).await?,
        }
        Ok(())
    }

    /// Removes jobs that are done, which apalis keeps.
    pub async fn forget_done(&self) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(pool) => sqlx::query(FORGET_SQLITE).execute(pool).await.map(drop)?,
            Self::Postgres(pool) => sqlx::query(FORGET_POSTGRES).execute(pool).await.map(drop)?,
        }
        Ok(())
    }

    /// Calls `work` for each job of a device, one after the other, until `stop` says true and the last call has returned.
    ///
    /// `name` has to be unlike that of any other worker. An error of the queue ends this.
    pub async fn serve<F, W>(
        &self,
        device: DeviceName,
        name: &str,
        mut stop: watch::Receiver<bool>,
        work: F,
    ) -> anyhow::Result<()>
    where
        F: Fn() -> W + Clone + Send + Sync + 'static,
        W: Future<Output = ()> + Send + 'static,
    {
        let until = async move {
            // Whoever holds the other end is gone, and so this is to stop as well.
            let _ = stop.wait_for(|stop| *stop).await;
            Ok::<_, WorkerError>(())
        };
        let called = move |_: Wake| work();
        let builder = WorkerBuilder::new(name);
        match self {
            Self::Sqlite(pool) => {
                let jobs = sqlite(pool, device).poll_with_interval(LOOK);
                builder.backend(jobs).concurrency(1).build(called).run_until(until).await?;
            }
            Self::Postgres(pool) => {
                let jobs = postgres(pool, device).poll_with_interval(LOOK);
                builder.backend(jobs).concurrency(1).build(called).run_until(until).await?;
            }
        }
        Ok(())
    }
}

fn sqlite(pool: &SqlitePool, device: DeviceName) -> SqliteStorage<Wake> {
    let config = apalis_sqlite::Config::default().queue(name(device)).batch_size(1).heartbeat_interval(BEAT);
    SqliteStorage::new(pool).with_config(config)
}

fn postgres(pool: &PgPool, device: DeviceName) -> PostgresStorage<Wake> {
    let config = apalis_postgres::Config::default().queue(name(device)).batch_size(1).heartbeat_interval(BEAT);
    PostgresStorage::new(pool).with_config(config)
}

/// Returns the name that the queue of a device has in apalis.
fn name(device: DeviceName) -> String {
    format!("lab:{device}")
}

/// Processes that start at once may get into each other's way while they make the same tables.
async fn patiently(setup: impl AsyncFn() -> anyhow::Result<()>) -> anyhow::Result<()> {
    const TRIES: u32 = 5;
    for _ in 1..TRIES {
        match setup().await {
            Ok(()) => return Ok(()),
            Err(error) => tracing::debug!(%error, "the tables of the job queue cannot be made; trying again"),
        }
        tokio::time::sleep(LOOK).await;
    }
    setup().await.context("cannot make the tables of the job queue")
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[tokio::test]
    async fn nobody_but_its_owner_reads_the_queue() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("jobs.db");
        let queue = Queue::open(&Place::File(path)).await.unwrap();
        queue.push(DeviceName::Sim).await.unwrap();
        let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap).collect();
        assert!(!files.is_empty());
        for file in files {
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o077, 0, "{:?}", file.file_name());
        }
    }
}
