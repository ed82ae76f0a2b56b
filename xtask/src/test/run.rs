//! Running one step.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::plan::Work;
use super::{Outcome, deny};
use crate::client;
use crate::workspace::Workspace;

pub(super) fn run(workspace: &Workspace, work: &Work) -> Result<Outcome> {
    match work {
        Work::Cargo(arguments) => {
            let status = cargo(workspace, arguments).status().context("cannot run cargo")?;
            if !status.success() {
                bail!("cargo {} failed", arguments.join(" "));
            }
            Ok(Outcome::default())
        }
        Work::Tests(arguments) => tests(workspace, arguments),
        Work::Client => client::run(workspace, client::Options::default()).map(|()| Outcome::default()),
        Work::Deny => deny::run(workspace),
    }
}

fn cargo(workspace: &Workspace, arguments: &[String]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments).current_dir(&workspace.root).stdin(Stdio::null());
    command.env("RUSTDOCFLAGS", "-D warnings");
    command.env("VRAMLAB_BIN", workspace.target.join("debug/vramlab"));
    command
}

/// Runs tests, passing their output on and counting them.
fn tests(workspace: &Workspace, arguments: &[String]) -> Result<Outcome> {
    let mut child = cargo(workspace, arguments).stdout(Stdio::piped()).spawn().context("cannot run cargo")?;
    let mut outcome = Outcome::default();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.context("the output of cargo test is not text")?;
            println!("{line}");
            if let Some((passed, failed)) = counts(&line) {
                outcome.passed += passed;
                outcome.failed += failed;
            }
        }
    }
    let status = child.wait()?;
    if !status.success() && outcome.failed == 0 {
        bail!("cargo {} failed", arguments.join(" "));
    }
    Ok(outcome)
}

/// Reads the numbers passed and failed from the closing line of a test binary.
fn counts(line: &str) -> Option<(usize, usize)> {
    let (_, numbers) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let number = |kind: &str| {
        let part = numbers.split(';').map(str::trim).find(|part| part.ends_with(kind))?;
        part.split(' ').next()?.parse().ok()
    };
    Some((number(" passed")?, number(" failed")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_line_of_a_test_binary_is_counted() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 4 filtered out; finished in 0.02s";
        assert_eq!(counts(line), Some((12, 3)));
        assert_eq!(counts("test http::limits ... ok"), None);
    }
}
