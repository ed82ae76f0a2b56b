//! A cache of so many bytes.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// Entries in two generations: what was not asked for while one generation filled up is dropped with the next.
#[derive(Debug)]
pub struct Bounded<K, V> {
    budget: usize,
    /// Bytes of an entry.
    size: fn(&V) -> usize,
    generations: Mutex<Generations<K, V>>,
}

#[derive(Debug)]
struct Generations<K, V> {
    young: HashMap<K, V>,
    young_bytes: usize,
    old: HashMap<K, V>,
}

impl<K: Hash + Eq + Clone, V: Clone> Bounded<K, V> {
    /// Holds at most `budget` bytes, both generations together.
    pub fn new(budget: usize, size: fn(&V) -> usize) -> Self {
        let generations = Generations { young: HashMap::new(), young_bytes: 0, old: HashMap::new() };
        Self { budget, size, generations: Mutex::new(generations) }
    }

    /// Returns an entry. It stays for as long as it is asked for.
    pub fn find(&self, key: &K) -> Option<V> {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = generations.young.get(key) {
            return Some(found.clone());
        }
        let found = generations.old.remove(key)?;
        self.enter(&mut generations, key.clone(), found.clone());
        Some(found)
    }

    /// Keeps an entry in the place of any other with this key.
    pub fn keep(&self, key: K, value: V) {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        self.enter(&mut generations, key, value);
    }

    fn enter(&self, generations: &mut Generations<K, V>, key: K, value: V) {
        let bytes = (self.size)(&value);
        if generations.young_bytes + bytes > self.budget / 2 {
            generations.old = std::mem::take(&mut generations.young);
            generations.young_bytes = 0;
        }
        if bytes > self.budget / 2 {
            return;
        }
        generations.young_bytes += bytes;
        if let Some(replaced) = generations.young.insert(key, value) {
            generations.young_bytes -= (self.size)(&replaced);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache() -> Bounded<u32, Vec<u8>> {
        Bounded::new(10_000, Vec::len)
    }

    fn held(cache: &Bounded<u32, Vec<u8>>) -> usize {
        let generations = cache.generations.lock().unwrap();
        let sum = |map: &HashMap<u32, Vec<u8>>| map.values().map(Vec::len).sum::<usize>();
        assert_eq!(sum(&generations.young), generations.young_bytes);
        sum(&generations.young) + sum(&generations.old)
    }

    #[test]
    fn memory_is_bounded_and_what_is_asked_for_stays() {
        let cache = cache();
        cache.keep(0, vec![7; 900]);
        for number in 1..200 {
            cache.keep(number, vec![0; 900]);
            assert!(held(&cache) <= 10_000, "{number}");
            assert_eq!(cache.find(&0), Some(vec![7; 900]), "{number}");
        }
        assert_eq!(cache.find(&1), None, "the rest was dropped");
    }

    #[test]
    fn an_entry_takes_the_place_of_the_one_before() {
        let cache = cache();
        for length in 0..100 {
            cache.keep(1, vec![1; length]);
        }
        assert_eq!((cache.find(&1), held(&cache)), (Some(vec![1; 99]), 99));
    }

    #[test]
    fn what_is_larger_than_a_generation_is_not_kept() {
        let cache = cache();
        cache.keep(1, vec![1; 6000]);
        assert_eq!((cache.find(&1), held(&cache)), (None, 0));
    }
}
