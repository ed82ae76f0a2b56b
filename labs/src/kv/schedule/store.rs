//! The memory of a simulation: one line, or blocks.

use super::super::blocks::{Appended, BlockTable, Blocks};
use super::super::extents::{Extent, Extents};
use super::super::{KvError, Policy, Request};
use super::{Layout, Placed, Running, Setup, Usage};

pub(super) enum Store {
    Line { tokens: u64, extents: Extents },
    Paged { block: u64, count: u64, blocks: Blocks, prefix: Option<BlockTable> },
}

/// What a request holds.
pub(super) enum Held {
    Extent(Extent),
    Table(BlockTable),
}

impl Store {
    /// Returns the memory of a setup. What all prompts begin with is there from the start.
    pub(super) fn new(setup: &Setup, capacity: u64) -> Result<Self, KvError> {
        let Policy::Paged { block } = setup.policy else {
            return Ok(Self::Line { tokens: capacity, extents: Extents::new(capacity) });
        };
        let count = capacity / block;
        let too_small =
            KvError::Memory { bytes: setup.memory, tokens: capacity, needed: block.max(setup.shared_prefix) };
        let mut blocks = Blocks::new(u32::try_from(count).map_err(|_| too_small.clone())?, block);
        let mut table = BlockTable::default();
        blocks.extend(&mut table, setup.shared_prefix).ok_or(too_small)?;
        let prefix = (setup.shared_prefix > 0).then_some(table);
        Ok(Self::Paged { block, count, blocks, prefix })
    }

    /// Returns the tokens that there is room for.
    pub(super) const fn capacity(&self) -> u64 {
        match self {
            Self::Line { tokens, .. } => *tokens,
            Self::Paged { block, count, .. } => *block * *count,
        }
    }

    /// Returns the length of the longest request that can be served alone.
    pub(super) fn longest(&self, setup: &Setup) -> u64 {
        match self {
            Self::Line { tokens, .. } => match setup.policy {
                Policy::Maximum if setup.maximum > *tokens => 0,
                // The largest power of two that fits, or the maximum that cuts a larger one off.
                Policy::PowerOfTwo if setup.maximum > *tokens => tokens.checked_ilog2().map_or(0, |power| 1 << power),
                _ => *tokens,
            },
            Self::Paged { block, blocks, .. } => blocks.free_blocks() as u64 * block,
        }
    }

    /// Sets aside what a request takes before it makes a token, if there is room.
    pub(super) fn admit(&mut self, setup: &Setup, request: &Request, tokens: u64, copies: &mut u64) -> Option<Held> {
        match self {
            Self::Line { extents, .. } => {
                extents.take(setup.policy.reserved(request.tokens(), setup.maximum)).map(Held::Extent)
            }
            Self::Paged { blocks, prefix, .. } => {
                let shared = prefix.as_ref().filter(|prefix| request.prompt >= prefix.tokens);
                let mut table = shared.map_or_else(BlockTable::default, |prefix| blocks.fork(prefix));
                let Some(taken) = blocks.extend(&mut table, tokens - shared.map_or(0, |prefix| prefix.tokens)) else {
                    blocks.release(table);
                    return None;
                };
                *copies += copied(&taken);
                Some(Held::Table(table))
            }
        }
    }

    /// Makes room for one more token, unless a block is needed and there is none.
    pub(super) fn append(&mut self, held: &mut Held, copies: &mut u64) -> bool {
        let (Self::Paged { blocks, .. }, Held::Table(table)) = (self, held) else { return true };
        let appended = blocks.append(table);
        *copies += copied(appended.as_slice());
        appended.is_some()
    }

    pub(super) fn release(&mut self, held: Held) {
        match (self, held) {
            (Self::Line { extents, .. }, Held::Extent(extent)) => extents.release(extent),
            (Self::Paged { blocks, .. }, Held::Table(table)) => blocks.release(table),
            _ => debug_assert!(false, "the memory is of the other kind"),
        }
    }

    /// Returns the free tokens, and all others as written.
    pub(super) fn usage(&self) -> Usage {
        let free = match self {
            Self::Line { extents, .. } => extents.free(),
            Self::Paged { block, blocks, .. } => blocks.free_blocks() as u64 * block,
        };
        // The last block of what all prompts begin with is never filled further: who writes to it gets a copy.
        let internal = match self {
            Self::Paged { block, prefix: Some(prefix), .. } => prefix.blocks.len() as u64 * block - prefix.tokens,
            _ => 0,
        };
        Usage { free, internal, written: self.capacity() - free, ..Usage::default() }
    }

    /// Returns the tokens that a request with so many of them holds and has not filled.
    pub(super) fn unfilled(&self, held: &Held, tokens: u64) -> u64 {
        match (self, held) {
            (_, Held::Extent(extent)) => extent.tokens - tokens,
            (Self::Paged { block, blocks, .. }, Held::Table(table)) => {
                let own = table.blocks.last().is_some_and(|&last| blocks.references(last) == 1);
                if own { table.blocks.len() as u64 * block - table.tokens } else { 0 }
            }
            (Self::Line { .. }, Held::Table(_)) => 0,
        }
    }

    /// Returns the tokens that a request takes in one piece.
    pub(super) fn needed(&self, setup: &Setup, request: &Request) -> u64 {
        match self {
            Self::Line { .. } => setup.policy.reserved(request.tokens(), setup.maximum),
            Self::Paged { block, .. } => *block,
        }
    }

    pub(super) fn largest_gap(&self) -> u64 {
        match self {
            Self::Line { extents, .. } => extents.largest_gap(),
            // Any free block will do.
            Self::Paged { block, .. } => *block,
        }
    }

    pub(super) fn layout(&self, running: &[Running]) -> Layout {
        match self {
            Self::Line { .. } => Layout::Contiguous(running.iter().filter_map(placed).collect()),
            Self::Paged { block, count, prefix, .. } => {
                let table = |running: &Running| match &running.held {
                    Held::Table(table) => Some((running.request, table.clone())),
                    Held::Extent(_) => None,
                };
                let tables = running.iter().filter_map(table).collect();
                Layout::Paged { block: *block, blocks: *count, prefix: prefix.clone(), tables }
            }
        }
    }
}

fn placed(running: &Running) -> Option<Placed> {
    match running.held {
        Held::Extent(extent) => Some(Placed { request: running.request, extent, written: running.tokens }),
        Held::Table(_) => None,
    }
}

fn copied(appended: &[Appended]) -> u64 {
    appended.iter().filter(|appended| matches!(appended, Appended::Copied { .. })).count() as u64
}
