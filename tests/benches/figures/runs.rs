//! Runs of labs: how soon they begin and end, pages while many wait, and what those cost who listen.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use content::lang::Lang;
use reqwest::Method;
use reqwest::header::ORIGIN;
use serde_json::json;
use tests::course::course;
use tests::steps::course_path;
use tests::visitor::Visitor;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::load::{self, Round};
use crate::pages;
use crate::site::Site;
use crate::table::{self, kilobytes, median};

const RUNS: &str = "/api/v1/lab-runs";
const LAB: &str = "order-of-sizes";

/// Runs one after another, each on an idle server.
const ALONE: usize = 20;

const LEARNERS: usize = 50;
const RUNS_EACH: usize = 4;
/// Few, so that what is measured is how long a page takes and not how many there can be.
const READERS: usize = 4;
const ROUNDS: usize = 5;
const TIME: Duration = Duration::from_secs(1);

const LISTENERS: usize = 1000;

const PATIENCE: Duration = Duration::from_mins(5);

pub(crate) async fn measure() -> Result<()> {
    alone().await?;
    queued().await?;
    listeners().await
}

/// Orders a lab and returns the address of the run.
async fn order(visitor: &Visitor) -> Result<String> {
    let answer = visitor.send(RUNS, visitor.request(Method::POST, RUNS).json(&json!({ "lab": LAB }))).await?;
    ensure!(answer.status == 202, "{}: {}", answer.status, answer.body);
    Ok(answer.header("location").to_owned())
}

/// Waits until a worker takes runs.
async fn wait_for_device(site: &Site) -> Result<()> {
    let (visitor, began) = (Visitor::at(site.origin()), Instant::now());
    while began.elapsed() < PATIENCE {
        if visitor.get("/api/v1/labs").await?.json()?["devices"].as_array().is_some_and(|devices| !devices.is_empty()) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    bail!("no worker came")
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// From the order to the first step and to the end, as a browser learns of them.
async fn alone() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (site, _) = Site::start(folder.path(), None).await?;
    wait_for_device(&site).await?;
    let visitor = Visitor::at(site.origin());
    let (mut first, mut step, mut last) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ALONE {
        let began = Instant::now();
        let run = order(&visitor).await?;
        let mut stream = Stream::open(&site, &run).await?;
        stream.until("event:").await?;
        first.push(millis(began.elapsed()));
        stream.until("event: step").await?;
        step.push(millis(began.elapsed()));
        stream.until("event: ended").await?;
        last.push(millis(began.elapsed()));
    }
    let worst = |times: &[f64]| times.iter().copied().fold(0.0, f64::max);
    let row = |name: &str, times: &[f64]| {
        [name.to_owned(), format!("{:.0} ms", median(times.iter().copied())), format!("{:.0} ms", worst(times))]
    };
    let rows = [row("first event", &first), row("first step", &step), row("last event", &last)];
    table::print(&format!("From the order of {LAB} on sim, {ALONE} runs one by one"), ["", "median", "longest"], &rows);
    Ok(())
}

/// Pages before, while and after many runs wait.
async fn queued() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let each = RUNS_EACH.to_string();
    let (site, _) = Site::start_with(folder.path(), None, &["--lab-runs-per-learner", &each]).await?;
    wait_for_device(&site).await?;
    let lesson = course_path(Lang::EN, course().lessons[2].id.as_str());
    let target = pages::target(&site, &lesson, None)?;
    load::round(&target, READERS, TIME).await?;

    let before = rounds(&target).await?;
    let began = Instant::now();
    let mut ordering = JoinSet::new();
    for _ in 0..LEARNERS {
        let visitor = Visitor::at(site.origin());
        ordering.spawn(async move {
            let mut runs = Vec::new();
            for _ in 0..RUNS_EACH {
                runs.push(order(&visitor).await?);
            }
            anyhow::Ok((visitor, runs))
        });
    }
    let mut waiting = Vec::new();
    while let Some(ordered) = ordering.join_next().await {
        let (visitor, runs) = ordered??;
        waiting.extend(runs.into_iter().map(|run| (visitor.clone(), run)));
    }
    let ordered = began.elapsed();
    let during = rounds(&target).await?;
    let still = unfinished(&waiting).await?;
    while unfinished(&waiting).await? > 0 {
        ensure!(began.elapsed() < PATIENCE, "the runs do not end");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let over = began.elapsed();
    let after = rounds(&target).await?;

    let row = |name: &str, rounds: &[Round]| {
        let figure = |of: fn(&Round) -> f64| median(rounds.iter().map(of));
        [
            name.to_owned(),
            format!("{:.2} ms", figure(|round| round.p50)),
            format!("{:.2} ms", figure(|round| round.p99)),
            format!("{:.0}", figure(|round| round.per_second)),
        ]
    };
    let rows = [row("before", &before), row("while they wait and run", &during), row("after", &after)];
    let count = waiting.len();
    let title = format!("A lesson while {count} runs of {LEARNERS} learners wait, {READERS} connections");
    table::print(&title, ["", "p50", "p99", "pages/s"], &rows);
    println!(
        "  ordered within {:.1} s, the last one over after {:.1} s; {still} were not over when the pages were read",
        ordered.as_secs_f64(),
        over.as_secs_f64()
    );
    Ok(())
}

async fn rounds(target: &load::Target) -> Result<Vec<Round>> {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push(load::round(target, READERS, TIME).await?);
    }
    Ok(rounds)
}

async fn unfinished(runs: &[(Visitor, String)]) -> Result<usize> {
    let mut count = 0;
    for (visitor, run) in runs {
        let state = visitor.get(run).await?.json()?;
        count += usize::from(["queued", "running"].contains(&state["state"].as_str().unwrap_or_default()));
    }
    Ok(count)
}

/// Many follow one run that waits, until it is cancelled: what each costs, and how late the last event is.
async fn listeners() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let most = (LISTENERS + 10).to_string();
    let connections = (LISTENERS + 200).to_string();
    let flags = ["--lab-listeners", &most, "--max-connections", &connections];
    let (site, _) = Site::start_with(folder.path(), None, &flags).await?;
    wait_for_device(&site).await?;
    let visitor = Visitor::at(site.origin());
    // The first run keeps the device for a while, the second one waits behind it.
    order(&visitor).await?;
    let run = order(&visitor).await?;
    let before = site.memory()?;
    let all_there = Arc::new(Barrier::new(LISTENERS + 1));
    let mut listening = JoinSet::new();
    for _ in 0..LISTENERS {
        let mut stream = Stream::open(&site, &run).await?;
        stream.until("event: position").await?;
        let all_there = Arc::clone(&all_there);
        listening.spawn(async move {
            all_there.wait().await;
            stream.until("event: ended").await?;
            anyhow::Ok(Instant::now())
        });
    }
    let during = site.memory()?;
    all_there.wait().await;
    let began = Instant::now();
    let cancel = visitor.request(Method::DELETE, &run).header(ORIGIN, site.origin());
    let cancelled = visitor.send(&run, cancel).await?;
    ensure!(cancelled.status.is_success(), "{}: {}", cancelled.status, cancelled.body);
    let mut delays = Vec::new();
    while let Some(heard) = listening.join_next().await {
        delays.push(millis(heard?? - began));
    }
    delays.sort_by(f64::total_cmp);
    let at = |percent: usize| format!("{:.0} ms", delays[(delays.len() * percent / 100).min(delays.len() - 1)]);
    let each = usize::try_from(during.saturating_sub(before))? / LISTENERS;
    let row = [format!("{LISTENERS}"), kilobytes(each), at(0), at(50), at(99), at(100)];
    table::print(
        "Listeners to one run, and from the cancelling to the event",
        ["", "memory each", "first", "p50", "p99", "last"],
        &[row],
    );
    Ok(())
}

/// What is told of a run, as it comes.
struct Stream {
    stream: TcpStream,
    heard: String,
}

impl Stream {
    async fn open(site: &Site, run: &str) -> Result<Self> {
        let mut stream = TcpStream::connect(site.addr).await?;
        let request = format!("GET {run}/events HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\n\r\n", site.addr);
        stream.write_all(request.as_bytes()).await?;
        Ok(Self { stream, heard: String::new() })
    }

    /// Waits until something was told.
    async fn until(&mut self, words: &str) -> Result<()> {
        let mut bytes = [0; 4096];
        while !self.heard.contains(words) {
            let read = tokio::time::timeout(PATIENCE, self.stream.read(&mut bytes)).await??;
            ensure!(read > 0, "the stream ended before {words}: {}", self.heard);
            self.heard.push_str(std::str::from_utf8(&bytes[..read]).context("events are text")?);
        }
        Ok(())
    }
}
