//! The binary `vramlab`.

use std::process::ExitCode;

use clap::Parser;
use server::cli::Cli;

fn main() -> ExitCode {
    let result = Cli::parse().run();
    server::telemetry::flush();
    result.unwrap_or_else(|error| {
        // What is wrong with a file may hold words of the file, and a terminal would obey some of them.
        eprintln!("Error: {}", labs::printable::lines(&format!("{error:?}")));
        ExitCode::FAILURE
    })
}
