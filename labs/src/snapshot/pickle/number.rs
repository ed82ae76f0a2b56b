//! Integers, exactly.

use super::cursor::Cursor;
use super::{PickleError, Problem, op};

/// Reads the argument of an instruction that holds an integer. The result lies between -2^63 and 2^64 - 1.
pub(super) fn read(code: u8, cursor: &mut Cursor<'_>) -> Result<i128, PickleError> {
    match code {
        op::BININT => Ok(i32::from_le_bytes(cursor.array()?).into()),
        op::BININT2 => Ok(u16::from_le_bytes(cursor.array()?).into()),
        op::LONG1 => long(cursor, Cursor::counted8),
        _ => long(cursor, Cursor::counted31),
    }
}

type Counted<'a> = fn(&mut Cursor<'a>) -> Result<&'a [u8], PickleError>;

fn long<'a>(cursor: &mut Cursor<'a>, counted: Counted<'a>) -> Result<i128, PickleError> {
    let offset = cursor.at() as u64 - 1;
    let bytes = counted(cursor)?;
    from_bytes(bytes).ok_or(PickleError { offset, problem: Problem::TooWide })
}

/// Returns the integer of these bytes, two's complement with the lowest byte first, unless it needs more than 64 bits. A
/// number from 2^63 on takes nine bytes, the last one zero.
#[inline]
fn from_bytes(bytes: &[u8]) -> Option<i128> {
    let negative = bytes.last().is_some_and(|&last| last >= 0x80);
    let fill = if negative { 0xff } else { 0 };
    let (low, high) = bytes.split_at(bytes.len().min(8));
    let mut word = [fill; 8];
    word[..low.len()].copy_from_slice(low);
    if high.iter().any(|&byte| byte != fill) {
        return None;
    }
    if !negative {
        return Some(u64::from_le_bytes(word).into());
    }
    let number = i64::from_le_bytes(word);
    // With more than eight bytes, the sign stands beyond the word.
    (number < 0).then_some(number.into())
}

#[cfg(test)]
mod tests {
    use super::from_bytes;

    #[test]
    fn integers_of_64_bits_are_exact_and_wider_ones_are_none() {
        let u64_max: i128 = u64::MAX.into();
        let cases: &[(&[u8], Option<i128>)] = &[
            (&[], Some(0)),
            (&[5], Some(5)),
            (&[0xff], Some(-1)),
            (&[0xff, 0], Some(255)),
            (&[0, 0x80], Some(-32768)),
            (&[0xff; 8], Some(-1)),
            (&[0, 0, 0, 0, 0, 0, 0, 0x80], Some(i64::MIN.into())),
            (&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0], Some(u64_max)),
            (&[0, 0, 0, 0, 0, 0, 0, 0x80, 0], Some(1 << 63)),
            (&[0, 0, 0, 0, 0, 0, 0, 0, 1], None),
            (&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0xff], None),
            (&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], Some(1)),
            (&[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], Some(-2)),
        ];
        for (bytes, expected) in cases {
            assert_eq!(from_bytes(bytes), *expected, "{bytes:x?}");
        }
    }
}
