//! The real server, as a child process with a database and keys of its own.

use std::io::{BufRead as _, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::paths;

/// What a test wants otherwise than a learner's site has it.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Database to use; an SQLite file in the server's temporary folder without it.
    pub database_url: Option<String>,
    /// Folder of content; the courses of the checkout without it.
    pub content: Option<PathBuf>,
    /// Further flags of `vramlab serve`.
    pub flags: Vec<String>,
    /// Variables of its environment, which runs of labs inherit.
    pub environment: Vec<(String, String)>,
}

/// A running server. It is killed, and its folder removed, when this value goes.
///
/// It believes `X-Forwarded-For`, so that each visitor of a test can have an address, and with it limits, of its own.
#[derive(Debug)]
pub struct Server {
    options: Options,
    folder: TempDir,
    addr: SocketAddr,
    process: Option<Child>,
    log: Arc<Mutex<String>>,
}

/// A debug build reads and highlights the courses, and may share two cores with a browser.
const START: Duration = Duration::from_mins(3);

impl Server {
    /// Starts the server as a learner meets it, and waits until it can work.
    pub async fn start() -> Result<Self> {
        Self::with(Options::default()).await
    }

    /// Starts a server that differs in some way.
    pub async fn with(options: Options) -> Result<Self> {
        // The server takes a free port itself: one that was found for it could be another server's by then.
        let addr = SocketAddr::from(([127, 0, 0, 1], 0));
        let folder = tempfile::tempdir()?;
        let mut server = Self { options, folder, addr, process: None, log: Arc::default() };
        server.launch().await?;
        Ok(server)
    }

    /// Returns the address of the site, without a slash at the end.
    pub fn origin(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// Returns the absolute address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin())
    }

    /// Returns the folder with the server's data.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the SQLite file that the server uses unless the options name another database.
    pub fn database(&self) -> PathBuf {
        self.folder.path().join("vramlab.db")
    }

    /// Returns what the server has logged so far, restarts included.
    pub fn log(&self) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends the process at once, as a power cut would.
    pub fn kill(&mut self) -> Result<()> {
        if let Some(mut process) = self.process.take() {
            process.kill()?;
            process.wait()?;
        }
        Ok(())
    }

    /// Asks the process to stop, and waits until it has.
    pub fn stop(&mut self) -> Result<ExitStatus> {
        let mut process = self.process.take().context("the server does not run")?;
        let told = Command::new("kill").args(["-TERM", &process.id().to_string()]).status()?;
        if !told.success() {
            bail!("cannot ask the server to stop");
        }
        Ok(process.wait()?)
    }

    /// Changes the environment for the next start.
    pub fn set_environment(&mut self, environment: Vec<(String, String)>) {
        self.options.environment = environment;
    }

    /// Starts the server again at the same address on the same data.
    pub async fn restart(&mut self) -> Result<()> {
        self.kill()?;
        self.launch().await
    }

    /// Returns the `address` of the newest line of the log with this message.
    pub fn address_of(&self, message: &str) -> Option<SocketAddr> {
        address_of(&self.log(), message)
    }

    async fn launch(&mut self) -> Result<()> {
        let said = self.log().len();
        self.begin()?;
        self.wait_until_ready(said).await
    }

    /// Starts the process and waits for nothing.
    pub fn begin(&mut self) -> Result<()> {
        let mut process = self.command()?.spawn().context("cannot start the server")?;
        follow(process.stdout.take(), &self.log);
        follow(process.stderr.take(), &self.log);
        self.process = Some(process);
        Ok(())
    }

    fn command(&self) -> Result<Command> {
        let content = self.options.content.clone().unwrap_or_else(|| paths::root().join("content"));
        let sqlite = || format!("sqlite:{}", self.database().display());
        let mut command = Command::new(paths::server_binary()?);
        command.current_dir(self.folder.path()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.arg("serve").arg("--addr").arg(self.addr.to_string());
        command.arg("--database-url").arg(self.options.database_url.clone().unwrap_or_else(sqlite));
        command.arg("--content").arg(content);
        command.arg("--keys").arg(self.folder.path().join("keys"));
        command.args(["--trusted-proxies", "127.0.0.1"]);
        command.args(&self.options.flags);
        command.envs(self.options.environment.iter().cloned());
        Ok(command)
    }

    /// Waits until this process, which has said what follows `said` bytes of the log, listens and can work.
    async fn wait_until_ready(&mut self, said: usize) -> Result<()> {
        let started = Instant::now();
        let http = reqwest::Client::new();
        while started.elapsed() < START {
            if let Some(addr) = address_of(&self.log()[said..], "serving") {
                self.addr = addr;
                if http.get(self.url("/readyz")).send().await.is_ok_and(|answer| answer.status().is_success()) {
                    return Ok(());
                }
            }
            if let Some(status) = self.process.as_mut().map(Child::try_wait).transpose()?.flatten() {
                bail!("the server ended with {status} instead of serving:\n{}", self.log());
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        bail!("the server was not ready after {} s:\n{}", START.as_secs(), self.log())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A process that ended already is as good.
        let _ = self.kill();
        if std::thread::panicking() {
            eprintln!("The server's log:\n{}", self.log());
        }
    }
}

fn address_of(log: &str, message: &str) -> Option<SocketAddr> {
    let mut lines = log.lines().rev().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let line = lines.find(|line| line["message"] == message)?;
    line["address"].as_str()?.parse().ok()
}

/// Collects the lines of a stream for as long as it is open.
fn follow(stream: Option<impl Read + Send + 'static>, log: &Arc<Mutex<String>>) {
    let Some(stream) = stream else { return };
    let log = Arc::clone(log);
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            log.push_str(&line);
            log.push('\n');
        }
    });
}
