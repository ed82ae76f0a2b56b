//! Authored HTML: allowed tags are written anew, everything else is dropped with a finding.

use std::fmt::Write;
use std::ops::Range;

use crate::finding::Code;

use super::escape;
use super::facts::PieceKind;
use super::tag::{Tag, Token, allowed_attributes, is_void, scan};
use super::writer::{MAX_DEPTH, Mode, Writer};

/// An authored element that waits for its end tag.
#[derive(Debug)]
pub(super) struct OpenTag {
    name: String,
    range: Range<usize>,
}

impl Writer<'_> {
    /// Writes a stretch of authored HTML that begins at `start` of the source.
    pub(super) fn authored(&mut self, html: &str, start: usize) {
        for (token, range) in scan(html) {
            let range = start + range.start..start + range.end;
            match token {
                Token::Comment => {}
                Token::Text(text) => self.authored_text(text, &range),
                Token::Tag(tag) if tag.closing => self.close_tag(&tag.name, &range),
                Token::Tag(tag) => self.open_tag(&tag, range),
                Token::Broken => self.finding(
                    Code::Html,
                    &range,
                    "this begins like an HTML tag and is none",
                    "write `&lt;` for a less-than sign",
                ),
            }
        }
    }

    pub(super) fn end_html(&mut self) {
        if let Some((html, range)) = self.raw_html.take() {
            if self.mode == Mode::Inline && scan(&html).iter().any(|(token, _)| *token != Token::Comment) {
                self.not_inline("a block of HTML", &range);
            }
            self.authored(&html, range.start);
        }
    }

    fn authored_text(&mut self, text: &str, range: &Range<usize>) {
        self.piece(PieceKind::Prose, &decode_entities(text), range);
        self.push(&escape::text(&decode_entities(text)));
    }

    fn open_tag(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        let Some(allowed) = allowed_attributes(&tag.name) else {
            self.finding(
                Code::Html,
                &range,
                format!("`<{}>` is not allowed here and was left out", tag.name),
                instead_of(&tag.name),
            );
            return;
        };
        if self.told.tangled || self.open_tags.len() >= MAX_DEPTH {
            if !std::mem::replace(&mut self.told.tangled, true) {
                let message = format!("HTML is nested more than {MAX_DEPTH} levels deep");
                self.finding(Code::Nesting, &range, message, "close elements before new ones begin");
            }
            return;
        }
        let mut html = format!("<{}", tag.name);
        for (key, value) in &tag.attributes {
            let value = decode_entities(value);
            if allowed.contains(&key.as_str()) && good_value(key, &value) {
                let _ = write!(html, " {key}=\"{}\"", escape::text(&value));
            } else {
                let names = if allowed.is_empty() { "no attributes".to_owned() } else { allowed.join(", ") };
                self.finding(
                    Code::Html,
                    &range,
                    format!("`{key}=\"{value}\"` of `<{}>` is not allowed and was left out", tag.name),
                    format!("remove it; `<{}>` may have {names}", tag.name),
                );
            }
        }
        html.push('>');
        self.authored_html = true;
        if self.image.is_none() {
            self.push(&html);
        }
        if tag.name == "br" {
            self.piece(PieceKind::Prose, " ", &range);
        }
        if !is_void(&tag.name) {
            self.open_tags.push(OpenTag { name: tag.name.clone(), range });
        }
    }

    fn close_tag(&mut self, name: &str, range: &Range<usize>) {
        if self.open_tags.last().is_some_and(|open| open.name == name) {
            self.open_tags.pop();
            self.push(&format!("</{name}>"));
        } else if !self.told.tangled && allowed_attributes(name).is_some() && !is_void(name) {
            self.finding(
                Code::Html,
                range,
                format!("`</{name}>` ends nothing that is open here"),
                format!(
                    "write `<{name}>` before it, in the same paragraph and inside the same `*…*` or link, or remove it"
                ),
            );
        }
    }

    /// Ends the authored elements opened after the first `count`.
    pub(super) fn close_tags(&mut self, count: usize) {
        while self.open_tags.len() > count {
            let Some(OpenTag { name, range }) = self.open_tags.pop() else { return };
            self.push(&format!("</{name}>"));
            self.finding(
                Code::Html,
                &range,
                format!("`<{name}>` is not closed where the text around it ends"),
                format!("write `</{name}>` in the same paragraph, or before the next question when it is `<details>`"),
            );
        }
    }
}

fn good_value(key: &str, value: &str) -> bool {
    match key {
        "lang" => {
            value
                .split('-')
                .all(|part| !part.is_empty() && part.len() <= 8 && part.bytes().all(|b| b.is_ascii_alphanumeric()))
                && value.starts_with(|c: char| c.is_ascii_alphabetic())
        }
        "open" => value.is_empty() || value == "open",
        "display" => matches!(value, "block" | "inline"),
        "mathvariant" => value == "normal",
        "stretchy" => matches!(value, "true" | "false"),
        "width" => value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.'),
        _ => true,
    }
}

fn instead_of(name: &str) -> &'static str {
    match name {
        "a" => "write a Markdown link: [text](address)",
        "b" | "strong" => "write **strong**",
        "i" | "em" => "write *emphasis*",
        "code" | "pre" => "write `code`, or a fenced block that names its language",
        "img" => "write ![what it shows](picture.png)",
        "table" | "tr" | "td" | "th" => "write a Markdown table",
        "script" | "iframe" | "object" | "embed" => "remove it; a lesson cannot bring scripts or foreign pages",
        "style" => "remove it; looks belong into the style sheets of the site",
        _ => "remove it; allowed are span with lang, kbd, abbr with title, sub, sup, br, details, summary and MathML",
    }
}

/// Decodes the entities that authors need in HTML: the five of XML and numbers.
fn decode_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let entity = rest[1..].split_once(';').map(|(name, _)| name).filter(|name| name.len() <= 8);
        if let Some(c) = entity.and_then(entity_char) {
            out.push(c);
            rest = &rest[entity.map_or(1, str::len) + 2..];
        } else {
            out.push('&');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

fn entity_char(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            code.ok().and_then(char::from_u32)
        }
    }
}
