//! Bytes of the device, kept where they were written.

use std::collections::BTreeMap;
use std::fmt;

/// Bytes that are kept together: what is never written takes no memory of the host.
const CHUNK: usize = 64 << 10;

/// What memory holds that was never written. Not zero, since that of a GPU is not either.
const UNWRITTEN: u8 = 0xA5;

/// The contents of a piece of memory.
#[derive(Default)]
pub(crate) struct Contents {
    chunks: BTreeMap<u64, Box<[u8]>>,
}

impl Contents {
    pub(crate) fn write(&mut self, offset: u64, bytes: &[u8]) {
        let mut rest = bytes;
        let mut at = offset;
        while !rest.is_empty() {
            let (number, inside) = place(at);
            let (now, later) = rest.split_at(rest.len().min(CHUNK - inside));
            let chunk = self.chunks.entry(number).or_insert_with(|| vec![UNWRITTEN; CHUNK].into());
            chunk[inside..inside + now.len()].copy_from_slice(now);
            at += now.len() as u64;
            rest = later;
        }
    }

    pub(crate) fn read(&self, offset: u64, bytes: &mut [u8]) {
        let mut rest = bytes;
        let mut at = offset;
        while !rest.is_empty() {
            let (number, inside) = place(at);
            let length = rest.len().min(CHUNK - inside);
            let (now, later) = rest.split_at_mut(length);
            match self.chunks.get(&number) {
                Some(chunk) => now.copy_from_slice(&chunk[inside..inside + length]),
                None => now.fill(UNWRITTEN),
            }
            at += length as u64;
            rest = later;
        }
    }
}

impl fmt::Debug for Contents {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Contents").field("chunks", &self.chunks.len()).finish()
    }
}

/// Returns the number of the chunk that an offset lies in, and where in it.
fn place(offset: u64) -> (u64, usize) {
    let chunk = CHUNK as u64;
    // The remainder is below a chunk, which fits.
    (offset / chunk, usize::try_from(offset % chunk).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_nothing_else_takes_memory() {
        let mut contents = Contents::default();
        let far = 7 << 30;
        let bytes: Vec<u8> = (0..3 * CHUNK).map(|number| u8::try_from(number % 251).unwrap()).collect();
        contents.write(far + 5, &bytes);
        let mut read = vec![0; bytes.len() + 2];
        contents.read(far + 4, &mut read);
        assert_eq!(read[0], UNWRITTEN);
        assert_eq!(read[1..=bytes.len()], bytes);
        assert_eq!(read[bytes.len() + 1], UNWRITTEN);
        assert_eq!(contents.chunks.len(), 4);
    }
}
