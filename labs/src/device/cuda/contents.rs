//! What is in the memory: written, copied and read back through the driver, in pieces of bounded size.
#![expect(unsafe_code, reason = "the functions of the driver are C")]

use std::marker::PhantomData;
use std::ptr;

use super::driver::Driver;
use super::memory::PlainMemory;
use super::vmm::VirtualMemory;
use super::{invalid, size};
use crate::device::{Address, Result, pattern};

/// Bytes of host memory that a call uses: enough that the bus and not the calls take the time. A multiple of 8.
const PIECE: usize = 4 << 20;

/// Bytes of device memory that may be read and written, for as long as the tables that say so are not changed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Accessible<'a> {
    address: Address,
    bytes: u64,
    tables: PhantomData<(&'a PlainMemory, &'a VirtualMemory)>,
}

impl<'a> Accessible<'a> {
    /// Looks the range up; there is none if the device did not give all of it, or part of it is not mapped.
    pub(super) fn look_up(
        plain: &'a PlainMemory,
        virtual_memory: &'a VirtualMemory,
        address: Address,
        bytes: u64,
    ) -> Option<Self> {
        let found = plain.contains(address, bytes) || virtual_memory.is_accessible(address, bytes);
        found.then_some(Self { address, bytes, tables: PhantomData })
    }

    /// Returns the pieces of the range: how many bytes from the start, where on the device, and how long.
    fn pieces(self) -> impl Iterator<Item = Result<(u64, Address, usize)>> {
        (0..self.bytes).step_by(PIECE).map(move |offset| {
            let address = self.address.checked_add(offset).ok_or_else(|| invalid("cuMemcpy"))?;
            Ok((offset, address, size(self.bytes - offset)?.min(PIECE)))
        })
    }
}

/// Fills the range with the pattern of the seed.
pub(super) fn fill(driver: &Driver, range: Accessible<'_>, seed: u64) -> Result<()> {
    let mut buffer = Vec::new();
    for piece in range.pieces() {
        let (offset, address, bytes) = piece?;
        buffer.clear();
        let words = offset / 8..(offset + bytes as u64).div_ceil(8);
        words.for_each(|index| buffer.extend_from_slice(&pattern::word(seed, index).to_le_bytes()));
        // SAFETY: the piece is accessible, and the buffer holds as many bytes at least: whole words, rounded up.
        unsafe { driver.memcpy_host_to_device(address.get(), buffer.as_ptr().cast(), bytes) }?;
        // The driver may return when it has read the buffer, before the bytes are in their place.
        synchronize(driver)?;
    }
    Ok(())
}

/// Copies as many bytes as both ranges have.
pub(super) fn copy(driver: &Driver, to: Accessible<'_>, from: Accessible<'_>) -> Result<()> {
    let bytes = size(to.bytes.min(from.bytes))?;
    if bytes == 0 {
        return Ok(());
    }
    // SAFETY: both ranges are accessible.
    unsafe { driver.memcpy_device_to_device(to.address.get(), from.address.get(), bytes) }?;
    synchronize(driver)
}

/// Returns the checksum of the range.
pub(super) fn checksum(driver: &Driver, range: Accessible<'_>) -> Result<u64> {
    let mut buffer = vec![0; size(range.bytes)?.min(PIECE)];
    let mut sum = pattern::EMPTY;
    for piece in range.pieces() {
        let (_, address, bytes) = piece?;
        // SAFETY: the piece is accessible and no longer than the buffer. The driver returns when all bytes are there.
        unsafe { driver.memcpy_device_to_host(buffer.as_mut_ptr().cast(), address.get(), bytes) }?;
        sum = pattern::extend(sum, &buffer[..bytes]);
    }
    Ok(sum)
}

/// Waits for the default stream, in which all of this is done.
fn synchronize(driver: &Driver) -> Result<()> {
    // SAFETY: null is the default stream.
    unsafe { driver.stream_synchronize(ptr::null_mut()) }
}
