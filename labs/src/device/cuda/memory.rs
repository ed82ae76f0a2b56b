//! Plain memory: what `cuMemAlloc` gives and `cuMemFree` takes back.
#![expect(unsafe_code, reason = "the functions of the driver are C")]

use std::collections::BTreeMap;

use super::driver::Driver;
use super::{invalid, size};
use crate::device::{Address, Result};

/// The plain memory that is in use.
#[derive(Debug, Default)]
pub(super) struct PlainMemory {
    /// Bytes by where they start.
    live: BTreeMap<Address, u64>,
}

impl PlainMemory {
    pub(super) fn allocate(&mut self, driver: &Driver, bytes: u64) -> Result<Address> {
        let mut address = 0;
        // SAFETY: the pointer leads to where the answer goes.
        unsafe { driver.mem_alloc(&raw mut address, size(bytes)?) }?;
        let address = Address::new(address);
        self.live.insert(address, bytes);
        Ok(address)
    }

    pub(super) fn free(&mut self, driver: &Driver, address: Address) -> Result<()> {
        if !self.live.contains_key(&address) {
            return Err(invalid("cuMemFree"));
        }
        free(driver, address)?;
        self.live.remove(&address);
        Ok(())
    }

    /// Says whether the bytes lie inside one allocation.
    pub(super) fn contains(&self, address: Address, bytes: u64) -> bool {
        let before = self.live.range(..=address).next_back();
        before
            .and_then(|(start, length)| Some((address.distance_from(*start)?, length)))
            .is_some_and(|(offset, length)| offset.checked_add(bytes).is_some_and(|end| end <= *length))
    }

    /// Frees everything. What the driver does not take back stays in use.
    pub(super) fn give_back(&mut self, driver: &Driver) {
        self.live.retain(|address, _| free(driver, *address).is_err());
    }
}

fn free(driver: &Driver, address: Address) -> Result<()> {
    // SAFETY: the address is in the table of what was allocated and not freed; nothing in this process keeps pointers
    // into it, and the calls on contents return when the bytes are there.
    unsafe { driver.mem_free(address.get()) }
}
