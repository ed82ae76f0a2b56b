use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;
use labs::trace::verify;

use super::super::say;

#[derive(Debug, Args)]
pub(in crate::cli) struct VerifyArgs {
    /// Folder with recorded results, `*.json` or `*.json.gz`; its subfolders are left alone
    dir: PathBuf,
}

pub(super) fn verify(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let dir = &args.dir;
    let outcomes = verify::folder(dir).with_context(|| format!("cannot read the folder {}", dir.display()))?;
    let (mut passed, mut failed) = (0_u64, 0_u64);
    for outcome in outcomes {
        match outcome.result {
            Ok(()) => passed += 1,
            Err(reason) => {
                failed += 1;
                say(&in_file(&outcome.file, &reason))?;
            }
        }
    }
    ensure!(
        passed + failed > 0,
        "there is nothing to verify in {}; name a folder that holds recorded results, *.json or *.json.gz",
        dir.display()
    );
    say(&format!("{passed} passed, {failed} failed\n"))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the line for a file that failed. A reason that is about the file itself names it already.
fn in_file(file: &Path, reason: &str) -> String {
    let name = file.display().to_string();
    if reason.starts_with(&name) { format!("{reason}\n") } else { format!("{name}: {reason}\n") }
}
