//! What a pickle stores to refer to it later.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::packed::Packed;

/// Values by number. Writers count up from zero, so there is a row for each; any other number goes to a map, as a large
/// number must not make a large table.
#[derive(Default)]
pub(super) struct Memo {
    dense: Vec<Packed>,
    sparse: BTreeMap<u32, Packed>,
}

impl Memo {
    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<Packed> {
        self.dense.get(number as usize).or_else(|| self.sparse.get(&number)).copied()
    }

    /// Stores a value under the number that says how many are stored (`MEMOIZE`).
    #[inline]
    pub(super) fn push(&mut self, value: Packed) {
        if self.sparse.is_empty() {
            self.dense.push(value);
        } else if let Ok(number) = u32::try_from(self.dense.len() + self.sparse.len()) {
            self.put(number, value);
        }
    }

    /// Stores a value under a number of the file's choice (`BINPUT`).
    pub(super) fn put(&mut self, number: u32, value: Packed) {
        match (number as usize).cmp(&self.dense.len()) {
            Ordering::Less => self.dense[number as usize] = value,
            Ordering::Equal => {
                self.sparse.remove(&number);
                self.dense.push(value);
            }
            Ordering::Greater => drop(self.sparse.insert(number, value)),
        }
    }
}
