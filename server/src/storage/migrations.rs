//! Bringing the schema up to date.
//!
//! Both folders hold the same numbers with the same subjects. A migration that was released is never changed; a further
//! one follows it.

use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Connection, SqlSafeStr};

use super::StorageError;
use super::engine::Engine;

/// Not the default name, so that a job queue which brings migrations of its own can live in the same database.
const TABLE: &str = "vramlab_migration";

/// A migration for both databases. The place in [`STEPS`] is its number.
struct Step {
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! steps {
    ($($name:literal),* $(,)?) => {
        &[$(Step {
            name: $name,
            sqlite: include_str!(concat!("../../../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../../../migrations/postgres/", $name, ".sql")),
        }),*]
    };
}

const STEPS: &[Step] = steps![
    "0001_learners",
    "0002_lesson_reads",
    "0003_practice_answers",
    "0004_attempts",
    "0005_certificates",
    "0006_mistake_reports",
    "0007_learner_revision",
    "0008_lab_runs",
    "0009_labs_done",
    "0010_lab_turns",
];

/// Applies what is missing. Several processes that start at once do it one after the other.
pub(super) async fn run(engine: &Engine) -> Result<(), StorageError> {
    match engine {
        Engine::Sqlite { writer, .. } => {
            // All or nothing, and nobody else writes meanwhile.
            let mut tx = writer.begin_with("BEGIN IMMEDIATE").await?;
            migrator(|step| step.sqlite).run_direct(None, &mut *tx, false).await?;
            Ok(tx.commit().await?)
        }
        Engine::Postgres { pool, .. } => {
            // A migration may take longer than a request, so this connection gets no limits and is not used again.
            let mut conn = pool.acquire().await?.detach();
            sqlx::raw_sql("SET statement_timeout = 0; SET lock_timeout = 0").execute(&mut conn).await?;
            let migrated = migrator(|step| step.postgres).run_direct(None, &mut conn, false).await;
            // Closing frees the advisory lock when the migration failed; that it closes politely does not matter.
            let _ = tokio::time::timeout(Duration::from_secs(1), conn.close()).await;
            Ok(migrated?)
        }
    }
}

fn migrator(text: fn(&Step) -> &'static str) -> Migrator {
    let migrations = (1..)
        .zip(STEPS)
        .map(|(number, step)| {
            let sql = text(step).into_sql_str();
            Migration::new(number, step.name.into(), MigrationType::Simple, sql, false)
        })
        .collect();
    let mut migrator = Migrator::with_migrations(migrations);
    migrator.dangerous_set_table_name(TABLE);
    migrator
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn both_folders_hold_exactly_the_steps_in_order() {
        let expected: BTreeSet<String> = STEPS.iter().map(|step| format!("{}.sql", step.name)).collect();
        for engine in ["sqlite", "postgres"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(engine);
            let found: BTreeSet<String> = std::fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            assert_eq!(found, expected, "{engine}");
        }
        for (number, step) in (1..).zip(STEPS) {
            assert!(step.name.starts_with(&format!("{number:04}_")), "{} is step {number}", step.name);
        }
    }
}
