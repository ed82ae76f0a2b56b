//! Reading bytes with every length checked.

use super::{PickleError, Problem};

/// A place in a file.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    length: usize,
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(input: &'a [u8]) -> Self {
        Self { length: input.len(), rest: input }
    }

    /// Returns the number of the next byte.
    #[inline]
    pub(super) const fn at(&self) -> usize {
        self.length - self.rest.len()
    }

    /// Returns all bytes there are still.
    pub(super) const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Result<u8, PickleError> {
        let Some((&byte, rest)) = self.rest.split_first() else { return Err(self.truncated(1)) };
        self.rest = rest;
        Ok(byte)
    }

    #[inline]
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], PickleError> {
        let Some((&array, rest)) = self.rest.split_first_chunk() else { return Err(self.truncated(N as u64)) };
        self.rest = rest;
        Ok(array)
    }

    /// Returns the next `length` bytes, however large a number a file gives for it.
    #[inline]
    pub(super) fn take(&mut self, length: u64) -> Result<&'a [u8], PickleError> {
        let split = usize::try_from(length).ok().and_then(|length| self.rest.split_at_checked(length));
        let Some((bytes, rest)) = split else { return Err(self.truncated(length)) };
        self.rest = rest;
        Ok(bytes)
    }

    /// Returns bytes that are preceded by their number in one byte.
    #[inline]
    pub(super) fn counted8(&mut self) -> Result<&'a [u8], PickleError> {
        let length = self.byte()?;
        self.take(length.into())
    }

    /// Returns bytes that are preceded by their number in four bytes.
    pub(super) fn counted32(&mut self) -> Result<&'a [u8], PickleError> {
        let length = u32::from_le_bytes(self.array()?);
        self.take(length.into())
    }

    /// Returns bytes that are preceded by their number in four bytes with a sign.
    pub(super) fn counted31(&mut self) -> Result<&'a [u8], PickleError> {
        let offset = self.at() as u64;
        let length = i32::from_le_bytes(self.array()?);
        let positive = u64::try_from(length);
        self.take(positive.map_err(|_| PickleError { offset, problem: Problem::NegativeLength(length) })?)
    }

    /// Returns bytes that are preceded by their number in eight bytes.
    pub(super) fn counted64(&mut self) -> Result<&'a [u8], PickleError> {
        let length = u64::from_le_bytes(self.array()?);
        self.take(length)
    }

    #[cold]
    pub(super) fn truncated(&self, needed: u64) -> PickleError {
        PickleError { offset: self.at() as u64, problem: Problem::Truncated { needed, left: self.rest.len() as u64 } }
    }
}
