//! Compressed copies of pages, found by the hash of the page.
//!
//! A lesson reads the same for every visitor without progress, and a page of one's own is asked for again and again.
//! The key is the content itself, so nothing can be stale, and nobody is given a page that they could not have made
//! the server write.

use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;

use super::Hash;
use super::encoding::Encoding;

/// Bytes kept at most, both generations together.
const BUDGET: usize = 16 * 1024 * 1024;

type Key = (Hash, Encoding);

/// Copies in two generations: what was not asked for while one generation filled up is dropped with the next.
#[derive(Debug)]
pub struct Compressed {
    budget: usize,
    generations: Mutex<Generations>,
}

#[derive(Debug, Default)]
struct Generations {
    young: HashMap<Key, Bytes>,
    young_bytes: usize,
    old: HashMap<Key, Bytes>,
}

impl Default for Compressed {
    fn default() -> Self {
        Self::with_budget(BUDGET)
    }
}

impl Compressed {
    fn with_budget(budget: usize) -> Self {
        Self { budget, generations: Mutex::default() }
    }

    /// Returns the compressed form of `bytes`, whose hash is `hash`. Two requests at once may both make it.
    pub(super) fn get_or_make(&self, hash: Hash, encoding: Encoding, bytes: &[u8]) -> io::Result<Bytes> {
        let key = (hash, encoding);
        if let Some(found) = self.find(&key) {
            return Ok(found);
        }
        let made = Bytes::from(encoding.compress(bytes)?);
        self.keep(key, made.clone());
        Ok(made)
    }

    fn find(&self, key: &Key) -> Option<Bytes> {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = generations.young.get(key) {
            return Some(found.clone());
        }
        let found = generations.old.remove(key)?;
        generations.insert(*key, found.clone(), self.budget);
        Some(found)
    }

    fn keep(&self, key: Key, made: Bytes) {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        generations.insert(key, made, self.budget);
    }
}

impl Generations {
    fn insert(&mut self, key: Key, bytes: Bytes, budget: usize) {
        if self.young_bytes + bytes.len() > budget / 2 {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += bytes.len();
        if let Some(replaced) = self.young.insert(key, bytes) {
            self.young_bytes -= replaced.len();
        }
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

    fn held(cache: &Compressed) -> usize {
        let generations = cache.generations.lock().unwrap();
        let sum = |map: &HashMap<Key, Bytes>| map.values().map(Bytes::len).sum::<usize>();
        assert_eq!(sum(&generations.young), generations.young_bytes);
        sum(&generations.young) + sum(&generations.old)
    }

    #[test]
    fn a_copy_is_made_once() {
        let cache = Compressed::default();
        let first = cache.get_or_make(hash(1), Encoding::Gzip, &text(1)).unwrap();
        let second = cache.get_or_make(hash(1), Encoding::Gzip, b"not looked at").unwrap();
        assert_eq!(first.as_ptr(), second.as_ptr());
        assert_ne!(cache.get_or_make(hash(1), Encoding::Brotli, &text(1)).unwrap(), first);
    }

    #[test]
    fn memory_is_bounded_and_what_is_asked_for_stays() {
        let cache = Compressed::with_budget(10_000);
        let wanted = cache.get_or_make(hash(0), Encoding::Gzip, &text(0)).unwrap();
        for seed in 1..200 {
            cache.get_or_make(hash(seed), Encoding::Gzip, &text(seed)).unwrap();
            assert!(held(&cache) <= 10_000);
            assert_eq!(cache.get_or_make(hash(0), Encoding::Gzip, b"").unwrap().as_ptr(), wanted.as_ptr(), "{seed}");
        }
        assert_ne!(
            cache.get_or_make(hash(1), Encoding::Gzip, b"").unwrap().len(),
            wanted.len(),
            "the rest was dropped"
        );
    }
}
