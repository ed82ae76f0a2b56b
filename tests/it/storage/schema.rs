//! Migrations.

use std::collections::BTreeSet;

use server::storage::{Storage, StorageError};
use sqlx::{Connection, PgConnection, SqliteConnection};
use tests::postgres::Cluster;

use super::database::{Database, on_both, open, sqlite_url};
use super::samples::{learner, practice, record};

/// Table, column and whether it may be empty.
type Columns = BTreeSet<(String, String, bool)>;

async fn sqlite_columns(url: &str) -> Columns {
    let mut conn = SqliteConnection::connect(url).await.unwrap();
    let rows: Vec<(String, String, bool)> = sqlx::query_as(
        "SELECT t.name, c.name, c.\"notnull\" = 0 FROM sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'vramlab_migration'",
    )
    .fetch_all(&mut conn)
    .await
    .unwrap();
    rows.into_iter().collect()
}

async fn postgres_columns(url: &str) -> Columns {
    let mut conn = PgConnection::connect(url).await.unwrap();
    let rows: Vec<(String, String, bool)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text, is_nullable = 'YES' FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name <> 'vramlab_migration'",
    )
    .fetch_all(&mut conn)
    .await
    .unwrap();
    rows.into_iter().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_databases_have_the_same_tables_and_columns() {
    let (sqlite, postgres) = (Database::sqlite().await, Database::postgres().await);
    let (a, b) = (sqlite_columns(&sqlite.url()).await, postgres_columns(&postgres.url()).await);
    assert!(a.contains(&("certificate".to_owned(), "holder".to_owned(), true)), "{a:?}");
    assert_eq!(a.difference(&b).collect::<Vec<_>>(), Vec::<&(String, String, bool)>::new(), "in SQLite only");
    assert_eq!(b.difference(&a).collect::<Vec<_>>(), Vec::<&(String, String, bool)>::new(), "in PostgreSQL only");
    postgres.remove().await;
}

on_both! {
    async fn migrating_again_changes_nothing(db: &Database) {
        let id = learner(&db.storage).await;
        record(&db.storage, &practice(id, "first", 1)).await;
        db.storage.migrate().await.unwrap();
        db.storage.migrate().await.unwrap();
        record(&db.storage, &practice(id, "first", 2)).await;
        assert_eq!(db.count("SELECT count(*) FROM practice_answer").await, 2);
    }

    async fn a_database_of_a_newer_version_is_refused(db: &Database) {
        let newer = "INSERT INTO vramlab_migration (version, description, success, checksum, execution_time)
            VALUES (9999, 'from the future', TRUE, '', 0)";
        db.raw(newer).await;
        let error = db.storage.migrate().await.unwrap_err();
        assert!(matches!(error, StorageError::Migration(_)) && error.to_string().contains("newer"), "{error}");
    }
}

/// Several processes start at once on an empty database, as with a rolling deployment.
async fn migrate_at_once(url: &str) {
    let first = open(url).await;
    assert!(first.ping().await.is_err(), "an empty database is not ready");
    let mut others = Vec::new();
    for _ in 0..4 {
        let storage: Storage = open(url).await;
        others.push(tokio::spawn(async move {
            storage.migrate().await.unwrap();
            storage.close().await;
        }));
    }
    first.migrate().await.unwrap();
    for other in others {
        other.await.unwrap();
    }
    first.ping().await.unwrap();
    learner(&first).await;
    first.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_start_at_once_migrate_sqlite_once() {
    let dir = tempfile::tempdir().unwrap();
    migrate_at_once(&sqlite_url(&dir.path().join("new/folder/vramlab.db"))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_start_at_once_migrate_postgres_once() {
    let name = Cluster::shared().create_database(None).await.unwrap();
    migrate_at_once(&Cluster::shared().url(&name)).await;
    Cluster::shared().drop_database(&name).await.unwrap();
}

#[tokio::test]
async fn only_its_owner_may_read_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let storage = open(&sqlite_url(&dir.path().join("vramlab.db"))).await;
    storage.migrate().await.unwrap();
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{entry:?}");
    }
}

#[tokio::test]
async fn a_queue_with_migrations_of_its_own_can_live_beside_us() {
    let db = Database::sqlite().await;
    assert_eq!(db.count("SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'").await, 0);
}
