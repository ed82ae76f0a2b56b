//! All findings of one run.

use crate::source::{Sources, Span};

use super::{Code, Finding, Findings, Raw, Related, Severity, json, snippet};

/// The findings of one run over a content folder, in the order of files and lines.
#[derive(Debug, Default)]
pub struct Report {
    findings: Vec<(Finding, Raw)>,
    sources: Sources,
}

impl Report {
    pub(crate) fn new(findings: Findings, sources: Sources) -> Self {
        let mut findings: Vec<_> = findings.into_inner().into_iter().map(|raw| (locate(&raw, &sources), raw)).collect();
        findings.sort_by(|(a, _), (b, _)| {
            (&a.file, a.start, a.end, a.code, &a.message).cmp(&(&b.file, b.start, b.end, b.code, &b.message))
        });
        findings.dedup_by(|(a, _), (b, _)| a == b);
        Self { findings, sources }
    }

    /// Iterates over the findings.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().map(|(finding, _)| finding)
    }

    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// Returns whether the content has neither errors nor warnings.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    pub fn count(&self, severity: Severity) -> usize {
        self.findings().filter(|finding| finding.severity == severity).count()
    }

    /// Returns every finding with its source line as a compiler would print it, and a last line that counts them.
    pub fn render_text(&self, color: bool) -> String {
        let mut out = String::new();
        for (_, raw) in &self.findings {
            out.push_str(&snippet::render(raw, &self.sources, color));
            out.push_str("\n\n");
        }
        out.push_str(&self.summary());
        out.push('\n');
        out
    }

    /// Returns the findings as one JSON array, for editors. The fields are described in docs/authoring.md.
    pub fn to_json(&self) -> String {
        json::render(self.findings())
    }

    /// Returns one line that counts the findings.
    pub fn summary(&self) -> String {
        let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
        let (errors, warnings) = (self.count(Severity::Error), self.count(Severity::Warning));
        match (errors, warnings) {
            (0, 0) => "content is in order: no errors, no warnings".to_owned(),
            _ => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
        }
    }

    /// Returns whether any finding has this code.
    pub fn has(&self, code: Code) -> bool {
        self.findings().any(|finding| finding.code == code)
    }
}

fn locate(raw: &Raw, sources: &Sources) -> Finding {
    let place = |span: Span| {
        let file = sources.get(span.file);
        (file.path.clone(), file.position(span.range().start), file.position(span.range().end))
    };
    let (file, start, end) = place(raw.span);
    let related = raw.related.iter().map(|(span, message)| {
        let (file, start, _) = place(*span);
        Related { file, start, message: message.clone() }
    });
    Finding {
        severity: raw.code.severity(),
        code: raw.code,
        file,
        start,
        end,
        message: raw.message.clone(),
        help: raw.help.clone(),
        related: related.collect(),
    }
}
