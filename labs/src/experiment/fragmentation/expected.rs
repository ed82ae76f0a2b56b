use super::{Expected, Script, rules};
use crate::bytes::MIB;

impl Script {
    /// What the rules say without expandable segments.
    pub(in super::super) fn expected(&self) -> Expected {
        let segment = rules::segment(self.tensor);
        let pair = self.piece + self.spacer;
        let pairs_a_segment = segment / pair;
        let rest = segment - pairs_a_segment * pair;
        // A rest that something fits into would be filled first, and one of 1 MiB would not be split off.
        let orderly = pairs_a_segment > 0 && rest < self.piece.min(self.spacer) && rest != MIB;
        let fits = self.held + self.tensors * segment <= self.device && self.pairs <= self.tensors * pairs_a_segment;
        if !(orderly && fits) {
            return Expected::default();
        }
        let pinned = self.pairs.div_ceil(pairs_a_segment);
        let in_the_last = self.pairs - (pinned - 1) * pairs_a_segment;
        let behind_the_last = segment - in_the_last * pair;
        let largest_hole = self.piece.max(behind_the_last);
        let left = self.device - self.held - pinned * segment;
        let allocated = self.pairs * self.spacer;
        let refused = self.ask > largest_hole && rules::segment(self.ask) > left;
        let new = if self.ask > largest_hole { rules::segment(self.ask) } else { 0 };
        Expected {
            allocated: Some(allocated),
            reserved_holes: Some(self.tensors * segment),
            reserved_emptied: Some(pinned * segment),
            reserved_asked: Some(pinned * segment + if refused { 0 } else { new }),
            refused: Some(refused),
        }
    }

    /// What the rules say with expandable segments.
    pub(in super::super) fn expected_expandable(&self) -> Expected {
        let pair = self.piece + self.spacer;
        let full = rules::up((self.tensors * self.tensor).max(self.pairs * pair), rules::LARGE);
        if self.held + full > self.device {
            return Expected::default();
        }
        let emptied = self.pages_under_spacers() * rules::LARGE;
        let mut expected = Expected {
            allocated: Some(self.pairs * self.spacer),
            reserved_holes: Some(full),
            reserved_emptied: Some(emptied),
            ..Expected::default()
        };
        // Where no page is shared, nothing mapped is free after empty_cache, and the last tensor needs pages of its own.
        if self.piece.is_multiple_of(rules::LARGE) && self.spacer.is_multiple_of(rules::LARGE) {
            let asked = emptied + rules::up(self.ask, rules::LARGE);
            let refused = self.held + asked > self.device;
            expected.refused = Some(refused);
            expected.reserved_asked = (!refused).then_some(asked);
        }
        expected
    }

    /// Counts the pages that hold a part of a spacer.
    fn pages_under_spacers(&self) -> u64 {
        let mut pages = 0;
        let mut counted_up_to = 0;
        for number in 0..self.pairs {
            let start = number * (self.piece + self.spacer) + self.piece;
            let first = (start / rules::LARGE).max(counted_up_to);
            let end = (start + self.spacer).div_ceil(rules::LARGE);
            pages += end.saturating_sub(first);
            counted_up_to = counted_up_to.max(end);
        }
        pages
    }
}
