//! Units, and how numbers are written in them.

use serde::{Deserialize, Serialize};

use crate::bytes::{GIB, KIB, MIB};

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    Bytes,
    Kib,
    Mib,
    /// Things.
    Count,
    Tokens,
    /// Hundredths of a token, for averages.
    CentiTokens,
    /// Tenths of a percent.
    PerMille,
    /// Hundredths of a ratio.
    CentiRatio,
    Microseconds,
    /// One for yes and zero for no.
    Truth,
    /// No number at all.
    Word,
}

impl Unit {
    /// Returns the name that stands behind a number; nothing for things that are only counted.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Kib => "KiB",
            Self::Mib => "MiB",
            Self::Tokens | Self::CentiTokens => "tokens",
            Self::PerMille => "%",
            Self::CentiRatio => "times",
            Self::Microseconds => "µs",
            Self::Count | Self::Truth | Self::Word => "",
        }
    }

    /// Writes a number for people. Bytes are exact: they are in the largest unit that leaves no rest.
    ///
    /// ```
    /// use labs::report::Unit;
    ///
    /// assert_eq!(Unit::Bytes.format(1160 << 20), "1160 MiB");
    /// assert_eq!(Unit::Bytes.format(12_583_424), "12,583,424 bytes");
    /// assert_eq!(Unit::CentiRatio.format(1234), "12.34 times");
    /// ```
    pub fn format(self, number: u64) -> String {
        match self {
            Self::Bytes => exact_bytes(number),
            Self::Truth => (if number == 0 { "no" } else { "yes" }).to_owned(),
            Self::Count | Self::Word => grouped(number),
            Self::PerMille => format!("{}.{} %", number / 10, number % 10),
            Self::CentiTokens | Self::CentiRatio => format!("{} {}", hundredths(number), self.name()),
            Self::Kib | Self::Mib | Self::Tokens | Self::Microseconds => format!("{} {}", grouped(number), self.name()),
        }
    }

    /// Writes a number that may be somewhat more or less.
    pub fn format_range(self, number: u64, tolerance: u64) -> String {
        match self {
            Self::CentiTokens | Self::CentiRatio => {
                format!("{} ± {} {}", hundredths(number), hundredths(tolerance), self.name())
            }
            _ => format!("{} ± {}", self.format(number), self.format(tolerance)),
        }
    }
}

fn hundredths(number: u64) -> String {
    format!("{}.{:02}", grouped(number / 100), number % 100)
}

fn exact_bytes(bytes: u64) -> String {
    let units = [(GIB * 1024, "TiB"), (MIB, "MiB"), (KIB, "KiB")];
    match units.into_iter().find(|(unit, _)| bytes >= *unit && bytes.is_multiple_of(*unit)) {
        Some((unit, name)) => format!("{} {name}", bytes / unit),
        None if bytes == 0 => "0 MiB".to_owned(),
        None if bytes == 1 => "1 byte".to_owned(),
        None => format!("{} bytes", grouped(bytes)),
    }
}

/// Writes a number with its digits in groups of three.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_exact() {
        let written =
            [0, 1, 1024, 1536, MIB, GIB, GIB + 1, 10_240 * MIB, 1024 * GIB].map(|bytes| Unit::Bytes.format(bytes));
        let expected = [
            "0 MiB",
            "1 byte",
            "1 KiB",
            "1,536 bytes",
            "1 MiB",
            "1024 MiB",
            "1,073,741,825 bytes",
            "10240 MiB",
            "1 TiB",
        ];
        assert_eq!(written, expected);
    }

    #[test]
    fn fractions_are_written_with_their_point() {
        assert_eq!(Unit::PerMille.format(125), "12.5 %");
        assert_eq!(Unit::CentiTokens.format(750), "7.50 tokens");
        assert_eq!(Unit::CentiTokens.format_range(750, 163), "7.50 ± 1.63 tokens");
        assert_eq!(Unit::Truth.format(1), "yes");
        assert_eq!([0, 999, 1000, 20_000, 1_234_567].map(grouped), ["0", "999", "1,000", "20,000", "1,234,567"]);
    }
}
