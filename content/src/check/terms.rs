//! Terms that a lesson introduces and the glossary does not explain.

use std::collections::BTreeSet;

use crate::finding::{Code, Findings};
use crate::load::draft::{DraftCourse, DraftTerm};
use crate::render::Strong;

use super::lexicon::Lexicon;
use super::words::normal;

/// Most words of a term, in words of meaning.
const MAX_WORDS: usize = 4;
/// A term is introduced to be used: bold words that the lesson says less often than this are stressed, no more.
const MIN_USES: usize = 3;

pub(super) fn check(course: &DraftCourse, findings: &mut Findings) {
    let Some(glossary) = &course.glossary else { return };
    let known = known(glossary);
    for (lang, text) in course.lessons.iter().flat_map(|lesson| &lesson.texts) {
        let Some(lexicon) = Lexicon::of(*lang) else { continue };
        let candidates = text.prose.facts.strongs.iter().map(|strong| (strong, normal(&strong.text)));
        let unknown: Vec<_> = candidates
            .filter(|(strong, word)| introduces(strong, word, lexicon) && !known.contains(&stem(word)))
            .collect();
        if unknown.is_empty() {
            continue;
        }
        let all = normal(&text.prose.facts.plain());
        let mut told = BTreeSet::new();
        for (strong, word) in unknown {
            if uses(&all, &word) >= MIN_USES && told.insert(stem(&word)) {
                let message = format!("“{}” is set as a term, but the glossary does not have it", strong.text);
                let help = "add it to glossary.toml (another spelling goes into `also`), or set it in *italics* if it is no term";
                findings.add(Code::TermNotInGlossary, strong.span, message, help);
            }
        }
    }
}

/// Spellings in any language: a Vietnamese lesson introduces the English term, too.
fn known(glossary: &[DraftTerm]) -> BTreeSet<String> {
    let spellings = glossary.iter().flat_map(|term| term.term.values().chain(term.also.values().flatten()));
    spellings.map(|spelling| stem(&normal(&spelling.value))).collect()
}

/// Whether bold words introduce a term: in running text, few words, no label before a text, no stress on a common word.
fn introduces(strong: &Strong, word: &str, lexicon: &Lexicon) -> bool {
    let label = strong.opens || strong.text.ends_with(['.', ':', '?', '!']);
    let stressed =
        lexicon.stressed.contains(&word) || strong.text.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase);
    let count = word.split(' ').count();
    let sentence = word.split(' ').any(|part| lexicon.stop_words.contains(&part)) && lexicon.syllables == 1;
    strong.running
        && !label
        && !stressed
        && !sentence
        && !strong.has_code
        && !word.is_empty()
        && !word.contains(|c: char| c.is_ascii_digit())
        && count <= MAX_WORDS * lexicon.syllables
}

/// Counts the uses of a term, as whole words.
fn uses(text: &str, word: &str) -> usize {
    let boundary = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    // The plural ends in one letter more.
    let ends = |rest: &str| boundary(rest.strip_prefix('s').unwrap_or(rest).chars().next());
    text.match_indices(word)
        .filter(|(at, _)| boundary(text[..*at].chars().next_back()) && ends(&text[at + word.len()..]))
        .count()
}

/// Returns what all forms of a word have in common: "key-value caches" and "key value cache" give the same.
fn stem(word: &str) -> String {
    let word = word.replace('-', " ");
    let word = if word.ends_with("ss") { word.as_str() } else { word.strip_suffix('s').unwrap_or(&word) };
    let word = word.strip_suffix('e').unwrap_or(word);
    // policy, policies
    word.strip_suffix('y').map_or_else(|| word.to_owned(), |word| format!("{word}i"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_hyphens_do_not_matter() {
        assert_eq!(stem("key-value caches"), stem("key value cache"));
        assert_eq!(stem("policies"), stem("policy"));
        assert_eq!(stem("segments"), stem("segment"));
        assert_eq!(stem("class"), "class");
        assert_ne!(stem("pool"), stem("page"));
        assert_eq!(stem("phân mảnh"), "phân mảnh");
    }
}
