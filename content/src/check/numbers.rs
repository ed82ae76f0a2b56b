//! Numbers in running text, however the language writes them.

use crate::lang::Lang;
use crate::render::{Facts, PieceKind};
use crate::source::Span;

use super::lexicon::Lexicon;

/// A number as written, and what it may mean: `1.024` is a bit more than one in English and over a thousand in
/// Vietnamese, and a text may quote a version number unchanged.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Number {
    pub(super) text: String,
    pub(super) values: Vec<f64>,
    pub(super) span: Span,
    pub(super) section: usize,
}

/// Returns the numbers of a text that are written with digits. Digits inside of names (`H100`) belong to the name.
pub(super) fn numbers(facts: &Facts) -> Vec<Number> {
    let mut found = Vec::new();
    for piece in facts.of_kind(PieceKind::Prose) {
        for (range, text) in runs(&piece.text) {
            // Escapes shift the place by a character at the most; the line is always right.
            let start =
                piece.span.start.saturating_add(u32::try_from(range.start).unwrap_or_default()).min(piece.span.end);
            let end = start.saturating_add(u32::try_from(range.len()).unwrap_or_default()).min(piece.span.end);
            let span = Span { file: piece.span.file, start, end };
            found.push(Number { values: readings(text), text: text.to_owned(), span, section: piece.section });
        }
    }
    found
}

/// Returns the numbers that a text says in words, such as "two" or "half", with the section each stands in.
pub(super) fn number_words(facts: &Facts, lang: Lang) -> Vec<(f64, usize)> {
    let Some(lexicon) = Lexicon::of(lang) else { return Vec::new() };
    let mut found = Vec::new();
    for piece in facts.of_kind(PieceKind::Prose) {
        for word in piece.text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let word = word.to_lowercase();
            let values = lexicon.number_words.iter().filter(|(name, _)| *name == word);
            found.extend(values.map(|(_, value)| (*value, piece.section)));
        }
    }
    found
}

/// Returns the stretches of digits with their separators.
fn runs(text: &str) -> Vec<(std::ops::Range<usize>, &str)> {
    let bytes: Vec<(usize, char)> = text.char_indices().collect();
    let mut runs = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let (start, c) = bytes[i];
        if !c.is_ascii_digit() {
            i += 1;
            continue;
        }
        if in_name(&bytes, i) {
            i += bytes[i..].iter().take_while(|(_, c)| c.is_alphanumeric() || *c == '_').count();
            continue;
        }
        let mut end = i + 1;
        while end < bytes.len() && (bytes[end].1.is_ascii_digit() || joins(&bytes, end)) {
            end += 1;
        }
        let stop = bytes.get(end).map_or(text.len(), |(at, _)| *at);
        // 0x1f is a name, not a number.
        let hex = bytes.get(end).is_some_and(|(_, next)| *next == 'x') && &text[start..stop] == "0";
        if !hex {
            runs.push((start..stop, &text[start..stop]));
        }
        i = end;
        while i < bytes.len() && (bytes[i].1.is_alphanumeric() || bytes[i].1 == '_') && (hex || !times(&bytes, i)) {
            i += 1;
        }
    }
    runs
}

/// Whether the digit at `i` continues a word, as in `fp16`.
fn in_name(bytes: &[(usize, char)], i: usize) -> bool {
    let Some(before) = i.checked_sub(1).map(|before| bytes[before].1) else { return false };
    (before.is_alphabetic() || before == '_') && !times(bytes, i - 1)
}

/// Whether the `x` at `i` stands between two numbers, as in `64x64`.
fn times(bytes: &[(usize, char)], i: usize) -> bool {
    matches!(bytes[i].1, 'x' | '×')
        && i > 0
        && bytes[i - 1].1.is_ascii_digit()
        && bytes.get(i + 1).is_some_and(|(_, next)| next.is_ascii_digit())
}

/// Whether the separator at `i` holds a number together: a digit follows, and behind a space exactly three.
fn joins(bytes: &[(usize, char)], i: usize) -> bool {
    let digit = |at: usize| bytes.get(at).is_some_and(|(_, c)| c.is_ascii_digit());
    match bytes[i].1 {
        '.' | ',' => digit(i + 1),
        '\u{a0}' | '\u{202f}' | '\u{2009}' => (1..=3).all(|ahead| digit(i + ahead)) && !digit(i + 4),
        _ => false,
    }
}

/// Returns the values that a run of digits may stand for. Empty for version numbers such as `2.5.1`.
fn readings(text: &str) -> Vec<f64> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let groups: Vec<&str> = compact.split(['.', ',']).collect();
    let separators: Vec<char> = compact.chars().filter(|c| matches!(c, '.' | ',')).collect();
    let thousands =
        |groups: &[&str]| groups[1..].iter().all(|group| group.len() == 3) && groups[0].len() <= 3 && groups[0] != "0";
    let mut texts = Vec::new();
    match separators.as_slice() {
        [] => texts.push(compact.clone()),
        [_] => {
            texts.push(format!("{}.{}", groups[0], groups[1]));
            if thousands(&groups) {
                texts.push(groups.concat());
            }
        }
        [rest @ .., last] if rest.iter().all(|separator| separator == &rest[0]) => {
            let whole = &groups[..groups.len() - 1];
            if *last == rest[0] && thousands(&groups) {
                texts.push(groups.concat());
            } else if *last != rest[0] && thousands(whole) {
                texts.push(format!("{}.{}", whole.concat(), groups[groups.len() - 1]));
            }
        }
        _ => {}
    }
    texts.iter().filter_map(|text| text.parse().ok()).collect()
}

impl Number {
    /// Whether two numbers may be the same one.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        if self.values.is_empty() || other.values.is_empty() {
            return self.text == other.text;
        }
        self.values.iter().any(|value| other.is(*value))
    }

    pub(super) fn is(&self, value: f64) -> bool {
        self.values.iter().any(|own| same(*own, value))
    }
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        runs(text).into_iter().map(|(_, run)| run).collect()
    }

    #[test]
    fn numbers_are_told_from_names() {
        assert_eq!(texts("An H100 has 80 GB, fp16 takes 2 bytes."), ["80", "2"]);
        assert_eq!(
            texts("64x64 and 1,024.5; 20. Then 7B, the 2nd, 16-bit, 0x1f"),
            ["64", "64", "1,024.5", "20", "7", "2", "16"]
        );
        assert_eq!(texts("1\u{a0}024 and 12 34"), ["1\u{a0}024", "12", "34"]);
        assert_eq!(texts("tensor_2 a2b3"), Vec::<&str>::new());
    }

    #[test]
    fn a_number_reads_the_same_in_both_languages() {
        let number = |text: &str| Number {
            text: text.into(),
            values: readings(text),
            span: Span::file_start(crate::source::Sources::default().add("a", "")),
            section: 0,
        };
        for (en, vi) in [
            ("1,024", "1.024"),
            ("0.5", "0,5"),
            ("1,234.5", "1.234,5"),
            ("2.5", "2.5"),
            ("1,048,576", "1.048.576"),
            ("2.5.1", "2.5.1"),
        ] {
            assert!(number(en).agrees(&number(vi)), "{en} {vi}");
        }
        for (en, vi) in [("1,024", "1.025"), ("0.5", "5"), ("2.5.1", "2.5.2"), ("20", "2")] {
            assert!(!number(en).agrees(&number(vi)), "{en} {vi}");
        }
    }
}
