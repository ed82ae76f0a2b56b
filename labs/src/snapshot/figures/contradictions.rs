//! What cannot be in a snapshot: blocks that do not fill their segment, and sums that are not those of the blocks.

use std::fmt::{self, Display, Formatter};

use super::super::{Block, BlockState, Segment, Snapshot};

/// How many are told, as a damaged file may have a million.
const MOST: usize = 100;

/// Returns what contradicts itself in a snapshot, a sentence each that names the segment or the block. The figures are
/// sums over blocks all the same.
pub(super) fn of(snapshot: &Snapshot) -> Vec<String> {
    let mut found = Found::default();
    for (name, segments) in [("segments", &snapshot.segments), ("host_segments", &snapshot.host_segments)] {
        for (index, segment) in segments.iter().enumerate() {
            Inspector { place: Place { name, index, segment }, found: &mut found }.inspect();
        }
        overlaps(name, segments, &mut found);
    }
    found.finish()
}

/// What was found. Texts are made only for those that are told.
#[derive(Default)]
struct Found {
    texts: Vec<String>,
    more: usize,
}

impl Found {
    fn add(&mut self, text: impl FnOnce() -> String) {
        if self.texts.len() < MOST { self.texts.push(text()) } else { self.more += 1 }
    }

    fn finish(mut self) -> Vec<String> {
        if self.more > 0 {
            self.texts.push(format!("and {} more", self.more));
        }
        self.texts
    }
}

/// Where a segment stands in the file and in memory.
#[derive(Clone, Copy)]
struct Place<'s> {
    name: &'static str,
    index: usize,
    segment: &'s Segment,
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}] at {:#x}", self.name, self.index, self.segment.address.get())
    }
}

/// Looks at one segment.
struct Inspector<'s, 'f> {
    place: Place<'s>,
    found: &'f mut Found,
}

impl Inspector<'_, '_> {
    fn inspect(mut self) {
        let (place, segment) = (self.place, self.place.segment);
        if segment.address.checked_add(segment.total_size).is_none() {
            self.found.add(|| format!("{place}: its {} bytes end beyond the last address", segment.total_size));
        }
        self.blocks();
        let sum = |size: fn(&Block) -> u64| segment.blocks.iter().map(size).fold(0, u64::saturating_add);
        self.total("total_size", segment.total_size, sum(|block| block.size));
        self.total("allocated_size", segment.allocated_size, sum(allocated));
        self.total("active_size", segment.active_size, sum(active));
        if let Some(requested) = segment.requested_size {
            self.total("requested_size", requested, sum(Block::requested));
        }
    }

    /// Compares a size of the segment with that of its blocks.
    fn total(&mut self, key: &str, stated: u64, counted: u64) {
        let place = self.place;
        if stated != counted {
            self.found.add(|| format!("{place}: its {key} is {stated}, but that of its blocks is {counted}"));
        }
        if stated > place.segment.total_size {
            let total = place.segment.total_size;
            self.found.add(|| format!("{place}: its {key} is {stated}, more than its total_size, which is {total}"));
        }
    }

    /// Blocks lie within the segment, one behind the other.
    fn blocks(&mut self) {
        let (place, segment) = (self.place, self.place.segment);
        let end = u128::from(segment.address.get()) + u128::from(segment.total_size);
        let mut next = u128::from(segment.address.get());
        for (index, block) in segment.blocks.iter().enumerate() {
            let (start, size) = (block.address.get(), block.size);
            let name = || format!("{place}: blocks[{index}] at {start:#x}");
            let behind = u128::from(start) + u128::from(size);
            if u128::from(start) != next {
                self.found.add(|| format!("{} should begin where the one before ends, at {next:#x}", name()));
            }
            if behind > end {
                self.found.add(|| format!("{} has {size} bytes, {} too many for the segment", name(), behind - end));
            }
            if block.requested() > size {
                let requested = block.requested();
                self.found.add(|| format!("{} has {size} bytes, but {requested} were asked for", name()));
            }
            next = behind;
        }
    }
}

const fn allocated(block: &Block) -> u64 {
    match block.state {
        BlockState::ActiveAllocated => block.size,
        BlockState::ActivePendingFree | BlockState::Inactive => 0,
    }
}

const fn active(block: &Block) -> u64 {
    match block.state {
        BlockState::ActiveAllocated | BlockState::ActivePendingFree => block.size,
        BlockState::Inactive => 0,
    }
}

/// Two segments of a device cannot lie in the same place.
fn overlaps(name: &'static str, segments: &[Segment], found: &mut Found) {
    let mut places: Vec<_> =
        segments.iter().enumerate().map(|(index, segment)| Place { name, index, segment }).collect();
    places.sort_by_key(|place| (place.segment.device, place.segment.address));
    for pair in places.windows(2) {
        let [one, next] = [pair[0], pair[1]];
        let end = u128::from(one.segment.address.get()) + u128::from(one.segment.total_size);
        let start = next.segment.address.get();
        if one.segment.device == next.segment.device && end > u128::from(start) {
            found.add(|| format!("{one} reaches into {next}"));
        }
    }
}
