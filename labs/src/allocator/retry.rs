//! What is tried when nothing cached fits (spec section 4, `malloc`).

use super::block::BlockId;
use super::history::Event;
use super::request::Request;
use super::{AllocError, Allocator, Metric, Result};
use crate::device::Device;
use crate::oom::{Advice, Figures, OutOfMemory};

impl<D: Device> Allocator<D> {
    /// Gets a block from the device, or from a pool that helps out, and makes room for it where there is none: a little,
    /// then all that is cached.
    pub(super) fn climb(&mut self, request: &mut Request) -> Result<BlockId> {
        self.collect_garbage()?;
        if let Some(block) = self.ask_device(request)? {
            return Ok(block);
        }
        if let Some(block) = self.take_from_helpers(request) {
            return Ok(block);
        }
        if self.release_oversize(request)?
            && let Some(block) = self.ask_device(request)?
        {
            return Ok(block);
        }
        // Giving all back waits for streams, which would break a capture.
        if !self.private.is_capturing() {
            self.release_cached()?;
            self.stats.num_alloc_retries += 1;
            if let Some(block) = self.ask_device(request)? {
                return Ok(block);
            }
        }
        Err(self.out_of_memory(request)?)
    }

    /// Returns the error, with the figures as they are after everything was tried.
    fn out_of_memory(&mut self, request: &Request) -> Result<AllocError> {
        let memory = self.device.memory()?;
        self.note(Event::OutOfMemory { free: memory.free }, crate::device::Address::new(0), request.size, request.lane);
        self.stats.num_ooms += 1;
        let process = self.process_memory.and_then(|count| count(&mut self.device));
        let figures = Figures {
            asked: request.segment,
            total: memory.total,
            free: memory.free,
            process,
            allowed: self.allowed,
            allocated: self.stats.total(Metric::AllocatedBytes),
            cached_in_private_pools: self.cached_in_private_pools(),
            reserved: self.stats.total(Metric::ReservedBytes),
            advice: self.advice(request),
        };
        Ok(AllocError::OutOfMemory(Box::new(OutOfMemory::Exhausted(figures))))
    }

    fn advice(&self, request: &Request) -> Advice {
        match request.beyond_reserve {
            Some(reserve) => Advice::RaiseReserve { reserve, needed: request.size },
            None if self.config.expandable_segments => Advice::LowerReserve,
            None => Advice::UseExpandableSegments,
        }
    }
}
