//! A PostgreSQL cluster of our own: in a temporary folder, on a free port, gone when the tests are.
//!
//! A shell supervises it: as soon as the pipe from this process closes, for whatever reason, it stops the server and
//! removes the folder. So a test run that is killed leaves nothing behind.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result, bail, ensure};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

/// PostgreSQL refuses to run as root; Debian's package makes this user.
const UNPRIVILEGED: &str = "postgres";

/// Makes and starts a cluster, says how that went in one line, waits for the pipe to close, and cleans up.
const SUPERVISE: &str = r#"
trap '' INT HUP TERM
bin=$1 dir=$2 settings=$3
if "$bin/initdb" -D "$dir/data" -U postgres --auth=trust -E UTF8 --locale=C --no-sync >"$dir/log" 2>&1 &&
    echo "$settings" >>"$dir/data/postgresql.conf" &&
    "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w start >>"$dir/log" 2>&1
then echo ready; else echo failed; fi
cat >/dev/null
kill -s CONT "$(head -n 1 "$dir/data/postmaster.pid")" 2>/dev/null
"$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1
rm -rf "$dir"
"#;

/// A running cluster. Dropping it stops it.
#[derive(Debug)]
pub struct Cluster {
    bin: PathBuf,
    dir: PathBuf,
    port: u16,
    /// Its standard input is the pipe that keeps the cluster alive.
    supervisor: Child,
}

impl Cluster {
    /// Returns the cluster that all tests of this process share.
    ///
    /// # Panics
    /// When PostgreSQL is not installed or does not start; the message says what to do.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Cluster> = OnceLock::new();
        SHARED.get_or_init(|| Self::start().unwrap_or_else(|error| panic!("{error:#}")))
    }

    /// Starts a cluster that belongs to the caller alone, for tests that stop it.
    pub fn start() -> Result<Self> {
        let bin = find_programs()?;
        // Another process may take the port before the server does; then another port will do.
        let mut started = Self::try_start(&bin);
        for _ in 0..4 {
            started = started.or_else(|_| Self::try_start(&bin));
        }
        started
    }

    fn try_start(bin: &Path) -> Result<Self> {
        let dir = tempfile::Builder::new().prefix("vramlab-postgres-").tempdir()?.keep();
        if is_root()? {
            let owned = Command::new("chown").arg(UNPRIVILEGED).arg(&dir).status()?;
            ensure!(owned.success(), "cannot hand {} to the user {UNPRIVILEGED}", dir.display());
        }
        let port = free_port()?;
        // These tests are not about a crash of the machine, so nothing waits for the disk.
        let settings = format!(
            "listen_addresses = '127.0.0.1'\nport = {port}\nunix_socket_directories = '{}'\nmax_connections = 200\n\
             fsync = off\nfull_page_writes = off\nshared_buffers = 64MB",
            dir.display()
        );
        let mut supervisor = as_owner("sh")?
            .args(["-c", SUPERVISE, "supervise"])
            .args([bin.as_os_str(), dir.as_os_str(), OsStr::new(&settings)])
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot run sh")?;
        let said = supervisor.stdout.take().context("the supervisor has no output")?;
        let cluster = Self { bin: bin.to_owned(), dir, port, supervisor };
        let mut line = String::new();
        BufReader::new(said).read_line(&mut line)?;
        if line.trim() != "ready" {
            let log = fs::read_to_string(cluster.dir.join("log")).unwrap_or_default();
            bail!("PostgreSQL did not start in {}:\n{log}", cluster.dir.display());
        }
        Ok(cluster)
    }

    /// Returns the address of a database in the form that vramlab takes.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Makes a database and returns its name. With a template it is a copy; nobody may be connected to that one.
    pub async fn create_database(&self, template: Option<&str>) -> Result<String> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let template = template.unwrap_or("template0");
        self.admin(format!("CREATE DATABASE {name} TEMPLATE {template}")).await?;
        Ok(name)
    }

    /// Removes a database with whoever is connected to it.
    pub async fn drop_database(&self, name: &str) -> Result<()> {
        self.admin(format!("DROP DATABASE {name} WITH (FORCE)")).await
    }

    /// Stops the server as an operator would: what is under way is broken off.
    pub fn stop(&self) -> Result<()> {
        self.pg_ctl(&["-m", "fast", "-w", "stop"])
    }

    /// Starts the server again, at the same address.
    pub fn start_again(&self) -> Result<()> {
        let log = self.dir.join("log");
        self.pg_ctl(&["-l", log.to_str().context("the folder has an odd name")?, "-w", "start"])
    }

    /// Freezes every process of the server, like a machine that no longer answers.
    pub fn freeze(&self) -> Result<()> {
        self.signal("STOP")
    }

    /// Lets them run again.
    pub fn thaw(&self) -> Result<()> {
        self.signal("CONT")
    }

    async fn admin(&self, sql: String) -> Result<()> {
        let mut conn = PgConnection::connect(&self.url("postgres")).await?;
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut conn).await?;
        Ok(conn.close().await?)
    }

    fn pg_ctl(&self, args: &[&str]) -> Result<()> {
        let done = as_owner(self.bin.join("pg_ctl"))?
            .arg("-D")
            .arg(self.dir.join("data"))
            .args(args)
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()?;
        ensure!(done.success(), "pg_ctl {args:?} failed, see {}", self.dir.join("log").display());
        Ok(())
    }

    fn signal(&self, signal: &str) -> Result<()> {
        let pid_file = fs::read_to_string(self.dir.join("data/postmaster.pid"))?;
        let postmaster = pid_file.lines().next().context("postmaster.pid is empty")?.to_owned();
        let mut pids = children_of(&postmaster)?;
        pids.push(postmaster);
        ensure!(Command::new("kill").arg("-s").arg(signal).args(&pids).status()?.success(), "cannot signal {pids:?}");
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // A process that is frozen cannot be stopped.
        let _ = self.thaw();
        drop(self.supervisor.stdin.take());
        // An error would mean that it was waited for before.
        let _ = self.supervisor.wait();
    }
}

/// Returns the folder with initdb and pg_ctl: that of Debian's newest version, or the one on the path.
fn find_programs() -> Result<PathBuf> {
    let mut versions: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .filter(|(_, bin)| bin.join("initdb").exists())
        .collect();
    versions.sort();
    if let Some((_, bin)) = versions.pop() {
        return Ok(bin);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .find(|bin| bin.join("initdb").exists())
        .context("PostgreSQL is not installed: run `cargo xtask test`, or on Debian `apt-get install postgresql`")
}

/// Returns a command that runs as the user who owns the cluster.
fn as_owner(program: impl AsRef<OsStr>) -> Result<Command> {
    if !is_root()? {
        return Ok(Command::new(program));
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", UNPRIVILEGED, "--regid", UNPRIVILEGED, "--init-groups", "--"]).arg(program);
    Ok(command)
}

fn is_root() -> Result<bool> {
    Ok(fs::metadata("/proc/self")?.uid() == 0)
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

fn children_of(parent: &str) -> Result<Vec<String>> {
    let mut children = Vec::new();
    for entry in fs::read_dir("/proc")?.flatten() {
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name in parentheses may hold blanks; behind it come the state and the parent.
        let parent_of = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
        if parent_of == Some(parent) {
            children.extend(entry.file_name().into_string());
        }
    }
    Ok(children)
}
