//! Who has which addresses.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::GRANULARITY;

/// How addresses are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Policy {
    /// Each behind the last, and none twice.
    Bump,
    /// The lowest gap that fits.
    FirstFit,
}

/// The address space of the device.
#[derive(Debug)]
pub(crate) struct Space {
    policy: Policy,
    base: u64,
    next: u64,
    /// Bytes by start, in whole units.
    taken: BTreeMap<u64, u64>,
}

impl Space {
    pub(crate) fn new(policy: Policy, base: u64) -> Self {
        Self { policy, base, next: base, taken: BTreeMap::new() }
    }

    /// Takes a range that is a multiple of the unit, and returns where it starts, if there are that many addresses.
    pub(crate) fn take(&mut self, bytes: u64) -> Option<u64> {
        let start = match self.policy {
            Policy::Bump => self.next,
            Policy::FirstFit => self.lowest_gap(bytes),
        };
        self.next = self.next.max(start.checked_add(bytes)?);
        self.taken.insert(start, bytes);
        Some(start)
    }

    pub(crate) fn give_back(&mut self, start: u64) {
        self.taken.remove(&start);
    }

    fn lowest_gap(&self, bytes: u64) -> u64 {
        let mut candidate = self.base;
        for (start, length) in &self.taken {
            if start - candidate >= bytes {
                break;
            }
            candidate = start + length;
        }
        candidate
    }
}

impl FromStr for Policy {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "bump" => Ok(Self::Bump),
            "firstfit" => Ok(Self::FirstFit),
            _ => Err(()),
        }
    }
}

/// Returns the bytes in whole units, unless that is too many.
pub(crate) fn whole_units(bytes: u64) -> Option<u64> {
    bytes.checked_next_multiple_of(GRANULARITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: u64 = 7 * GRANULARITY;

    fn taken(policy: Policy) -> [u64; 4] {
        let mut space = Space::new(policy, BASE);
        let mut take = |units: u64| space.take(units * GRANULARITY).unwrap();
        let [first, second, third] = [take(2), take(1), take(1)];
        assert_eq!([first, second, third], [BASE, BASE + 2 * GRANULARITY, BASE + 3 * GRANULARITY]);
        space.give_back(first);
        space.give_back(second);
        [4, 2, 1, 1].map(|units| (space.take(units * GRANULARITY).unwrap() - BASE) / GRANULARITY)
    }

    #[test]
    fn bumped_addresses_are_never_used_again() {
        assert_eq!(taken(Policy::Bump), [4, 8, 10, 11]);
    }

    #[test]
    fn the_first_gap_that_fits_is_used() {
        assert_eq!(taken(Policy::FirstFit), [4, 0, 2, 8]);
    }
}
