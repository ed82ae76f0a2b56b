//! Numbers as people read them, without the UI strings: the browser formats with the separators that the page brings.

/// The language's signs in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Separators {
    pub group: char,
    pub decimal: char,
}

const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];

/// Returns the number with its digits in groups of three.
pub fn grouped(value: u64, separators: &Separators) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separators.group);
        }
        text.push(digit);
    }
    text
}

/// Returns an amount of memory in the largest binary unit that it fills, rounded to two decimals. A no-break space
/// stands before the unit.
pub fn scaled(bytes: u64, separators: &Separators) -> String {
    if bytes < 1024 {
        return format!("{bytes}\u{a0}B");
    }
    let mut unit = 0;
    // 1,048,573 bytes are 1024.00 KiB when rounded: the next unit is the right one then.
    while unit + 1 < UNITS.len() && hundredths(bytes, unit) >= 1024 * 100 {
        unit += 1;
    }
    let hundredths = hundredths(bytes, unit);
    let (whole, fraction) = (hundredths / 100, hundredths % 100);
    format!("{}{}{fraction:02}\u{a0}{}", grouped(whole, separators), separators.decimal, UNITS[unit])
}

/// Returns an amount of memory as [`scaled`] does and, where two decimals do not say all of it, the whole of it behind
/// that, such as `1.13 GiB (1,160 MiB)`.
pub fn exact(bytes: u64, separators: &Separators) -> String {
    let rounded = scaled(bytes, separators);
    if bytes < 1024 {
        return rounded;
    }
    let unit = 10 * (bytes.ilog2() / 10).min(5);
    // Two decimals are all of it when a hundredth of the unit divides it.
    if u128::from(bytes) * 100 % (1 << unit) == 0 {
        return rounded;
    }
    let whole = [(20, "MiB"), (10, "KiB")].into_iter().find(|(shift, _)| bytes.trailing_zeros() >= *shift);
    let (shift, name) = whole.unwrap_or((0, "B"));
    format!("{rounded} ({}\u{a0}{name})", grouped(bytes >> shift, separators))
}

/// Returns the amount in hundredths of the unit, rounded half up.
fn hundredths(bytes: u64, unit: usize) -> u64 {
    let size = 1_u128 << (10 * (unit + 1));
    let rounded = (u128::from(bytes) * 100 + size / 2) / size;
    u64::try_from(rounded).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: Separators = Separators { group: ',', decimal: '.' };
    const VI: Separators = Separators { group: '.', decimal: ',' };

    #[test]
    fn digits_stand_in_groups() {
        for (value, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(value, &EN), text);
        }
        assert_eq!(grouped(u64::MAX, &VI), "18.446.744.073.709.551.615");
    }

    #[test]
    fn the_unit_is_the_largest_that_is_filled() {
        for (bytes, text) in [
            (0, "0\u{a0}B"),
            (1023, "1023\u{a0}B"),
            (1024, "1.00\u{a0}KiB"),
            (1_048_573, "1.00\u{a0}MiB"),
            (20 << 20, "20.00\u{a0}MiB"),
            ((80 << 30) - 1, "80.00\u{a0}GiB"),
            (u64::MAX, "16,384.00\u{a0}PiB"),
        ] {
            assert_eq!(scaled(bytes, &EN), text);
        }
        assert_eq!(scaled(1 << 62, &VI), "4.096,00\u{a0}PiB");
    }
}
