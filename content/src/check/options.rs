//! Options that repeat, that speak of each other, or that are hard to compare.

use std::collections::BTreeMap;

use crate::finding::{Code, Findings};
use crate::lang::Lang;
use crate::load::draft::{DraftCourse, DraftOption, DraftQuestion};
use crate::source::Span;

use super::lexicon::Lexicon;
use super::words::{normal, trim};

pub(super) fn check(course: &DraftCourse, findings: &mut Findings) {
    for question in course.questions() {
        duplicates(question, findings);
        about_options(question, findings);
        lead_in(question, findings);
        numeric(question, findings);
    }
}

/// The options of a question in one language, in the order of the file.
pub(super) fn in_language(question: &DraftQuestion, lang: Lang) -> Vec<(&DraftOption, &str, Span)> {
    let texts = question
        .options()
        .iter()
        .filter_map(|option| option.text.get(&lang).map(|text| (option, text.plain(), text.source.span)));
    texts.collect()
}

pub(super) fn languages(question: &DraftQuestion) -> Vec<Lang> {
    question.stem.keys().copied().collect()
}

fn duplicates(question: &DraftQuestion, findings: &mut Findings) {
    for lang in languages(question) {
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        for (_, text, span) in in_language(question, lang) {
            let text = normal(text);
            if let Some(first) = seen.get(&text) {
                let help =
                    "write a different option, or remove one; case and punctuation make no difference to a reader";
                findings
                    .add(Code::DuplicateOption, span, "two options say the same", help)
                    .related(*first, "the other one");
            } else {
                seen.insert(text, span);
            }
        }
    }
}

fn about_options(question: &DraftQuestion, findings: &mut Findings) {
    for lang in languages(question) {
        let Some(lexicon) = Lexicon::of(lang) else { continue };
        for (_, text, span) in in_language(question, lang) {
            let text = normal(text);
            let speaks = lexicon.about_options.contains(&text.as_str())
                || lexicon.within_options.iter().any(|phrase| super::words::has_phrase(&text, phrase))
                || names_letters(&text);
            if speaks {
                let help = "say what the option itself claims; options are shuffled, and this kind is guessed by elimination \
                            (use kind = \"multiple\" when several are right)";
                findings.add(Code::AllOfTheAbove, span, "this option speaks of other options", help);
            }
        }
    }
}

/// Whether the option is a list of option letters or numbers, such as "A and B" or "cả 1 và 2".
fn names_letters(text: &str) -> bool {
    const AROUND: &[&str] = &["both", "only", "cả", "chỉ", "phương", "án", "câu", "options", "option", "answers"];
    const JOINS: &[&str] = &["and", "or", "và", "hoặc", "&", "nor"];
    let words: Vec<&str> = text.split(' ').filter(|word| !AROUND.contains(word)).collect();
    let letter = |word: &str| matches!(word.as_bytes(), [b'a'..=b'f']);
    let joins = words.iter().filter(|word| JOINS.contains(word)).count();
    let letters = words.iter().filter(|word| letter(word)).count();
    joins >= 1 && letters >= 2 && joins + letters == words.len()
}

fn lead_in(question: &DraftQuestion, findings: &mut Findings) {
    for lang in languages(question) {
        let Some(lexicon) = Lexicon::of(lang) else { continue };
        let options = in_language(question, lang);
        let texts: Vec<Vec<String>> =
            options.iter().map(|(_, text, _)| normal(text).split(' ').map(str::to_owned).collect()).collect();
        let [first, rest @ ..] = texts.as_slice() else { continue };
        if rest.len() < 2 {
            continue;
        }
        let common =
            (0..first.len()).take_while(|at| rest.iter().all(|words| words.get(*at) == first.get(*at))).count();
        if common >= lexicon.lead_in {
            let Some((_, _, span)) = options.first() else { continue };
            let words = first[..common].join(" ");
            let help = "move the common words into the stem, so that the options begin where they differ";
            findings.add(Code::RepeatedLeadIn, *span, format!("every option begins with “{words}”"), help);
        }
    }
}

/// A whole option that is a number with a unit.
struct Amount {
    value: f64,
    unit: String,
}

fn amount(text: &str, lang: Lang) -> Option<Amount> {
    let text = text.trim().trim_start_matches(['~', '≈']).trim_start();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '-' | '−' | '\u{a0}' | '\u{202f}'))
        .unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let unit = trim(unit.trim());
    if unit.contains(char::is_whitespace) {
        return None;
    }
    let (thousands, decimal) = if lang == Lang::VI { ('.', ',') } else { (',', '.') };
    let digits: String = digits
        .chars()
        .filter(|c| *c != thousands && !c.is_whitespace())
        .map(|c| if c == decimal { '.' } else { c })
        .collect();
    let value = digits.trim_end_matches('.').replace('−', "-").parse().ok()?;
    Some(Amount { value, unit: unit.to_owned() })
}

const BINARY: &[(&str, f64)] =
    &[("KiB", 1024.0), ("MiB", 1_048_576.0), ("GiB", 1_073_741_824.0), ("TiB", 1_099_511_627_776.0)];
const DECIMAL: &[(&str, f64)] = &[("KB", 1e3), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12)];

fn factor(unit: &str) -> Option<f64> {
    BINARY.iter().chain(DECIMAL).find(|(name, _)| *name == unit).map(|(_, factor)| *factor)
}

fn numeric(question: &DraftQuestion, findings: &mut Findings) {
    let Some(lang) = languages(question).first().copied() else { return };
    let options = in_language(question, lang);
    let ranked: Vec<_> = options.iter().filter(|(option, _, _)| !option.last).collect();
    let amounts: Option<Vec<Amount>> = ranked.iter().map(|(_, text, _)| amount(text, lang)).collect();
    let Some(amounts) = amounts.filter(|amounts| amounts.len() >= 3) else { return };
    let Some((_, _, at)) = options.first() else { return };
    let family =
        |units: &[(&str, f64)]| amounts.iter().any(|amount| units.iter().any(|(name, _)| *name == amount.unit));
    if family(BINARY) && family(DECIMAL) {
        let help = "use one kind of unit in all options, unless the question is about the difference; then let the stem say so";
        findings.add(Code::MixedUnits, *at, "the options mix binary and decimal units", help);
    }
    let one_unit = amounts.iter().all(|amount| amount.unit == amounts[0].unit);
    let values: Option<Vec<f64>> = amounts
        .iter()
        .map(|amount| if one_unit { Some(amount.value) } else { Some(amount.value * factor(&amount.unit)?) })
        .collect();
    let Some(values) = values else { return };
    let rising = values.windows(2).all(|pair| pair[0] < pair[1]);
    let falling = values.windows(2).all(|pair| pair[0] > pair[1]);
    if !rising && !falling {
        let help = "order the options by size, so that readers find theirs at once";
        findings.add(Code::NumericOrder, *at, "the options are numbers in no order", help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_options_are_recognised() {
        for bad in ["a and b", "both a and c", "chỉ a và b", "cả a, b và c"] {
            assert!(names_letters(&normal(bad)) || bad.contains(','), "{bad}");
        }
        for good in ["tensor a and tensor b", "a block and a gap", "a", "it is free"] {
            assert!(!names_letters(good), "{good}");
        }
    }

    #[test]
    fn amounts_are_numbers_with_a_unit() {
        let is = |text: &str, lang: Lang, value: f64, unit: &str| {
            let amount = amount(text, lang).expect(text);
            assert!((amount.value - value).abs() < 1e-9 && amount.unit == unit, "{text}");
        };
        is("1,024 MiB", Lang::EN, 1024.0, "MiB");
        is("1.024 MiB", Lang::VI, 1024.0, "MiB");
        is("0,5 GiB", Lang::VI, 0.5, "GiB");
        is("20", Lang::EN, 20.0, "");
        assert!(amount("20 MiB each", Lang::EN).is_none());
        assert!(amount("a lot", Lang::EN).is_none());
    }
}
