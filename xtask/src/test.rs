//! `cargo xtask test`: sets up what tests need and runs everything, step by step.

mod deny;
mod plan;
mod run;

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::progress::{say, seconds};
use crate::tools;
use crate::workspace::Workspace;
use plan::{Section, Step};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Sections to run, or words that names of tests hold; everything without it.
    words: Vec<String>,
    /// Go on after a failed step, and report all at the end.
    #[arg(long)]
    keep_going: bool,
    /// Name the sections and steps, and run none.
    #[arg(long)]
    list: bool,
}

/// What became of a step.
#[derive(Debug, Default)]
struct Outcome {
    passed: usize,
    failed: usize,
    /// Why a part of the step could not be done, where that is no failure.
    note: Option<String>,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let (sections, filters): (Vec<_>, Vec<_>) = options.words.iter().partition(|word| Section::named(word).is_some());
    let sections: Vec<Section> = sections.iter().filter_map(|word| Section::named(word)).collect();
    let filters: Vec<&str> = filters.iter().map(|word| word.as_str()).collect();
    let steps = plan::steps(&sections, &filters);
    if options.list {
        for step in &steps {
            println!("{:<12} {}", step.section.name(), step.name);
        }
        return Ok(());
    }
    if steps.iter().any(|step| step.section.needs_tools()) {
        let shell = workspace.shell()?;
        tools::ensure_test_tools(&shell)?;
        tools::npm_packages(workspace, &shell)?;
    }
    let ledger = run_steps(workspace, &steps, options.keep_going);
    summarise(&ledger, steps.len())
}

/// A step with what became of it.
struct Entry<'a> {
    step: &'a Step,
    took: Duration,
    result: Result<Outcome>,
}

fn run_steps<'a>(workspace: &Workspace, steps: &'a [Step], keep_going: bool) -> Vec<Entry<'a>> {
    let mut ledger = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        say(&format!("[{}/{}] {}", number + 1, steps.len(), step.name));
        let started = Instant::now();
        let result = run::run(workspace, &step.work);
        let failed = result.as_ref().map_or(true, |outcome| outcome.failed > 0);
        ledger.push(Entry { step, took: started.elapsed(), result });
        if failed && !keep_going {
            break;
        }
    }
    ledger
}

/// Prints the table of steps and the closing line, and fails when a step did.
fn summarise(ledger: &[Entry<'_>], planned: usize) -> Result<()> {
    let (mut passed, mut failed, mut broken) = (0, 0, 0);
    println!();
    for Entry { step, took, result } in ledger {
        let verdict = match result {
            Ok(outcome) => {
                passed += outcome.passed;
                failed += outcome.failed;
                describe(outcome)
            }
            Err(error) => format!("FAILED: {error:#}"),
        };
        broken += usize::from(result.as_ref().map_or(true, |outcome| outcome.failed > 0));
        // A step that failed without a test to blame still counts in the closing line.
        failed += usize::from(result.is_err());
        println!("{:<50} {:>12}  {verdict}", step.name, seconds(*took));
    }
    let total = ledger.iter().map(|entry| entry.took).sum();
    println!("{:<50} {:>12}", "all steps", seconds(total));
    if ledger.len() < planned {
        println!("{} of {planned} steps were not reached; --keep-going runs them all", planned - ledger.len());
    }
    println!("\n{passed} passed, {failed} failed");
    if broken > 0 {
        bail!("{broken} of {} steps failed", ledger.len())
    }
    Ok(())
}

fn describe(outcome: &Outcome) -> String {
    let verdict = match outcome {
        Outcome { passed: 0, failed: 0, .. } => "ok".to_owned(),
        Outcome { passed, failed: 0, .. } => format!("ok, {passed} tests"),
        Outcome { passed, failed, .. } => format!("FAILED: {failed} of {} tests", passed + failed),
    };
    match &outcome.note {
        Some(note) => format!("{verdict} ({note})"),
        None => verdict,
    }
}
