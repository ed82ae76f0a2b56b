//! html-validate: whether pages are well-formed HTML, of which hydration and screen readers both make something else otherwise.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::paths;
use crate::visitor::Answer;

/// Returns what html-validate finds wrong with the pages, each finding as one readable line.
pub fn findings(pages: &[Answer]) -> Result<Vec<String>> {
    let folder = tempfile::tempdir()?;
    for (number, page) in pages.iter().enumerate() {
        fs::write(folder.path().join(format!("{number}.html")), &page.body)?;
    }
    let program = paths::npm_package("html-validate")?.join("bin/html-validate.mjs");
    let config = paths::root().join("tests/npm/html-validate.json").canonicalize()?;
    let report = folder.path().join("findings.json");
    let output = Command::new("node")
        .arg(program)
        // To a file: what Node writes to a pipe is cut off when the program ends at once.
        .args(["--formatter", &format!("json={}", report.display()), "--config"])
        .arg(config)
        .arg(folder.path())
        .output()
        .context("node is missing; run the tests with `cargo xtask test`, which installs it")?;
    let Ok(Value::Array(files)) = serde_json::from_slice(&fs::read(&report).unwrap_or_default()) else {
        bail!("html-validate failed: {}", String::from_utf8_lossy(&output.stderr));
    };
    Ok(files.iter().flat_map(|file| describe(file, pages)).collect())
}

fn describe(file: &Value, pages: &[Answer]) -> Vec<String> {
    let path = file["filePath"].as_str().unwrap_or_default();
    let number = path.rsplit('/').next().and_then(|name| name.strip_suffix(".html")).and_then(|name| name.parse().ok());
    let page = number.and_then(|number: usize| pages.get(number)).map_or(path, |page| page.path.as_str());
    let messages = file["messages"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    messages
        .iter()
        .map(|found| {
            format!(
                "{page}:{}:{}: {} ({})",
                found["line"],
                found["column"],
                text(&found["message"]),
                text(&found["ruleId"])
            )
        })
        .collect()
}
