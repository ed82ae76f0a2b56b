//! Whether anything was written, without asking the database.
//!
//! # Note: the header of the index of the write-ahead log
//! SQLite keeps an index of its write-ahead log in a file of its own (`-shm`), which all connections of all processes share.
//! It begins with a header that every commit changes, in two copies, so that a reader notices one that is being written:
//! <https://www.sqlite.org/walformat.html>. Reading it takes one call of the operating system, where a query takes a way to
//! another thread and back. It is read and never written here, and a header of another version counts as unknown.
//!
//! # Note: files that are never closed
//! When a process closes a file, it loses every lock that it has on that file, whichever of its parts took the lock, and SQLite
//! locks the index. So an index stays open for as long as the process runs. A new one comes only where all connections were
//! closed or the database was replaced.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError, RwLock};
use std::time::Duration;

use tokio::time::Instant;

use super::{FileIdentity, LOG_INDEX, beside, identify, identity};

/// Bytes of one copy of the header.
const HEADER: usize = 48;

/// The version of the header that is known here, as SQLite writes it.
const VERSION: u32 = 3_007_000;

/// How long it goes unnoticed that the database or its index was replaced. What is written in that time is noticed at once,
/// except into a new index, of which there is none as long as a connection is open.
const MOMENT: Duration = Duration::from_millis(50);

/// The state of a database file: equal as long as nothing was committed to it by anyone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::storage) struct State {
    file: FileIdentity,
    header: [u8; HEADER],
}

/// Every index that was opened.
static OPEN: LazyLock<Mutex<HashMap<FileIdentity, &'static File>>> = LazyLock::new(Mutex::default);

/// Reads the state of a file.
#[derive(Debug)]
pub(in crate::storage) struct Changes {
    database: PathBuf,
    index: PathBuf,
    found: RwLock<Option<Found>>,
}

/// The files as they were found last, and when.
#[derive(Debug, Clone, Copy)]
struct Found {
    database: FileIdentity,
    index: &'static File,
    at: Instant,
}

impl Changes {
    pub(super) fn of(database: &Path) -> Self {
        Self { database: database.to_owned(), index: beside(database, LOG_INDEX), found: RwLock::new(None) }
    }

    /// Returns the state now. Nothing where it cannot be told: there is no write-ahead log, it is being written, or it is of
    /// another version of SQLite.
    pub(in crate::storage) fn state(&self) -> Option<State> {
        let Found { database, index, .. } = self.found()?;
        Some(State { file: database, header: header(index)? })
    }

    fn found(&self) -> Option<Found> {
        let found = *self.found.read().unwrap_or_else(PoisonError::into_inner);
        if found.is_some_and(|found| found.at.elapsed() < MOMENT) {
            return found;
        }
        let found = Found { database: identify(&self.database)?, index: open(&self.index)?, at: Instant::now() };
        *self.found.write().unwrap_or_else(PoisonError::into_inner) = Some(found);
        Some(found)
    }
}

fn open(index: &Path) -> Option<&'static File> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = open.get(&identify(index)?).filter(|file| is_there(file)) {
        return Some(file);
    }
    let file: &'static File = Box::leak(Box::new(File::open(index).ok()?));
    open.insert(identity(&file.metadata().ok()?), file);
    Some(file)
}

/// Tells whether a file still has a name. SQLite removes the index when the last connection is closed.
#[cfg(unix)]
fn is_there(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    file.metadata().is_ok_and(|meta| meta.nlink() > 0)
}

#[cfg(unix)]
fn header(index: &File) -> Option<[u8; HEADER]> {
    use std::os::unix::fs::FileExt as _;
    let mut copies = [0; 2 * HEADER];
    index.read_exact_at(&mut copies, 0).ok()?;
    let (first, second) = copies.split_at(HEADER);
    let version = u32::from_ne_bytes(first[..4].try_into().ok()?);
    if first == second && version == VERSION { first.try_into().ok() } else { None }
}

/// Without it nothing is read.
#[cfg(not(unix))]
fn is_there(_: &File) -> bool {
    false
}

/// Other systems do not promise that a file that is mapped into memory can be read like this.
#[cfg(not(unix))]
fn header(_: &File) -> Option<[u8; HEADER]> {
    None
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
    use sqlx::{Connection as _, SqliteConnection};

    use super::*;

    async fn connect(path: &Path) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        SqliteConnection::connect_with(&options.journal_mode(SqliteJournalMode::Wal)).await.unwrap()
    }

    /// Returns the state after everything that happened until now was noticed.
    async fn later(changes: &Changes) -> Option<State> {
        tokio::time::sleep(MOMENT).await;
        changes.state()
    }

    async fn run(conn: &mut SqliteConnection, sql: &'static str) {
        sqlx::query(sql).execute(conn).await.unwrap();
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn every_commit_of_anyone_changes_the_state_and_nothing_else_does() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let changes = Changes::of(&path);
        assert_eq!(changes.state(), None);
        let (mut one, mut other) = (connect(&path).await, connect(&path).await);
        run(&mut one, "CREATE TABLE t (x)").await;
        let mut before = changes.state().expect("there is an index");
        for number in 0..100 {
            let writer = if number % 2 == 0 { &mut one } else { &mut other };
            run(writer, "INSERT INTO t VALUES (1)").await;
            let now = changes.state().unwrap();
            assert_ne!(now, before, "{number}");
            before = now;
            // What is read or rolled back is no change.
            for sql in ["SELECT count(*) FROM t", "BEGIN IMMEDIATE", "INSERT INTO t VALUES (2)", "ROLLBACK"] {
                run(&mut other, sql).await;
            }
            assert_eq!(changes.state(), Some(before), "{number}");
            // The log begins anew, and a commit after that may be as long as one before.
            run(&mut one, "PRAGMA wal_checkpoint(TRUNCATE)").await;
            before = changes.state().unwrap();
        }
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_database_in_the_place_of_another_has_a_state_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let changes = Changes::of(&path);
        let mut states = Vec::new();
        for _ in 0..3 {
            let mut conn = connect(&path).await;
            run(&mut conn, "CREATE TABLE IF NOT EXISTS t (x)").await;
            run(&mut conn, "INSERT INTO t VALUES (1)").await;
            states.push(changes.state().unwrap());
            conn.close().await.unwrap();
            assert_eq!(later(&changes).await, None, "the last connection takes the index away");
            std::fs::rename(&path, folder.path().join("before.db")).unwrap();
        }
        assert!(states[0] != states[1] && states[1] != states[2]);
    }
}
