//! Findings for editors and other programs.

use serde::Serialize;

use super::{Finding, Severity};

#[derive(Serialize)]
struct JsonFinding<'a> {
    severity: &'static str,
    code: &'static str,
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    message: &'a str,
    help: &'a str,
    related: Vec<JsonRelated<'a>>,
}

#[derive(Serialize)]
struct JsonRelated<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    message: &'a str,
}

/// Returns a JSON array with one finding a line.
pub(super) fn render<'a>(findings: impl Iterator<Item = &'a Finding>) -> String {
    let lines: Vec<String> = findings
        .map(|finding| {
            serde_json::to_string(&shape(finding)).expect("a struct of strings and numbers has no way to fail in JSON")
        })
        .collect();
    if lines.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", lines.join(",\n")) }
}

fn shape(finding: &Finding) -> JsonFinding<'_> {
    JsonFinding {
        severity: match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        code: finding.code.as_str(),
        file: &finding.file,
        line: finding.start.line,
        column: finding.start.column,
        end_line: finding.end.line,
        end_column: finding.end.column,
        message: &finding.message,
        help: &finding.help,
        related: finding
            .related
            .iter()
            .map(|related| JsonRelated {
                file: &related.file,
                line: related.start.line,
                column: related.start.column,
                message: &related.message,
            })
            .collect(),
    }
}
