//! Sizes: rounding of requests, the pool that serves them, the segment that is asked for on a miss.

use crate::bytes::MIB;

/// Every block is a multiple of this (`kMinBlockSize`).
pub const MIN_BLOCK: u64 = 512;
/// The largest rounded size that the small pool serves (`kSmallSize`).
pub const SMALL_SIZE: u64 = MIB;
/// A segment of the small pool, and a page of a small expandable segment (`kSmallBuffer`).
pub const SMALL_SEGMENT: u64 = 2 * MIB;
/// From this rounded size on, a segment is made to measure (`kMinLargeAlloc`).
pub const MIN_LARGE: u64 = 10 * MIB;
/// Segments made to measure are a multiple of this (`kRoundLarge`).
pub const ROUND_LARGE: u64 = 2 * MIB;
/// A request at least this large is refused at once (`DeviceCachingAllocator::allocate`).
pub const EXBIBYTE: u64 = 1 << 60;

/// Into how many steps each power of two is divided, from 1 MiB to 32 GiB. Zero and one: not at all.
pub type Divisions = [u64; 16];

/// Which of the two pools serves a request. Statistics are kept for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SizeClass {
    /// Up to 1 MiB.
    Small,
    /// More.
    Large,
}

impl SizeClass {
    /// Returns the class of a rounded size.
    pub const fn of(size: u64) -> Self {
        if size <= SMALL_SIZE { Self::Small } else { Self::Large }
    }
}

/// Returns the size of the block that serves a request (spec section 2.1, `round_size`).
///
/// `bytes` is less than an exbibyte. With divisions, sizes above 512 bytes times the divisions go up to the next step
/// of their power of two; all others to the next multiple of 512.
///
/// ```
/// use labs::allocator::size::round_size;
///
/// assert_eq!(round_size(1, &[0; 16]), 512);
/// assert_eq!(round_size(1200 << 10, &[4; 16]), 1280 << 10);
/// ```
pub const fn round_size(bytes: u64, divisions: &Divisions) -> u64 {
    if bytes < MIN_BLOCK {
        return MIN_BLOCK;
    }
    let power = bytes.ilog2();
    let division = divisions[row(power)];
    if division > 1 && bytes > MIN_BLOCK.saturating_mul(division) {
        // At least 512 bytes, as the division is the smaller part of the size by a factor of 512.
        let step = (1 << power) >> division.ilog2();
        return bytes.next_multiple_of(step);
    }
    bytes.next_multiple_of(MIN_BLOCK)
}

/// The row of the division table for sizes of that power of two: below 2 MiB the first, from 32 GiB on the last.
const fn row(power: u32) -> usize {
    match power {
        0..21 => 0,
        21..35 => (power - 20) as usize,
        _ => 15,
    }
}

/// Returns the size of the segment that a rounded size is cut from when nothing cached serves it (spec section 2.2,
/// `get_allocation_size`).
pub const fn segment_size(size: u64, large_segment: u64) -> u64 {
    if size <= SMALL_SIZE {
        SMALL_SEGMENT
    } else if size < MIN_LARGE {
        large_segment
    } else {
        size.next_multiple_of(ROUND_LARGE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::{GIB, KIB};

    #[test]
    fn rounds_to_512_without_divisions() {
        let sizes = [1, 512, 513, 10 * MIB - 1, 10 * MIB + 1];
        let rounded = sizes.map(|size| round_size(size, &[0; 16]));
        assert_eq!(rounded, [512, 512, 1024, 10 * MIB, 10 * MIB + 512]);
        assert_eq!(round_size(1025, &[1; 16]), 1536);
    }

    #[test]
    fn rounds_to_steps_above_512_times_the_divisions() {
        let rounded = [1025, 2048, 2049, 1200 * KIB, 2 * MIB].map(|size| round_size(size, &[4; 16]));
        assert_eq!(rounded, [1536, 2048, 2560, 1280 * KIB, 2 * MIB]);
    }

    #[test]
    fn the_row_follows_the_size() {
        let mut divisions = [0; 16];
        divisions[1] = 2;
        divisions[15] = 8;
        let sizes = [2 * MIB - 1, 2 * MIB + 1, 4 * MIB + 1, 33 * GIB, 1000 * GIB];
        let rounded = sizes.map(|size| round_size(size, &divisions));
        assert_eq!(rounded, [2 * MIB, 3 * MIB, 4 * MIB + 512, 36 * GIB, 1024 * GIB]);
    }

    #[test]
    fn segments_follow_the_rounded_size() {
        let sizes = [512, MIB, MIB + 512, 10 * MIB - 512, 10 * MIB, 10 * MIB + 512];
        let segments = sizes.map(|size| segment_size(size, 20 * MIB) / MIB);
        assert_eq!(segments, [2, 2, 20, 20, 10, 12]);
    }
}
