//! Virtual memory: ranges of addresses, physical memory, and which is behind which.
//!
//! # Note: why there are tables of it
//!
//! The driver knows all this and does not tell. The tables are what is given back at the end, and they keep calls from
//! the driver that it would not refuse: to it, an address may be one of the host just as well, and a number that is no
//! handle a pointer to follow.
#![expect(unsafe_code, reason = "the functions of the driver are C")]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound::{Excluded, Unbounded};
use std::ptr;

use cudarc::driver::sys;

use super::driver::Driver;
use super::{invalid, size};
use crate::device::{Address, Handle, Result};

/// The virtual memory that is in use.
#[derive(Debug)]
pub(super) struct VirtualMemory {
    device: sys::CUdevice,
    /// Bytes by where they start.
    reservations: BTreeMap<Address, u64>,
    handles: BTreeSet<Handle>,
    mappings: BTreeMap<Address, Mapping>,
}

/// A piece of physical memory behind addresses.
#[derive(Debug, Clone, Copy)]
struct Mapping {
    bytes: u64,
    accessible: bool,
}

impl VirtualMemory {
    pub(super) fn new(device: sys::CUdevice) -> Self {
        Self { device, reservations: BTreeMap::new(), handles: BTreeSet::new(), mappings: BTreeMap::new() }
    }

    pub(super) fn granularity(&self, driver: &Driver) -> Result<u64> {
        let which = sys::CUmemAllocationGranularity_flags::CU_MEM_ALLOC_GRANULARITY_MINIMUM;
        let properties = self.properties();
        let mut bytes = 0;
        // SAFETY: one pointer leads to where the answer goes, the other to what is asked about.
        unsafe { driver.mem_get_allocation_granularity(&raw mut bytes, &raw const properties, which) }?;
        Ok(bytes as u64)
    }

    pub(super) fn reserve(&mut self, driver: &Driver, bytes: u64) -> Result<Address> {
        let mut address = 0;
        // SAFETY: the pointer leads to where the answer goes. No alignment and no address is asked for.
        unsafe { driver.mem_address_reserve(&raw mut address, size(bytes)?, 0, 0, 0) }?;
        let address = Address::new(address);
        self.reservations.insert(address, bytes);
        Ok(address)
    }

    pub(super) fn free_reservation(&mut self, driver: &Driver, address: Address, bytes: u64) -> Result<()> {
        let reserved = self.reservations.get(&address) == Some(&bytes);
        if !reserved || self.overlapping(address, bytes).next().is_some() {
            return Err(invalid("cuMemAddressFree"));
        }
        free_reservation(driver, address, bytes)?;
        self.reservations.remove(&address);
        Ok(())
    }

    pub(super) fn create(&mut self, driver: &Driver, bytes: u64) -> Result<Handle> {
        let properties = self.properties();
        let mut handle = 0;
        // SAFETY: one pointer leads to where the answer goes, the other to what is asked for.
        unsafe { driver.mem_create(&raw mut handle, size(bytes)?, &raw const properties, 0) }?;
        self.handles.insert(Handle(handle));
        Ok(Handle(handle))
    }

    pub(super) fn map(&mut self, driver: &Driver, address: Address, bytes: u64, handle: Handle) -> Result<()> {
        let reserved = holds(self.reservations.iter().map(|(start, bytes)| (*start, *bytes)), address, bytes);
        if bytes == 0
            || !reserved
            || !self.handles.contains(&handle)
            || self.overlapping(address, bytes).next().is_some()
        {
            return Err(invalid("cuMemMap"));
        }
        // SAFETY: the range is reserved and nothing is mapped in it, and the handle was made and not released. The
        // driver refuses sizes that the handle does not have.
        unsafe { driver.mem_map(address.get(), size(bytes)?, 0, handle.0, 0) }?;
        self.mappings.insert(address, Mapping { bytes, accessible: false });
        Ok(())
    }

    pub(super) fn set_access(&mut self, driver: &Driver, address: Address, bytes: u64) -> Result<()> {
        let Some(pieces) = self.tiling(address, bytes) else { return Err(invalid("cuMemSetAccess")) };
        let access = sys::CUmemAccessDesc {
            location: self.location(),
            flags: sys::CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        };
        // SAFETY: the range is made up of mappings, and the pointer leads to one description.
        unsafe { driver.mem_set_access(address.get(), size(bytes)?, &raw const access, 1) }?;
        for piece in pieces {
            self.mappings.entry(piece).and_modify(|mapping| mapping.accessible = true);
        }
        Ok(())
    }

    pub(super) fn unmap(&mut self, driver: &Driver, address: Address, bytes: u64) -> Result<()> {
        let Some(pieces) = self.tiling(address, bytes) else { return Err(invalid("cuMemUnmap")) };
        unmap(driver, address, bytes)?;
        for piece in pieces {
            self.mappings.remove(&piece);
        }
        Ok(())
    }

    pub(super) fn release(&mut self, driver: &Driver, handle: Handle) -> Result<()> {
        if !self.handles.contains(&handle) {
            return Err(invalid("cuMemRelease"));
        }
        release(driver, handle)?;
        self.handles.remove(&handle);
        Ok(())
    }

    /// Says whether all of the bytes can be read and written.
    pub(super) fn is_accessible(&self, address: Address, bytes: u64) -> bool {
        let pieces = self.overlapping(address, bytes).filter(|(_, mapping)| mapping.accessible);
        let run = pieces.fold(None, |run: Option<(Address, u64)>, (start, mapping)| match run {
            Some((first, length)) if first.checked_add(length) == Some(start) => Some((first, length + mapping.bytes)),
            Some(run) => Some(run),
            None => Some((start, mapping.bytes)),
        });
        holds(run.into_iter(), address, bytes)
    }

    /// Gives everything back: mappings first, then what was mapped and where. What the driver does not take stays.
    pub(super) fn give_back(&mut self, driver: &Driver) {
        self.mappings.retain(|address, mapping| unmap(driver, *address, mapping.bytes).is_err());
        self.handles.retain(|handle| release(driver, *handle).is_err());
        let mapped = &self.mappings;
        self.reservations.retain(|address, bytes| {
            let unused = overlapping(mapped, *address, *bytes).next().is_none();
            !unused || free_reservation(driver, *address, *bytes).is_err()
        });
    }

    /// Returns the starts of the mappings that make up the range exactly, if some do.
    fn tiling(&self, address: Address, bytes: u64) -> Option<Vec<Address>> {
        let end = address.checked_add(bytes)?;
        let mut next = address;
        let mut pieces = Vec::new();
        while next < end {
            pieces.push(next);
            next = next.checked_add(self.mappings.get(&next)?.bytes)?;
        }
        (next == end && !pieces.is_empty()).then_some(pieces)
    }

    fn overlapping(&self, address: Address, bytes: u64) -> impl Iterator<Item = (Address, Mapping)> {
        overlapping(&self.mappings, address, bytes)
    }

    /// Returns what physical memory is to be: on this device, not shared with other processes.
    fn properties(&self) -> sys::CUmemAllocationProp {
        sys::CUmemAllocationProp {
            type_: sys::CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
            requestedHandleTypes: sys::CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_NONE,
            location: self.location(),
            win32HandleMetaData: ptr::null_mut(),
            allocFlags: sys::CUmemAllocationProp_st__bindgen_ty_1 {
                compressionType: 0,
                gpuDirectRDMACapable: 0,
                usage: 0,
                reserved: [0; 4],
            },
        }
    }

    fn location(&self) -> sys::CUmemLocation {
        sys::CUmemLocation { type_: sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE, id: self.device }
    }
}

/// Says whether one of the ranges holds all of the bytes.
fn holds(mut ranges: impl Iterator<Item = (Address, u64)>, address: Address, bytes: u64) -> bool {
    ranges.any(|(start, length)| {
        let end = address.distance_from(start).and_then(|offset| offset.checked_add(bytes));
        end.is_some_and(|end| end <= length)
    })
}

/// Returns the mappings that share an address with the range, in order.
fn overlapping(
    mappings: &BTreeMap<Address, Mapping>,
    address: Address,
    bytes: u64,
) -> impl Iterator<Item = (Address, Mapping)> {
    let before = mappings.range(..=address).next_back();
    let before = before.filter(|(start, mapping)| address.distance_from(**start).is_some_and(|o| o < mapping.bytes));
    let after = mappings.range((Excluded(address), Unbounded));
    let inside = after.take_while(move |(start, _)| start.distance_from(address).is_some_and(|offset| offset < bytes));
    before.into_iter().chain(inside).map(|(start, mapping)| (*start, *mapping))
}

fn unmap(driver: &Driver, address: Address, bytes: u64) -> Result<()> {
    // SAFETY: the range is made up of mappings. The calls on contents return when the bytes are there, and no other
    // work of this process uses them.
    unsafe { driver.mem_unmap(address.get(), size(bytes)?) }
}

fn release(driver: &Driver, handle: Handle) -> Result<()> {
    // SAFETY: the handle was made and not released.
    unsafe { driver.mem_release(handle.0) }
}

fn free_reservation(driver: &Driver, address: Address, bytes: u64) -> Result<()> {
    // SAFETY: the range was reserved like this and not given back, and nothing is mapped in it.
    unsafe { driver.mem_address_free(address.get(), size(bytes)?) }
}
