//! Strings of a TOML file, with the place of every byte of their value.

use std::ops::Range;

use crate::source::{FileId, Span};

use super::Base;

/// A string value. Escapes make it differ from what stands in the file, so it carries a map back.
#[derive(Debug, Clone)]
pub(crate) struct Str {
    pub(crate) value: String,
    /// The value as written, quotes included.
    pub(crate) span: Span,
    /// The key that it belongs to.
    pub(crate) key_span: Span,
    map: Map,
}

/// From offsets in the value to offsets in the file.
#[derive(Debug, Clone)]
enum Map {
    /// The value stands in the file as it is, beginning here.
    Direct(usize),
    /// Offset in the file for every byte of the value, and one for its end.
    Table(Vec<usize>),
}

impl Str {
    /// Makes a string from a parsed value. `None` for the stand-in that the parser leaves after a syntax error, which
    /// was reported already.
    pub(super) fn new(base: Base<'_>, range: Range<usize>, value: &str, key_span: Span) -> Option<Self> {
        let raw = base.text.get(range.clone())?;
        let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| raw.starts_with(quote))?;
        if raw.len() < 2 * quote.len() || !raw.ends_with(quote) {
            return None;
        }
        let mut start = quote.len();
        if quote.len() == 3 && raw[start..].starts_with('\n') {
            start += 1;
        }
        let body = &raw[start..raw.len() - quote.len()];
        let begin = base.offset + range.start + start;
        let map = if body == value { Map::Direct(begin) } else { Map::Table(unescape_map(body, value.len(), begin)) };
        Some(Self { value: value.to_owned(), span: base.span(range), key_span, map })
    }

    /// Makes a string that is a stretch of a file as it is.
    pub(crate) fn verbatim(file: FileId, text: &str, offset: usize) -> Self {
        let span = Span::new(file, offset..offset + text.len());
        Self { value: text.to_owned(), span, key_span: span, map: Map::Direct(offset) }
    }

    /// Returns a part of the value as a string of its own.
    pub(crate) fn part(&self, range: &Range<usize>) -> Self {
        let map = match &self.map {
            Map::Direct(begin) => Map::Direct(begin + range.start),
            Map::Table(table) => Map::Table(table[range.start..=range.end].to_vec()),
        };
        Self { value: self.value[range.clone()].to_owned(), span: self.at(range), key_span: self.key_span, map }
    }

    /// Returns the place of a part of the value.
    pub(crate) fn at(&self, range: &Range<usize>) -> Span {
        let place = |offset: usize| match &self.map {
            Map::Direct(begin) => begin + offset,
            Map::Table(table) => table.get(offset).or(table.last()).copied().unwrap_or_default(),
        };
        Span::new(self.span.file, place(range.start)..place(range.end))
    }
}

/// Walks over a basic string as written and notes where each byte of its value comes from.
fn unescape_map(body: &str, len: usize, begin: usize) -> Vec<usize> {
    let mut map = Vec::with_capacity(len + 1);
    let mut rest = body;
    let at = |rest: &str| begin + body.len() - rest.len();
    while let Some(first) = rest.chars().next() {
        let here = at(rest);
        if first != '\\' {
            map.extend((0..first.len_utf8()).map(|byte| here + byte));
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let mut after = rest[1..].chars();
        let (bytes, skip) = match after.next() {
            Some(digits @ ('u' | 'U' | 'x')) => {
                let count = match digits {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                let code = rest.get(2..2 + count).and_then(|hex| u32::from_str_radix(hex, 16).ok());
                (code.and_then(char::from_u32).map_or(1, char::len_utf8), 2 + count)
            }
            // A backslash at the end of a line swallows the white space up to the next text.
            Some(space) if space.is_whitespace() => (0, rest.len() - rest[1..].trim_start().len()),
            Some(other) => (1, 1 + other.len_utf8()),
            None => (0, 1),
        };
        map.extend(std::iter::repeat_n(here, bytes));
        rest = rest.get(skip..).unwrap_or_default();
    }
    map.resize(len, begin + body.len());
    map.push(begin + body.len());
    map
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Findings;
    use crate::source::Sources;
    use crate::toml_table::{Table, parse};

    fn string(text: &str) -> (Sources, Str) {
        let mut sources = Sources::default();
        let file = sources.add("a.toml", text);
        let base = Base { file, text, offset: 0 };
        let mut findings = Findings::default();
        let map = parse(base, &mut findings);
        let string = Table::new(base, &map, Span::file_start(file)).string("a", &mut findings).expect("a string");
        assert_eq!(findings.len(), 0);
        (sources, string)
    }

    #[test]
    fn every_part_of_a_value_leads_back_to_the_file() {
        for text in [
            r#"a = "say \"học\" twice""#,
            "a = 'say học'",
            "a = \"\"\"\nsay \\\n   học\"\"\"",
            "a = '''\nsay học'''",
            r#"a = "s\u0061y h\u1ECDc học""#,
        ] {
            let (sources, string) = string(text);
            let at = string.value.rfind("học").expect("the word");
            let span = string.at(&(at..at + "học".len()));
            assert_eq!(&sources.text(span.file)[span.range()], "học", "{text}");
        }
    }
}
