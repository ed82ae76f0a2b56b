//! Words of a text, for the checks that look at wording.

use crate::render::{Facts, PieceKind};
use crate::source::Span;

/// A word, a code span or a formula, without the punctuation around it.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// In lower case.
    pub(super) lower: String,
    /// Set in italics or bold, or written in capitals.
    pub(super) emphasised: bool,
    pub(super) code: bool,
    pub(super) after: After,
    pub(super) span: Span,
}

/// What stands before a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum After {
    Word,
    /// A comma, semicolon, colon or dash.
    Pause,
    /// The end of a sentence, or nothing.
    Sentence,
}

/// Splits a text into words.
pub(super) fn words(facts: &Facts) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut after = After::Sentence;
    for piece in &facts.pieces {
        if piece.kind == PieceKind::Break {
            after = After::Sentence;
            continue;
        }
        let code = piece.kind != PieceKind::Prose;
        let parts: Vec<(usize, &str)> = if code {
            vec![(0, piece.text.as_str())]
        } else {
            piece.text.split_whitespace().map(|part| (offset(&piece.text, part), part)).collect()
        };
        for (at, part) in parts {
            let bare = if code { part } else { trim(part) };
            let last = part.chars().last();
            if !bare.is_empty() {
                let start = piece.span.start.saturating_add(u32::try_from(at).unwrap_or_default()).min(piece.span.end);
                let end = start.saturating_add(u32::try_from(part.len()).unwrap_or_default()).min(piece.span.end);
                words.push(Word {
                    lower: bare.to_lowercase().replace('’', "'"),
                    emphasised: piece.emphasised || in_capitals(bare),
                    code,
                    after,
                    span: Span { file: piece.span.file, start, end },
                });
                after = After::Word;
            }
            if !code {
                after = after.max(match last {
                    Some('.' | '?' | '!') => After::Sentence,
                    Some(',' | ';' | ':' | '–' | '—') => After::Pause,
                    _ => After::Word,
                });
            }
        }
    }
    words
}

fn in_capitals(word: &str) -> bool {
    word.chars().count() > 1 && word.chars().all(|c| !c.is_lowercase()) && word.chars().any(char::is_uppercase)
}

fn offset(text: &str, part: &str) -> usize {
    // `part` is a slice of `text`.
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// Drops punctuation around a word; signs that mean something (`-1`, `≥`, `%`) stay.
pub(super) fn trim(word: &str) -> &str {
    word.trim_matches(|c: char| {
        matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '"' | '\'' | '(' | ')' | '[' | ']')
            || matches!(c, '“' | '”' | '‘' | '’' | '„' | '…' | '«' | '»' | '–' | '—')
    })
}

/// Returns the text as it compares: lower case, single spaces, no punctuation around words.
pub(super) fn normal(text: &str) -> String {
    let words: Vec<String> =
        text.split_whitespace().map(trim).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.join(" ")
}

/// Whether a phrase stands in a normalised text as whole words.
pub(super) fn has_phrase(text: &str, phrase: &str) -> bool {
    let alone = |at: usize| {
        let (before, after) = (&text[..at], &text[at + phrase.len()..]);
        (before.is_empty() || before.ends_with(' ')) && (after.is_empty() || after.starts_with(' '))
    };
    text.match_indices(phrase).any(|(at, _)| alone(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_compare_without_case_space_and_punctuation() {
        assert_eq!(normal("  Bộ nhớ,  GPU. "), normal("bộ nhớ GPU"));
        assert_ne!(normal("-1"), normal("1"));
        assert_ne!(normal("a_b"), normal("ab"));
        assert!(has_phrase("it is never not free", "never not"));
        assert!(!has_phrase("it is never nothing", "never not"));
    }
}
