//! Numbers as the C library reads them: as many characters as make sense, the rest is ignored.

use super::error::Fault;

/// A number, and how many characters of the text it took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Prefix<T> {
    pub(super) number: T,
    pub(super) length: usize,
}

/// Reads a number as `std::stoull` does. A negative one wraps around.
pub(super) fn size(text: &str) -> Result<Prefix<u64>, Fault> {
    let (negative, digits) = sign(text);
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    if length == 0 {
        return Err(Fault::NoNumber("stoull"));
    }
    let number: u64 = digits[..length].parse().map_err(|_| Fault::OutOfRange("stoull"))?;
    let number = if negative { number.wrapping_neg() } else { number };
    Ok(Prefix { number, length: length + text.len() - digits.len() })
}

/// Reads a number as `std::stod` does: decimal, hexadecimal, infinite or none.
pub(super) fn double(text: &str) -> Result<Prefix<f64>, Fault> {
    let (negative, digits) = sign(text);
    let lower = digits.to_ascii_lowercase();
    let (number, length) =
        special(&lower).or_else(|| hexadecimal(&lower)).or_else(|| decimal(&lower)).ok_or(Fault::NoNumber("stod"))?;
    let out_of_range = (number.is_infinite() && !lower.starts_with("inf")) || is_underflow(number, &lower[..length]);
    if out_of_range {
        return Err(Fault::OutOfRange("stod"));
    }
    let number = if negative { -number } else { number };
    Ok(Prefix { number, length: length + text.len() - digits.len() })
}

fn sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

fn special(lower: &str) -> Option<(f64, usize)> {
    let words = [("infinity", f64::INFINITY), ("inf", f64::INFINITY), ("nan", f64::NAN)];
    words.into_iter().find(|(word, _)| lower.starts_with(word)).map(|(word, number)| (number, word.len()))
}

/// `0x1.8p-2` and shorter forms.
fn hexadecimal(lower: &str) -> Option<(f64, usize)> {
    let digits = lower.strip_prefix("0x")?;
    let (whole, rest) = digits.split_at(digits.bytes().take_while(u8::is_ascii_hexdigit).count());
    let fraction =
        rest.strip_prefix('.').map_or("", |rest| &rest[..rest.bytes().take_while(u8::is_ascii_hexdigit).count()]);
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut number = 0.0;
    for digit in whole.chars().chain(fraction.chars()) {
        number = number * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let point = usize::from(rest.starts_with('.'));
    let mut length = 2 + whole.len() + point + fraction.len();
    let mut power = -4 * i32::try_from(fraction.len()).ok()?;
    if let Some((exponent, taken)) = exponent(&lower[length..], 'p') {
        power = power.saturating_add(exponent);
        length += taken;
    }
    Some((number * 2_f64.powi(power), length))
}

fn decimal(lower: &str) -> Option<(f64, usize)> {
    let whole = lower.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &lower[whole..];
    let fraction = rest.strip_prefix('.').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    if whole + fraction == 0 {
        return None;
    }
    let mut length = whole + usize::from(rest.starts_with('.')) + fraction;
    if let Some((_, taken)) = exponent(&lower[length..], 'e') {
        length += taken;
    }
    lower[..length].parse().ok().map(|number| (number, length))
}

/// Reads an exponent with its letter. One without digits is none.
fn exponent(text: &str, letter: char) -> Option<(i32, usize)> {
    let (negative, digits) = sign(text.strip_prefix(letter)?);
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    if length == 0 {
        return None;
    }
    let number = digits[..length].parse().unwrap_or(i32::MAX);
    Some((if negative { -number } else { number }, text.len() - digits.len() + length))
}

fn is_underflow(number: f64, digits: &str) -> bool {
    let mantissa = digits.split(['e', 'p']).next().unwrap_or(digits);
    let is_nothing = mantissa.trim_start_matches("0x").bytes().all(|digit| matches!(digit, b'0' | b'.'));
    !is_nothing && (number == 0.0 || number.is_subnormal())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_whole_numbers_by_prefix() {
        let read = |text| size(text).map(|prefix| (prefix.number, prefix.length));
        assert_eq!(read("128MB"), Ok((128, 3)));
        assert_eq!(read("64.5"), Ok((64, 2)));
        assert_eq!(read("-1"), Ok((u64::MAX, 2)));
        assert_eq!(read("+7"), Ok((7, 2)));
        assert_eq!(read("abc"), Err(Fault::NoNumber("stoull")));
        assert_eq!(read("99999999999999999999"), Err(Fault::OutOfRange("stoull")));
    }

    #[test]
    fn reads_fractions_by_prefix() {
        let read = |text| double(text).map(|prefix| (prefix.number, prefix.length));
        assert_eq!(read("0.8x"), Ok((0.8, 3)));
        assert_eq!(read("-.5e-1f"), Ok((-0.05, 6)));
        assert_eq!(read("5."), Ok((5.0, 2)));
        assert_eq!(read("1e"), Ok((1.0, 1)));
        assert_eq!(read("0x1.8p-1"), Ok((0.75, 8)));
        assert_eq!(read("0xg"), Ok((0.0, 1)));
        assert_eq!(read("Inf"), Ok((f64::INFINITY, 3)));
        assert!(double("nan").is_ok_and(|prefix| prefix.number.is_nan()));
        assert_eq!(read("1e999"), Err(Fault::OutOfRange("stod")));
        assert_eq!(read("1e-999"), Err(Fault::OutOfRange("stod")));
        assert_eq!(read("0e-999"), Ok((0.0, 6)));
        assert_eq!(read(""), Err(Fault::NoNumber("stod")));
    }
}
