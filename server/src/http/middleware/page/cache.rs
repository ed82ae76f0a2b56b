//! Compressed copies of pages, found by the hash of the page.
//!
//! A lesson reads the same for every visitor without progress, and a page of one's own is asked for again and again.
//! The key is the content itself, so nothing can be stale, and nobody is given a page that they could not have made
//! the server write.

use std::io;

use axum::body::Bytes;

use super::Hash;
use super::encoding::Encoding;
use crate::http::bounded::Bounded;

/// Bytes kept at most. Pages that are asked for again are kept whole elsewhere ([`crate::http::kept`]).
const BUDGET: usize = 1024 * 1024;

/// Copies by the hash of the page.
#[derive(Debug)]
pub struct Compressed(Bounded<(Hash, Encoding), Bytes>);

impl Default for Compressed {
    fn default() -> Self {
        Self(Bounded::new(BUDGET, Bytes::len))
    }
}

impl Compressed {
    /// Returns the compressed form of `bytes`, whose hash is `hash`. Two requests at once may both make it.
    pub(super) fn get_or_make(&self, hash: Hash, encoding: Encoding, bytes: &[u8]) -> io::Result<Bytes> {
        let key = (hash, encoding);
        if let Some(found) = self.0.find(&key) {
            return Ok(found);
        }
        let made = Bytes::from(encoding.compress(bytes)?);
        self.0.keep(key, made.clone());
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hardly compressible, so that copies have a size to count.
    fn text(seed: u8) -> Vec<u8> {
        let mut state = u32::from(seed) + 1;
        let next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        };
        std::iter::repeat_with(next).take(1000).collect()
    }

    fn hash(seed: u8) -> Hash {
        [seed; 16]
    }

    #[test]
    fn a_copy_is_made_once() {
        let cache = Compressed::default();
        let first = cache.get_or_make(hash(1), Encoding::Gzip, &text(1)).unwrap();
        let second = cache.get_or_make(hash(1), Encoding::Gzip, b"not looked at").unwrap();
        assert_eq!(first.as_ptr(), second.as_ptr());
        assert_ne!(cache.get_or_make(hash(1), Encoding::Brotli, &text(1)).unwrap(), first);
    }
}
