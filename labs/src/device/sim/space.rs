//! The address space: what lies where.

use std::collections::BTreeMap;

use super::addresses::{AddressPolicy, Addresses};
use super::physical::PieceId;
use crate::device::{Address, DeviceError, Result};

#[derive(Debug)]
pub(super) struct Space {
    base: Address,
    addresses: Addresses,
    allocations: BTreeMap<Address, Range>,
    /// Bytes by start.
    reservations: BTreeMap<Address, u64>,
    mappings: BTreeMap<Address, Range>,
}

#[derive(Debug, Clone, Copy)]
struct Range {
    bytes: u64,
    piece: PieceId,
    accessible: bool,
}

/// A part of a range of addresses that one piece of physical memory stands behind.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) piece: PieceId,
    /// Where it starts in the piece.
    pub(super) offset: u64,
    pub(super) bytes: u64,
    /// Where it starts in the range.
    pub(super) from_start: u64,
}

impl Space {
    pub(super) const fn new(base: Address, policy: AddressPolicy) -> Self {
        Self {
            base,
            addresses: Addresses::new(policy),
            allocations: BTreeMap::new(),
            reservations: BTreeMap::new(),
            mappings: BTreeMap::new(),
        }
    }

    /// Takes addresses for an allocation or a reservation.
    pub(super) fn take(&mut self, length: u64) -> Result<Address> {
        let start = self.addresses.take(length).ok_or(DeviceError::OutOfMemory)?;
        self.base.checked_add(start).ok_or(DeviceError::OutOfMemory)
    }

    pub(super) fn add_allocation(&mut self, address: Address, bytes: u64, piece: PieceId) {
        self.allocations.insert(address, Range { bytes, piece, accessible: true });
    }

    pub(super) fn remove_allocation(&mut self, address: Address) -> PieceId {
        let Some(range) = self.allocations.remove(&address) else {
            panic!("{address:?} was not allocated, or freed before");
        };
        self.give_back(address);
        range.piece
    }

    pub(super) fn add_reservation(&mut self, address: Address, bytes: u64) {
        self.reservations.insert(address, bytes);
    }

    pub(super) fn remove_reservation(&mut self, address: Address, bytes: u64) {
        assert_eq!(
            self.reservations.remove(&address),
            Some(bytes),
            "{address:?} was not reserved with that many bytes"
        );
        let mapped = overlapping(&self.mappings, address, bytes).count();
        assert_eq!(mapped, 0, "{mapped} mappings are left in the reservation at {address:?}");
        self.give_back(address);
    }

    pub(super) fn map(&mut self, address: Address, bytes: u64, piece: PieceId) {
        let reserved = self.reservations.range(..=address).next_back();
        let inside = reserved.is_some_and(|(&start, &length)| end(address, bytes) <= end(start, length));
        assert!(inside, "{bytes} bytes at {address:?} were not reserved");
        assert_eq!(overlapping(&self.mappings, address, bytes).count(), 0, "{address:?} is mapped already");
        self.mappings.insert(address, Range { bytes, piece, accessible: false });
    }

    pub(super) fn set_access(&mut self, address: Address, bytes: u64) {
        let mut covered = 0;
        for (_, range) in self.mappings.range_mut(address..end(address, bytes)) {
            range.accessible = true;
            covered += range.bytes;
        }
        assert_eq!(covered, bytes, "not all of the {bytes} bytes at {address:?} are mapped");
    }

    pub(super) fn unmap(&mut self, address: Address, bytes: u64) -> PieceId {
        let Some(range) = self.mappings.remove(&address) else { panic!("nothing is mapped at {address:?}") };
        assert_eq!(range.bytes, bytes, "the mapping at {address:?} has another size");
        range.piece
    }

    /// Returns the physical memory behind a range, in order.
    pub(super) fn parts(&self, address: Address, bytes: u64) -> Vec<Part> {
        let mut parts: Vec<_> = overlapping(&self.allocations, address, bytes)
            .chain(overlapping(&self.mappings, address, bytes))
            .map(|(start, range)| {
                assert!(range.accessible, "{start:?} is mapped, but access was not set");
                let from = start.max(address);
                let until = end(start, range.bytes).min(end(address, bytes));
                Part {
                    piece: range.piece,
                    offset: distance(from, start),
                    bytes: distance(until, from),
                    from_start: distance(from, address),
                }
            })
            .collect();
        parts.sort_by_key(|part| part.from_start);
        let covered: u64 = parts.iter().map(|part| part.bytes).sum();
        assert_eq!(covered, bytes, "there is no memory behind some of the {bytes} bytes at {address:?}");
        parts
    }

    pub(super) fn assert_empty(&self) {
        assert!(self.allocations.is_empty(), "not freed: {:?}", self.allocations.keys());
        assert!(self.mappings.is_empty(), "still mapped: {:?}", self.mappings.keys());
        assert!(self.reservations.is_empty(), "still reserved: {:?}", self.reservations);
    }

    fn give_back(&mut self, address: Address) {
        self.addresses.give_back(distance(address, self.base));
    }
}

fn overlapping(
    ranges: &BTreeMap<Address, Range>,
    address: Address,
    bytes: u64,
) -> impl Iterator<Item = (Address, &Range)> {
    let before = ranges.range(..address).next_back().filter(move |(start, range)| end(**start, range.bytes) > address);
    before.into_iter().chain(ranges.range(address..end(address, bytes))).map(|(&start, range)| (start, range))
}

fn end(start: Address, bytes: u64) -> Address {
    start.checked_add(bytes).expect("a range ends within the address space")
}

fn distance(to: Address, from: Address) -> u64 {
    to.distance_from(from).expect("ranges are walked upwards")
}
