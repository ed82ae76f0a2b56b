//! The command line of `vramlab`.

mod certificate;
mod content;
mod key;
mod lab;
mod reports;
mod serve;
mod snapshot;
mod stop;
mod worker;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use serde::Serialize;
use tokio::runtime::Runtime;

use crate::config::{ContentArgs, DatabaseArgs, ServeArgs};
use crate::storage::{Storage, StorageError, StorageOptions};

/// Teaches how GPU memory really works: lessons, quizzes with instant feedback, certificates that anyone can verify
#[derive(Debug, Parser)]
#[command(name = "vramlab", version, propagate_version = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the site
    Serve(Box<ServeArgs>),
    /// Carry runs of labs out for a site, such as on a machine with a GPU
    Worker(Box<worker::WorkerArgs>),
    /// Bring the database up to date, which `serve` does as well
    Migrate(DatabaseArgs),
    /// Work with courses
    #[command(subcommand)]
    Content(ContentCommand),
    /// Work with the keys that sign certificates
    #[command(subcommand)]
    Key(key::KeyCommand),
    /// Work with issued certificates
    #[command(subcommand)]
    Certificate(certificate::CertificateCommand),
    /// Print the mistakes that learners reported, oldest first
    Reports(reports::ReportsArgs),
    /// Run labs: PyTorch's caching allocator on a GPU, or on a simulated one
    #[command(subcommand)]
    Lab(lab::LabCommand),
    /// Look into memory snapshots of PyTorch
    #[command(subcommand)]
    Snapshot(snapshot::SnapshotCommand),
}

#[derive(Debug, Subcommand)]
enum ContentCommand {
    /// Check every file of the content and say, by line, what is wrong and how to mend it
    Check(content::CheckArgs),
}

impl Cli {
    /// Carries the command out.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Serve(args) => block_on(serve::serve(*args)),
            Command::Worker(args) => block_on(worker::worker(*args)),
            Command::Migrate(args) => block_on(migrate(&args)),
            Command::Content(ContentCommand::Check(args)) => content::check(&args),
            Command::Key(command) => command.run(),
            Command::Certificate(command) => block_on(command.run()),
            Command::Reports(args) => block_on(reports::print(&args)),
            Command::Lab(command) => command.run(),
            Command::Snapshot(command) => command.run(),
        }
    }
}

/// Carries out what waits. Work on other threads that is not over then, and that nobody waits for, is left behind: without
/// that, the end of the process would wait for it.
fn block_on(work: impl Future<Output = anyhow::Result<ExitCode>>) -> anyhow::Result<ExitCode> {
    let runtime = Runtime::new().context("cannot start the runtime")?;
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    done
}

async fn migrate(args: &DatabaseArgs) -> anyhow::Result<ExitCode> {
    open(args).await?;
    println!("{} is up to date", args.url);
    Ok(ExitCode::SUCCESS)
}

/// Opens the database and brings it up to date. An SQLite file that is not there is made, in a folder that is.
async fn open(args: &DatabaseArgs) -> anyhow::Result<Storage> {
    args.require_folder()?;
    let storage = connect(args).await?;
    storage.migrate().await.with_context(|| format!("cannot bring the database {} up to date", args.url))?;
    Ok(storage)
}

/// Opens a database for a command that has nothing to do in a new one. It is left as it is, since a server of another
/// version may be at work with it.
async fn open_existing(args: &DatabaseArgs) -> anyhow::Result<Storage> {
    args.require_file()?;
    connect(args).await
}

async fn connect(args: &DatabaseArgs) -> anyhow::Result<Storage> {
    Storage::open(&args.url, &StorageOptions::default())
        .await
        .with_context(|| format!("cannot open the database {}", args.url))
}

/// Says what to do when a database that was opened as it is does not give what was asked of it.
fn failed(args: &DatabaseArgs, error: StorageError) -> anyhow::Error {
    let url = &args.url;
    let said = if error.is_unavailable() {
        format!("cannot reach the database {url}")
    } else {
        format!(
            "cannot work with the database {url}; if another version of vramlab made it, run `vramlab migrate` first"
        )
    };
    anyhow::Error::new(error).context(said)
}

/// Writes to standard output, without what a terminal would obey. Whoever closed it, as `head` does, has read enough.
fn say(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().lock().write_all(labs::printable::lines(text).as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot write the result"),
        _ => Ok(()),
    }
}

/// Writes a value as JSON to standard output.
fn say_json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string(value).context("cannot write the result as JSON")?;
    text.push('\n');
    say(&text)
}

/// The content folder given as an argument, or the one that `serve` would use.
fn content_dir<'a>(given: Option<&'a std::path::PathBuf>, default: &'a ContentArgs) -> &'a std::path::Path {
    given.unwrap_or(&default.dir)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Cli;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
