//! Blocks that more than one stream used (spec section 13, `insert_events`, `process_events`).

use std::collections::VecDeque;

use super::block::BlockId;
use super::capture::Deferred;
use super::hash_order::HashOrder;
use super::{Allocator, Result};
use crate::device::{Device, Event, Stream};

/// The streams that used a block.
pub(super) type StreamUses = HashOrder<StreamUse>;

/// A stream that used a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct StreamUse {
    pub(super) stream: Stream,
    /// Whether it did while a CUDA graph was captured (`block_to_cudagraph_stream_uses`).
    pub(super) captured: bool,
}

/// Events that are not known to be done, with the blocks that wait for them, oldest first for each stream.
///
/// One stream with much to do does not hold the others up.
#[derive(Debug, Default)]
pub(super) struct Pending {
    events: HashOrder<VecDeque<(Event, BlockId)>>,
    /// Blocks whose events are recorded when no CUDA graph is captured any more, in the order in which they were freed.
    /// PyTorch's order is that of their places in the memory of the host.
    pub(super) deferred: VecDeque<Deferred>,
}

impl Pending {
    pub(super) fn iter(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.events.iter().flat_map(|(_, queue)| queue).map(|&(_, block)| block)
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
    /// Records an event on each stream that used a block, as far as the use counts. Its caller gave it back. Where one
    /// cannot be recorded, all stays as it was.
    pub(super) fn record_events(&mut self, id: BlockId, counts: impl Fn(&StreamUse) -> bool) -> Result<()> {
        let Some(uses) = self.blocks[id].uses.take() else { return Ok(()) };
        let mut events = Vec::new();
        let mut result = Ok(());
        for (key, usage) in uses.iter().filter(|(_, usage)| counts(usage)) {
            match self.device.record_event(usage.stream) {
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
            self.pending.events.get_or_insert_with(key, VecDeque::new).push_back((event, id));
        }
        Ok(())
    }

    /// Frees blocks whose events are done, without waiting, before a request of a stream.
    pub(super) fn process_events(&mut self, stream: Stream) -> Result<()> {
        if self.private.is_capturing() {
            self.reuse_deferred(stream);
            return Ok(());
        }
        self.settle_deferred()?;
        if self.pending.events.is_empty() {
            return Ok(());
        }
        self.walk_events(None, |allocator, event| {
            Ok(if allocator.device.query_event(event)? { Step::Done } else { Step::Stop })
        })
    }

    /// Waits for all events, or for those of one private pool, and frees their blocks.
    pub(super) fn synchronize_events(&mut self, private: Option<u64>) -> Result<()> {
        self.stats.num_sync_all_streams += 1;
        self.settle_deferred()?;
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
        while slot < self.pending.events.slots() {
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
            match self.pending.events.at(slot) {
                // Another entry may have moved into the slot.
                Some((_, queue)) if queue.is_empty() => drop(self.pending.events.remove_at(slot)),
                _ => slot += 1,
            }
        }
        Ok(())
    }

    fn event_at(&mut self, slot: usize, index: usize) -> Option<(Event, BlockId)> {
        self.pending.events.at(slot)?.1.get(index).copied()
    }

    fn finish_event(&mut self, slot: usize, index: usize, event: Event, block: BlockId) -> Result<()> {
        if let Some((_, queue)) = self.pending.events.at(slot) {
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
