//! Labs that run for learners: from the order to the last event, cut off, cancelled, too slow, and with workers that die.

mod cancel;
mod death;
mod devices;
mod forms;
mod limits;
mod order;
mod script;
mod stream;

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use reqwest::Method;
use reqwest::header::ORIGIN;
use serde_json::{Value, json};
use tests::server::{Options, Server};
use tests::visitor::{Answer, Visitor};

const RUNS: &str = "/api/v1/lab-runs";

/// Longest wait for something that takes a moment, on a machine that has other things to do as well.
const PATIENCE: Duration = Duration::from_mins(1);

/// Makes a run take so long that a test can do something meanwhile.
pub(crate) fn slow(milliseconds: u32) -> Vec<(String, String)> {
    vec![("VRAMLAB_TEST_STEP_DELAY_MS".to_owned(), milliseconds.to_string())]
}

/// A server whose runs wait so many milliseconds after each step.
async fn server(delay: u32, flags: &[&str]) -> Result<Server> {
    let flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
    let server = Server::with(Options { flags, environment: slow(delay), ..Options::default() }).await?;
    wait_for_device(&server).await?;
    Ok(server)
}

/// Waits until somebody takes runs.
pub(crate) async fn wait_for_device(server: &Server) -> Result<()> {
    let visitor = Visitor::of(server);
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        if visitor.get("/api/v1/labs").await?.json()?["devices"].as_array().is_some_and(|devices| !devices.is_empty()) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    bail!("no worker came:\n{}", server.log())
}

async fn order(visitor: &Visitor, order: &Value) -> Result<Answer> {
    visitor.send(RUNS, visitor.request(Method::POST, RUNS).json(order)).await
}

/// Orders a lab with its defaults and returns the address of the run.
async fn started(visitor: &Visitor, lab: &str) -> Result<String> {
    let answer = order(visitor, &json!({ "lab": lab })).await?;
    anyhow::ensure!(answer.status == 202, "{}: {}", answer.status, answer.body);
    Ok(answer.header("location").to_owned())
}

async fn cancel(visitor: &Visitor, server: &Server, run: &str) -> Result<Answer> {
    visitor.send(run, visitor.request(Method::DELETE, run).header(ORIGIN, server.origin())).await
}

/// Waits until a run is in one of these states, and returns it.
async fn wait_for(visitor: &Visitor, run: &str, states: &[&str]) -> Result<Value> {
    let begin = Instant::now();
    let mut last = Value::Null;
    while begin.elapsed() < PATIENCE {
        last = visitor.get(run).await?.json()?;
        if last["state"].as_str().is_some_and(|state| states.contains(&state)) {
            return Ok(last);
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    bail!("waited in vain for {states:?}: {last}")
}

const OVER: [&str; 6] = ["done", "out_of_memory", "timed_out", "cancelled", "device_lost", "failed"];

async fn over(visitor: &Visitor, run: &str) -> Result<Value> {
    wait_for(visitor, run, &OVER).await
}

/// What is told of a run.
struct Stream {
    response: reqwest::Response,
    text: String,
}

/// One thing that was told.
#[derive(Debug, Clone, PartialEq)]
struct Told {
    id: Option<u32>,
    kind: String,
    data: Value,
}

impl Stream {
    async fn open(visitor: &Visitor, run: &str, last: Option<u32>) -> Result<Self> {
        let mut request = visitor.request(Method::GET, &format!("{run}/events"));
        if let Some(last) = last {
            request = request.header("last-event-id", last.to_string());
        }
        let response = request.send().await?;
        anyhow::ensure!(response.status() == 200, "{}", response.status());
        Ok(Self { response, text: String::new() })
    }

    /// Returns what is told next; nothing at the end.
    async fn next(&mut self) -> Result<Option<Told>> {
        loop {
            while let Some(end) = self.text.find("\n\n") {
                let rest = self.text.split_off(end + 2);
                let told = read(&std::mem::replace(&mut self.text, rest))?;
                if told.is_some() {
                    return Ok(told);
                }
            }
            match self.response.chunk().await? {
                Some(bytes) => self.text.push_str(std::str::from_utf8(&bytes)?),
                None => return Ok(None),
            }
        }
    }

    async fn rest(mut self) -> Result<Vec<Told>> {
        let mut all = Vec::new();
        while let Some(told) = self.next().await? {
            all.push(told);
        }
        Ok(all)
    }

    /// Waits for something of that kind.
    async fn until(&mut self, kind: &str) -> Result<Told> {
        while let Some(told) = self.next().await? {
            if told.kind == kind {
                return Ok(told);
            }
        }
        bail!("the stream ended without {kind}")
    }
}

/// Reads a block; nothing for one that is a comment.
fn read(block: &str) -> Result<Option<Told>> {
    let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let Some(kind) = field("event:") else { return Ok(None) };
    let data = serde_json::from_str(field("data:").context("an event has data")?)?;
    let id = field("id:").map(str::parse).transpose()?;
    Ok(Some(Told { id, kind: kind.to_owned(), data }))
}

/// A `vramlab worker` beside a server. It is killed when this value goes.
pub(crate) struct Worker {
    process: Child,
}

impl Worker {
    pub(crate) fn start(database_url: &str, device: &str, environment: &[(String, String)]) -> Result<Self> {
        let mut command = Command::new(tests::paths::server_binary()?);
        command.args(["worker", "--device", device, "--database-url", database_url, "--lab-lease-seconds", "2"]);
        command.envs(environment.iter().cloned()).stdin(Stdio::null()).stdout(Stdio::null());
        Ok(Self { process: command.spawn()? })
    }

    /// Returns the processes that it started and that still live.
    fn children(&self) -> Vec<u32> {
        children(self.process.id())
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(&mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }

    /// Asks it to stop and waits until it has.
    pub(crate) fn stop(&mut self) -> Result<()> {
        anyhow::ensure!(Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status()?.success());
        let status = self.process.wait()?;
        anyhow::ensure!(status.success(), "{status}");
        Ok(())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // One that has ended is as good.
        let _ = self.kill();
    }
}

/// Returns the processes that a process started and that still live.
fn children(parent: u32) -> Vec<u32> {
    let found = Command::new("pgrep").args(["-P", &parent.to_string()]).output().unwrap();
    String::from_utf8(found.stdout).unwrap().lines().map(|line| line.parse().unwrap()).collect()
}

/// Waits until none of the processes lives.
async fn all_gone(processes: &[u32]) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(20) {
        let lives = |process: &u32| match std::fs::read_to_string(format!("/proc/{process}/stat")) {
            // A zombie is gone but for its name.
            Ok(stat) => !stat.rsplit(')').next().unwrap_or_default().trim_start().starts_with('Z'),
            Err(_) => false,
        };
        if !processes.iter().any(lives) {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    false
}

pub(crate) fn sqlite_url(server: &Server) -> String {
    format!("sqlite:{}", server.database().display())
}
