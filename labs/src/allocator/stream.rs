//! Blocks that more than one stream used (spec section 13, `insert_events`, `process_events`).

use std::collections::VecDeque;

use super::block::BlockId;
use super::hash_order::HashOrder;
use super::{Allocator, Result};
use crate::device::{Device, Event, Stream};

/// The streams that used a block.
pub(super) type StreamUses = HashOrder<Stream>;

/// Events that are not known to be done, with the blocks that wait for them, oldest first for each stream.
///
/// One stream with much to do does not hold the others up.
#[derive(Debug, Default)]
pub(super) struct Pending(HashOrder<VecDeque<(Event, BlockId)>>);

impl Pending {
    pub(super) fn iter(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.0.iter().flat_map(|(_, queue)| queue).map(|&(_, block)| block)
    }
}

/// What becomes of an event in a queue.
enum Step {
    /// It is done: the block waits for one event less.
    Done,
    /// It stays, and so does what is behind it.
    Stop,
}

impl<D: Device> Allocator<D> {
    /// Records an event on each stream that used a block, which its caller gives back. Where one cannot be recorded, all
    /// stays as it was.
    pub(super) fn record_events(&mut self, id: BlockId) -> Result<()> {
        let Some(uses) = self.blocks[id].uses.take() else { return Ok(()) };
        let mut events = Vec::new();
        let mut result = Ok(());
        for (key, &stream) in uses.iter() {
            match self.device.record_event(stream) {
                Ok(event) => events.push((key, event)),
                Err(error) => {
                    result = Err(error);
                    break;
                }
            }
        }
        if result.is_err() {
            self.blocks[id].uses = Some(uses);
            // The first error is the one to tell.
            for (_, event) in events {
                let _ = self.device.destroy_event(event);
            }
            return Ok(result?);
        }
        for (key, event) in events {
            self.blocks[id].events += 1;
            self.pending.0.get_or_insert_with(key, VecDeque::new).push_back((event, id));
        }
        Ok(())
    }

    /// Frees blocks whose events are done, without waiting.
    pub(super) fn process_events(&mut self) -> Result<()> {
        if self.pending.0.is_empty() {
            return Ok(());
        }
        self.walk_events(None, |allocator, event| {
            Ok(if allocator.device.query_event(event)? { Step::Done } else { Step::Stop })
        })
    }

    /// Waits for all events, or for those of one private pool, and frees their blocks.
    pub(super) fn synchronize_events(&mut self, private: Option<u64>) -> Result<()> {
        self.stats.num_sync_all_streams += 1;
        self.walk_events(private, |allocator, event| {
            allocator.device.synchronize_event(event)?;
            Ok(Step::Done)
        })
    }

    fn walk_events(
        &mut self,
        private: Option<u64>,
        mut step: impl FnMut(&mut Self, Event) -> Result<Step>,
    ) -> Result<()> {
        let mut slot = 0;
        while slot < self.pending.0.slots() {
            let mut index = 0;
            while let Some((event, block)) = self.event_at(slot, index) {
                if private.is_some() && self.private_pool_of(block) != private {
                    index += 1;
                } else if let Step::Done = step(self, event)? {
                    self.finish_event(slot, index, event, block)?;
                } else {
                    break;
                }
            }
            match self.pending.0.at(slot) {
                // Another entry may have moved into the slot.
                Some((_, queue)) if queue.is_empty() => drop(self.pending.0.remove_at(slot)),
                _ => slot += 1,
            }
        }
        Ok(())
    }

    fn event_at(&mut self, slot: usize, index: usize) -> Option<(Event, BlockId)> {
        self.pending.0.at(slot)?.1.get(index).copied()
    }

    fn finish_event(&mut self, slot: usize, index: usize, event: Event, block: BlockId) -> Result<()> {
        if let Some((_, queue)) = self.pending.0.at(slot) {
            queue.remove(index);
        }
        self.blocks[block].events -= 1;
        if self.blocks[block].events == 0 {
            self.free_block(block);
        }
        Ok(self.device.destroy_event(event)?)
    }

    fn private_pool_of(&self, block: BlockId) -> Option<u64> {
        self.pools.pool(self.pools.lane(self.blocks[block].lane).pool).private
    }
}

/// What PyTorch hashes a stream to: the type of the device, then its number, which is zero, then that of the stream.
pub(super) const fn key(stream: Stream) -> u64 {
    const CUDA: u64 = 1 << 56;
    CUDA | (stream.0 & 0xFFFF_FFFF_FFFF)
}
