//! cargo-deny: what the workspace may depend on.

use std::path::Path;

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use super::Outcome;
use crate::progress::say;
use crate::tools;
use crate::workspace::Workspace;

/// Checks licences, bans and sources, which need no network, and advisories where their database can be reached.
pub(super) fn run(workspace: &Workspace) -> Result<Outcome> {
    let shell = workspace.shell()?;
    let program = tools::cargo_deny(workspace, &shell)?;
    // Duplicates are many and seldom ours to mend: one line names them, instead of five lines each.
    cmd!(shell, "{program} check --hide-inclusion-graph --allow duplicate licenses bans sources").run()?;
    let duplicates = duplicates(&shell, &program)?;
    say(&format!("More than one version of: {}", duplicates.join(", ")));
    let mut notes = vec![format!("{} crates in more than one version", duplicates.len())];
    let advisories = cmd!(shell, "{program} check advisories").ignore_status().output()?;
    let said = String::from_utf8_lossy(&advisories.stderr);
    if said.contains("failed to fetch advisory database") {
        notes.push("advisories not checked: their database cannot be reached from here".to_owned());
    } else if !advisories.status.success() {
        bail!("cargo deny found advisories:\n{said}");
    }
    Ok(Outcome { note: Some(notes.join("; ")), ..Outcome::default() })
}

/// Returns the names of crates that are there in more than one version.
fn duplicates(shell: &Shell, program: &Path) -> Result<Vec<String>> {
    let output = cmd!(shell, "{program} --format json check bans").ignore_status().output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let findings = said.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let duplicates = findings.filter(|finding| finding["fields"]["code"] == "duplicate");
    Ok(duplicates
        .filter_map(|finding| Some(finding["fields"]["message"].as_str()?.split('\'').nth(1)?.to_owned()))
        .collect())
}
