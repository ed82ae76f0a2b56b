//! What a piece of memory is, in a picture: its fill, its pattern and its name are the same everywhere.

use labs::report::{MapBlock, MapSegment};
use labs::snapshot::{BlockState, SegmentType};

/// The states of the legend, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    Live,
    Cached,
    Pinned,
    Waiting,
    Unmapped,
    Outside,
    Refused,
}

impl State {
    pub const ALL: [Self; 7] =
        [Self::Live, Self::Cached, Self::Pinned, Self::Waiting, Self::Unmapped, Self::Outside, Self::Refused];

    /// Returns the class of the style sheet.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Live => "s-live",
            Self::Cached => "s-cached",
            Self::Pinned => "s-pinned",
            Self::Waiting => "s-waiting",
            Self::Unmapped => "s-unmapped",
            Self::Outside => "s-outside",
            Self::Refused => "s-refused",
        }
    }

    /// Returns the key of its name among the UI strings.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Live => "labs-state-live",
            Self::Cached => "labs-state-cached",
            Self::Pinned => "labs-state-pinned",
            Self::Waiting => "labs-state-waiting",
            Self::Unmapped => "labs-state-unmapped",
            Self::Outside => "labs-state-outside",
            Self::Refused => "labs-state-refused",
        }
    }

    /// Returns the state of a block. A free one can go back with its whole segment, or with the whole pages in it where
    /// the segment is expandable; otherwise what is alive beside it pins it.
    pub fn of(block: &MapBlock, segment: &MapSegment) -> Self {
        match block.state {
            BlockState::ActiveAllocated => Self::Live,
            BlockState::ActivePendingFree => Self::Waiting,
            BlockState::Inactive if segment.pinned_by().next().is_none() => Self::Cached,
            BlockState::Inactive if segment.expandable && has_whole_page(block, segment) => Self::Cached,
            BlockState::Inactive => Self::Pinned,
        }
    }
}

/// Bytes of a page of an expandable segment.
const fn page(pool: SegmentType) -> u64 {
    match pool {
        SegmentType::Small => 2 << 20,
        SegmentType::Large => 20 << 20,
    }
}

fn has_whole_page(block: &MapBlock, segment: &MapSegment) -> bool {
    let page = page(segment.pool);
    let start = block.address.distance_from(segment.address).unwrap_or(0);
    start.div_ceil(page) * page + page <= start + block.bytes
}
