//! Where in the address space something is put.

use std::collections::BTreeMap;

/// How addresses are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AddressPolicy {
    /// Behind everything that was ever there: no address is used twice.
    #[default]
    Bump,
    /// In the lowest gap that is large enough.
    FirstFit,
}

/// Which addresses are taken. All numbers are bytes from the start of the space.
#[derive(Debug)]
pub(super) struct Addresses {
    policy: AddressPolicy,
    end: u64,
    /// Lengths by start.
    taken: BTreeMap<u64, u64>,
}

impl Addresses {
    pub(super) const fn new(policy: AddressPolicy) -> Self {
        Self { policy, end: 0, taken: BTreeMap::new() }
    }

    /// Takes a range and returns its start, unless the space is full.
    pub(super) fn take(&mut self, length: u64) -> Option<u64> {
        let start = match self.policy {
            AddressPolicy::Bump => self.end,
            AddressPolicy::FirstFit => self.lowest_gap(length),
        };
        self.end = self.end.max(start.checked_add(length)?);
        self.taken.insert(start, length);
        Some(start)
    }

    /// Gives a range back.
    pub(super) fn give_back(&mut self, start: u64) {
        let taken = self.taken.remove(&start);
        assert!(taken.is_some(), "nothing starts at {start:#x}");
    }

    fn lowest_gap(&self, length: u64) -> u64 {
        let mut start = 0;
        for (&next, &taken) in &self.taken {
            if next - start >= length {
                break;
            }
            start = next + taken;
        }
        start
    }
}
