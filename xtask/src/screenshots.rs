//! `cargo xtask screenshots`: what the main pages look like.

use std::path::PathBuf;

use anyhow::Result;
use xshell::cmd;

use crate::client;
use crate::progress::{say, step};
use crate::tools;
use crate::workspace::{NATIVE, Workspace};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Folder for the pictures, seen from the checkout.
    #[arg(long, default_value = "target/screenshots")]
    out: PathBuf,
    /// Also write the pictures that the README shows, into docs/screenshots.
    #[arg(long)]
    readme: bool,
    /// Only pages whose names hold one of these words, such as `question` or `certificate`.
    words: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let shell = workspace.shell()?;
    tools::ensure_test_tools(&shell)?;
    step("Build the client", || client::run(workspace, client::Options::default()))?;
    step("Build the server", || Ok(cmd!(shell, "cargo build {NATIVE...} --bin vramlab --example screenshots").run()?))?;
    let folder = workspace.target.join("debug");
    let (program, server) = (folder.join("examples/screenshots"), folder.join("vramlab"));
    let out = workspace.root.join(&options.out);
    let readme = options.readme.then_some("--readme");
    let words = &options.words;
    cmd!(shell, "{program} --out {out} {readme...} {words...}").env("VRAMLAB_BIN", server).run()?;
    say(&format!("The pictures are in {}", workspace.relative(&out)));
    Ok(())
}
