//! Checking a folder of recorded results.

use std::path::{Path, PathBuf};

use super::read::{self, TraceError};
use super::settings::Case;
use super::{compare, replay};

/// The file that holds texts of settings instead of a trace.
pub const SETTINGS: &str = "config_cases.json";

/// What became of a file.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub file: PathBuf,
    /// The first difference, or why there was nothing to compare.
    pub result: Result<(), String>,
}

/// Returns the outcome of each `*.json` and `*.json.gz` in a folder, in the order of their names. Subfolders are left
/// alone.
pub fn folder(folder: &Path) -> std::io::Result<impl Iterator<Item = Outcome>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let file = entry?.path();
        // A link that leads nowhere is no folder: that it cannot be read is its outcome.
        if !file.is_dir() && is_result(&file) {
            files.push(file);
        }
    }
    files.sort();
    Ok(files.into_iter().map(|file| Outcome { result: self::file(&file), file }))
}

/// Checks a file. The error is the first difference, or says why there was nothing to compare.
pub fn file(file: &Path) -> Result<(), String> {
    // Reading a pipe would wait for somebody who writes.
    if file.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Err("it is no regular file, so there is nothing to compare".to_owned());
    }
    if file.file_name().is_some_and(|name| name == SETTINGS) {
        return settings(file);
    }
    let recorded = read::recorded(file).map_err(|error| error.to_string())?;
    let found = replay(&recorded.trace, recorded.trace.device()).map_err(|error| error.in_file(file).to_string())?;
    match compare(&recorded, &found) {
        None => Ok(()),
        Some(difference) => Err(difference.to_string()),
    }
}

fn settings(file: &Path) -> Result<(), String> {
    let cases: Vec<Case> = read::load(file).map_err(|error: TraceError| error.to_string())?;
    if cases.is_empty() {
        return Err("it holds no cases, so there is nothing to compare".to_owned());
    }
    for (index, case) in cases.iter().enumerate() {
        if let Some(difference) = case.difference() {
            return Err(format!("case {index}: {difference}"));
        }
    }
    Ok(())
}

fn is_result(file: &Path) -> bool {
    let has = |file: &Path, extension: &str| file.extension().is_some_and(|found| found == extension);
    has(file, "json") || (has(file, "gz") && has(&file.with_extension(""), "json"))
}
