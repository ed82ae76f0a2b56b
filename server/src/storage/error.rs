//! What can go wrong between us and the database.

/// Why an operation failed. None of these says that it changed nothing, except where a typed outcome would.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The database is gone, locked, full, read-only or overloaded. Nothing was acknowledged; trying again later helps.
    #[error("the database cannot be used right now: {0}")]
    Unavailable(String),
    /// A stored row cannot be read: someone else wrote to the database, or a newer version did.
    #[error("row {row} of {table} cannot be read: {column}: {reason}")]
    Corrupt { table: &'static str, column: &'static str, row: String, reason: String },
    /// The database refused what we asked of it: a defect of this program, or a schema that is not ours.
    #[error("the database refused a query of ours: {0}")]
    Bug(#[source] sqlx::Error),
}
