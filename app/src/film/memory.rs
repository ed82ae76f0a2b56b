use std::collections::BTreeMap;

use super::state::State;

/// Something that appears or goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub appears: bool,
    pub thing: Thing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// Memory of the device; of an expandable segment, the pages of one mapping.
    Stretch { address: u64, stretch: Stretch },
    /// A block that is in use.
    Block { address: u64, block: Block },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    pub bytes: u64,
    /// Bytes of a page of an expandable segment; nothing for one that is as it is.
    pub page: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    pub bytes: u64,
    pub name: usize,
    /// Freed, but a stream may still use it.
    pub waiting: bool,
}

/// The memory at one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    /// What was got from the device, by address. Mapped pages that touch are one stretch.
    stretches: BTreeMap<u64, Stretch>,
    blocks: BTreeMap<u64, Block>,
}

/// A segment with its blocks, which fill it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub address: u64,
    pub bytes: u64,
    pub is_expandable: bool,
    pub slices: Vec<Slice>,
}

/// A block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slice {
    pub address: u64,
    pub bytes: u64,
    pub state: State,
    /// Number of the tensor's name.
    pub name: Option<usize>,
}

impl Memory {
    pub(super) fn apply(&mut self, change: &Change) {
        self.change(change.appears, change.thing);
    }

    pub(super) fn undo(&mut self, change: &Change) {
        self.change(!change.appears, change.thing);
    }

    fn change(&mut self, appears: bool, thing: Thing) {
        match (thing, appears) {
            (Thing::Stretch { address, stretch }, true) => self.extend(address, stretch),
            (Thing::Stretch { address, stretch }, false) => self.cut(address, stretch.bytes),
            (Thing::Block { address, block }, true) => {
                self.blocks.insert(address, block);
            }
            (Thing::Block { address, .. }, false) => {
                self.blocks.remove(&address);
            }
        }
    }

    /// Returns what was got from the device at this address.
    pub(super) fn stretch(&self, address: u64) -> Option<Stretch> {
        self.stretches.get(&address).copied()
    }

    fn extend(&mut self, mut address: u64, mut stretch: Stretch) {
        if stretch.page.is_some() {
            let before = self.stretches.range(..address).next_back().map(|(at, before)| (*at, *before));
            if let Some((at, before)) = before.filter(|(at, it)| it.page == stretch.page && at + it.bytes == address) {
                address = at;
                stretch.bytes += before.bytes;
            }
            let end = address.saturating_add(stretch.bytes);
            if let Some(behind) = self.stretches.get(&end).filter(|behind| behind.page == stretch.page) {
                stretch.bytes += behind.bytes;
                self.stretches.remove(&end);
            }
        }
        self.stretches.insert(address, stretch);
    }

    /// Takes a piece out of the stretch that it lies in.
    fn cut(&mut self, address: u64, bytes: u64) {
        let Some((&start, &whole)) = self.stretches.range(..=address).next_back() else { return };
        self.stretches.remove(&start);
        let behind = address.saturating_add(bytes);
        let end = start.saturating_add(whole.bytes);
        if start < address {
            self.stretches.insert(start, Stretch { bytes: address - start, ..whole });
        }
        if behind < end {
            self.stretches.insert(behind, Stretch { bytes: end - behind, ..whole });
        }
    }

    /// Returns the segments in the order of their addresses.
    pub fn rows(&self) -> Vec<Row> {
        let row = |(&address, &stretch): (&u64, &Stretch)| self.row(address, stretch);
        self.stretches.iter().map(row).collect()
    }

    fn row(&self, address: u64, stretch: Stretch) -> Row {
        let end = address.saturating_add(stretch.bytes);
        let mut slices = Vec::new();
        let mut at = address;
        for (&start, block) in self.blocks.range(address..end) {
            if start > at {
                slices.push(free(at, start - at));
            }
            let state = if block.waiting { State::Waiting } else { State::Live };
            slices.push(Slice { address: start, bytes: block.bytes, state, name: Some(block.name) });
            at = start.saturating_add(block.bytes);
        }
        if at < end {
            slices.push(free(at, end - at));
        }
        // Nothing in use: all of it can go back.
        let pinned = slices.iter().any(|slice| slice.state != State::Cached);
        for slice in slices.iter_mut().filter(|slice| pinned && slice.state == State::Cached) {
            let start = slice.address - address;
            let whole_page = |page: u64| start.div_ceil(page) * page + page <= start + slice.bytes;
            if !stretch.page.is_some_and(whole_page) {
                slice.state = State::Pinned;
            }
        }
        Row { address, bytes: stretch.bytes, is_expandable: stretch.page.is_some(), slices }
    }
}

const fn free(address: u64, bytes: u64) -> Slice {
    Slice { address, bytes, state: State::Cached, name: None }
}
