//! `cargo xtask serve`: from a checkout to a running site.

use std::ffi::OsString;
use std::process::Command;

use anyhow::Result;

use crate::client;
use crate::progress::{say, step};
use crate::server::{self, Profile};
use crate::workspace::Workspace;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Compile the server with optimisations: slower to build, faster to serve.
    #[arg(long)]
    release: bool,
    /// Compile the client quickly, without optimising for size.
    #[arg(long)]
    fast: bool,
    /// Address to serve on; 127.0.0.1:3000 without it.
    #[arg(long)]
    addr: Option<OsString>,
    /// sqlite://… or postgres://…; a file in ./data without it.
    #[arg(long)]
    database_url: Option<OsString>,
    /// Folder with the courses, seen from the checkout; ./content without it.
    #[arg(long)]
    content: Option<OsString>,
    /// Further flags of `vramlab serve`, behind `--`.
    #[arg(last = true)]
    rest: Vec<OsString>,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    step("Build the client", || client::run(workspace, client::Options { fast: options.fast }))?;
    let binary = step("Build the server", || server::build(workspace, Profile::of(options.release)))?;
    let mut command = Command::new(binary);
    command.current_dir(&workspace.root).arg("serve");
    let flags = [("--addr", &options.addr), ("--database-url", &options.database_url), ("--content", &options.content)];
    for (flag, value) in flags {
        if let Some(value) = value {
            command.arg(flag).arg(value);
        }
    }
    command.args(&options.rest);
    let addr = options.addr.as_ref().map_or("127.0.0.1:3000".into(), |addr| addr.to_string_lossy());
    say(&format!("Serving on http://{addr} (Ctrl-C stops it once answers in flight are stored)"));
    become_program(command)
}

/// Hands this process over, so that Ctrl-C and the exit status are the server's own.
#[cfg(unix)]
fn become_program(mut command: Command) -> Result<()> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn become_program(mut command: Command) -> Result<()> {
    let status = command.status()?;
    std::process::exit(status.code().unwrap_or(1));
}
