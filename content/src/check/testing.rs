//! What the tests of the checks share.

use crate::finding::Findings;
use crate::lang::Lang;
use crate::load::draft::Text;
use crate::render::{Scope, inline};
use crate::source::Sources;
use crate::toml_table::Str;

/// Renders a short text that has no findings.
pub(super) fn text(markdown: &str, lang: Lang) -> Text {
    let file = Sources::default().add("test", markdown);
    let source = Str::verbatim(file, markdown, 0);
    let mut findings = Findings::default();
    let inline = inline(&source, Scope { lang, course: "course", lesson: None }, &mut findings);
    assert_eq!(findings.len(), 0, "{markdown}");
    Text { source, inline }
}
