//! Wording that misleads or gives away: negations, double negatives, absolutes.

use crate::finding::{Code, Findings};
use crate::lang::Lang;
use crate::load::draft::{DraftCourse, DraftOption, DraftQuestion, Text};

use super::lexicon::Lexicon;
use super::options::languages;
use super::words::{After, Word, has_phrase, normal, words};

/// Fewest distractors with an absolute before it is a pattern, and the least share of all distractors. One alone is how
/// people speak.
const MIN_ABSOLUTE_DISTRACTORS: usize = 2;

pub(super) fn check(course: &DraftCourse, findings: &mut Findings) {
    for question in course.questions() {
        for lang in languages(question) {
            let Some(lexicon) = Lexicon::of(lang) else { continue };
            negative_stem(question, lang, lexicon, findings);
            absolutes(question, lang, lexicon, findings);
            let option_texts = question.options().iter().filter_map(|option| option.text.get(&lang));
            for text in question.stem.get(&lang).into_iter().chain(option_texts) {
                double_negative(text, lexicon, findings);
            }
        }
    }
}

/// A stem that asks for what is not so: it must shout, and its options must not deny once more.
fn negative_stem(question: &DraftQuestion, lang: Lang, lexicon: &Lexicon, findings: &mut Findings) {
    let Some(stem) = question.stem.get(&lang) else { return };
    let words = words(&stem.inline.facts);
    let Some(word) = asked_negation(&words, lexicon) else { return };
    if !word.emphasised {
        let help = format!("write {} or **{}**, or better, ask for what is so", word.lower.to_uppercase(), word.lower);
        findings.add(
            Code::NegationNotEmphasised,
            word.span,
            format!("the stem turns on “{}”, which is easily overlooked", word.lower),
            help,
        );
    }
    for text in question.options().iter().filter_map(|option| option.text.get(&lang)) {
        let denies = super::words::words(&text.inline.facts)
            .into_iter()
            .find(|word| !word.code && lexicon.negations.contains(&word.lower.as_str()));
        if let Some(second) = denies {
            let help = "ask for what is so, or write the option without a denial";
            findings
                .add(Code::DoubleNegative, second.span, "a negative stem meets a negative option", help)
                .related(word.span, "the stem denies here");
        }
    }
}

/// Returns the word that turns a question round: "Which of these does NOT …", "Điều nào KHÔNG …", "… except".
fn asked_negation<'w>(words: &'w [Word], lexicon: &Lexicon) -> Option<&'w Word> {
    let last = words.last()?;
    if lexicon.excepting.contains(&last.lower.as_str()) {
        return Some(last);
    }
    let question = words.iter().rposition(|word| word.after == After::Sentence).unwrap_or_default();
    let sentence = &words[question..];
    let asking = sentence.iter().position(|word| lexicon.asking.contains(&word.lower.as_str()))?;
    for (distance, word) in sentence[asking + 1..].iter().enumerate() {
        let end = asking + 1 + distance + 1 == sentence.len();
        if word.after == After::Pause || distance > lexicon.reach || lexicon.clauses.contains(&word.lower.as_str()) {
            return None;
        }
        // "… không?" at the end asks yes or no.
        if !end && !word.code && lexicon.negations.contains(&word.lower.as_str()) {
            return Some(word);
        }
    }
    None
}

fn double_negative(text: &Text, lexicon: &Lexicon, findings: &mut Findings) {
    let plain = normal(text.plain());
    let phrase =
        lexicon.double.iter().find(|phrase| has_phrase(&plain, phrase)).map(|phrase| (*phrase).to_owned()).or_else(
            || {
                let pairs = lexicon.denying.iter().map(|adjective| format!("not {adjective}"));
                pairs.into_iter().find(|phrase| has_phrase(&plain, phrase))
            },
        );
    if let Some(phrase) = phrase {
        let help = "say it positively; two denials cost every reader a moment, and readers of a second language more";
        findings.add(Code::DoubleNegative, text.source.span, format!("“{phrase}” denies twice"), help);
    }
}

fn absolutes(question: &DraftQuestion, lang: Lang, lexicon: &Lexicon, findings: &mut Findings) {
    let absolute = |option: &DraftOption| {
        let text = option.text.get(&lang).map(|text| normal(text.plain())).unwrap_or_default();
        lexicon.absolutes.iter().find(|word| has_phrase(&text, word)).copied()
    };
    let (keys, distractors): (Vec<_>, Vec<_>) = question.options().iter().partition(|option| option.key);
    let caught: Vec<_> = distractors.iter().filter_map(|option| absolute(option).map(|word| (option, word))).collect();
    if caught.len() < MIN_ABSOLUTE_DISTRACTORS
        || caught.len() * 2 < distractors.len()
        || keys.iter().any(|key| absolute(key).is_some())
    {
        return;
    }
    let Some((option, _)) = caught.first() else { return };
    let span = option.text.get(&lang).map_or(option.span, |text| text.source.span);
    let list = caught.iter().map(|(_, word)| format!("“{word}”")).collect::<Vec<_>>().join(", ");
    let help = "soften the distractors or use such a word in the key, too; readers who know tests rule absolutes out";
    findings.add(Code::AbsolutesInDistractors, span, format!("only wrong options claim absolutes: {list}"), help);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::testing::text;

    fn negation(stem: &str, lang: Lang) -> Option<String> {
        let text = text(stem, lang);
        let words = words(&text.inline.facts);
        asked_negation(&words, Lexicon::of(lang).expect("a known language")).map(|word| word.lower.clone())
    }

    #[test]
    fn a_denial_in_what_is_asked_is_found() {
        for (stem, word) in [
            ("Which of these does not free memory?", "not"),
            ("The cache is full. What can't the allocator do?", "can't"),
            ("Which setting never helps here?", "never"),
            ("All of these free memory except:", "except"),
        ] {
            assert_eq!(negation(stem, Lang::EN).as_deref(), Some(word), "{stem}");
        }
        for stem in
            ["Điều nào sau đây không đúng?", "Lệnh nào không trả bộ nhớ lại?", "Tất cả đều giải phóng bộ nhớ, trừ:"]
        {
            assert!(negation(stem, Lang::VI).is_some(), "{stem}");
        }
    }

    #[test]
    fn a_denial_in_the_case_is_none() {
        for stem in [
            "Why does it not fit?",
            "Which block is returned when the other one is not free?",
            "The request does not fit. What happens next?",
            "What makes the request not fit?",
        ] {
            assert_eq!(negation(stem, Lang::EN), None, "{stem}");
        }
        for stem in [
            "Điều gì xảy ra khi không còn bộ nhớ?",
            "Lệnh nào giúp được không?",
            "Vì sao nó không vừa?",
            "Điều gì khiến yêu cầu không thành công?",
        ] {
            assert_eq!(negation(stem, Lang::VI), None, "{stem}");
        }
    }
}
