//! Expandable segments (spec section 11, `struct ExpandableSegment`, `try_allocate_expandable_block`).
//!
//! A segment is a range of addresses large enough for the whole device. Pages of physical memory are mapped where a
//! request needs them, and unmapped when the cache is emptied, so that a hole left by one size serves another.

use std::num::NonZeroU32;

use super::block::{Block, BlockId, distance};
use super::history::Event;
use super::request::Request;
use super::size::{SMALL_SEGMENT, SizeClass};
use super::{Allocator, Result, State};
use crate::device::{Address, Device, DeviceError};

mod pages;

use pages::Pages;

/// The number of an expandable segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SegmentId(NonZeroU32);

/// All expandable segments. A vacant slot is used again.
#[derive(Debug, Default)]
pub(super) struct Expandables(Vec<Option<Pages>>);

impl Expandables {
    fn add(&mut self, pages: Pages) -> SegmentId {
        let slot = self.0.iter().position(Option::is_none).unwrap_or_else(|| {
            self.0.push(None);
            self.0.len() - 1
        });
        self.0[slot] = Some(pages);
        let number = u32::try_from(slot + 1).ok().and_then(NonZeroU32::new);
        SegmentId(number.expect("segments are made one by one"))
    }

    pub(super) fn get(&self, id: SegmentId) -> &Pages {
        self.0[Self::slot(id)].as_ref().expect("a block names a segment that is there")
    }

    fn get_mut(&mut self, id: SegmentId) -> &mut Pages {
        self.0[Self::slot(id)].as_mut().expect("a block names a segment that is there")
    }

    fn remove(&mut self, id: SegmentId) {
        self.0[Self::slot(id)] = None;
    }

    const fn slot(id: SegmentId) -> usize {
        id.0.get() as usize - 1
    }

    fn drain(&mut self) -> impl Iterator<Item = Pages> + '_ {
        self.0.drain(..).flatten()
    }
}

impl<D: Device> Allocator<D> {
    /// Returns a block that is large enough, made of free blocks and of addresses that pages are mapped to; none where
    /// memory or addresses run out. What was mapped before that stays, as cached memory.
    pub(super) fn expand(&mut self, request: &mut Request) -> Result<Option<BlockId>> {
        let Some(start) = self.find_expandable(request)? else { return Ok(None) };
        let block = &self.blocks[start];
        if block.state == State::Unmapped && !self.map_block(start, block.size.min(request.size))? {
            return Ok(None);
        }
        let mut candidate = start;
        while self.blocks[candidate].size < request.size {
            let missing = request.size - self.blocks[candidate].size;
            // Free blocks are merged, so what follows is not mapped; it swallows the candidate.
            let Some(next) = self.blocks[candidate].next else { return Ok(None) };
            if !self.map_block(next, missing.min(self.blocks[next].size))? {
                return Ok(None);
            }
            candidate = next;
        }
        let block = &self.blocks[candidate];
        self.pools.lane_mut(block.lane).free.remove(block.key());
        Ok(Some(candidate))
    }

    /// Returns the first block, lowest address first, from which on free and unmapped addresses are enough for the
    /// request; a new segment where there is none (`find_expandable_block`).
    fn find_expandable(&mut self, request: &mut Request) -> Result<Option<BlockId>> {
        let unmapped = self.pools.lane(request.lane).unmapped.iter();
        let starts =
            unmapped.map(|id| self.blocks[id].previous.filter(|&before| self.is_available(before)).unwrap_or(id));
        let found = starts.into_iter().find(|&start| self.available_from(start, request.size));
        match found {
            Some(start) => Ok(Some(start)),
            None => self.add_expandable(request),
        }
    }

    fn is_available(&self, id: BlockId) -> bool {
        matches!(self.blocks[id].state, State::Free | State::Unmapped)
    }

    fn available_from(&self, start: BlockId, size: u64) -> bool {
        let mut bytes = 0;
        let mut block = Some(start);
        while let Some(id) = block.filter(|&id| bytes < size && self.is_available(id)) {
            bytes += self.blocks[id].size;
            block = self.blocks[id].next;
        }
        bytes >= size
    }

    /// Reserves addresses for a new segment. It is given up at once where even an empty one is too small.
    fn add_expandable(&mut self, request: &mut Request) -> Result<Option<BlockId>> {
        let page = match request.class {
            SizeClass::Small => SMALL_SEGMENT,
            SizeClass::Large => self.config.large_segment_size,
        };
        let full = self.capacity.saturating_add(self.capacity / 8);
        let reserve = self.config.reserve_bytes(self.capacity).unwrap_or(full).min(full);
        let Some(bytes) = reserve.checked_next_multiple_of(page) else { return Ok(None) };
        let address = match self.device.reserve(bytes) {
            Ok(address) => address,
            Err(DeviceError::OutOfMemory) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if bytes < request.size {
            self.device.free_reservation(address, bytes)?;
            request.beyond_reserve = (reserve < full).then_some(reserve);
            return Ok(None);
        }
        let segment = self.expandables.add(Pages::new(address, page, bytes / page));
        let block = self.blocks.add(Block::new(address, bytes, request.lane, Some(segment), State::Unmapped));
        self.list_unmapped(block);
        Ok(Some(block))
    }

    /// Maps pages to the front of an unmapped block, at least `size` bytes, and merges it with its neighbours. Says
    /// whether there was memory for all of them; otherwise nothing is mapped (`map_block`).
    fn map_block(&mut self, id: BlockId, size: u64) -> Result<bool> {
        let block = &self.blocks[id];
        let (Some(segment), address, lane, place) = (block.segment, block.address, block.lane, block.place()) else {
            return Ok(false);
        };
        let Some(mapped) = self.expandables.get_mut(segment).map(&mut self.device, address, size)? else {
            return Ok(false);
        };
        self.pools.lane_mut(lane).unmapped.remove(place);
        self.blocks[id].state = State::Free;
        self.split_off(id, mapped, State::Unmapped);
        for neighbour in [self.blocks[id].previous, self.blocks[id].next] {
            self.merge(id, neighbour, State::Free);
        }
        self.cache(id);
        self.count_reserved(lane, mapped);
        self.note(Event::SegmentMap, address, mapped, lane);
        Ok(true)
    }

    /// Unmaps the pages that lie completely within a cached block. What lies before and behind them stays cached
    /// (`unmap_block`).
    pub(super) fn unmap_block(&mut self, id: BlockId) -> Result<()> {
        let block = &self.blocks[id];
        let (Some(segment), lane, key, size) = (block.segment, block.lane, block.key(), block.size) else {
            return Ok(());
        };
        let pages = self.expandables.get(segment).within(block.address, size);
        if pages.is_empty() {
            return Ok(());
        }
        let stream = self.pools.lane(lane).stream;
        let segment = self.expandables.get_mut(segment);
        // Unmapping does not wait for work on the memory, unlike `cudaFree`.
        self.device.synchronize_stream(stream)?;
        let (gone, result) = segment.unmap(&mut self.device, pages);
        if gone.is_empty() {
            return Ok(result?);
        }
        let (start, bytes) = (segment.address_of(gone.start), segment.bytes(&gone));

        self.pools.lane_mut(lane).free.remove(key);
        self.cut_to(id, start, bytes);
        self.blocks[id].state = State::Unmapped;
        for neighbour in [self.blocks[id].previous, self.blocks[id].next] {
            self.merge(id, neighbour, State::Unmapped);
        }
        self.list_unmapped(id);
        self.count_unreserved(lane, bytes);
        self.note(Event::SegmentUnmap, start, bytes, lane);
        Ok(result?)
    }

    /// Cuts a block that is not cached to a range within it, and caches what lies before and behind.
    fn cut_to(&mut self, id: BlockId, start: Address, bytes: u64) {
        let &Block { address, lane, segment, previous, .. } = &self.blocks[id];
        let before = distance(start, address);
        if before > 0 {
            let front = self.blocks.add(Block::new(address, before, lane, segment, State::Free));
            self.blocks.link(front, previous, Some(id));
            self.blocks[id].address = start;
            self.blocks[id].size -= before;
            self.cache(front);
        }
        self.split_off(id, bytes, State::Free);
    }

    /// Cuts a block that is not listed to its first bytes, and lists the rest as free or unmapped.
    fn split_off(&mut self, id: BlockId, bytes: u64, state: State) {
        let &Block { address, size, lane, segment, next, .. } = &self.blocks[id];
        if bytes == size {
            return;
        }
        let rest = Block::new(super::block::offset(address, bytes), size - bytes, lane, segment, state);
        let rest = self.blocks.add(rest);
        self.blocks.link(rest, Some(id), next);
        self.blocks[id].size = bytes;
        match state {
            State::Unmapped => self.list_unmapped(rest),
            _ => self.cache(rest),
        }
    }

    fn list_unmapped(&mut self, id: BlockId) {
        let block = &self.blocks[id];
        self.pools.lane_mut(block.lane).unmapped.insert(block.place(), id);
    }

    /// Gives the addresses of a segment back in which nothing is mapped. `id` is its only block.
    pub(super) fn release_expandable(&mut self, id: BlockId) -> Result<()> {
        let block = &self.blocks[id];
        let Some(segment) = block.segment.filter(|_| block.state == State::Unmapped) else { return Ok(()) };
        let pages = self.expandables.get(segment);
        self.device.free_reservation(pages.address_of(0), pages.reserved())?;
        self.pools.lane_mut(block.lane).unmapped.remove(block.place());
        self.blocks.remove(id);
        self.expandables.remove(segment);
        Ok(())
    }

    /// Gives everything back, whoever holds it.
    pub(super) fn release_everything(&mut self) -> Result<()> {
        self.synchronize_events(None)?;
        let heads = self.blocks.iter().filter(|(_, block)| block.segment.is_none() && block.previous.is_none());
        for (_, block) in heads {
            self.device.free(block.address)?;
        }
        for mut pages in self.expandables.drain() {
            pages.unmap_all(&mut self.device)?;
            self.device.free_reservation(pages.address_of(0), pages.reserved())?;
        }
        Ok(())
    }
}
