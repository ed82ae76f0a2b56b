//! Values that come out of a query.

use std::fmt::{Display, Write};
use std::str::FromStr;

use content::text::Version;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Decode, Postgres, Row as _, Sqlite, Type};

use crate::domain::Timestamp;
use crate::storage::StorageError;

/// A row of a result.
pub(in crate::storage) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// A table, for messages about rows that cannot be read.
#[derive(Debug)]
pub(in crate::storage) struct Table {
    pub(in crate::storage) name: &'static str,
    /// Columns of the result that name the row.
    pub(in crate::storage) key: &'static [&'static str],
}

/// A row that stands for a row of a table.
#[derive(Clone, Copy)]
pub(in crate::storage) struct Record<'r> {
    row: &'r Row,
    table: &'static Table,
}

impl Row {
    /// Reads the row as one of `table`, which errors then name.
    pub(in crate::storage) fn of(&self, table: &'static Table) -> Record<'_> {
        Record { row: self, table }
    }

    /// Returns a number that a query of ours computed.
    pub(in crate::storage) fn count(&self, column: &'static str) -> Result<i64, StorageError> {
        Ok(self.get(column)?)
    }

    /// Returns whether a condition that a query of ours computed holds.
    pub(in crate::storage) fn flag(&self, column: &'static str) -> Result<bool, StorageError> {
        Ok(self.get(column)?)
    }

    fn get<'r, T>(&'r self, column: &'static str) -> Result<T, sqlx::Error>
    where
        T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>,
    {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        }
    }
}

impl<'r> Record<'r> {
    /// Returns a value as the database has it.
    pub(in crate::storage) fn get<T>(&self, column: &'static str) -> Result<T, StorageError>
    where
        T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>,
    {
        self.row.get(column).map_err(|error| match error {
            sqlx::Error::ColumnDecode { source, .. } => self.corrupt(column, source),
            other => other.into(),
        })
    }

    /// Returns a text that has a form of its own, such as an id.
    pub(in crate::storage) fn parse<T>(&self, column: &'static str) -> Result<T, StorageError>
    where
        T: FromStr<Err: Display>,
    {
        let text: &str = self.get(column)?;
        text.parse().map_err(|error| self.corrupt(column, error))
    }

    /// Returns a number that is never negative.
    pub(in crate::storage) fn number(&self, column: &'static str) -> Result<u32, StorageError> {
        let number: i64 = self.get(column)?;
        u32::try_from(number).map_err(|_| self.corrupt(column, format_args!("{number} is out of range")))
    }

    pub(in crate::storage) fn time(&self, column: &'static str) -> Result<Timestamp, StorageError> {
        self.get(column).map(Timestamp::from_millis)
    }

    pub(in crate::storage) fn version(&self, column: &'static str) -> Result<Version, StorageError> {
        self.get(column).map(Version)
    }

    /// Returns what is stored as JSON.
    pub(in crate::storage) fn json<T>(&self, column: &'static str) -> Result<T, StorageError>
    where
        T: serde::de::DeserializeOwned,
    {
        let text: &str = self.get(column)?;
        serde_json::from_str(text).map_err(|error| self.corrupt(column, error))
    }

    /// Makes the error that says which value cannot be read.
    pub(in crate::storage) fn corrupt(&self, column: &'static str, reason: impl Display) -> StorageError {
        StorageError::Corrupt { table: self.table.name, column, row: self.name(), reason: reason.to_string() }
    }

    fn name(&self) -> String {
        let mut name = String::new();
        for (i, column) in self.table.key.iter().enumerate() {
            let separator = if i == 0 { "" } else { "/" };
            // Writing to a string cannot fail, and a key that cannot be read is left out.
            let _ = if let Ok(text) = self.row.get::<&str>(column) {
                write!(name, "{separator}{text}")
            } else if let Ok(number) = self.row.get::<i64>(column) {
                write!(name, "{separator}{number}")
            } else {
                write!(name, "{separator}?")
            };
        }
        name
    }
}
