use anyhow::Result;
use tests::postgres::Cluster;
use tests::server::{Options, Server};
use tests::visitor::Visitor;

use super::{Stream, Worker, all_gone, over, server, slow, sqlite_url, started, wait_for, wait_for_device};

/// A server that carries nothing out itself.
async fn without_worker(database_url: Option<String>) -> Result<Server> {
    let flags = ["--lab-device", "none"].map(str::to_owned).to_vec();
    Server::with(Options { database_url, flags, ..Options::default() }).await
}

async fn a_killed_worker(database_url: &str, server: &Server) -> Result<()> {
    let visitor = Visitor::of(server);
    let mut first = Worker::start(database_url, "sim", &slow(400))?;
    wait_for_device(server).await?;
    let run = started(&visitor, "order-of-sizes").await?;
    let mut stream = Stream::open(&visitor, &run, None).await?;
    stream.until("step").await?;
    let children = first.children();
    assert_eq!(children.len(), 1, "a run is a process");
    first.kill()?;
    assert!(all_gone(&children).await, "the process of the run went with its worker");

    let _second = Worker::start(database_url, "sim", &[])?;
    assert_eq!(stream.until("requeued").await?.data["reason"], "worker_died");
    assert_eq!(stream.until("started").await?.data["take"], 2);
    assert_eq!(stream.until("ended").await?.data["state"], "done");
    let done = over(&visitor, &run).await?;
    assert_eq!(done["state"], "done", "{done}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_run_of_a_killed_worker_is_taken_up_again() -> Result<()> {
    let server = without_worker(None).await?;
    a_killed_worker(&sqlite_url(&server), &server).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_run_of_a_killed_worker_is_taken_up_again_on_postgres() -> Result<()> {
    let name = Cluster::shared().create_database(None).await?;
    let url = Cluster::shared().url(&name);
    let server = without_worker(Some(url.clone())).await?;
    a_killed_worker(&url, &server).await?;
    drop(server);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_two_workers_died_of_has_failed() -> Result<()> {
    let server = without_worker(None).await?;
    let visitor = Visitor::of(&server);
    let url = sqlite_url(&server);
    let mut first = Worker::start(&url, "sim", &slow(400))?;
    wait_for_device(&server).await?;
    let run = started(&visitor, "order-of-sizes").await?;
    wait_for(&visitor, &run, &["running"]).await?;
    first.kill()?;
    // A second worker that is there already would take it before anybody sees it wait.
    wait_for(&visitor, &run, &["queued"]).await?;
    let mut second = Worker::start(&url, "sim", &slow(400))?;
    wait_for(&visitor, &run, &["running"]).await?;
    second.kill()?;
    let failed = over(&visitor, &run).await?;
    assert_eq!(failed["state"], "failed", "{failed}");
    assert!(failed["error"].as_str().unwrap().contains("died twice"), "{failed}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_told_to_stop_gives_its_run_back() -> Result<()> {
    let server = without_worker(None).await?;
    let visitor = Visitor::of(&server);
    let url = sqlite_url(&server);
    let mut first = Worker::start(&url, "sim", &slow(400))?;
    wait_for_device(&server).await?;
    let run = started(&visitor, "order-of-sizes").await?;
    wait_for(&visitor, &run, &["running"]).await?;
    let children = first.children();
    first.stop()?;
    assert!(all_gone(&children).await);
    assert_eq!(visitor.get(&run).await?.json()?["state"], "queued");
    let _second = Worker::start(&url, "sim", &[])?;
    assert_eq!(over(&visitor, &run).await?["state"], "done");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_workers_share_the_runs_and_take_none_twice() -> Result<()> {
    let server = without_worker(None).await?;
    let url = sqlite_url(&server);
    let (_a, _b) = (Worker::start(&url, "sim", &slow(10))?, Worker::start(&url, "sim", &slow(10))?);
    wait_for_device(&server).await?;
    let mut runs = Vec::new();
    for _ in 0..4 {
        let visitor = Visitor::of(&server);
        runs.push((started(&visitor, "order-of-sizes").await?, visitor));
    }
    for (run, visitor) in &runs {
        assert_eq!(over(visitor, run).await?["state"], "done");
        let told = Stream::open(visitor, run, None).await?.rest().await?;
        assert_eq!(told.iter().filter(|told| told.kind == "started").count(), 1, "{run}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn queued_runs_outlive_the_server() -> Result<()> {
    let mut server = server(200, &["--lab-lease-seconds", "2"]).await?;
    let visitor = Visitor::of(&server);
    let mut runs = Vec::new();
    for _ in 0..3 {
        runs.push(started(&visitor, "order-of-sizes").await?);
    }
    wait_for(&visitor, &runs[0], &["running"]).await?;
    // A job queue that is lost with the machine is made anew.
    server.kill()?;
    for entry in std::fs::read_dir(server.folder())? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().contains(".jobs.db")) {
            std::fs::remove_file(path)?;
        }
    }
    server.set_environment(Vec::new());
    server.restart().await?;
    let visitor = Visitor::of(&server);
    for run in &runs {
        assert_eq!(over(&visitor, run).await?["state"], "done", "{run}");
    }
    Ok(())
}
