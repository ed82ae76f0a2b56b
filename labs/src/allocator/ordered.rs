//! Blocks in order, by size and then by address.
//!
//! Note: why not a tree. Best fit with the lowest address as tie-break needs a set that is ordered, walked in both
//! directions, and changed several times an allocation. A list of short sorted runs does that with two binary searches
//! and a short move of memory; with ten thousand holes it is twice as fast as the B-tree of the standard library, and
//! it keeps the memory of a run that emptied, so that a cache hit allocates nothing.

use super::block::BlockId;
use crate::device::Address;

/// Where a block stands in the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    size: u64,
    address: Address,
}

impl Key {
    pub(super) const fn new(size: u64, address: Address) -> Self {
        Self { size, address }
    }

    /// Returns the key before all blocks of this size.
    pub(super) const fn first_of(size: u64) -> Self {
        Self::new(size, Address::new(0))
    }
}

type Entry = (Key, BlockId);

/// A run is cut in two when it grows longer than this.
const RUN: usize = 64;

/// Blocks in order.
#[derive(Debug, Default)]
pub(super) struct Ordered {
    /// None is empty.
    runs: Vec<Vec<Entry>>,
    /// The highest key of each run.
    highest: Vec<Key>,
    /// A run that emptied, kept for the next cut.
    spare: Vec<Entry>,
}

/// A place in the order. It is good until the set changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    run: usize,
    index: usize,
}

impl Ordered {
    /// Returns the first place whose key is `key` or a higher one.
    pub(super) fn at_least(&self, key: Key) -> Option<Place> {
        let run = self.run_for(key);
        let entries = self.runs.get(run)?;
        Some(Place { run, index: position(entries, key) })
    }

    /// Returns the place behind.
    pub(super) fn after(&self, place: Place) -> Option<Place> {
        if place.index + 1 < self.runs[place.run].len() {
            return Some(Place { index: place.index + 1, ..place });
        }
        (place.run + 1 < self.runs.len()).then_some(Place { run: place.run + 1, index: 0 })
    }

    /// Returns the place before.
    pub(super) fn before(&self, place: Place) -> Option<Place> {
        if let Some(index) = place.index.checked_sub(1) {
            return Some(Place { index, ..place });
        }
        let run = place.run.checked_sub(1)?;
        Some(Place { run, index: self.runs[run].len() - 1 })
    }

    /// Returns the last place.
    pub(super) fn last(&self) -> Option<Place> {
        let run = self.runs.len().checked_sub(1)?;
        Some(Place { run, index: self.runs[run].len() - 1 })
    }

    /// Returns the block at a place.
    pub(super) fn get(&self, place: Place) -> BlockId {
        self.runs[place.run][place.index].1
    }

    /// Returns all blocks in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.runs.iter().flatten().map(|&(_, block)| block)
    }

    pub(super) fn insert(&mut self, key: Key, block: BlockId) {
        let run = self.run_for(key).min(self.runs.len().saturating_sub(1));
        let Some(entries) = self.runs.get_mut(run) else {
            let mut first = std::mem::take(&mut self.spare);
            first.push((key, block));
            self.runs.push(first);
            self.highest.push(key);
            return;
        };
        let index = position(entries, key);
        entries.insert(index, (key, block));
        self.highest[run] = self.highest[run].max(key);
        if entries.len() > RUN {
            self.cut(run);
        }
    }

    pub(super) fn remove(&mut self, key: Key) {
        let place = self.at_least(key).filter(|place| self.runs[place.run][place.index].0 == key);
        self.remove_at(place.expect("a block that is removed was inserted"));
    }

    pub(super) fn remove_at(&mut self, place: Place) {
        let entries = &mut self.runs[place.run];
        entries.remove(place.index);
        if let Some(&(highest, _)) = entries.last() {
            self.highest[place.run] = highest;
        } else {
            self.spare = self.runs.remove(place.run);
            self.highest.remove(place.run);
        }
    }

    /// The run that holds `key`, or would; the number of runs where all keys are lower.
    fn run_for(&self, key: Key) -> usize {
        self.highest.partition_point(|&highest| highest < key)
    }

    fn cut(&mut self, run: usize) {
        let entries = &mut self.runs[run];
        let mut upper = std::mem::take(&mut self.spare);
        upper.extend(entries.drain(RUN / 2..));
        let lower = entries.last().map(|&(key, _)| key);
        let higher = self.highest[run];
        self.highest[run] = lower.unwrap_or(higher);
        self.highest.insert(run + 1, higher);
        self.runs.insert(run + 1, upper);
    }
}

fn position(entries: &[Entry], key: Key) -> usize {
    entries.partition_point(|&(other, _)| other < key)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::super::block::{Block, Blocks, State};
    use super::super::pool::LaneId;
    use super::*;

    proptest! {
        #[test]
        fn agrees_with_a_tree(steps in prop::collection::vec((0_u64..40, 0_u64..40, any::<bool>()), 0..600)) {
            let block = || Block::new(Address::new(0), 0, LaneId::default(), None, State::Free);
            let mut blocks = Blocks::new();
            let mut tree = BTreeMap::new();
            let mut set = Ordered::default();
            for (size, address, insert) in steps {
                let key = Key::new(size, Address::new(address));
                if insert && !tree.contains_key(&key) {
                    let id = blocks.add(block());
                    tree.insert(key, id);
                    set.insert(key, id);
                } else if tree.remove(&key).is_some() {
                    set.remove(key);
                }
                prop_assert!(set.iter().eq(tree.values().copied()));
                let place = set.at_least(key);
                prop_assert_eq!(place.map(|place| set.get(place)), tree.range(key..).next().map(|(_, &id)| id));
                let after = place.and_then(|place| set.after(place)).map(|place| set.get(place));
                prop_assert_eq!(after, tree.range(key..).nth(1).map(|(_, &id)| id));
                let before = place.map_or_else(|| set.last(), |place| set.before(place));
                prop_assert_eq!(before.map(|place| set.get(place)), tree.range(..key).next_back().map(|(_, &id)| id));
            }
        }
    }
}
