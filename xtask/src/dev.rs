//! `cargo xtask dev`: serve, rebuild on change, reload the browser.

mod changes;
mod proxy;

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

use crate::client;
use crate::progress::{say, step};
use crate::server::{self, Profile};
use crate::workspace::Workspace;
use changes::{Change, Changes};
use proxy::Proxy;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Address for the browser. The server itself runs on a free port behind it.
    #[arg(long, default_value = "127.0.0.1:3000")]
    addr: String,
    /// sqlite://… or postgres://…; a file in ./data without it.
    #[arg(long)]
    database_url: Option<String>,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let proxy = Proxy::start(&options.addr)?;
    let changes = Changes::watch(workspace)?;
    let mut server = rebuild(workspace, options, &proxy, true);
    say(&format!("Serving on http://{}; changes rebuild and reload it (Ctrl-C stops)", options.addr));
    loop {
        match changes.wait()? {
            // The server reads content again by itself.
            Change::Content => {}
            Change::Code { client } => {
                stop(server.take());
                server = rebuild(workspace, options, &proxy, client);
            }
        }
        proxy.reload();
    }
}

/// Builds and starts the server. A broken build is said and waited out: the next change tries again.
fn rebuild(workspace: &Workspace, options: &Options, proxy: &Proxy, client: bool) -> Option<Child> {
    let started = (|| {
        if client {
            step("Build the client", || client::run(workspace, client::Options { fast: true }))?;
        }
        let binary = step("Build the server", || server::build(workspace, Profile::Debug))?;
        start(workspace, options, proxy, binary)
    })();
    started.map_err(|error| say(&format!("{error:#}; waiting for the next change"))).ok()
}

fn start(workspace: &Workspace, options: &Options, proxy: &Proxy, binary: PathBuf) -> Result<Child> {
    let mut command = Command::new(binary);
    command.current_dir(&workspace.root).stdin(Stdio::null());
    command.args(["serve", "--addr", &proxy.backend().to_string()]);
    if let Some(url) = &options.database_url {
        command.args(["--database-url", url]);
    }
    command.spawn().context("cannot start the server")
}

fn stop(server: Option<Child>) {
    if let Some(mut server) = server {
        let _ = server.kill();
        let _ = server.wait();
    }
}
