//! What can go wrong between us and the database.

use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

/// Why an operation failed. What a caller can do something about is a typed outcome of the operation instead.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The database is gone, locked, full, read-only, damaged or overloaded. Nothing was acknowledged; trying again later helps.
    #[error("the database cannot be used right now: {0}")]
    Unavailable(String),
    /// A stored row cannot be read: something else wrote to the database.
    #[error("row {row} of {table} cannot be read: {column}: {reason}")]
    Corrupt { table: &'static str, column: &'static str, row: String, reason: String },
    /// The schema cannot be brought up to date.
    #[error("the database cannot be migrated: {0}")]
    Migration(String),
    /// The database refused what we asked of it: a defect of this program, or a schema that is not ours.
    #[error("the database refused a query of ours: {0}")]
    Bug(#[source] sqlx::Error),
}

impl StorageError {
    /// Returns whether the same request may work later.
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }
}

impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> Self {
        if is_outage(&error) { Self::Unavailable(error.to_string()) } else { Self::Bug(error) }
    }
}

impl From<MigrateError> for StorageError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(inner) | MigrateError::ExecuteMigration(inner, _) if is_outage(&inner) => {
                inner.into()
            }
            MigrateError::VersionMissing(version) => Self::Migration(format!(
                "a newer vramlab has migrated it (migration {version} is unknown here); start that version or a later one"
            )),
            MigrateError::VersionMismatch(version) => Self::Migration(format!(
                "migration {version} was applied with another text; use the vramlab that made this database"
            )),
            other => Self::Migration(other.to_string()),
        }
    }
}

fn is_outage(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => database_is_out(error.as_ref()),
        _ => false,
    }
}

fn database_is_out(error: &(dyn DatabaseError + 'static)) -> bool {
    if let Some(error) = error.try_downcast_ref::<SqliteError>() {
        error.code().and_then(|code| code.parse().ok()).is_some_and(sqlite_is_out)
    } else if let Some(error) = error.try_downcast_ref::<PgDatabaseError>() {
        postgres_is_out(error.code())
    } else {
        false
    }
}

/// Primary result codes of SQLite that say "not now": <https://www.sqlite.org/rescode.html>
fn sqlite_is_out(extended: i32) -> bool {
    const BUSY: i32 = 5;
    const LOCKED: i32 = 6;
    const NOMEM: i32 = 7;
    const READONLY: i32 = 8;
    const INTERRUPT: i32 = 9;
    const IOERR: i32 = 10;
    const CORRUPT: i32 = 11;
    const FULL: i32 = 13;
    const CANTOPEN: i32 = 14;
    const PROTOCOL: i32 = 15;
    const NOTADB: i32 = 26;
    // A damaged file is put back by the operator, and until then nothing is acknowledged.
    let damaged = matches!(extended & 0xff, CORRUPT | NOTADB);
    damaged
        || matches!(extended & 0xff, BUSY | LOCKED | NOMEM | READONLY | INTERRUPT | IOERR | FULL | CANTOPEN | PROTOCOL)
}

/// SQLSTATEs that say "not now": <https://www.postgresql.org/docs/current/errcodes-appendix.html>
fn postgres_is_out(state: &str) -> bool {
    // Connection lost, access refused, too many connections or disk full, shut down or cancelled, system error.
    let class = ["08", "28", "53", "57", "58"].iter().any(|class| state.starts_with(class));
    // Read-only (a standby), idle in a transaction for too long, no such database, deadlock, not serialisable, not locked in time.
    class || matches!(state, "25006" | "25P03" | "3D000" | "40P01" | "40001" | "55P03")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_are_told_from_defects() {
        // SQLITE_BUSY_SNAPSHOT, SQLITE_IOERR_WRITE, SQLITE_FULL, SQLITE_CORRUPT, SQLITE_NOTADB
        assert!([517, 778, 13, 11, 26].into_iter().all(sqlite_is_out));
        // SQLITE_ERROR, SQLITE_CONSTRAINT_UNIQUE
        assert!(![1, 2067].into_iter().any(sqlite_is_out));
        assert!(["57P01", "53100", "08006", "40P01"].into_iter().all(postgres_is_out));
        assert!(!["23505", "42P01", "22P02"].into_iter().any(postgres_is_out));
        assert!(StorageError::from(sqlx::Error::PoolTimedOut).is_unavailable());
        assert!(!StorageError::from(sqlx::Error::RowNotFound).is_unavailable());
    }
}
