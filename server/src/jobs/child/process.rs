//! The child as its parent sees it.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use labs::experiment::progress::Progress;
use labs::report::Outcome;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::protocol::{FailureKind, Limits, Line, Request};

/// Lines that may wait for the parent. A child that is faster waits.
const WAITING: usize = 64;

/// Bytes of standard error that are kept for the log.
const COMPLAINT: u64 = 4096;

/// Longest wait for a child that has said all, or was killed.
const GOING: Duration = Duration::from_secs(10);

/// Variables that are no business of the child's: addresses with passwords and paths of keys.
const SECRETS: [&str; 3] = ["VRAMLAB_DATABASE_URL", "VRAMLAB_SIGNING_KEY", "VRAMLAB_KEYS"];

/// The program that is the child, with its arguments.
#[derive(Debug, Clone)]
pub struct Program {
    pub path: PathBuf,
    pub arguments: Vec<OsString>,
}

/// What the child said.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    Progress(Progress),
    Omitted(u64),
    /// A memory snapshot as PyTorch writes it, packed with gzip.
    Snapshot(Vec<u8>),
    /// The report as JSON.
    Report(Outcome, Vec<u8>),
    Failure(FailureKind, String),
    /// Not all, in the time that a run may take.
    OutOfTime,
    /// More than a run may write.
    TooMuch,
    /// Something that is no line of the protocol.
    Nonsense,
    /// Everything: it closed its output.
    Nothing,
}

/// How the child went.
#[derive(Debug)]
pub struct ChildEnd {
    /// Nothing where it did not end even when it was killed.
    pub status: Option<ExitStatus>,
    /// The last it wrote to standard error.
    pub complaint: String,
}

/// A child at work. It is killed when this value goes.
#[derive(Debug)]
pub struct Child {
    process: tokio::process::Child,
    said: mpsc::Receiver<Said>,
    complaint: JoinHandle<String>,
    deadline: Instant,
    /// Held open for as long as the child is to live.
    _stdin: Option<ChildStdin>,
}

impl Child {
    /// Starts a child and tells it what to do.
    pub async fn start(program: &Program, request: &Request, limits: Limits) -> io::Result<Self> {
        let mut command = Command::new(&program.path);
        command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.kill_on_drop(true);
        for name in SECRETS {
            command.env_remove(name);
        }
        let deadline = Instant::now() + limits.time;
        let mut process = command.spawn()?;
        let (tell, said) = mpsc::channel(WAITING);
        if let Some(stdout) = process.stdout.take() {
            tokio::spawn(read(stdout, limits.output, tell));
        }
        let stderr = process.stderr.take();
        let complaint = tokio::spawn(async move { complaint(stderr).await });
        let mut stdin = process.stdin.take();
        if let Some(stdin) = &mut stdin {
            let mut line = serde_json::to_vec(request)?;
            line.push(b'\n');
            stdin.write_all(&line).await?;
            stdin.flush().await?;
        }
        Ok(Self { process, said, complaint, deadline, _stdin: stdin })
    }

    /// Returns what it says next. Nothing is lost when the future is dropped.
    pub async fn next(&mut self) -> Said {
        // One that always has something to say is no exception.
        if Instant::now() >= self.deadline {
            return Said::OutOfTime;
        }
        match tokio::time::timeout_at(self.deadline, self.said.recv()).await {
            Ok(Some(said)) => said,
            Ok(None) => Said::Nothing,
            Err(_) => Said::OutOfTime,
        }
    }

    /// Returns the number of the process, while it has one.
    pub fn id(&self) -> Option<u32> {
        self.process.id()
    }

    /// Kills it, if it still runs, and waits until it is gone: only then is the memory of the device free.
    pub async fn end(mut self, gracefully: bool) -> ChildEnd {
        if !gracefully {
            // It may have ended by itself meanwhile.
            let _ = self.process.start_kill();
        }
        let mut status = tokio::time::timeout(GOING, self.process.wait()).await;
        if status.is_err() {
            let _ = self.process.start_kill();
            status = tokio::time::timeout(GOING, self.process.wait()).await;
        }
        let complaint = tokio::time::timeout(Duration::from_secs(1), self.complaint).await;
        ChildEnd {
            status: status.ok().and_then(Result::ok),
            complaint: complaint.ok().and_then(Result::ok).unwrap_or_default(),
        }
    }
}

async fn read(stdout: ChildStdout, limit: u64, tell: mpsc::Sender<Said>) {
    let mut output = BufReader::new(stdout.take(limit + 1));
    let mut left = limit;
    let mut report: Option<Outcome> = None;
    loop {
        let mut line = Vec::new();
        let Ok(read) = output.read_until(b'\n', &mut line).await else { break };
        if read == 0 {
            break;
        }
        let Some(rest) = left.checked_sub(read as u64) else {
            let _ = tell.send(Said::TooMuch).await;
            break;
        };
        left = rest;
        if line.pop_if(|last| *last == b'\n').is_none() {
            // A child that was killed in the middle of a line.
            break;
        }
        let said = match report.take() {
            Some(outcome) => Said::Report(outcome, line),
            None => match serde_json::from_slice(&line) {
                Ok(Line::Report { outcome }) => {
                    report = Some(outcome);
                    continue;
                }
                Ok(line) => understand(line),
                Err(_) => Said::Nonsense,
            },
        };
        if tell.send(said).await.is_err() {
            break;
        }
    }
}

fn understand(line: Line) -> Said {
    match line {
        Line::Progress(progress) => Said::Progress(progress),
        Line::Omitted { steps } => Said::Omitted(steps),
        Line::Snapshot { gzip } => STANDARD.decode(gzip).map_or(Said::Nonsense, Said::Snapshot),
        Line::Failure { kind, message } => Said::Failure(kind, message),
        // Its report is the next line, so it is never understood alone.
        Line::Report { .. } => Said::Nonsense,
    }
}

/// Returns the beginning of what is written there, and reads the rest so that nobody waits to write it.
async fn complaint(stderr: Option<impl AsyncRead + Unpin>) -> String {
    let Some(mut stderr) = stderr else { return String::new() };
    let mut begin = Vec::new();
    let _ = (&mut stderr).take(COMPLAINT).read_to_end(&mut begin).await;
    let _ = tokio::io::copy(&mut stderr, &mut tokio::io::sink()).await;
    String::from_utf8_lossy(&begin).trim().to_owned()
}
