//! Everything that is stored: one handle over SQLite or PostgreSQL.

mod error;
mod url;

mod engine;
mod migrations;
mod together;

mod learners;
mod links;
mod merge;
mod recognise;

mod answers;
mod attempts;
mod labs_done;
mod lessons;

mod certificates;
mod erase;
mod prune;
mod reports;

mod runs;

use std::sync::Arc;
use std::time::Duration;

use self::answers::Recordings;
use self::engine::{Engine, Session, WriteTx};
use self::recognise::{Lookups, Remembered};

pub use answers::{MAX_TRIES, Recorded};
pub use attempts::{FinishedAttempt, MAX_ATTEMPTS, NewAttempt, Started};
pub use certificates::{CertificateIssued, CertificateWithdrawn, NewCertificate};
pub use erase::{CourseReset, LearnerDeleted};
pub use error::StorageError;
pub use learners::MAX_TOKENS;
pub use lessons::{LessonRead, Marked};
pub use links::{Device, LinkCreated, MAX_LINKS, Redeemed};
pub use prune::Pruned;
pub use reports::{MAX_REPORTS, ReportAdded};
pub use runs::{Hold, NewEvent, Pulse, QueueLimits, Recovered, RunAdded, RunCancelled, RunEvent, RunResult};
pub use url::{DatabaseUrl, DatabaseUrlError};

/// The database, however many share it: a clone is another handle to the same connections.
#[derive(Debug, Clone)]
pub struct Storage {
    engine: Engine,
    lookups: Arc<Lookups>,
    remembered: Arc<Remembered>,
    recordings: Arc<Recordings>,
}

/// How connections are made and how long they are waited for.
#[derive(Debug, Clone)]
pub struct StorageOptions {
    /// SQLite: connections that read at the same time, beside the one that writes.
    pub readers: u32,
    /// PostgreSQL: most connections of this process.
    pub connections: u32,
    /// Longest wait for a lock that another process holds.
    pub lock_timeout: Duration,
    /// Longest wait for a free connection, a lost one being made again included.
    pub acquire_timeout: Duration,
    /// PostgreSQL: longest time that one statement may take.
    pub statement_timeout: Duration,
}

impl Default for StorageOptions {
    fn default() -> Self {
        Self {
            readers: 4,
            connections: 10,
            lock_timeout: Duration::from_secs(2),
            acquire_timeout: Duration::from_secs(3),
            statement_timeout: Duration::from_secs(5),
        }
    }
}

impl Storage {
    /// Opens a database without connecting yet. An SQLite file that does not exist is made.
    pub async fn open(url: &DatabaseUrl, options: &StorageOptions) -> Result<Self, StorageError> {
        let engine = Engine::open(url, options).await?;
        // SQLite lets one write at a time; PostgreSQL is a way away, which two pieces of work wait for at once.
        let writers = if matches!(engine, Engine::Sqlite { .. }) { 1 } else { 2 };
        let lookups = Arc::new(Lookups::new(1));
        let (recordings, remembered) = (Arc::new(Recordings::new(writers)), Arc::default());
        Ok(Self { engine, lookups, remembered, recordings })
    }

    /// Brings the schema up to date; does nothing when it is. Safe when several processes start at once.
    pub async fn migrate(&self) -> Result<(), StorageError> {
        migrations::run(&self.engine).await
    }

    /// Asks the database whether an answer could be stored now. Fails as well while it was never migrated.
    pub async fn ping(&self) -> Result<(), StorageError> {
        self.read().await?.optional("SELECT id FROM learner LIMIT 1", &[]).await?;
        // Begins as every writer does, and ends without a trace.
        self.write().await.map(drop)
    }

    /// Waits for what is under way and closes every connection.
    pub async fn close(&self) {
        self.engine.close().await;
    }

    async fn read(&self) -> Result<Session, StorageError> {
        self.engine.read().await
    }

    async fn write(&self) -> Result<WriteTx, StorageError> {
        self.engine.write().await
    }
}
