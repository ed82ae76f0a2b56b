//! The device: what is taken of it, by whom, and what that leaves.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::GRANULARITY;
use crate::contents::Contents;
use crate::settings::Settings;
use crate::space::{Space, whole_units};

/// A code of the driver other than success.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(pub(crate) u32);

impl Code {
    pub(crate) const INVALID_VALUE: Self = Self(1);
    pub(crate) const OUT_OF_MEMORY: Self = Self(2);
    pub(crate) const NOT_INITIALIZED: Self = Self(3);
    pub(crate) const STUB_LIBRARY: Self = Self(34);
    pub(crate) const NO_DEVICE: Self = Self(100);
    pub(crate) const INVALID_DEVICE: Self = Self(101);
    pub(crate) const INVALID_CONTEXT: Self = Self(201);
    pub(crate) const ALREADY_MAPPED: Self = Self(208);
    pub(crate) const INVALID_HANDLE: Self = Self(400);
    pub(crate) const NOT_READY: Self = Self(600);
    pub(crate) const NOT_SUPPORTED: Self = Self(801);
}

/// What a call comes to.
pub(crate) type Answer<T = ()> = Result<T, Code>;

#[derive(Debug)]
pub(crate) struct Gpu {
    total: u64,
    others: u64,
    /// Bytes of memory in use by this process.
    used: u64,
    space: Space,
    /// How often the primary context is retained.
    pub(crate) contexts: u32,
    allocations: BTreeMap<u64, Piece>,
    reservations: BTreeMap<u64, u64>,
    physical: BTreeMap<u64, Physical>,
    mappings: BTreeMap<u64, Mapping>,
    pub(crate) streams: BTreeSet<u64>,
    pub(crate) events: BTreeMap<u64, Mark>,
    made: u64,
}

/// What an event marks.
#[derive(Debug, Default)]
pub(crate) struct Mark {
    /// The stream that it was recorded in last.
    pub(crate) stream: u64,
    /// How often it is not ready yet.
    pub(crate) not_ready: u32,
}

/// Memory with contents.
#[derive(Debug, Default)]
struct Piece {
    bytes: u64,
    contents: Contents,
}

/// Physical memory, in use for as long as it is held or mapped.
#[derive(Debug)]
struct Physical {
    piece: Piece,
    held: bool,
    mapped: u32,
}

#[derive(Debug)]
struct Mapping {
    bytes: u64,
    handle: u64,
    accessible: bool,
}

impl Gpu {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            total: settings.total,
            others: settings.others,
            used: 0,
            space: Space::new(settings.policy, settings.base),
            contexts: 0,
            allocations: BTreeMap::new(),
            reservations: BTreeMap::new(),
            physical: BTreeMap::new(),
            mappings: BTreeMap::new(),
            streams: BTreeSet::new(),
            events: BTreeMap::new(),
            made: 0,
        }
    }

    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    pub(crate) fn free(&self) -> u64 {
        self.total.saturating_sub(self.used.saturating_add(self.others))
    }

    /// Returns a number that no handle, stream or event had yet.
    pub(crate) fn number(&mut self) -> u64 {
        self.made += 1;
        // Looks like a pointer and is none: page zero belongs to nobody.
        self.made * 16
    }

    /// Makes the events of a stream ready, or those of all.
    pub(crate) fn finish(&mut self, stream: Option<u64>) {
        let events = self.events.values_mut().filter(|mark| stream.is_none_or(|stream| mark.stream == stream));
        events.for_each(|mark| mark.not_ready = 0);
    }

    // Plain memory

    pub(crate) fn allocate(&mut self, bytes: u64) -> Answer<u64> {
        if bytes == 0 {
            return Err(Code::INVALID_VALUE);
        }
        let units = whole_units(bytes).filter(|units| *units <= self.free()).ok_or(Code::OUT_OF_MEMORY)?;
        let address = self.space.take(units).ok_or(Code::OUT_OF_MEMORY)?;
        self.used += units;
        self.allocations.insert(address, Piece { bytes, contents: Contents::default() });
        Ok(address)
    }

    pub(crate) fn deallocate(&mut self, address: u64) -> Answer {
        let piece = self.allocations.remove(&address).ok_or(Code::INVALID_VALUE)?;
        self.used -= whole_units(piece.bytes).unwrap_or_default();
        self.space.give_back(address);
        Ok(())
    }

    // Virtual memory

    pub(crate) fn reserve(&mut self, bytes: u64) -> Answer<u64> {
        if bytes == 0 || !bytes.is_multiple_of(GRANULARITY) {
            return Err(Code::INVALID_VALUE);
        }
        let address = self.space.take(bytes).ok_or(Code::OUT_OF_MEMORY)?;
        self.reservations.insert(address, bytes);
        Ok(address)
    }

    pub(crate) fn free_reservation(&mut self, address: u64, bytes: u64) -> Answer {
        let reserved = self.reservations.get(&address) == Some(&bytes);
        if !reserved || self.mappings.range(address..address + bytes).next().is_some() {
            return Err(Code::INVALID_VALUE);
        }
        self.reservations.remove(&address);
        self.space.give_back(address);
        Ok(())
    }

    pub(crate) fn create(&mut self, bytes: u64) -> Answer<u64> {
        if bytes == 0 || !bytes.is_multiple_of(GRANULARITY) {
            return Err(Code::INVALID_VALUE);
        }
        if bytes > self.free() {
            return Err(Code::OUT_OF_MEMORY);
        }
        self.used += bytes;
        let handle = self.number();
        let piece = Piece { bytes, contents: Contents::default() };
        self.physical.insert(handle, Physical { piece, held: true, mapped: 0 });
        Ok(handle)
    }

    pub(crate) fn release(&mut self, handle: u64) -> Answer {
        let physical = self.physical.get_mut(&handle).filter(|physical| physical.held).ok_or(Code::INVALID_VALUE)?;
        physical.held = false;
        self.drop_unused(handle);
        Ok(())
    }

    pub(crate) fn map(&mut self, address: u64, bytes: u64, handle: u64) -> Answer {
        let end = address.checked_add(bytes).ok_or(Code::INVALID_VALUE)?;
        let reservation = self.reservations.range(..=address).next_back();
        let reserved = reservation.is_some_and(|(start, length)| end <= start + length);
        if !reserved || !address.is_multiple_of(GRANULARITY) {
            return Err(Code::INVALID_VALUE);
        }
        let before = self.mappings.range(..end).next_back();
        if before.is_some_and(|(start, mapping)| start + mapping.bytes > address) {
            return Err(Code::ALREADY_MAPPED);
        }
        let physical = self.physical.get_mut(&handle).filter(|physical| physical.held && physical.piece.bytes == bytes);
        physical.ok_or(Code::INVALID_VALUE)?.mapped += 1;
        self.mappings.insert(address, Mapping { bytes, handle, accessible: false });
        Ok(())
    }

    pub(crate) fn set_access(&mut self, address: u64, bytes: u64, accessible: bool) -> Answer {
        for start in self.tiling(address, bytes).ok_or(Code::INVALID_VALUE)? {
            self.mappings.entry(start).and_modify(|mapping| mapping.accessible = accessible);
        }
        Ok(())
    }

    pub(crate) fn unmap(&mut self, address: u64, bytes: u64) -> Answer {
        for start in self.tiling(address, bytes).ok_or(Code::INVALID_VALUE)? {
            let Some(mapping) = self.mappings.remove(&start) else { continue };
            self.physical.entry(mapping.handle).and_modify(|physical| physical.mapped -= 1);
            self.drop_unused(mapping.handle);
        }
        Ok(())
    }

    // Contents

    pub(crate) fn write(&mut self, address: u64, bytes: &[u8]) -> Answer {
        let mut rest = bytes;
        for (owner, offset, length) in self.parts(address, bytes.len() as u64)? {
            let (now, later) = rest.split_at(usize::try_from(length).unwrap_or(rest.len()));
            self.piece(owner)?.contents.write(offset, now);
            rest = later;
        }
        Ok(())
    }

    pub(crate) fn read(&mut self, address: u64, bytes: &mut [u8]) -> Answer {
        let mut rest = bytes;
        for (owner, offset, length) in self.parts(address, rest.len() as u64)? {
            let middle = usize::try_from(length).unwrap_or(rest.len());
            let (now, later) = rest.split_at_mut(middle);
            self.piece(owner)?.contents.read(offset, now);
            rest = later;
        }
        Ok(())
    }

    pub(crate) fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Answer {
        self.parts(to, bytes)?;
        self.parts(from, bytes)?;
        let mut buffer = [0; 4096];
        let mut done = 0;
        while done < bytes {
            let length = usize::try_from(bytes - done).unwrap_or(buffer.len()).min(buffer.len());
            self.read(from + done, &mut buffer[..length])?;
            self.write(to + done, &buffer[..length])?;
            done += length as u64;
        }
        Ok(())
    }

    /// Returns what was taken and not given back, a count a line.
    pub(crate) fn report(&self) -> String {
        let held = self.physical.values().filter(|physical| physical.held).count();
        let counts = [
            ("contexts", u64::from(self.contexts)),
            ("allocations", self.allocations.len() as u64),
            ("reservations", self.reservations.len() as u64),
            ("handles", held as u64),
            ("mappings", self.mappings.len() as u64),
            ("streams", self.streams.len() as u64),
            ("events", self.events.len() as u64),
            ("bytes", self.used),
        ];
        counts.iter().fold(String::new(), |mut text, (name, count)| {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{name} {count}");
            text
        })
    }

    /// Returns the starts of the mappings that make up the range exactly, if some do.
    fn tiling(&self, address: u64, bytes: u64) -> Option<Vec<u64>> {
        let end = address.checked_add(bytes)?;
        let mut starts = Vec::new();
        let mut next = address;
        while next < end {
            starts.push(next);
            next += self.mappings.get(&next)?.bytes;
        }
        (next == end && !starts.is_empty()).then_some(starts)
    }

    /// Returns which memory is behind the range: whose, from where in it, and how much.
    fn parts(&self, address: u64, bytes: u64) -> Answer<Vec<(Owner, u64, u64)>> {
        let end = address.checked_add(bytes).ok_or(Code::INVALID_VALUE)?;
        if let Some((start, piece)) = self.allocations.range(..=address).next_back()
            && end <= start + piece.bytes
        {
            return Ok(vec![(Owner::Allocation(*start), address - start, bytes)]);
        }
        let mut parts = Vec::new();
        let mut next = address;
        while next < end {
            let mapped = self.mappings.range(..=next).next_back();
            let (start, mapping) = mapped.filter(|(_, mapping)| mapping.accessible).ok_or(Code::INVALID_VALUE)?;
            let stop = end.min(start + mapping.bytes);
            let length = stop.checked_sub(next).filter(|length| *length > 0).ok_or(Code::INVALID_VALUE)?;
            parts.push((Owner::Physical(mapping.handle), next - start, length));
            next = stop;
        }
        Ok(parts)
    }

    fn piece(&mut self, owner: Owner) -> Answer<&mut Piece> {
        let piece = match owner {
            Owner::Allocation(address) => self.allocations.get_mut(&address),
            Owner::Physical(handle) => self.physical.get_mut(&handle).map(|physical| &mut physical.piece),
        };
        piece.ok_or(Code::INVALID_VALUE)
    }

    fn drop_unused(&mut self, handle: u64) {
        if let Some(physical) = self.physical.get(&handle).filter(|physical| !physical.held && physical.mapped == 0) {
            self.used -= physical.piece.bytes;
            self.physical.remove(&handle);
        }
    }
}

/// Whose memory it is.
#[derive(Debug, Clone, Copy)]
enum Owner {
    Allocation(u64),
    Physical(u64),
}
