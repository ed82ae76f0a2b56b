//! From text to a TOML document, with every syntax error as a finding.

use toml::de::DeTable;

use crate::finding::{Code, Findings};

use super::Base;

/// Most syntax errors reported for one file; one broken quote can make hundreds.
const MAX_SYNTAX_FINDINGS: usize = 20;

/// Parses a document as far as it makes sense and reports what does not.
pub(crate) fn parse<'a>(base: Base<'a>, findings: &mut Findings) -> DeTable<'a> {
    let (document, errors) = DeTable::parse_recoverable(base.text);
    for error in errors.iter().take(MAX_SYNTAX_FINDINGS) {
        let range = error.span().unwrap_or_default();
        let help = help(error.message());
        findings.add(Code::TomlSyntax, base.span(range), error.message(), help);
    }
    document.into_inner()
}

fn help(message: &str) -> &'static str {
    if message.contains("duplicate key") {
        "keep one of the two; a new question, option or term begins with its own `[[…]]` line"
    } else if message.contains("string") {
        "put the text between quotes; a quote inside is written \\\", or use '''…''' around the whole text"
    } else {
        "mend the syntax, see https://toml.io; nothing after a syntax error can be trusted"
    }
}
