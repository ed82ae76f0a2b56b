//! The database goes away and comes back: an honest error meanwhile, and recovery without help.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use server::domain::{Answer, LearnerId};
use server::storage::{Recorded, Storage, StorageError};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tests::postgres::Cluster;

use super::database::{Database, open, sqlite_url};
use super::samples::{course, learner, practice, record};

/// Longest wait for an error, with room for a busy machine.
const PATIENCE: Duration = Duration::from_secs(15);

async fn assert_unavailable(storage: &Storage, answer: &Answer) {
    let begin = Instant::now();
    let outcome = storage.record_answer(answer).await;
    assert!(matches!(outcome, Err(StorageError::Unavailable(_))), "{outcome:?}");
    assert!(begin.elapsed() < PATIENCE, "took {:?}", begin.elapsed());
}

/// Waits until an answer is taken again, without any help.
async fn assert_recovers(storage: &Storage, answer: &Answer) {
    let begin = Instant::now();
    loop {
        match storage.record_answer(answer).await {
            Ok(Recorded::New(_)) => return,
            Err(StorageError::Unavailable(_)) if begin.elapsed() < PATIENCE => {}
            other => panic!("after {:?}: {other:?}", begin.elapsed()),
        }
    }
}

async fn answered(storage: &Storage, learner: LearnerId) -> Vec<String> {
    let answers = storage.answers_for_course(learner, &course()).await.unwrap();
    answers.into_iter().map(|answer| answer.question.to_string()).collect()
}

#[tokio::test]
async fn sqlite_locked_by_another_process() {
    let db = Database::sqlite().await;
    let id = learner(&db.storage).await;
    record(&db.storage, &practice(id, "before", 1)).await;
    let mut other = SqliteConnection::connect(&db.url()).await.unwrap();
    sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut other).await.unwrap();

    let during = practice(id, "during", 1);
    let (a, b) = tokio::join!(db.storage.record_answer(&during), db.storage.record_answer(&during));
    for outcome in [a, b] {
        assert!(matches!(outcome, Err(StorageError::Unavailable(_))), "{outcome:?}");
    }
    assert_eq!(answered(&db.storage, id).await, ["before"], "reading goes on");

    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    record(&db.storage, &practice(id, "after", 1)).await;
    assert_eq!(answered(&db.storage, id).await, ["after", "before"]);
}

#[tokio::test]
async fn sqlite_moved_away_and_back() {
    let db = Database::sqlite().await;
    let id = learner(&db.storage).await;
    record(&db.storage, &practice(id, "before", 1)).await;
    let (file, elsewhere) = (db.folder().join("vramlab.db"), db.folder().join("elsewhere.db"));
    std::fs::rename(&file, &elsewhere).unwrap();
    assert_unavailable(&db.storage, &practice(id, "during", 1)).await;
    assert!(db.storage.ping().await.unwrap_err().is_unavailable());
    assert!(db.storage.answers_for_course(id, &course()).await.unwrap_err().is_unavailable());
    assert!(!file.exists(), "no new database is made in its place");

    std::fs::rename(&elsewhere, &file).unwrap();
    assert_recovers(&db.storage, &practice(id, "after", 1)).await;
    assert_eq!(answered(&db.storage, id).await, ["after", "before"]);
}

#[tokio::test]
async fn sqlite_replaced_by_a_backup() {
    let db = Database::sqlite().await;
    let id = learner(&db.storage).await;
    record(&db.storage, &practice(id, "in the backup".replace(' ', "-").as_str(), 1)).await;
    let backup = db.folder().join("backup.db");
    db.raw(&format!("VACUUM INTO '{}'", backup.display())).await;
    record(&db.storage, &practice(id, "lost", 1)).await;
    std::fs::rename(&backup, db.folder().join("vramlab.db")).unwrap();

    assert_recovers(&db.storage, &practice(id, "new", 1)).await;
    assert_eq!(answered(&db.storage, id).await, ["in-the-backup", "new"]);
    db.storage.close().await;
    assert_eq!(answered(&db.second().await, id).await, ["in-the-backup", "new"], "it went into the new file");
    let broken = "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'";
    assert_eq!(db.count(broken).await, 0, "nothing of the old file was written over the new one");
}

#[tokio::test]
async fn sqlite_in_a_folder_that_cannot_be_made() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("file"), "").unwrap();
    let url = sqlite_url(&dir.path().join("file/vramlab.db")).parse().unwrap();
    let error = Storage::open(&url, &server::storage::StorageOptions::default()).await.unwrap_err();
    assert!(error.is_unavailable() && error.to_string().contains("file/vramlab.db"), "{error}");
}

/// Names the database of [`sqlite_on_a_full_disk_child`].
const FULL_DISK: &str = "VRAMLAB_TEST_FULL_DISK";

/// A limit on file sizes stands for the full disk; it holds for a whole process, so there is one of its own.
#[tokio::test]
async fn sqlite_on_a_full_disk() {
    let db = Database::sqlite().await;
    let child = "storage::outages::sqlite_on_a_full_disk_child";
    let done = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -S -f 600; exec \"$@\"", "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", child, "--nocapture"])
        .env(FULL_DISK, db.folder().join("vramlab.db"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&done.stderr));
}

#[tokio::test]
#[ignore = "run by sqlite_on_a_full_disk, under a limit"]
async fn sqlite_on_a_full_disk_child() {
    let Ok(path) = std::env::var(FULL_DISK) else { return };
    let storage = open(&sqlite_url(Path::new(&path))).await;
    let id = learner(&storage).await;
    let mut acknowledged = 0;
    let error = loop {
        match storage.record_answer(&practice(id, &format!("q{acknowledged}"), 1)).await {
            Ok(_) => acknowledged += 1,
            Err(error) => break error,
        }
        assert!(acknowledged < 100_000, "the limit does not work");
    };
    assert!(error.is_unavailable(), "{error}");

    let me = std::process::id().to_string();
    let raised = Command::new("prlimit").args(["--pid", &me, "--fsize=unlimited:"]).status().unwrap();
    assert!(raised.success());
    assert_recovers(&storage, &practice(id, "after", 1)).await;
    assert_eq!(answered(&storage, id).await.len(), acknowledged + 1, "every acknowledged answer is there");
}

/// A migrated database in a cluster that the test may stop.
async fn own_cluster() -> (Cluster, Storage) {
    let cluster = Cluster::start().unwrap();
    let name = cluster.create_database(None).await.unwrap();
    let storage = open(&cluster.url(&name)).await;
    storage.migrate().await.unwrap();
    (cluster, storage)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_stopped_and_started_again() {
    let (cluster, storage) = own_cluster().await;
    let id = learner(&storage).await;
    record(&storage, &practice(id, "before", 1)).await;
    cluster.stop().unwrap();
    assert_unavailable(&storage, &practice(id, "during", 1)).await;
    assert!(storage.ping().await.unwrap_err().is_unavailable());
    cluster.start_again().unwrap();
    assert_recovers(&storage, &practice(id, "after", 1)).await;
    assert_eq!(answered(&storage, id).await, ["after", "before"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_that_no_longer_answers() {
    let (cluster, storage) = own_cluster().await;
    let id = learner(&storage).await;
    record(&storage, &practice(id, "before", 1)).await;
    cluster.freeze().unwrap();
    for _ in 0..2 {
        assert_unavailable(&storage, &practice(id, "during", 1)).await;
    }
    cluster.thaw().unwrap();
    assert_recovers(&storage, &practice(id, "after", 1)).await;
    let answered = answered(&storage, id).await;
    assert!(answered.contains(&"before".to_owned()) && answered.contains(&"after".to_owned()), "{answered:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_that_drops_every_connection() {
    let db = Database::postgres().await;
    let id = learner(&db.storage).await;
    db.raw("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
        .await;
    assert_recovers(&db.storage, &practice(id, "after", 1)).await;
    db.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_with_a_row_locked_by_another_process() {
    let db = Database::postgres().await;
    let id = learner(&db.storage).await;
    let mut other = PgConnection::connect(&db.url()).await.unwrap();
    let lock = format!("BEGIN; SELECT 1 FROM learner WHERE id = '{id}' FOR UPDATE");
    sqlx::raw_sql(AssertSqlSafe(lock)).execute(&mut other).await.unwrap();
    assert_unavailable(&db.storage, &practice(id, "during", 1)).await;
    let neighbour = learner(&db.storage).await;
    record(&db.storage, &practice(neighbour, "meanwhile", 1)).await;
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    record(&db.storage, &practice(id, "after", 1)).await;
    db.remove().await;
}
