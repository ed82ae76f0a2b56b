//! HTML tags that authors may write.

use std::ops::Range;

/// A tag as written, its attributes in order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    pub(super) name: String,
    pub(super) closing: bool,
    pub(super) attributes: Vec<(String, &'a str)>,
}

/// A part of authored HTML, with its place in the text that was scanned.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Text(&'a str),
    Tag(Tag<'a>),
    /// Comments are for authors and are dropped.
    Comment,
    /// Something that begins like a tag and is none.
    Broken,
}

/// Elements that authors may use, with the attributes that each may have.
const ALLOWED: &[(&str, &[&str])] = &[
    ("abbr", &["title", "lang"]),
    ("br", &[]),
    ("details", &["open"]),
    ("kbd", &["lang"]),
    ("span", &["lang"]),
    ("sub", &[]),
    ("summary", &["lang"]),
    ("sup", &[]),
    // MathML Core, for formulas that LaTeX cannot say
    ("math", &["display"]),
    ("mfrac", &[]),
    ("mi", &["mathvariant"]),
    ("mn", &[]),
    ("mo", &["stretchy"]),
    ("mover", &[]),
    ("mrow", &[]),
    ("mspace", &["width"]),
    ("msqrt", &[]),
    ("msub", &[]),
    ("msubsup", &[]),
    ("msup", &[]),
    ("mtable", &[]),
    ("mtd", &[]),
    ("mtext", &[]),
    ("mtr", &[]),
    ("munder", &[]),
    ("munderover", &[]),
];

/// Returns the attributes that an allowed element may have.
pub(super) fn allowed_attributes(name: &str) -> Option<&'static [&'static str]> {
    ALLOWED.iter().find(|(allowed, _)| *allowed == name).map(|(_, attributes)| *attributes)
}

pub(super) fn allowed() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    ALLOWED.iter().copied()
}

/// Returns whether the element has no end tag.
pub(super) fn is_void(name: &str) -> bool {
    matches!(name, "br" | "mspace")
}

/// Splits authored HTML into text, tags and comments.
pub(super) fn scan(html: &str) -> Vec<(Token<'_>, Range<usize>)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < html.len() {
        let rest = &html[at..];
        let (token, len) = if rest.starts_with("<!--") {
            (Token::Comment, rest.find("-->").map_or(rest.len(), |end| end + 3))
        } else if rest.starts_with('<') {
            let len = tag_len(rest);
            (parse_tag(&rest[..len]).map_or(Token::Broken, Token::Tag), len)
        } else {
            let len = rest.find('<').unwrap_or(rest.len());
            (Token::Text(&rest[..len]), len)
        };
        tokens.push((token, at..at + len));
        at += len;
    }
    tokens
}

/// Returns where a tag ends: behind the first `>` outside of quotes.
fn tag_len(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    text.len()
}

fn parse_tag(text: &str) -> Option<Tag<'_>> {
    let inner = text.strip_prefix('<')?.strip_suffix('>')?;
    let (closing, inner) = inner.strip_prefix('/').map_or((false, inner), |rest| (true, rest));
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    let name_len = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(inner.len());
    let (name, mut rest) = inner.split_at(name_len);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            break;
        }
        let len = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let (key, after) = rest.split_at(len);
        if key.is_empty() {
            return None;
        }
        let (value, after) = attribute_value(after.trim_start())?;
        attributes.push((key.to_ascii_lowercase(), value));
        rest = after;
    }
    Some(Tag { name: name.to_ascii_lowercase(), closing, attributes })
}

fn attribute_value(rest: &str) -> Option<(&str, &str)> {
    let Some(rest) = rest.strip_prefix('=') else { return Some(("", rest)) };
    let rest = rest.trim_start();
    for quote in ['"', '\''] {
        if let Some(quoted) = rest.strip_prefix(quote) {
            return quoted.split_once(quote);
        }
    }
    let len = rest.find(char::is_whitespace).unwrap_or(rest.len());
    (len > 0).then(|| rest.split_at(len))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only_tag(html: &str) -> Tag<'_> {
        match scan(html).into_iter().next() {
            Some((Token::Tag(tag), range)) if range == (0..html.len()) => tag,
            other => panic!("{html} gave {other:?}"),
        }
    }

    #[test]
    fn tags_are_read_with_their_attributes() {
        assert_eq!(only_tag("</SPAN>").name, "span");
        let tag = only_tag("<abbr title='a > b' lang=en>");
        assert_eq!(tag.attributes, [("title".to_owned(), "a > b"), ("lang".to_owned(), "en")]);
        assert_eq!(only_tag("<br/>").name, "br");
        assert_eq!(only_tag("<details open>").attributes, [("open".to_owned(), "")]);
    }

    #[test]
    fn what_is_no_tag_is_broken() {
        for html in ["< b>", "<>", "</>", "<b", "<a =x>", "<a b=>", "<a b=\"x>"] {
            assert!(matches!(scan(html)[0].0, Token::Broken), "{html}");
        }
        assert!(matches!(scan("<!-- x --> y")[0], (Token::Comment, Range { start: 0, end: 10 })));
    }
}
