//! `cargo xtask bench`: figures for speed, size, start and memory. It prints them and asserts nothing about time.

use anyhow::Result;
use xshell::cmd;

use crate::client;
use crate::progress::step;
use crate::workspace::{NATIVE, Workspace};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only some sections: start, bytes, frames, pages, answers, runs.
    words: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let shell = workspace.shell()?;
    step("Build the client", || client::run(workspace, client::Options::default()))?;
    // One set of packages for both, so that cargo compiles each dependency once.
    step("Build the server with optimisations", || {
        Ok(cmd!(shell, "cargo build --release {NATIVE...} --bin vramlab").run()?)
    })?;
    let binary = workspace.target.join("release/vramlab");
    let words = &options.words;
    cmd!(shell, "cargo bench {NATIVE...} --bench figures -- {words...}").env("VRAMLAB_BIN", binary).run()?;
    Ok(())
}
