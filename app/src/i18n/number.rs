use content::lang::Lang;

use super::Text;
use crate::estimate::format::{Separators, grouped, scaled};

/// Returns a whole number with its thousands separated as the language does.
pub fn number(lang: Lang, value: u64) -> String {
    grouped(value, &separators(lang))
}

/// Returns a number with the separators of the language: thousands grouped, as many decimals as it has.
pub fn decimal(lang: Lang, value: f64) -> String {
    let separators = separators(lang);
    let plain = value.abs().to_string();
    let (whole, fraction) = plain.split_once('.').map_or((plain.as_str(), None), |(whole, rest)| (whole, Some(rest)));
    // Too large to be grouped as an integer: written plainly.
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), |whole| grouped(whole, &separators));
    let sign = if value < 0.0 { "-" } else { "" };
    match fraction {
        Some(fraction) => format!("{sign}{whole}{}{fraction}", separators.decimal),
        None => format!("{sign}{whole}"),
    }
}

/// Returns an amount of memory in the largest binary unit that it fills, two decimals, such as `4.50 GiB`.
pub fn bytes(lang: Lang, bytes: u64) -> String {
    scaled(bytes, &separators(lang))
}

pub(crate) fn separators(lang: Lang) -> Separators {
    let text = Text::new(lang);
    let first = |key| text.get(key).chars().next().unwrap_or(' ');
    Separators { group: first("number-group"), decimal: first("number-decimal") }
}
