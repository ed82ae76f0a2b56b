//! Headings, their anchors, and strong words.

use std::ops::Range;

use pulldown_cmark::{CowStr, HeadingLevel};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::finding::Code;
use crate::lesson::Heading;
use crate::source::Spanned;

use super::facts::{PieceKind, Strong};
use super::writer::{Mode, OpenStrong, Writer};
use super::{escape, facts::Piece};

/// Ids that the page of a lesson has itself.
const TAKEN: &[&str] = &["main", "read", "toc"];
/// Beginnings of its ids for questions, footnotes, labs, tools and the patterns of figures.
const RESERVED: &[&str] = &["q-", "fn-", "fnref-", "lab-", "tool-", "pattern-"];

/// A heading being read.
#[derive(Debug)]
pub(super) struct OpenHeading {
    range: Range<usize>,
    anchor: Option<String>,
    first_piece: usize,
}

impl Writer<'_> {
    pub(super) fn start_heading(&mut self, level: HeadingLevel, id: Option<CowStr<'_>>, range: Range<usize>) {
        if self.mode == Mode::Inline {
            self.not_inline("a heading", &range);
            return;
        }
        self.section += 1;
        let number = level as usize;
        let jumps = number == 3 && self.prose.headings.is_empty();
        if !matches!(number, 2 | 3) || jumps || self.depth > 1 {
            let message = match number {
                1 => "a heading of level one; the page prints the title itself",
                3 if jumps => "a heading of level three before any of level two",
                2 | 3 => "a heading inside of a list or a quote",
                _ => "a heading deeper than level three",
            };
            self.finding(
                Code::Heading,
                &range,
                message,
                "write `## …`, or `### …` below a `## …`, at the beginning of a line",
            );
        }
        let anchor = id.map(|id| id.to_string());
        self.heading = Some(OpenHeading { range, anchor, first_piece: self.facts.pieces.len() });
        self.buffers.push(String::new());
    }

    pub(super) fn end_heading(&mut self, level: HeadingLevel) {
        let Some(OpenHeading { range, anchor, first_piece }) = self.heading.take() else { return };
        let html = self.buffers.pop().unwrap_or_default();
        let text = words(&self.facts.pieces[first_piece..]);
        let anchor = self.anchor(anchor, &text, &range);
        let label = escape::text(&self.words.link_to_section.replace("{}", &text));
        let level_name = if level == HeadingLevel::H3 { "h3" } else { "h2" };
        self.push_generated(format!("<div class=\"heading\"><{level_name} id=\"{anchor}\">"));
        self.push(&html);
        self.push_generated(format!(
            "</{level_name}><a class=\"anchor\" href=\"#{anchor}\" aria-label=\"{label}\"><span aria-hidden=\"true\">#</span></a></div>\n"
        ));
        let level = if level == HeadingLevel::H3 { 3 } else { 2 };
        let span = self.span(&range);
        self.prose.headings.push(Spanned { value: Heading { level, anchor, text }, span });
    }

    fn anchor(&mut self, authored: Option<String>, text: &str, range: &Range<usize>) -> String {
        let made = slug(text);
        let anchor = authored.unwrap_or_else(|| made.clone());
        let well_formed = !anchor.is_empty() && slug(&anchor) == anchor;
        let taken = TAKEN.contains(&anchor.as_str()) || RESERVED.iter().any(|reserved| anchor.starts_with(reserved));
        if !well_formed || taken {
            self.finding(
                Code::Heading,
                range,
                format!("`{anchor}` cannot be an anchor"),
                format!(
                    "write {{#anchor}} behind the heading, of a-z, 0-9 and hyphens; not {}, and not beginning with {}",
                    TAKEN.join(", "),
                    RESERVED.join(", ")
                ),
            );
            return made;
        }
        let first = self.prose.headings.iter().find(|heading| heading.value.anchor == anchor).map(|first| first.span);
        if let Some(first) = first {
            let span = self.span(range);
            let message = format!("the anchor `{anchor}` is used twice in this lesson");
            let help = "write another {#anchor} behind one of the two headings";
            self.findings.add(Code::DuplicateAnchor, span, message, help).related(first, "it is used here first");
        }
        anchor
    }

    pub(super) fn start_strong(&mut self, range: &Range<usize>) {
        self.emphasis += 1;
        self.strong =
            Some(OpenStrong { first_piece: self.facts.pieces.len(), start: range.start, opens: self.at_start });
        self.push("<strong>");
    }

    pub(super) fn end_strong(&mut self, end: usize) {
        self.emphasis = self.emphasis.saturating_sub(1);
        self.push("</strong>");
        let Some(strong) = self.strong.take() else { return };
        let pieces = &self.facts.pieces[strong.first_piece.min(self.facts.pieces.len())..];
        let found = Strong {
            text: words(pieces),
            span: self.span(&(strong.start..end)),
            running: self.heading.is_none() && self.table.is_none() && !self.in_note,
            opens: strong.opens,
            has_code: pieces.iter().any(|piece| piece.kind != PieceKind::Prose),
        };
        self.facts.strongs.push(found);
    }
}

fn words(pieces: &[Piece]) -> String {
    let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Makes an anchor from a text: letters without their accents, in lower case, joined by hyphens.
pub(crate) fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        match c {
            'a'..='z' | '0'..='9' => slug.push(c),
            // Not a letter with an accent to Unicode, but one to every reader.
            'đ' => slug.push('d'),
            _ if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    slug.truncate(crate::id::MAX_SLUG_LEN);
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_is_made_of_plain_letters() {
        assert_eq!(slug("Asking the driver is slow"), "asking-the-driver-is-slow");
        assert_eq!(slug("Đường đi của bộ nhớ ảo: `cudaMalloc`"), "duong-di-cua-bo-nho-ao-cudamalloc");
        assert_eq!(slug("…"), "");
        assert!(slug(&"a".repeat(100)).len() <= 64);
    }
}
