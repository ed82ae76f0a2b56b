//! What must be the same in every language: numbers, code, identifiers and formulas of every text.
//!
//! A value counts as said when it stands anywhere in the text, or in the section of a lesson: languages order and repeat
//! their words differently.

use std::collections::BTreeSet;

use crate::finding::{Code, Findings};
use crate::lang::Lang;
use crate::load::draft::{Body, DraftCourse, DraftUnit, Texts, Words};
use crate::render::{Facts, Piece, PieceKind};
use crate::source::Span;

use super::numbers::{Number, number_words, numbers};
use super::words::trim;

/// A text in one language.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) lang: Lang,
    pub(super) facts: &'a Facts,
}

pub(super) fn check(course: &DraftCourse, findings: &mut Findings) {
    let question_texts = course.questions().flat_map(|question| question.texts()).map(|(_, texts)| texts);
    for texts in question_texts.chain(course.page_texts()) {
        check_texts(texts, findings);
    }
    for question in course.questions() {
        if let Body::Numeric(numeric) = &question.body
            && let Some(DraftUnit::Word(words)) = &numeric.unit
        {
            check_words(words, findings);
        }
    }
}

fn check_words(words: &Words, findings: &mut Findings) {
    let facts: Vec<_> = words.iter().map(|(lang, word)| (*lang, Facts::of_words(&word.value, word.span))).collect();
    let mut sides = facts.iter().map(|(lang, facts)| Side { lang: *lang, facts });
    let Some(first) = sides.next() else { return };
    for other in sides {
        compare(first, other, findings);
    }
}

pub(super) fn check_texts(texts: &Texts, findings: &mut Findings) {
    let mut sides = texts.iter().map(|(lang, text)| Side { lang: *lang, facts: &text.inline.facts });
    let Some(first) = sides.next() else { return };
    for other in sides {
        compare(first, other, findings);
        untranslated(first, other, findings);
    }
}

/// Words in small letters from which a paragraph is a sentence, and not a name or a title.
const MIN_WORDS: usize = 5;

/// Reports paragraphs that are the same in two languages.
pub(super) fn untranslated(left: Side<'_>, right: Side<'_>, findings: &mut Findings) {
    let known: BTreeSet<String> = paragraphs(left.facts).into_iter().map(|(text, _)| text).collect();
    for (text, span) in paragraphs(right.facts).into_iter().filter(|(text, _)| known.contains(text)) {
        let start: String = text.chars().take(40).collect();
        let message = format!("“{start}…” is the same in the languages `{}` and `{}`", left.lang, right.lang);
        findings.add(
            Code::NotTranslated,
            span,
            message,
            "translate it; a name or a title in another language is code, or goes into a footnote",
        );
    }
}

/// Returns the paragraphs that are sentences, with the place of each. Footnotes quote titles as they are.
fn paragraphs(facts: &Facts) -> Vec<(String, Span)> {
    let parts = facts.pieces.split(|piece| piece.kind == PieceKind::Break);
    parts
        .filter_map(|pieces| {
            let first = pieces.first().filter(|piece| piece.section != Piece::NOTES)?;
            let prose = pieces.iter().filter(|piece| piece.kind == PieceKind::Prose);
            let small = prose
                .flat_map(|piece| piece.text.split_whitespace())
                .filter(|word| word.starts_with(char::is_lowercase));
            (small.count() >= MIN_WORDS).then(|| (pieces.iter().map(|piece| piece.text.as_str()).collect(), first.span))
        })
        .collect()
}

/// Compares two languages of a text, section by section.
pub(super) fn compare(left: Side<'_>, right: Side<'_>, findings: &mut Findings) {
    let (left_numbers, right_numbers) = (numbers(left.facts), numbers(right.facts));
    compare_numbers(&left_numbers, right, &right_numbers, findings);
    compare_numbers(&right_numbers, left, &left_numbers, findings);
    for comparison in COMPARISONS {
        let (left_items, right_items) = ((comparison.items)(left.facts), (comparison.items)(right.facts));
        comparison.run(&left_items, right, &right_items, findings);
        comparison.run(&right_items, left, &left_items, findings);
    }
}

fn compare_numbers(own: &[Number], there: Side<'_>, others: &[Number], findings: &mut Findings) {
    let mut told: BTreeSet<(&str, usize)> = BTreeSet::new();
    let unsaid = |number: &&Number| !others.iter().any(|other| other.section == number.section && number.agrees(other));
    let missing: Vec<&Number> = own.iter().filter(unsaid).collect();
    if missing.is_empty() {
        return;
    }
    let words = number_words(there.facts, there.lang);
    for number in missing {
        let in_words = words.iter().any(|(value, section)| *section == number.section && number.is(*value));
        if in_words || !told.insert((&number.text, number.section)) {
            continue;
        }
        let message = format!("the number `{}` is not in the text in the language `{}`", number.text, there.lang);
        let help =
            "give the same numbers in every language; thousands and decimals may be written as each language does";
        let finding = findings.add(Code::NumbersDiffer, number.span, message, help);
        if let Some(place) = beginning(there.facts, number.section) {
            finding.related(place, "it should be here");
        }
    }
}

fn beginning(facts: &Facts, section: usize) -> Option<Span> {
    facts.pieces.iter().find(|piece| piece.section == section && piece.kind != PieceKind::Break).map(|piece| piece.span)
}

/// Something to find in a text, by its spelling.
struct Comparison {
    code: Code,
    what: &'static str,
    help: &'static str,
    /// The things in a text, each with its place and section.
    items: fn(&Facts) -> Vec<Item>,
}

const COMPARISONS: &[Comparison] = &[
    Comparison { code: Code::CodeDiffers, what: "code", help: "quote the same code in every language", items: code },
    Comparison {
        code: Code::CodeDiffers,
        what: "formula",
        help: "write the same formula in every language; only \\text{…} may differ",
        items: formulas,
    },
    Comparison {
        code: Code::IdentifiersDiffer,
        what: "identifier",
        help: "identifiers and units are never translated",
        items: identifiers,
    },
];

/// A thing found in a text, its place and its section.
type Item = (String, Span, usize);

impl Comparison {
    /// Reports what `own` has and the text `there` has not.
    fn run(&self, own: &[Item], there: Side<'_>, others: &[Item], findings: &mut Findings) {
        let others: BTreeSet<(&str, usize)> =
            others.iter().map(|(item, _, section)| (item.as_str(), *section)).collect();
        let mut told = BTreeSet::new();
        for (item, span, section) in own {
            if others.contains(&(item.as_str(), *section)) || !told.insert((item, section)) {
                continue;
            }
            let message = format!("the {} `{item}` is not in the text in the language `{}`", self.what, there.lang);
            let finding = findings.add(self.code, *span, message, self.help);
            if let Some(place) = beginning(there.facts, *section) {
                finding.related(place, "it should be here");
            }
        }
    }
}

fn code(facts: &Facts) -> Vec<Item> {
    facts.of_kind(PieceKind::Code).map(|piece| (piece.text.clone(), piece.span, piece.section)).collect()
}

fn formulas(facts: &Facts) -> Vec<Item> {
    facts.of_kind(PieceKind::Math).map(|piece| (normal_formula(&piece.text), piece.span, piece.section)).collect()
}

/// Drops what may differ between languages: words, spaces and the sign before decimals.
fn normal_formula(tex: &str) -> String {
    let mut out = String::new();
    let mut rest = tex;
    while let Some(at) = rest.find("\\text{") {
        out.push_str(&rest[..at]);
        rest = rest[at..].split_once('}').map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    for (from, to) in [("{,}", "."), ("\\,", ""), ("\\;", ""), ("\\ ", ""), ("~", "")] {
        out = out.replace(from, to);
    }
    out.retain(|c| !c.is_whitespace());
    out
}

/// Units whose difference is a factor, and words that are spelt like identifiers.
fn identifiers(facts: &Facts) -> Vec<Item> {
    let words = facts.of_kind(PieceKind::Prose).flat_map(|piece| {
        piece
            .text
            .split(|c: char| c.is_whitespace() || matches!(c, '/' | '–' | '—' | '-' | '='))
            .map(move |word| (word, piece))
    });
    // Most words are ruled out by their letters.
    let odd = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || matches!(b, b'_' | b':' | b'(');
    words
        .filter(|(word, _)| word.bytes().any(odd))
        .filter_map(|(word, piece)| {
            let bare = trim(word);
            // A unit may stand right behind its number.
            let unit = bare.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
            if UNITS.contains(&unit) {
                return Some((unit.to_owned(), piece.span, piece.section));
            }
            is_identifier(bare).then(|| (without_ending(bare).to_owned(), piece.span, piece.section))
        })
        .collect()
}

/// Drops the English genitive, and the plural of names that end in a digit: "A100s".
fn without_ending(name: &str) -> &str {
    let name = name.trim_end_matches("'s").trim_end_matches("’s");
    name.strip_suffix('s').filter(|name| name.ends_with(|c: char| c.is_ascii_digit())).unwrap_or(name)
}

pub(super) const UNITS: &[&str] = &["KiB", "MiB", "GiB", "TiB", "KB", "kB", "MB", "GB", "TB"];

/// Spelt as no word of a language is: `max_split_size_mb`, `cudaMalloc`, `std::vec`, `H100`, `fp16`.
fn is_identifier(word: &str) -> bool {
    if !word.is_ascii()
        || !word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        || word.contains("](")
        || word.contains("://")
    {
        return false;
    }
    let letters = word.trim_end_matches('s');
    let digit_in_name =
        letters.ends_with(|c: char| c.is_ascii_digit()) && letters.bytes().all(|b| b.is_ascii_alphanumeric());
    let hump = word
        .as_bytes()
        .windows(3)
        .any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_lowercase() && w[2].is_ascii_uppercase())
        && word.starts_with(|c: char| c.is_ascii_lowercase());
    word.trim_matches('_').contains('_') || word.contains("::") || word.ends_with("()") || digit_in_name || hump
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_told_from_words() {
        for name in ["max_split_size_mb", "cudaMalloc", "std::vec", "empty_cache()", "H100", "fp16"] {
            assert!(is_identifier(name), "{name}");
        }
        for word in ["PyTorch", "memory", "vLLM", "GPUs", "bộ", "KV", "80", "state"] {
            assert!(!is_identifier(word), "{word}");
        }
    }

    #[test]
    fn formulas_compare_without_their_words() {
        assert_eq!(
            normal_formula(r"2 \times 1{,}5\,\text{bytes mỗi số}"),
            normal_formula(r"2\times 1.5 \text{bytes each}")
        );
        assert_ne!(normal_formula("n^2"), normal_formula("n^3"));
    }
}
