//! `cargo xtask screenshots`: what the main pages look like.

use std::path::PathBuf;

use anyhow::Result;
use xshell::cmd;

use crate::client;
use crate::progress::{say, step};
use crate::server::{self, Profile};
use crate::tools;
use crate::workspace::Workspace;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Folder for the pictures.
    #[arg(long, default_value = "target/screenshots")]
    out: PathBuf,
    /// Take only the two pictures of the README, into docs/screenshots.
    #[arg(long)]
    readme: bool,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let shell = workspace.shell()?;
    tools::ensure_test_tools(&shell)?;
    step("Build the client", || client::run(workspace, client::Options::default()))?;
    let binary = step("Build the server", || server::build(workspace, Profile::Debug))?;
    let out = if options.readme { workspace.root.join("docs/screenshots") } else { workspace.root.join(&options.out) };
    let readme = options.readme.then_some("--readme");
    cmd!(shell, "cargo run --package tests --bin screenshots -- {out} {readme...}").env("VRAMLAB_BIN", binary).run()?;
    say(&format!("The pictures are in {}", workspace.relative(&out)));
    Ok(())
}
