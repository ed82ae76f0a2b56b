//! Answers that are stored for good, a second, against bare inserts by the same library in the same mode.

mod bare;
mod post;

use std::time::Duration;

use anyhow::{Result, ensure};
use sqlx::{Connection, PgConnection};
use tests::postgres::Cluster;

use crate::load;
use crate::site::Site;
use crate::table::{self, median};
use bare::Bare;

/// Learners who answer at the same time, and tasks that insert at the same time.
const LEARNERS: usize = 64;
const ROUNDS: usize = 5;
const WARM_UP: Duration = Duration::from_millis(500);
const TIME: Duration = Duration::from_secs(2);

type Row = [String; 8];

/// Every answer waits for the disk, on both sides: the journal is written ahead and synced at each commit.
pub(crate) async fn measure_sqlite(site: &Site) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let store = Bare::sqlite(folder.path(), LEARNERS).await?;
    let row = compare("SQLite", site, &store).await?;
    print(&[row]);
    Ok(())
}

/// The harness's own cluster, told to wait for the disk, which tests otherwise do not.
pub(crate) async fn measure_postgres() -> Result<()> {
    let cluster = match Cluster::start() {
        Ok(cluster) => cluster,
        Err(error) => {
            println!("\nAnswers in PostgreSQL were not measured: {error:#}");
            return Ok(());
        }
    };
    make_durable(&cluster).await?;
    let (ours, theirs) = (cluster.create_database(None).await?, cluster.create_database(None).await?);
    let folder = tempfile::tempdir()?;
    let (site, _) = Site::start(folder.path(), Some(&cluster.url(&ours))).await?;
    let store = Bare::postgres(&cluster.url(&theirs), LEARNERS).await?;
    let row = compare("PostgreSQL", &site, &store).await?;
    print(&[row]);
    Ok(())
}

async fn make_durable(cluster: &Cluster) -> Result<()> {
    let mut conn = PgConnection::connect(&cluster.url("postgres")).await?;
    for sql in ["ALTER SYSTEM SET fsync = on", "ALTER SYSTEM SET full_page_writes = on", "SELECT pg_reload_conf()"] {
        sqlx::raw_sql(sql).execute(&mut conn).await?;
    }
    // The postmaster tells its children in its own time.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let fsync: String = sqlx::query_scalar("SHOW fsync").fetch_one(&mut conn).await?;
    ensure!(fsync == "on", "the cluster does not wait for the disk");
    Ok(conn.close().await?)
}

async fn compare(name: &str, site: &Site, store: &Bare) -> Result<Row> {
    let target = post::target(site, LEARNERS).await?;
    load::round(&target, LEARNERS, WARM_UP).await?;
    store.round(LEARNERS, WARM_UP).await?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(load::round(&target, LEARNERS, TIME).await?);
        theirs.push(store.round(LEARNERS, TIME).await?);
    }
    let (speed, bare) = (median(ours.iter().map(|round| round.per_second)), median(theirs));
    let millis = |of: fn(&load::Round) -> f64| format!("{:.1} ms", median(ours.iter().map(of)));
    Ok([
        name.into(),
        format!("{speed:.0}"),
        format!("{bare:.0}"),
        format!("{:.2}", speed / bare),
        "0.50".into(),
        millis(|round| round.p50),
        millis(|round| round.p99),
        ours.iter().map(|round| round.refused).sum::<usize>().to_string(),
    ])
}

fn print(rows: &[Row]) {
    let title = format!("Durable answers per second, {LEARNERS} learners at once, medians of {ROUNDS} rounds");
    table::print(&title, ["", "vramlab", "bare sqlx", "ratio", "aim", "p50", "p99", "refused"], rows);
}
