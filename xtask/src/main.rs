//! Builds the client, runs, tests and measures vramlab: see `cargo xtask help`.
//!
//! This crate knows nothing of the others. It runs cargo and the tools around it, says each step with the time it took,
//! and installs what is missing where it may.

mod workspace;

mod progress;
mod tools;

mod client;
mod server;

mod dev;
mod serve;
mod test;

mod bench;
mod screenshots;

use clap::{Parser, Subcommand};

/// Build, run, test and measure vramlab.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build what the browser loads into target/site: client, styles, public files, compressed, hashes in their names.
    Client(client::Options),
    /// Build client and server, then serve on http://127.0.0.1:3000.
    Serve(serve::Options),
    /// Serve, rebuild on every change and reload the browser.
    Dev(dev::Options),
    /// Set up what tests need and run everything.
    Test(test::Options),
    /// Measure speed, size, start and memory, and print the figures.
    Bench(bench::Options),
    /// Take pictures of the main pages in both languages and themes, at 360 and 1280 pixels.
    Screenshots(screenshots::Options),
}

fn main() -> anyhow::Result<()> {
    let workspace = workspace::Workspace::find()?;
    match Cli::parse().command {
        Command::Client(options) => client::run(&workspace, options),
        Command::Serve(options) => serve::run(&workspace, &options),
        Command::Dev(options) => dev::run(&workspace, &options),
        Command::Test(options) => test::run(&workspace, &options),
        Command::Bench(options) => bench::run(&workspace, &options),
        Command::Screenshots(options) => screenshots::run(&workspace, &options),
    }
}
