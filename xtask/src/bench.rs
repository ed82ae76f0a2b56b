//! `cargo xtask bench`: figures for speed, size, start and memory. It prints them and asserts nothing about time.

use anyhow::Result;
use xshell::cmd;

use crate::client;
use crate::progress::step;
use crate::server::{self, Profile};
use crate::workspace::Workspace;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only benchmarks whose names hold one of these words.
    words: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    step("Build the client", || client::run(workspace, client::Options::default()))?;
    let binary = step("Build the server with optimisations", || server::build(workspace, Profile::Release))?;
    let shell = workspace.shell()?;
    let words = &options.words;
    cmd!(shell, "cargo bench --package tests --bench figures -- {words...}").env("VRAMLAB_BIN", binary).run()?;
    Ok(())
}
