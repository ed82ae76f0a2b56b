//! Reading bytes with every length checked.

use super::{PickleError, Problem};

/// A place in a file.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    input: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(input: &'a [u8]) -> Self {
        Self { input, at: 0 }
    }

    /// Returns the number of the next byte.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Returns how many bytes there are still.
    pub(super) const fn left(&self) -> usize {
        self.input.len() - self.at
    }

    /// Returns all bytes there are still.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.input[self.at..]
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Result<u8, PickleError> {
        let Some(&byte) = self.input.get(self.at) else { return Err(self.truncated(1)) };
        self.at += 1;
        Ok(byte)
    }

    #[inline]
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], PickleError> {
        let Some(&array) = self.input[self.at..].first_chunk() else { return Err(self.truncated(N as u64)) };
        self.at += N;
        Ok(array)
    }

    /// Returns the next `length` bytes, however large a number a file gives for it.
    #[inline]
    pub(super) fn take(&mut self, length: u64) -> Result<&'a [u8], PickleError> {
        let rest = &self.input[self.at..];
        let Some(bytes) = usize::try_from(length).ok().and_then(|length| rest.get(..length)) else {
            return Err(self.truncated(length));
        };
        self.at += bytes.len();
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
        let offset = self.at as u64;
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
        PickleError { offset: self.at as u64, problem: Problem::Truncated { needed, left: self.left() as u64 } }
    }
}
