//! A migrated database for every test: a copy of a file, or a copy of a PostgreSQL database.

use std::path::{Path, PathBuf};

use server::storage::{DatabaseUrl, Storage, StorageOptions};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tests::postgres::Cluster;
use tokio::sync::OnceCell;

/// Makes two tests of each case, one for each database. A case gets a `&Database` that nobody else uses.
macro_rules! on_both {
    ($($(#[$meta:meta])* async fn $name:ident($db:ident: &Database) $body:block)*) => {
        $($(#[$meta])* async fn $name($db: &crate::storage::database::Database) $body)*

        mod on_sqlite {
            use crate::storage::database::Database;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let db = Database::sqlite().await;
                    super::$name(&db).await;
                    db.remove().await;
                }
            )*
        }

        mod on_postgres {
            use crate::storage::database::Database;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let db = Database::postgres().await;
                    super::$name(&db).await;
                    db.remove().await;
                }
            )*
        }
    };
}
pub(crate) use on_both;

pub(crate) struct Database {
    pub(crate) storage: Storage,
    place: Place,
}

enum Place {
    Sqlite { dir: TempDir },
    Postgres { name: String },
}

impl Database {
    pub(crate) async fn sqlite() -> Self {
        static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
        let template = TEMPLATE.get_or_init(migrated_file).await;
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("vramlab.db"), template).unwrap();
        Self::at(Place::Sqlite { dir }).await
    }

    pub(crate) async fn postgres() -> Self {
        static TEMPLATE: OnceCell<String> = OnceCell::const_new();
        let template = TEMPLATE.get_or_init(migrated_database).await;
        let name = Cluster::shared().create_database(Some(template)).await.unwrap();
        Self::at(Place::Postgres { name }).await
    }

    async fn at(place: Place) -> Self {
        let storage = open(&place.url()).await;
        Self { storage, place }
    }

    pub(crate) fn url(&self) -> String {
        self.place.url()
    }

    /// Another handle with connections of its own, like a second process.
    pub(crate) async fn second(&self) -> Storage {
        open(&self.url()).await
    }

    /// Runs SQL of the test's own past everything that storage and the schema check.
    pub(crate) async fn raw(&self, sql: &str) {
        let sql = sql.to_owned();
        match &self.place {
            Place::Sqlite { .. } => {
                let mut conn = SqliteConnection::connect(&self.url()).await.unwrap();
                let lax = "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;";
                sqlx::raw_sql(AssertSqlSafe(format!("{lax} {sql}"))).execute(&mut conn).await.unwrap();
                conn.close().await.unwrap();
            }
            Place::Postgres { .. } => {
                let mut conn = PgConnection::connect(&self.url()).await.unwrap();
                sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut conn).await.unwrap();
                conn.close().await.unwrap();
            }
        }
    }

    /// Returns the number that a query of the test's own counts.
    pub(crate) async fn count(&self, sql: &str) -> i64 {
        let sql = AssertSqlSafe(sql.to_owned());
        match &self.place {
            Place::Sqlite { .. } => {
                let mut conn = SqliteConnection::connect(&self.url()).await.unwrap();
                sqlx::query_scalar(sql).fetch_one(&mut conn).await.unwrap()
            }
            Place::Postgres { .. } => {
                let mut conn = PgConnection::connect(&self.url()).await.unwrap();
                sqlx::query_scalar(sql).fetch_one(&mut conn).await.unwrap()
            }
        }
    }

    /// Returns the folder of an SQLite database.
    pub(crate) fn folder(&self) -> &Path {
        match &self.place {
            Place::Sqlite { dir } => dir.path(),
            Place::Postgres { .. } => panic!("a PostgreSQL database has no folder"),
        }
    }

    pub(crate) async fn remove(self) {
        self.storage.close().await;
        if let Place::Postgres { name } = self.place {
            Cluster::shared().drop_database(&name).await.unwrap();
        }
    }
}

impl Place {
    fn url(&self) -> String {
        match self {
            Self::Sqlite { dir } => sqlite_url(&dir.path().join("vramlab.db")),
            Self::Postgres { name } => Cluster::shared().url(name),
        }
    }
}

pub(crate) fn sqlite_url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

pub(crate) async fn open(url: &str) -> Storage {
    let url: DatabaseUrl = url.parse().unwrap();
    Storage::open(&url, &StorageOptions::default()).await.unwrap()
}

async fn migrated_file() -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let path: PathBuf = dir.path().join("template.db");
    let storage = open(&sqlite_url(&path)).await;
    storage.migrate().await.unwrap();
    storage.close().await;
    std::fs::read(path).unwrap()
}

async fn migrated_database() -> String {
    let name = Cluster::shared().create_database(None).await.unwrap();
    let storage = open(&Cluster::shared().url(&name)).await;
    storage.migrate().await.unwrap();
    storage.close().await;
    name
}
