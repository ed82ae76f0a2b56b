//! Words and numbers of the lab engine in the language of a page.

use std::borrow::Cow;
use std::collections::HashMap;

use content::lab::GuessUnit;
use content::lang::Lang;
use fluent_templates::fluent_bundle::FluentValue;
use labs::report::{Argument, Figure, Label, Unit};

use super::{Text, decimal, number, separators};
use crate::estimate::format::exact;

/// Keys of the engine's words begin with it.
const PREFIX: &str = "lab-";

/// Returns words of the engine in a language, or in English where nobody wrote them in it.
pub fn label(lang: Lang, label: &Label) -> String {
    translated(lang, label).unwrap_or_else(|| label.text.clone())
}

/// Returns nothing where the language lacks the words, or those in them.
fn translated(lang: Lang, words: &Label) -> Option<String> {
    let mut arguments: HashMap<Cow<'static, str>, FluentValue<'_>> = HashMap::new();
    for (name, argument) in &words.arguments {
        let said = match argument {
            Argument::Number(value) => number(lang, *value),
            Argument::Name(name) => name.clone(),
            Argument::Label(inner) => label(lang, inner),
        };
        arguments.insert(name.clone().into(), said.into());
    }
    Text::new(lang).find(&format!("{PREFIX}{}", words.id), &arguments)
}

/// Returns the name of a tensor, or of who holds memory: words, and the number behind them where there is one.
pub fn tensor_name(lang: Lang, name: &str) -> String {
    let kind = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let digits = name[kind.len()..].trim_start();
    let id = kind.to_lowercase().replace(' ', "-");
    let said = Text::new(lang).find(&format!("{PREFIX}name-{id}"), &HashMap::new());
    let said = said.unwrap_or_else(|| kind.to_owned());
    if digits.is_empty() { said } else { format!("{said}\u{a0}{digits}") }
}

/// Returns a word that a parameter may be set to, said in the language; the word itself is what is typed.
pub(crate) fn choice_word(lang: Lang, word: &str) -> String {
    Text::new(lang).find(&format!("{PREFIX}choice-{word}"), &HashMap::new()).unwrap_or_else(|| word.to_owned())
}

/// Returns a number of a report with its unit.
pub fn amount(lang: Lang, unit: Unit, value: u64) -> String {
    let text = Text::new(lang);
    match unit {
        Unit::Bytes => exact_bytes(lang, value),
        Unit::Kib => exact_bytes(lang, value.saturating_mul(1 << 10)),
        Unit::Mib => exact_bytes(lang, value.saturating_mul(1 << 20)),
        Unit::Count | Unit::Word => number(lang, value),
        Unit::Tokens => with_amount(text, "labs-tokens", number(lang, value)),
        Unit::CentiTokens => with_amount(text, "labs-tokens", hundredths(lang, value)),
        Unit::PerMille => format!("{}\u{a0}%", decimal(lang, fraction(value, 10.0))),
        Unit::CentiRatio => with_amount(text, "labs-times", hundredths(lang, value)),
        Unit::Microseconds => duration(lang, value),
        Unit::Truth => text.get(if value == 0 { "labs-no" } else { "labs-yes" }),
    }
}

/// Returns what was predicted, or what was found in the same unit.
pub fn predicted(lang: Lang, unit: GuessUnit, value: f64) -> String {
    let rounded = decimal(lang, (value * 100.0).round() / 100.0);
    match unit {
        GuessUnit::Kib | GuessUnit::Mib | GuessUnit::Gib => format!("{rounded}\u{a0}{}", unit.name()),
        GuessUnit::Count => rounded,
        GuessUnit::Tokens => with_amount(Text::new(lang), "labs-tokens", rounded),
    }
}

fn with_amount(text: Text, key: &'static str, amount: String) -> String {
    text.with(key, [("amount", amount.into())])
}

/// Returns what is expected of a figure, with how far from it the figure may be.
pub(crate) fn figure_range(lang: Lang, figure: &Figure) -> Option<String> {
    let expected = figure.expected?;
    Some(match (figure.unit, figure.tolerance) {
        (unit, 0) => amount(lang, unit, expected),
        (Unit::CentiTokens, tolerance) => {
            let range = format!("{}\u{a0}±\u{a0}{}", hundredths(lang, expected), hundredths(lang, tolerance));
            with_amount(Text::new(lang), "labs-tokens", range)
        }
        (unit, tolerance) => format!("{}\u{a0}±\u{a0}{}", amount(lang, unit, expected), amount(lang, unit, tolerance)),
    })
}

/// Returns an amount of memory with two decimals and, where these do not say all of it, the whole of it behind that, such
/// as `1.13 GiB (1,160 MiB)`.
pub(crate) fn exact_bytes(lang: Lang, value: u64) -> String {
    exact(value, &separators(lang))
}

fn hundredths(lang: Lang, value: u64) -> String {
    let separator = Text::new(lang).get("number-decimal");
    format!("{}{separator}{:02}", number(lang, value / 100), value % 100)
}

#[expect(clippy::cast_precision_loss, reason = "numbers to look at, far below the exact integers of f64")]
fn fraction(value: u64, of: f64) -> f64 {
    value as f64 / of
}

/// Returns a time in the unit that suits it.
fn duration(lang: Lang, microseconds: u64) -> String {
    match microseconds {
        0..10_000 => format!("{}\u{a0}µs", number(lang, microseconds)),
        10_000..10_000_000 => format!("{}\u{a0}ms", number(lang, microseconds / 1000)),
        _ => format!("{}\u{a0}s", hundredths(lang, microseconds / 10_000)),
    }
}

#[cfg(test)]
mod tests {
    use labs::report::Words;

    use super::*;

    const MIB: u64 = 1 << 20;

    #[test]
    fn an_amount_that_two_decimals_do_not_say_is_followed_by_the_whole_of_it() {
        for (value, said) in [
            (0, "0\u{a0}B"),
            (20 * MIB, "20.00\u{a0}MiB"),
            (7424 * MIB, "7.25\u{a0}GiB"),
            (1160 * MIB, "1.13\u{a0}GiB (1,160\u{a0}MiB)"),
            (12 * MIB + 512, "12.00\u{a0}MiB (12,583,424\u{a0}B)"),
            (128 << 10, "128.00\u{a0}KiB"),
        ] {
            assert_eq!(amount(Lang::EN, Unit::Bytes, value), said);
        }
        assert_eq!(amount(Lang::VI, Unit::Mib, 1160), "1,13\u{a0}GiB (1.160\u{a0}MiB)");
    }

    #[test]
    fn words_that_nobody_translated_are_english() {
        let words = Words::new("no-such-words", "{run}: never said").with("run", "x");
        assert_eq!(label(Lang::VI, &words), "x: never said");
        assert_eq!(tensor_name(Lang::VI, "weights 3"), "weights\u{a0}3");
    }

    #[test]
    fn words_in_words_are_translated_too() {
        let run = Words::new("run-small-first", "small tensors first");
        let words = Words::new("figure-reserved-with-first", "{run}: reserved with the first batch").with("run", run);
        let said = label(Lang::VI, &words);
        assert!(said.contains(&label(Lang::VI, &run.into())) && !said.contains("first"), "{said}");
    }

    #[test]
    fn numbers_are_written_as_the_language_does() {
        assert_eq!(amount(Lang::EN, Unit::CentiTokens, 750), "7.50 tokens");
        assert_eq!(amount(Lang::VI, Unit::CentiTokens, 750), "7,50 token");
        assert_eq!(amount(Lang::VI, Unit::PerMille, 125), "12,5\u{a0}%");
        assert_eq!(amount(Lang::EN, Unit::Microseconds, 12_345_678), "12.34\u{a0}s");
        assert_eq!(
            (amount(Lang::EN, Unit::Truth, 1), amount(Lang::VI, Unit::Truth, 0)),
            ("Yes".into(), "Không".into())
        );
    }
}
