//! Things in the order of a hash table.
//!
//! Note: an order that is nobody's choice. PyTorch keeps the events of each stream, and the private pools whose owner is
//! gone, in hash tables (`ska::flat_hash_map`: Fibonacci hashing, Robin Hood probing), and walks them in slot order. So
//! that order decides which event is waited for first and which pool is released first, and both are visible in the
//! calls to the driver. This table has the same slots, and nothing else of a hash table: it holds a handful of entries.

/// Probes that are tried before the table grows, at the least.
const MIN_LOOKUPS: usize = 4;

/// A small map, walked in the order of its slots.
#[derive(Debug)]
pub(super) struct HashOrder<V> {
    slots: Vec<Option<Entry<V>>>,
    buckets: usize,
    len: usize,
}

#[derive(Debug)]
struct Entry<V> {
    key: u64,
    value: V,
    /// How many slots it lies behind the one that its key wants.
    distance: usize,
}

impl<V> Default for HashOrder<V> {
    fn default() -> Self {
        Self { slots: Vec::new(), buckets: 0, len: 0 }
    }
}

impl<V> HashOrder<V> {
    pub(super) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns how many slots there are to walk.
    pub(super) const fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Returns the key and the value in a slot.
    pub(super) fn at(&mut self, slot: usize) -> Option<(u64, &mut V)> {
        self.slots.get_mut(slot)?.as_mut().map(|entry| (entry.key, &mut entry.value))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &V)> {
        self.slots.iter().flatten().map(|entry| (entry.key, &entry.value))
    }

    /// Returns the value of a key, which is inserted where it is not there yet.
    pub(super) fn get_or_insert_with(&mut self, key: u64, value: impl FnOnce() -> V) -> &mut V {
        let slot = self.find(key).unwrap_or_else(|| {
            let value = value();
            self.insert(key, value);
            self.find(key).expect("it was inserted just now")
        });
        &mut self.slots[slot].as_mut().expect("it was found there").value
    }

    /// Removes what is in a slot. What follows moves up, so the slot may hold another entry afterwards.
    pub(super) fn remove_at(&mut self, slot: usize) -> Option<V> {
        let removed = self.slots.get_mut(slot)?.take()?;
        self.len -= 1;
        let mut hole = slot;
        while let Some(mut entry) =
            self.slots.get_mut(hole + 1).and_then(|next| next.take_if(|entry| entry.distance > 0))
        {
            entry.distance -= 1;
            self.slots[hole] = Some(entry);
            hole += 1;
        }
        Some(removed.value)
    }

    /// Removes a key, if it is there.
    pub(super) fn remove(&mut self, key: u64) -> Option<V> {
        self.find(key).and_then(|slot| self.remove_at(slot))
    }

    fn find(&self, key: u64) -> Option<usize> {
        self.slots.iter().position(|slot| slot.as_ref().is_some_and(|entry| entry.key == key))
    }

    fn insert(&mut self, key: u64, value: V) {
        if self.buckets == 0 || (self.len + 1) * 2 > self.buckets {
            self.grow();
        }
        let mut entry = Entry { key, value, distance: 0 };
        let mut slot = self.wanted(key);
        loop {
            match &mut self.slots[slot] {
                empty @ None => {
                    *empty = Some(entry);
                    self.len += 1;
                    return;
                }
                Some(other) if other.distance < entry.distance => std::mem::swap(other, &mut entry),
                Some(_) => {}
            }
            slot += 1;
            entry.distance += 1;
            if entry.distance == lookups(self.buckets) {
                self.grow();
                return self.insert(entry.key, entry.value);
            }
        }
    }

    fn grow(&mut self) {
        self.buckets = (2 * self.buckets).max(4);
        let length = self.buckets + lookups(self.buckets);
        let old = std::mem::take(&mut self.slots);
        self.slots.resize_with(length, || None);
        self.len = 0;
        for entry in old.into_iter().flatten() {
            self.insert(entry.key, entry.value);
        }
    }

    fn wanted(&self, key: u64) -> usize {
        let shift = u64::BITS - self.buckets.ilog2();
        let slot = key.wrapping_mul(11_400_714_819_323_198_485) >> shift;
        usize::try_from(slot).expect("there are few slots")
    }
}

fn lookups(buckets: usize) -> usize {
    MIN_LOOKUPS.max(buckets.ilog2() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_in_the_order_of_slots() {
        let mut table = HashOrder::default();
        for key in 1..=3 {
            table.get_or_insert_with(key, || key * 10);
        }
        let keys: Vec<_> = table.iter().map(|(key, _)| key).collect();
        assert_eq!(keys, [2, 1, 3], "of eight slots, 2 wants the second, 1 the fifth, 3 the seventh");
    }

    #[test]
    fn removal_moves_up_what_was_displaced() {
        let mut table = HashOrder::default();
        // In four slots, both want the first.
        for key in [0, 2] {
            table.get_or_insert_with(key, || key);
        }
        let slots: Vec<_> = table.iter().map(|(key, _)| key).collect();
        let first = (0..table.slots()).find(|&slot| table.at(slot).is_some()).unwrap();
        assert_eq!(table.remove_at(first), Some(slots[0]));
        assert!(!table.is_empty());
        assert_eq!(table.remove_at(first), Some(slots[1]));
        assert!(table.is_empty());
    }
}
