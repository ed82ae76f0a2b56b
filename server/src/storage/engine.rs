//! One way to speak to both databases.
//!
//! A query is one static text that SQLite and PostgreSQL both accept; values go in as [`Param`] and come out through
//! [`Row`]. Which database it is matters in few places only: how connections are opened ([`sqlite`], [`postgres`]), how a
//! write begins and how the runs of labs are locked ([`Session::lock_runs`]).

mod param;
mod postgres;
mod row;
mod sqlite;

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool, Transaction};

pub(super) use self::param::{Param, params};
pub(super) use self::row::{Record, Row, Table};
pub(super) use self::sqlite::State;
use self::sqlite::{Changes, FileWatch};
use super::together::TOGETHER;
use super::{DatabaseUrl, StorageError, StorageOptions};
use crate::domain::{LearnerId, Revision};

/// The number of the advisory lock of PostgreSQL that stands for the runs of labs; any number that nobody else uses.
const RUNS_LOCK: i64 = 0x7672_616d_6c61_6231;

const LEARNER: Table = Table { name: "learner", key: &["id"] };

/// As many as [`TOGETHER`] says.
const LOCK_LEARNERS: &str = "
    UPDATE learner SET revision = $17
    WHERE id IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
    RETURNING id";

/// Connections to a database.
#[derive(Debug, Clone)]
pub(super) enum Engine {
    Sqlite { writer: SqlitePool, readers: SqlitePool, file: Arc<FileWatch>, changes: Arc<Changes> },
    Postgres { pool: PgPool, statement_timeout: Duration },
}

/// A connection: for reading, or inside a transaction that writes.
#[derive(Debug)]
pub(super) struct Session {
    conn: Conn,
    /// Longest wait for an answer. SQLite needs none: it waits for locks only, which have a limit of their own.
    statement_timeout: Option<Duration>,
}

#[derive(Debug)]
enum Conn {
    SqliteRead(PoolConnection<Sqlite>),
    SqliteWrite(Transaction<'static, Sqlite>, Arc<FileWatch>),
    PostgresRead(PoolConnection<Postgres>),
    PostgresWrite(Transaction<'static, Postgres>),
}

/// A transaction that writes. Dropped without [`WriteTx::commit`] it changes nothing.
#[derive(Debug)]
pub(super) struct WriteTx(Session);

impl Engine {
    pub(super) async fn open(url: &DatabaseUrl, options: &StorageOptions) -> Result<Self, StorageError> {
        match url {
            DatabaseUrl::Sqlite(path) => sqlite::open(path, options).await,
            DatabaseUrl::Postgres(connect) => Ok(postgres::open(connect, options)),
        }
    }

    /// Takes a connection for reading.
    pub(super) async fn read(&self) -> Result<Session, StorageError> {
        Ok(match self {
            Self::Sqlite { readers, .. } => Session::new(Conn::SqliteRead(readers.acquire().await?), None),
            Self::Postgres { pool, statement_timeout } => {
                Session::new(Conn::PostgresRead(pool.acquire().await?), Some(*statement_timeout))
            }
        })
    }

    /// Begins a transaction that writes. SQLite lets one in at a time; in PostgreSQL they lock what they touch.
    pub(super) async fn write(&self) -> Result<WriteTx, StorageError> {
        Ok(WriteTx(match self {
            Self::Sqlite { writer, file, .. } => {
                let tx = writer.begin_with("BEGIN IMMEDIATE").await?;
                Session::new(Conn::SqliteWrite(tx, Arc::clone(file)), None)
            }
            Self::Postgres { pool, statement_timeout } => {
                let tx = limited(Some(*statement_timeout), pool.begin()).await?;
                Session::new(Conn::PostgresWrite(tx), Some(*statement_timeout))
            }
        }))
    }

    /// Returns something that stays the same until anyone commits anything; nothing where that cannot be told.
    pub(super) fn state(&self) -> Option<State> {
        match self {
            Self::Sqlite { changes, .. } => changes.state(),
            Self::Postgres { .. } => None,
        }
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite { writer, readers, .. } => {
                readers.close().await;
                // Last, so that it folds the write-ahead log into the file.
                writer.close().await;
            }
            Self::Postgres { pool, .. } => pool.close().await,
        }
    }
}

/// Runs the same expression with the connection of whichever database it is.
macro_rules! with_conn {
    ($session:expr, |$conn:ident, $row:ident| $body:expr) => {
        match &mut $session.conn {
            Conn::SqliteRead(conn) => with_conn!(@sqlite $conn, &mut **conn, $row, $body),
            Conn::SqliteWrite(conn, _) => with_conn!(@sqlite $conn, &mut **conn, $row, $body),
            Conn::PostgresRead(conn) => with_conn!(@postgres $conn, &mut **conn, $row, $body),
            Conn::PostgresWrite(conn) => with_conn!(@postgres $conn, &mut **conn, $row, $body),
        }
    };
    (@sqlite $conn:ident, $value:expr, $row:ident, $body:expr) => {{
        let ($conn, $row): (&mut SqliteConnection, fn(_) -> Row) = ($value, Row::Sqlite);
        $body
    }};
    (@postgres $conn:ident, $value:expr, $row:ident, $body:expr) => {{
        let ($conn, $row): (&mut PgConnection, fn(_) -> Row) = ($value, Row::Postgres);
        $body
    }};
}

impl Session {
    fn new(conn: Conn, statement_timeout: Option<Duration>) -> Self {
        Self { conn, statement_timeout }
    }

    /// Returns every row.
    pub(super) async fn all(&mut self, sql: &'static str, params: &[Param<'_>]) -> Result<Vec<Row>, StorageError> {
        let limit = self.statement_timeout;
        with_conn!(self, |conn, row| {
            let rows = limited(limit, param::query(sql, params)?.fetch_all(conn)).await?;
            Ok(rows.into_iter().map(row).collect())
        })
    }

    /// Returns the row, if there is one.
    pub(super) async fn optional(
        &mut self,
        sql: &'static str,
        params: &[Param<'_>],
    ) -> Result<Option<Row>, StorageError> {
        let limit = self.statement_timeout;
        with_conn!(self, |conn, row| {
            let found = limited(limit, param::query(sql, params)?.fetch_optional(conn)).await?;
            Ok(found.map(row))
        })
    }

    /// Returns the row of a query that always has one.
    pub(super) async fn one(&mut self, sql: &'static str, params: &[Param<'_>]) -> Result<Row, StorageError> {
        self.optional(sql, params).await?.ok_or(StorageError::Bug(sqlx::Error::RowNotFound))
    }

    /// Carries a change out and returns how many rows it changed.
    pub(super) async fn execute(&mut self, sql: &'static str, params: &[Param<'_>]) -> Result<u64, StorageError> {
        let limit = self.statement_timeout;
        with_conn!(self, |conn, _row| {
            Ok(limited(limit, param::query(sql, params)?.execute(conn)).await?.rows_affected())
        })
    }

    /// Locks a learner until the end of the transaction and gives it a new [`Revision`]. Returns false when there is
    /// no such learner.
    ///
    /// Every transaction that writes for a learner begins with this, so the writes of one learner happen one after the
    /// other and may look before they leap. SQLite has let only one writer in anyway.
    pub(super) async fn lock_learner(&mut self, learner: LearnerId) -> Result<bool, StorageError> {
        let sql = "UPDATE learner SET revision = $2 WHERE id = $1";
        Ok(self.execute(sql, params![learner, Revision::generate().0]).await? == 1)
    }

    /// Locks several learners as [`Session::lock_learner`] does. Returns those that there are.
    ///
    /// In one statement: between the first lock and the last no answer of the database is waited for, so that two processes
    /// which lock the same learners have next to no time to lock them in different orders. PostgreSQL would notice, and
    /// refuse one of them as an outage.
    pub(super) async fn lock_learners(
        &mut self,
        learners: impl Iterator<Item = LearnerId>,
    ) -> Result<BTreeSet<LearnerId>, StorageError> {
        let wanted: BTreeSet<LearnerId> = learners.collect();
        if wanted.len() > TOGETHER {
            return Err(StorageError::Bug(sqlx::Error::Protocol("too many learners for one lock".to_owned())));
        }
        // The last parameters repeat the first.
        let mut params: Vec<Param<'_>> =
            wanted.iter().cycle().take(TOGETHER).map(|learner| Param::from(*learner)).collect();
        params.push(Param::from(Revision::generate().0));
        let rows = self.all(LOCK_LEARNERS, &params).await?;
        rows.iter().map(|row| row.of(&LEARNER).parse("id")).collect()
    }

    /// Locks the runs of labs until the end of the transaction. Whoever locks a learner as well does that before.
    pub(super) async fn lock_runs(&mut self) -> Result<(), StorageError> {
        match self.conn {
            Conn::SqliteRead(_) | Conn::SqliteWrite(..) => Ok(()),
            Conn::PostgresRead(_) | Conn::PostgresWrite(_) => {
                // The type that the function returns is none of ours, so no row of it is read.
                self.execute("SELECT pg_advisory_xact_lock($1)", params![RUNS_LOCK]).await.map(drop)
            }
        }
    }
}

impl WriteTx {
    /// Makes everything durable. When this returns an error, nothing was acknowledged; it may or may not have happened.
    pub(super) async fn commit(self) -> Result<(), StorageError> {
        let limit = self.0.statement_timeout;
        match self.0.conn {
            Conn::SqliteRead(_) | Conn::PostgresRead(_) => Ok(()),
            Conn::SqliteWrite(tx, file) => {
                tx.commit().await?;
                // Durable means in the file that the next start will open.
                file.require_current()
            }
            Conn::PostgresWrite(tx) => limited(limit, tx.commit()).await,
        }
    }
}

impl Deref for WriteTx {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.0
    }
}

impl DerefMut for WriteTx {
    fn deref_mut(&mut self) -> &mut Session {
        &mut self.0
    }
}

/// Waits for the database, but not for ever: a network that swallows packets gives no error for minutes.
async fn limited<T>(
    limit: Option<Duration>,
    work: impl Future<Output = Result<T, sqlx::Error>> + Send,
) -> Result<T, StorageError> {
    let Some(limit) = limit else { return Ok(work.await?) };
    match tokio::time::timeout(limit, work).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(StorageError::Unavailable(format!("it did not answer within {} ms", limit.as_millis()))),
    }
}
