//! The binary `vramlab`.

use std::process::ExitCode;

use clap::Parser;
use server::cli::Cli;

fn main() -> anyhow::Result<ExitCode> {
    Cli::parse().run()
}
