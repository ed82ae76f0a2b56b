//! Capturing CUDA graphs (spec sections 4 and 13, `beginAllocateToPool`, `free_safe_blocks_in_capture`,
//! `insert_events_deferred_until_no_capture`).
//!
//! A graph is captured into a private pool, which serves all requests meanwhile. No event may be asked for and nothing
//! may be waited for until the capture ends. So a block that another stream used, and that is freed meanwhile, is put
//! off: events for it are recorded afterwards, and only for the uses from before the capture, since what the graph
//! itself does is over when the graph is.
//!
//! Note: what a capture is here. Work is not modelled, so a graph has no nodes. Every stream takes part in a capture, and
//! with `graph_capture_record_stream_reuse:True` all of them count as joined whenever a request is made: what was put off
//! then is used again at once by requests of its own stream. PyTorch looks whether the nodes of the graph say so.

use super::block::BlockId;
use super::{AllocError, Allocator, Result, State};
use crate::device::{Device, Stream};

/// A block that was freed during a capture and that another stream had used.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deferred {
    pub(super) block: BlockId,
    /// Whether it may be used again before the capture ends: the setting counts that was in force when it was freed.
    reusable: bool,
}

impl<D: Device> Allocator<D> {
    /// Begins to capture a CUDA graph into a private pool, which serves all requests from here on
    /// (`CUDAGraph.capture_begin`). It is made with [`create_pool`](Self::create_pool), and may hold other graphs.
    pub fn begin_capture(&mut self, number: u64) -> Result<()> {
        self.begin(number, true)
    }

    /// Ends the capture, which must have begun last of all pools.
    pub fn end_capture(&mut self) -> Result<()> {
        self.end(true)
    }

    /// Puts off what becomes of a block that its caller gives back.
    pub(super) fn defer(&mut self, block: BlockId) {
        let reusable = self.config.graph_capture_record_stream_reuse;
        self.pending.deferred.push_back(Deferred { block, reusable });
    }

    /// Frees what was put off in this capture and was allocated on the stream of a request.
    pub(super) fn reuse_deferred(&mut self, stream: Stream) {
        if !self.config.graph_capture_record_stream_reuse {
            return;
        }
        let mut kept = std::mem::take(&mut self.pending.deferred);
        kept.retain(|deferred| {
            let id = deferred.block;
            let reuse = deferred.reusable && self.pools.lane(self.blocks[id].lane).stream == stream;
            if reuse {
                self.blocks[id].uses = None;
                self.free_block(id);
            }
            !reuse
        });
        self.pending.deferred = kept;
    }

    /// Records the events of what was put off, once no capture is under way. A block that needs none is free.
    pub(super) fn settle_deferred(&mut self) -> Result<()> {
        while let Some(&Deferred { block, .. }) = self.pending.deferred.front() {
            self.record_events(block, |usage| !usage.captured)?;
            self.pending.deferred.pop_front();
            if self.blocks[block].events == 0 {
                self.free_block(block);
            }
        }
        Ok(())
    }

    /// Refuses what waits for streams.
    pub(super) const fn ensure_no_capture(&self) -> Result<()> {
        if self.private.is_capturing() { Err(AllocError::CaptureUnderWay) } else { Ok(()) }
    }

    /// Says whether a block was put off.
    pub(super) fn is_deferred(&self, id: BlockId) -> bool {
        let block = &self.blocks[id];
        block.state == State::Pending && block.uses.is_some()
    }
}
