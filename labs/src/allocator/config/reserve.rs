//! How many addresses an expandable segment reserves (`ExpandableSegmentReserveSpec`).

use crate::bytes::GIB;

/// A part of the device's memory, or an amount.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reserve {
    /// A part of the device's memory, such as 0.5.
    Fraction(f64),
    /// GiB, such as `40G`.
    Gib(f64),
}

impl Reserve {
    /// Reads `0.5` or `40G`; nothing else, and nothing that is not positive and finite.
    pub fn parse(text: &str) -> Option<Self> {
        let (digits, is_gib) = match text.strip_suffix(['G', 'g']) {
            Some(digits) => (digits, true),
            None => (text, false),
        };
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
        let number: f64 = digits.parse().ok().filter(|_| plain)?;
        let usable = number.is_finite() && number > 0.0;
        usable.then_some(if is_gib { Self::Gib(number) } else { Self::Fraction(number) })
    }

    /// Returns the bytes for a device with so much memory.
    #[expect(clippy::cast_precision_loss, reason = "PyTorch computes the reserve in double precision, and so do we")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates, as PyTorch does")]
    pub fn bytes(self, capacity: u64) -> u64 {
        match self {
            Self::Fraction(fraction) => (fraction * capacity as f64) as u64,
            Self::Gib(number) => (number * GIB as f64) as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_fractions_and_gib_only() {
        assert_eq!(Reserve::parse("0.5").map(|reserve| reserve.bytes(GIB)), Some(GIB / 2));
        assert_eq!(Reserve::parse("8g").map(|reserve| reserve.bytes(GIB)), Some(8 * GIB));
        assert_eq!(Reserve::parse("1e20G").map(|reserve| reserve.bytes(GIB)), Some(u64::MAX));
        for text in ["", "G", "0", "-1", "inf", "nan", "0.5x", "1e999"] {
            assert_eq!(Reserve::parse(text), None, "{text}");
        }
    }
}
