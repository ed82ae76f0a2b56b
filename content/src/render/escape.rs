//! Escaping for HTML.

/// Begins and ends a mark that stands for generated markup until the text around it was sanitised. Private use
/// characters: [`push_text`] lets none of them through, so no author can write a mark.
pub(super) const MARK_OPEN: char = '\u{e000}';
pub(super) const MARK_CLOSE: char = '\u{e001}';

/// Appends text so that it reads as text, inside elements and inside double-quoted attributes.
pub(super) fn push_text(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            MARK_OPEN | MARK_CLOSE => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
}

pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    push_text(&mut out, text);
    out
}
