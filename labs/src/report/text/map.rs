//! Memory maps: a line for each segment, a character for a stretch of it.

use std::fmt::{self, Formatter};
use std::ops::Range;

use super::table::{Align, Grid};
use crate::report::unit::grouped;
use crate::report::{MapSegment, MemoryMap, PageMap, Unit};
use crate::snapshot::BlockState;

/// Characters of the largest segment.
const WIDTH: u64 = 60;
/// Lines of a map that are shown.
const LINES: usize = 16;

pub(super) fn write(f: &mut Formatter<'_>, maps: &[MemoryMap]) -> fmt::Result {
    if maps.is_empty() {
        return Ok(());
    }
    writeln!(f, "\nmemory maps: # held by tensors   + held in part   ~ waiting for a stream   . free")?;
    for map in maps {
        writeln!(f, "  {} (step {})", map.label, map.step)?;
        if map.segments.is_empty() {
            writeln!(f, "    no segments")?;
            continue;
        }
        write_segments(f, map)?;
    }
    Ok(())
}

fn write_segments(f: &mut Formatter<'_>, map: &MemoryMap) -> fmt::Result {
    let largest = map.segments.iter().map(|segment| segment.bytes).max().unwrap_or(1);
    let groups: Vec<&[MapSegment]> = map.groups().collect();
    let mut grid = Grid::new(&[Align::Left, Align::Left, Align::Right, Align::Right, Align::Left]);
    for group in groups.iter().take(LINES) {
        let (Some(first), count) = (group.first(), group.len() as u64) else { continue };
        let times = if count > 1 { format!("{} ×", grouped(count)) } else { String::new() };
        let kind = format!("{}{}", first.pool.name(), if first.expandable { ", expandable" } else { "" });
        let start = format!("  {:#x}", first.address.get());
        let size = Unit::Bytes.format(first.bytes);
        grid.push([start, kind, times, size, format!("[{}]", picture(first, largest))]);
    }
    writeln!(f, "{grid}")?;
    let more: usize = groups.iter().skip(LINES).map(|group| group.len()).sum();
    if more > 0 { writeln!(f, "    … and {more} segments more (--json has them)") } else { Ok(()) }
}

/// Draws a segment, a character for each stretch of it. What is held only in part is told apart, so that a small tensor
/// that pins a segment is seen and does not look larger than it is.
fn picture(segment: &MapSegment, largest: u64) -> String {
    let width = scale(segment.bytes, largest, WIDTH).max(1);
    (0..width)
        .map(|cell| symbol(segment, scale(cell, width, segment.bytes)..scale(cell + 1, width, segment.bytes)))
        .collect()
}

/// The character for a stretch of a segment.
fn symbol(segment: &MapSegment, stretch: Range<u64>) -> char {
    let (mut held, mut pending) = (0, 0);
    for block in &segment.blocks {
        let start = block.address.distance_from(segment.address).unwrap_or(0);
        let covered = (start + block.bytes).min(stretch.end).saturating_sub(start.max(stretch.start));
        match block.state {
            BlockState::ActiveAllocated => held += covered,
            BlockState::ActivePendingFree => pending += covered,
            BlockState::Inactive => {}
        }
    }
    match (held, pending) {
        (0, 0) => '.',
        _ if pending > held => '~',
        _ if held * 2 >= stretch.end - stretch.start => '#',
        _ => '+',
    }
}

/// Returns `to` times the part that `number` is of `whole`, rounded down.
fn scale(number: u64, whole: u64, to: u64) -> u64 {
    let part = u128::from(number) * u128::from(to) / u128::from(whole.max(1));
    u64::try_from(part).unwrap_or(to)
}

pub(super) fn write_pages(f: &mut Formatter<'_>, maps: &[PageMap]) -> fmt::Result {
    if maps.is_empty() {
        return Ok(());
    }
    writeln!(f, "\nphysical pages behind the addresses, numbered in the order in which they were made")?;
    for map in maps {
        writeln!(f, "  {} (step {})", map.label, map.step)?;
        let mut grid = Grid::new(&[Align::Left, Align::Right, Align::Left]);
        for range in map.ranges.iter().take(LINES) {
            let last = range.first + range.count - 1;
            let pages = if range.count > 1 { format!("pages {}-{last}", range.first) } else { format!("page {last}") };
            let size = Unit::Bytes.format(range.count * range.page_bytes);
            grid.push([format!("  {:#x}", range.address.get()), size, pages]);
        }
        writeln!(f, "{grid}")?;
        if map.ranges.len() > LINES {
            writeln!(f, "    … and {} ranges more (--json has them)", map.ranges.len() - LINES)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::MIB;
    use crate::device::{Address, Stream};
    use crate::report::{MapBlock, Words};
    use crate::snapshot::SegmentType;

    fn segment(number: u64, blocks: &[(u64, BlockState)]) -> MapSegment {
        let start = Address::new(number << 40);
        let mut next = start;
        let blocks: Vec<MapBlock> = blocks
            .iter()
            .map(|&(bytes, state)| {
                let address = next;
                next = next.checked_add(bytes).unwrap();
                MapBlock { address, bytes, requested: bytes, state, tensor: None }
            })
            .collect();
        MapSegment {
            address: start,
            bytes: next.distance_from(start).unwrap(),
            pool: SegmentType::Large,
            stream: Stream::DEFAULT,
            expandable: false,
            blocks,
        }
    }

    #[test]
    fn a_small_tensor_is_seen_in_a_large_segment() {
        let (held, free) = (BlockState::ActiveAllocated, BlockState::Inactive);
        let drawn = picture(&segment(1, &[(100 * MIB, free), (20 * MIB, held)]), 120 * MIB);
        assert_eq!(drawn, format!("{}{}", ".".repeat(50), "#".repeat(10)));
        let tiny = picture(&segment(1, &[(100 * MIB, free), (512, held), (20 * MIB - 512, free)]), 120 * MIB);
        assert_eq!((tiny.len(), tiny.find('+'), tiny.matches('.').count()), (60, Some(50), 59));
        let small = picture(&segment(1, &[(2 * MIB, held)]), 1024 * MIB);
        assert_eq!(small, "#");
    }

    #[test]
    fn segments_that_look_the_same_are_one_line() {
        let (held, free) = (BlockState::ActiveAllocated, BlockState::Inactive);
        let same: Vec<_> = (1..=3).map(|number| segment(number, &[(MIB, held), (MIB, free)])).collect();
        let maps = [MemoryMap { step: 3, label: Words::new("map-now", "now").into(), segments: same }];
        let text = crate::report::text::shown(|f| write(f, &maps));
        assert_eq!(text.lines().filter(|line| line.contains("0x")).count(), 1);
        assert!(text.contains("3 ×"), "{text}");
    }
}
