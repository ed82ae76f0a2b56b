//! axe-core: what a machine can say about accessibility.

use std::fs;
use std::sync::OnceLock;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::paths;

/// The rules of WCAG 2.2 AA and axe's own good practice; everything but rules still being tried out.
const RUN: &str = "return axe.run(document, { resultTypes: ['violations'] }).then(result => result.violations)";

impl Browser {
    /// Returns what axe-core finds wrong with the page as it stands, each finding as one readable line.
    pub async fn axe(&self) -> Result<Vec<String>> {
        if self.setting().javascript {
            return self.look().await;
        }
        // The page has loaded without its scripts; axe-core waits for what only goes on where scripts may run.
        self.set_scripts(true).await?;
        let found = self.look().await;
        self.set_scripts(false).await?;
        found
    }

    async fn look(&self) -> Result<Vec<String>> {
        if self.script("return typeof axe", json!([])).await? != "object" {
            self.script(source()?, json!([])).await?;
        }
        let violations = self.script(RUN, json!([])).await?;
        let violations = violations.as_array().context("axe-core returned no list")?;
        Ok(violations.iter().flat_map(describe).collect())
    }
}

fn source() -> Result<&'static str> {
    static SOURCE: OnceLock<String> = OnceLock::new();
    if let Some(source) = SOURCE.get() {
        return Ok(source);
    }
    let source = fs::read_to_string(paths::npm_package("axe-core")?.join("axe.min.js"))?;
    Ok(SOURCE.get_or_init(|| source))
}

fn describe(violation: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rule = format!("{} ({})", text(&violation["id"]), text(&violation["help"]));
    let nodes = violation["nodes"].as_array().cloned().unwrap_or_default();
    nodes
        .iter()
        .map(|node| {
            let why = text(&node["failureSummary"]).split_whitespace().collect::<Vec<_>>().join(" ");
            format!("{rule} at {}: {why}", node["target"])
        })
        .collect()
}
