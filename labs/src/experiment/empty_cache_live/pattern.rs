use crate::device::pattern;
use crate::report::Checksum;

/// Words that are computed at once.
const WORDS: u64 = 4096;

/// Returns the checksum of so many bytes of a pattern, computed here and not on the device.
pub(super) fn checksum(bytes: u64, seed: u64) -> Checksum {
    let words = bytes.div_ceil(8);
    let mut sum = pattern::EMPTY;
    let mut chunk = Vec::new();
    let mut start = 0;
    while start < words {
        let end = words.min(start + WORDS);
        chunk.clear();
        chunk.extend((start..end).flat_map(|index| pattern::word(seed, index).to_le_bytes()));
        if end == words {
            let rest = usize::try_from(words * 8 - bytes).unwrap_or(0);
            chunk.truncate(chunk.len() - rest);
        }
        sum = pattern::extend(sum, &chunk);
        start = end;
    }
    Checksum(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_checksum_of_bytes() {
        for bytes in [0_u32, 1, 8, 100, 8 * 4096, 8 * 4096 + 3, 100_000] {
            let words = (0..u64::from(bytes.div_ceil(8))).flat_map(|index| pattern::word(7, index).to_le_bytes());
            let contents: Vec<u8> = words.take(bytes as usize).collect();
            assert_eq!(checksum(u64::from(bytes), 7).0, pattern::checksum(&contents), "{bytes}");
        }
    }
}
