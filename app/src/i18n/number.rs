use content::lang::Lang;

use super::Text;
use crate::estimate::format::{Separators, grouped, scaled};

/// Returns a whole number with its thousands separated as the language does.
pub fn number(lang: Lang, value: u64) -> String {
    grouped(value, &separators(lang))
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
