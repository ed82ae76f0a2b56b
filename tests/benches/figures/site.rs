//! The real server, as an operator runs it: with its log, which goes to a file.

use std::fs::{self, File};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tests::paths;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const PATIENCE: Duration = Duration::from_mins(1);
/// The unit of times in `/proc`, the same on every Linux that Rust runs on.
const TICKS_PER_SECOND: f64 = 100.0;

/// A running server. It is killed when this value goes; its data stays in the folder.
#[derive(Debug)]
pub(crate) struct Site {
    process: Child,
    pub(crate) addr: SocketAddr,
}

impl Site {
    /// Starts the server on the data in a folder. Returns the time to the first byte of a page, too.
    pub(crate) async fn start(folder: &Path, database_url: Option<&str>) -> Result<(Self, Duration)> {
        Self::start_with(folder, database_url, &[]).await
    }

    /// The same with further flags of `vramlab serve`.
    pub(crate) async fn start_with(
        folder: &Path,
        database_url: Option<&str>,
        flags: &[&str],
    ) -> Result<(Self, Duration)> {
        let addr = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let log = File::create(folder.join("log"))?;
        let sqlite = format!("sqlite:{}", database(folder).display());
        let mut command = Command::new(paths::server_binary()?);
        command.current_dir(folder).stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        command.arg("serve").arg("--addr").arg(addr.to_string());
        command.arg("--database-url").arg(database_url.unwrap_or(&sqlite));
        command.arg("--content").arg(paths::root().join("content").canonicalize()?);
        command.arg("--keys").arg(folder.join("keys"));
        // So that the load can come from many addresses, as it would behind a proxy.
        command.args(["--trusted-proxies", "127.0.0.1"]);
        command.args(flags);
        let began = Instant::now();
        let process = command.spawn().context("cannot start the server")?;
        let mut site = Self { process, addr };
        while !site.gives_a_byte().await {
            let ended = site.process.try_wait()?;
            if ended.is_some() || began.elapsed() > PATIENCE {
                bail!("the server did not start:\n{}", fs::read_to_string(folder.join("log"))?);
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Ok((site, began.elapsed()))
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// Returns the memory that the server has in RAM, in bytes.
    pub(crate) fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("/proc tells no VmRSS")?;
        let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kibibytes * 1024)
    }

    pub(crate) fn cpu(&self) -> Result<f64> {
        cpu(&self.process)
    }

    async fn gives_a_byte(&self) -> bool {
        let Ok(mut stream) = TcpStream::connect(self.addr).await else { return false };
        let request = format!("GET /en/ HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: br\r\n\r\n", self.addr);
        stream.write_all(request.as_bytes()).await.is_ok() && stream.read(&mut [0; 1]).await.is_ok_and(|read| read == 1)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // A process that ended already is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the SQLite file of the server whose data is in a folder.
pub(crate) fn database(folder: &Path) -> std::path::PathBuf {
    folder.join("vramlab.db")
}

/// Returns the seconds of processor time that a process has used so far.
pub(crate) fn cpu(process: &Child) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.id()))?;
    // The name in parentheses may hold blanks; user and system time are the 12th and 13th field behind it.
    let behind = stat.rsplit(')').next().unwrap_or_default();
    let fields = behind.split_whitespace().skip(11).take(2);
    let ticks = fields.map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / TICKS_PER_SECOND)
}
