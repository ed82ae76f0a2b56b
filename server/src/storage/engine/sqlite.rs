//! SQLite: one connection that writes, several that read.

mod changes;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::pool::PoolConnectionMetadata;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection};
use tokio::fs;
use tokio::time::Instant;

pub(in crate::storage) use self::changes::{Changes, State};
use super::Engine;
use crate::private_file::make_empty;
use crate::storage::{StorageError, StorageOptions};

/// Size to which the write-ahead log shrinks after a burst of writes.
const JOURNAL_SIZE_LIMIT: &str = "67108864";

pub(super) async fn open(path: &Path, options: &StorageOptions) -> Result<Engine, StorageError> {
    create(path).await.map_err(|error| {
        StorageError::Unavailable(format!("cannot make the database file {}: {error}", path.display()))
    })?;
    let file = Arc::new(FileWatch::new(path));
    // Never made again later: a file that vanished is an outage, not a reason to start from nothing.
    let connect = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .foreign_keys(true)
        .busy_timeout(options.lock_timeout);
    let write = connect
        .clone()
        .journal_mode(SqliteJournalMode::Wal)
        // An acknowledged answer survives a power cut.
        .synchronous(SqliteSynchronous::Full)
        // What a learner deletes is overwritten, not only unlinked.
        .pragma("secure_delete", "on")
        .pragma("journal_size_limit", JOURNAL_SIZE_LIMIT);
    let read = connect.pragma("query_only", "on");
    Ok(Engine::Sqlite {
        writer: pool(1, options.acquire_timeout, &file).connect_lazy_with(write),
        readers: pool(options.readers, options.acquire_timeout, &file).connect_lazy_with(read),
        file,
        changes: Arc::new(Changes::of(path)),
    })
}

/// Makes an empty database that only its owner may read, unless there is one.
async fn create(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).await?;
    }
    make_empty(path).await
}

fn pool(connections: u32, acquire_timeout: Duration, file: &Arc<FileWatch>) -> SqlitePoolOptions {
    let file = Arc::clone(file);
    SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(acquire_timeout)
        // A local connection does not wear out.
        .max_lifetime(None)
        .idle_timeout(None)
        .test_before_acquire(false)
        .before_acquire(move |conn, meta| {
            let usable = is_usable(conn, &meta, &file);
            Box::pin(async move { Ok(usable) })
        })
}

/// Tells whether a connection from the pool may be used again.
///
/// When SQLite ends a transaction by itself (disk full, I/O error), the rollback that follows fails and sqlx goes on
/// counting the transaction as open: such a connection would refuse every later transaction.
fn is_usable(conn: &SqliteConnection, meta: &PoolConnectionMetadata, file: &FileWatch) -> bool {
    !conn.is_in_transaction() && file.is_current(meta.age)
}

/// Notices when the database file is moved away, deleted or replaced while we hold it open.
///
/// SQLite goes on writing to the file it opened, wherever that is now, and what is written there is lost with the next
/// start. So a connection counts only while the path leads to the file that it opened.
#[derive(Debug)]
pub(in crate::storage) struct FileWatch {
    path: PathBuf,
    seen: Mutex<Seen>,
}

#[derive(Debug)]
struct Seen {
    file: Option<FileIdentity>,
    /// The write-ahead log that belongs to the file.
    log: Option<FileIdentity>,
    /// Connections that are older belong to another file.
    since: Instant,
}

impl FileWatch {
    fn new(path: &Path) -> Self {
        let seen = Seen { file: identify(path), log: None, since: Instant::now() };
        Self { path: path.to_owned(), seen: Mutex::new(seen) }
    }

    /// Tells whether a connection of that age has the file open that the path leads to now.
    fn is_current(&self, age: Duration) -> bool {
        let opened = Instant::now().checked_sub(age);
        let now = identify(&self.path);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if now.is_some() && now != seen.file {
            remove_stale_log(&self.path, seen.log);
            *seen = Seen { file: now, log: None, since: Instant::now() };
        } else if now.is_some() {
            seen.log = identify(&beside(&self.path, LOG));
        }
        now.is_some() && opened.is_some_and(|opened| opened >= seen.since)
    }

    /// Refuses when the path no longer leads to the file that was seen last.
    pub(super) fn require_current(&self) -> Result<(), StorageError> {
        let now = identify(&self.path);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if now.is_some() && now == seen.file {
            seen.log = identify(&beside(&self.path, LOG));
            return Ok(());
        }
        let path = self.path.display();
        Err(StorageError::Unavailable(format!("the database file {path} was moved, deleted or replaced")))
    }
}

const LOG: &str = "-wal";
const LOG_INDEX: &str = "-shm";

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Removes the write-ahead log of a file that was replaced.
///
/// SQLite leaves it where it is when the file under it is not the one that it opened, and the next connection would apply
/// it to the new file, which breaks that. Another process may have made a log for the new file already, so only the log that
/// was there before goes: the same file, made before the new database came to its place.
#[cfg(unix)]
fn remove_stale_log(path: &Path, before: Option<FileIdentity>) {
    use std::os::unix::fs::MetadataExt;
    let log = beside(path, LOG);
    let stale = || {
        let (database, made) = (std::fs::metadata(path).ok()?, std::fs::metadata(&log).ok()?.created().ok()?);
        let came = (database.ctime(), database.ctime_nsec());
        let made = made.duration_since(std::time::SystemTime::UNIX_EPOCH).ok()?;
        Some((i64::try_from(made.as_secs()).ok()?, i64::from(made.subsec_nanos())) < came)
    };
    if before.is_none() || identify(&log) != before || stale() != Some(true) {
        return;
    }
    tracing::warn!(path = %path.display(), "the database file was replaced; the log of the old one is removed");
    for ending in [LOG, LOG_INDEX] {
        if let Err(error) = std::fs::remove_file(beside(path, ending)) {
            tracing::error!(%error, "cannot remove {ending} of the database that was replaced");
        }
    }
}

/// Other systems do not let an open file be replaced.
#[cfg(not(unix))]
fn remove_stale_log(_: &Path, _: Option<FileIdentity>) {}

#[cfg(unix)]
type FileIdentity = (u64, u64);

#[cfg(unix)]
fn identity(meta: &std::fs::Metadata) -> FileIdentity {
    use std::os::unix::fs::MetadataExt;
    (meta.dev(), meta.ino())
}

/// Other systems do not let an open file be replaced, so that it exists is enough.
#[cfg(not(unix))]
type FileIdentity = ();

#[cfg(not(unix))]
fn identity(_: &std::fs::Metadata) -> FileIdentity {}

fn identify(path: &Path) -> Option<FileIdentity> {
    std::fs::metadata(path).ok().map(|meta| identity(&meta))
}
