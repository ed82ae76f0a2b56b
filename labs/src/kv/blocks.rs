//! Blocks of tokens, block tables, and what is shared between them.

use serde::{Deserialize, Serialize};

/// The number of a block in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BlockId(pub u32);

/// Where the tokens of a sequence are: token `i` is in block `blocks[i / B]`, at place `i % B`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BlockTable {
    pub blocks: Vec<BlockId>,
    pub tokens: u64,
}

/// What adding a token took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Appended {
    /// There was room in the last block.
    InPlace,
    /// The last block was full, or there was none.
    NewBlock(BlockId),
    /// The last block had room but was shared: its tokens were copied to a block of its own.
    Copied { from: BlockId, to: BlockId },
}

/// Memory in blocks of the same size, each with a count of the tables that name it.
#[derive(Debug, Clone)]
pub struct Blocks {
    /// Tokens in a block.
    size: u64,
    references: Vec<u32>,
    /// Used as a stack, so that the block that was given back last is taken first.
    free: Vec<BlockId>,
}

impl Blocks {
    /// Returns `count` free blocks of `size` tokens.
    ///
    /// # Panics
    /// Panics where blocks have no tokens.
    pub fn new(count: u32, size: u64) -> Self {
        assert!(size > 0, "a block holds at least one token");
        let free = (0..count).rev().map(BlockId).collect();
        Self { size, references: vec![0; count as usize], free }
    }

    /// Returns how many blocks are free.
    pub const fn free_blocks(&self) -> usize {
        self.free.len()
    }

    /// Returns how many blocks are in use, a shared one once.
    pub const fn used_blocks(&self) -> usize {
        self.references.len() - self.free.len()
    }

    /// Returns how many tables name a block.
    pub fn references(&self, block: BlockId) -> u32 {
        self.references.get(block.0 as usize).copied().unwrap_or(0)
    }

    /// Returns how many free blocks [`extend`](Self::extend) takes to add `tokens` tokens to a table.
    pub fn needed(&self, table: &BlockTable, tokens: u64) -> u64 {
        let blocks = (table.tokens.saturating_add(tokens)).div_ceil(self.size) - table.tokens.div_ceil(self.size);
        let copies = tokens > 0 && !table.tokens.is_multiple_of(self.size) && self.last_is_shared(table);
        blocks + u64::from(copies)
    }

    /// Adds tokens, all of them or, where blocks do not suffice, none. Returns what each piece took, in order.
    pub fn extend(&mut self, table: &mut BlockTable, tokens: u64) -> Option<Vec<Appended>> {
        if self.needed(table, tokens) > self.free.len() as u64 {
            return None;
        }
        let mut left = tokens;
        let mut taken = Vec::new();
        while left > 0 {
            taken.push(self.append(table)?);
            // The rest of the block is this table's own now, and costs nothing.
            let room = (table.blocks.len() as u64 * self.size - table.tokens).min(left - 1);
            table.tokens += room;
            left -= room + 1;
        }
        Some(taken)
    }

    /// Adds one token, unless it needs a block and there is none.
    pub fn append(&mut self, table: &mut BlockTable) -> Option<Appended> {
        let appended = match table.blocks.last().copied() {
            Some(last) if !table.tokens.is_multiple_of(self.size) => self.own(table, last)?,
            _ => {
                let block = self.take()?;
                table.blocks.push(block);
                Appended::NewBlock(block)
            }
        };
        table.tokens += 1;
        Some(appended)
    }

    /// Returns a second table of the same tokens. No memory is taken until one of the two grows.
    pub fn fork(&mut self, table: &BlockTable) -> BlockTable {
        for block in &table.blocks {
            self.references[block.0 as usize] += 1;
        }
        table.clone()
    }

    /// Gives a table back. A block is free when no table names it.
    pub fn release(&mut self, table: BlockTable) {
        // The last block first, so that the first one is on top of the stack and is taken first again.
        for block in table.blocks.into_iter().rev() {
            self.drop_reference(block);
        }
    }

    /// Makes sure that the last block of a table is its own, before it is written to.
    fn own(&mut self, table: &mut BlockTable, last: BlockId) -> Option<Appended> {
        if self.references(last) == 1 {
            return Some(Appended::InPlace);
        }
        let copy = self.take()?;
        self.drop_reference(last);
        table.blocks.pop();
        table.blocks.push(copy);
        Some(Appended::Copied { from: last, to: copy })
    }

    fn last_is_shared(&self, table: &BlockTable) -> bool {
        table.blocks.last().is_some_and(|&last| self.references(last) > 1)
    }

    fn take(&mut self) -> Option<BlockId> {
        let block = self.free.pop()?;
        self.references[block.0 as usize] = 1;
        Some(block)
    }

    fn drop_reference(&mut self, block: BlockId) {
        let references = &mut self.references[block.0 as usize];
        debug_assert!(*references > 0, "block {} is free already", block.0);
        *references -= 1;
        if *references == 0 {
            self.free.push(block);
        }
    }
}
