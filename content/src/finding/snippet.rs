//! Findings as a compiler prints them.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Element, Level, Origin, Renderer, Snippet};

use crate::source::{Sources, Span};

use super::{Raw, Severity};

/// Widest source line shown. Paragraphs of a lesson are single lines of a thousand characters; only the part around the
/// marked text helps.
const WIDTH: usize = 120;

/// Returns the finding with its source line, the marked text and the help.
pub(super) fn render(raw: &Raw, sources: &Sources, color: bool) -> String {
    let level = match raw.code.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group =
        level.primary_title(raw.message.as_str()).id(raw.code.as_str()).element(element(raw.span, "", sources));
    for (span, message) in &raw.related {
        group = group.element(Level::NOTE.message(message.as_str())).element(element(*span, "", sources));
    }
    let group = group.element(Level::HELP.message(raw.help.as_str()));
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).term_width(WIDTH).render(&[group])
}

fn element<'a>(span: Span, label: &'a str, sources: &'a Sources) -> Element<'a> {
    let file = sources.get(span.file);
    let lines = file.lines_around(&span.range());
    if file.text[lines.clone()].is_empty() && span.start == span.end {
        let at = file.position(span.range().start);
        return Origin::path(file.path.as_str()).line(at.line).char_column(at.column).into();
    }
    let first = file.position(lines.start).line;
    // A span of many lines is marked on its first line only.
    let first_line_end = file.text[lines.clone()].find('\n').map_or(lines.end, |at| lines.start + at);
    let start = file.text.floor_char_boundary(span.range().start.clamp(lines.start, first_line_end));
    let end = file.text.ceil_char_boundary(span.range().end.clamp(start, first_line_end));
    Snippet::source(&file.text[lines.start..first_line_end])
        .line_start(first)
        .path(file.path.as_str())
        .annotation(mark(start - lines.start..end - lines.start, label))
        .into()
}

fn mark(range: std::ops::Range<usize>, label: &str) -> Annotation<'_> {
    let annotation = AnnotationKind::Primary.span(range);
    if label.is_empty() { annotation } else { annotation.label(label) }
}
