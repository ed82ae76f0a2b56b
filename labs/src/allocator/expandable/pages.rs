//! The pages of an expandable segment.

use std::ops::Range;

use crate::allocator::block::{distance, offset};
use crate::device::{Address, Device, DeviceError, Handle, Result};

/// A reserved range of addresses, and the physical memory behind its pages.
#[derive(Debug)]
pub(in crate::allocator) struct Pages {
    address: Address,
    /// Bytes of a page.
    page: u64,
    /// How many pages there are addresses for.
    count: u64,
    /// The memory behind each page, as far as one is mapped.
    handles: Vec<Option<Handle>>,
}

impl Pages {
    pub(super) const fn new(address: Address, page: u64, count: u64) -> Self {
        Self { address, page, count, handles: Vec::new() }
    }

    /// Returns the bytes of addresses.
    pub(in crate::allocator) const fn reserved(&self) -> u64 {
        self.page * self.count
    }

    pub(super) fn address_of(&self, page: u64) -> Address {
        offset(self.address, page * self.page)
    }

    pub(super) const fn bytes(&self, pages: &Range<u64>) -> u64 {
        (pages.end - pages.start) * self.page
    }

    /// Returns the pages that lie completely within a range.
    pub(super) fn within(&self, address: Address, bytes: u64) -> Range<u64> {
        let start = distance(address, self.address);
        start.div_ceil(self.page)..(start + bytes) / self.page
    }

    /// Says whether memory is mapped to all pages that a range touches, or to none of them.
    pub(in crate::allocator) fn agrees(&self, address: Address, bytes: u64, mapped: bool) -> bool {
        let pages = self.touched(address, bytes);
        // Nothing is mapped behind the last handle. Addresses go on there for more pages than one would want to visit.
        let handles = pages.end.min(self.handles.len() as u64);
        let agree = (pages.start..handles).all(|page| self.handle(page).is_some() == mapped);
        agree && (!mapped || handles == pages.end)
    }

    fn touched(&self, address: Address, bytes: u64) -> Range<u64> {
        let start = distance(address, self.address);
        start / self.page..(start + bytes).div_ceil(self.page)
    }

    /// Maps pages from `address` on, which starts one, until `bytes` are there. Returns the bytes mapped; nothing, with
    /// all undone, where memory ran out.
    pub(super) fn map<D: Device>(&mut self, device: &mut D, address: Address, bytes: u64) -> Result<Option<u64>> {
        let pages = self.touched(address, bytes);
        let mut made = Vec::new();
        for _ in pages.clone() {
            match device.create(self.page) {
                Ok(handle) => made.push(handle),
                Err(error) => {
                    release(device, made)?;
                    return if error == DeviceError::OutOfMemory { Ok(None) } else { Err(error) };
                }
            }
        }
        self.map_all(device, &pages, &made)?;
        Ok(Some(self.bytes(&pages)))
    }

    /// Maps pages that were made. Where that fails, nothing is mapped and all are released.
    fn map_all<D: Device>(&mut self, device: &mut D, pages: &Range<u64>, made: &[Handle]) -> Result<()> {
        let mut result = Ok(());
        let mut mapped = 0;
        for (page, &handle) in pages.clone().zip(made) {
            result = device.map(self.address_of(page), self.page, handle);
            if result.is_err() {
                break;
            }
            self.set(page, Some(handle));
            mapped += 1;
        }
        result = result.and_then(|()| device.set_access(self.address_of(pages.start), self.bytes(pages)));
        if result.is_err() {
            // What went wrong first is what is told, even if undoing it fails too.
            let _ = release(device, made[mapped..].iter().copied());
            let _ = self.unmap(device, pages.clone());
        }
        result
    }

    /// Unmaps pages and releases what was behind them. Returns those that are unmapped, all unless something failed.
    pub(super) fn unmap<D: Device>(&mut self, device: &mut D, pages: Range<u64>) -> (Range<u64>, Result<()>) {
        let mut result = Ok(());
        let mut gone = pages.start..pages.start;
        while result.is_ok() && gone.end < pages.end {
            result = self.unmap_page(device, gone.end);
            if self.handle(gone.end).is_some() {
                break;
            }
            gone.end += 1;
        }
        while self.handles.pop_if(|last| last.is_none()).is_some() {}
        (gone, result)
    }

    pub(super) fn unmap_all<D: Device>(&mut self, device: &mut D) -> Result<()> {
        self.unmap(device, 0..self.handles.len() as u64).1
    }

    fn unmap_page<D: Device>(&mut self, device: &mut D, page: u64) -> Result<()> {
        let Some(handle) = self.handle(page) else { return Ok(()) };
        device.unmap(self.address_of(page), self.page)?;
        self.set(page, None);
        device.release(handle)
    }

    fn handle(&self, page: u64) -> Option<Handle> {
        usize::try_from(page).ok().and_then(|page| self.handles.get(page).copied().flatten())
    }

    fn set(&mut self, page: u64, handle: Option<Handle>) {
        let page = usize::try_from(page).expect("pages of a device fit its host's memory");
        if page >= self.handles.len() {
            self.handles.resize(page + 1, None);
        }
        self.handles[page] = handle;
    }
}

fn release<D: Device>(device: &mut D, handles: impl IntoIterator<Item = Handle>) -> Result<()> {
    handles.into_iter().try_for_each(|handle| device.release(handle))
}
