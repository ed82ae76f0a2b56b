//! What must be the same in every language: numbers, code, identifiers and formulas of every text.
//!
//! A value counts as said when it stands anywhere in the text, or in the section of a lesson: languages order and repeat
//! their words differently.

use std::collections::BTreeSet;

use crate::finding::{Code, Findings};
use crate::lang::Lang;
use crate::load::draft::{DraftCourse, Texts};
use crate::render::{Facts, PieceKind};
use crate::source::Span;

use super::numbers::{number_words, numbers, same};
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
}

fn check_texts(texts: &Texts, findings: &mut Findings) {
    let mut sides = texts.iter().map(|(lang, text)| Side { lang: *lang, facts: &text.inline.facts });
    let Some(first) = sides.next() else { return };
    for other in sides {
        compare(first, other, findings);
    }
}

/// Compares two languages of a text, section by section.
pub(super) fn compare(left: Side<'_>, right: Side<'_>, findings: &mut Findings) {
    for (here, there) in [(left, right), (right, left)] {
        compare_numbers(here, there, findings);
        for comparison in COMPARISONS {
            comparison.run(here, there, findings);
        }
    }
}

fn compare_numbers(here: Side<'_>, there: Side<'_>, findings: &mut Findings) {
    let (own, others, words) = (numbers(here.facts), numbers(there.facts), number_words(there.facts, there.lang));
    let mut told: BTreeSet<(String, usize)> = BTreeSet::new();
    for number in own {
        let said = others.iter().any(|other| other.section == number.section && number.agrees(other))
            || words.iter().any(|(value, section)| {
                *section == number.section && number.values.iter().any(|own| same(*own, *value))
            });
        if !said && told.insert((number.text.clone(), number.section)) {
            let message = format!("the number `{}` is not in the text in the language `{}`", number.text, there.lang);
            let help =
                "give the same numbers in every language; thousands and decimals may be written as each language does";
            let finding = findings.add(Code::NumbersDiffer, number.span, message, help);
            if let Some(place) = beginning(there.facts, number.section) {
                finding.related(place, "it should be here");
            }
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
    items: fn(&Facts) -> Vec<(String, Span, usize)>,
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

impl Comparison {
    fn run(&self, here: Side<'_>, there: Side<'_>, findings: &mut Findings) {
        let others: BTreeSet<(String, usize)> =
            (self.items)(there.facts).into_iter().map(|(item, _, section)| (item, section)).collect();
        let mut told = BTreeSet::new();
        for (item, span, section) in (self.items)(here.facts) {
            if others.contains(&(item.clone(), section)) || !told.insert((item.clone(), section)) {
                continue;
            }
            let message = format!("the {} `{item}` is not in the text in the language `{}`", self.what, there.lang);
            let finding = findings.add(self.code, span, message, self.help);
            if let Some(place) = beginning(there.facts, section) {
                finding.related(place, "it should be here");
            }
        }
    }
}

fn code(facts: &Facts) -> Vec<(String, Span, usize)> {
    facts.of_kind(PieceKind::Code).map(|piece| (piece.text.clone(), piece.span, piece.section)).collect()
}

fn formulas(facts: &Facts) -> Vec<(String, Span, usize)> {
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
fn identifiers(facts: &Facts) -> Vec<(String, Span, usize)> {
    let words = facts.of_kind(PieceKind::Prose).flat_map(|piece| {
        piece
            .text
            .split(|c: char| c.is_whitespace() || matches!(c, '/' | '–' | '—' | '-' | '='))
            .map(move |word| (word, piece))
    });
    words
        .filter_map(|(word, piece)| {
            let bare = trim(word);
            // A unit may stand right behind its number.
            let unit = bare.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
            if UNITS.contains(&unit) {
                return Some((unit.to_owned(), piece.span, piece.section));
            }
            is_identifier(bare)
                .then(|| (bare.trim_end_matches("'s").trim_end_matches("’s").to_owned(), piece.span, piece.section))
        })
        .collect()
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
