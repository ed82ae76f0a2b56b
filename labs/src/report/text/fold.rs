//! Telling what is repeated once.

/// A stretch of items that is repeated: `turns` times the `length` items from `start`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fold {
    pub(super) start: usize,
    pub(super) length: usize,
    pub(super) turns: usize,
}

impl Fold {
    /// Returns where an item of the first turn is, and where it is in the last.
    pub(super) fn places(self) -> impl Iterator<Item = (usize, usize)> {
        (self.start..self.start + self.length).map(move |place| (place, place + self.length * (self.turns - 1)))
    }
}

/// Cuts items into stretches that are repeated, of at most `longest` items each. Items are the same if their keys are.
pub(super) fn folds<K: PartialEq>(keys: &[K], longest: usize) -> Vec<Fold> {
    let mut folds = Vec::new();
    let mut start = 0;
    while start < keys.len() {
        let (length, turns) = repeated(&keys[start..], longest);
        folds.push(Fold { start, length, turns });
        start += length * turns;
    }
    folds
}

/// Returns the stretch at the start that covers most when it is repeated, the shortest of those.
fn repeated<K: PartialEq>(keys: &[K], longest: usize) -> (usize, usize) {
    let turns = |length: usize| keys.chunks_exact(length).take_while(|turn| **turn == keys[..length]).count();
    let candidates = (1..=longest.min(keys.len())).map(|length| (length, turns(length)));
    let best =
        candidates.filter(|(_, turns)| *turns > 1).max_by_key(|&(length, turns)| (length * turns, usize::MAX - length));
    best.unwrap_or((1, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_stretch_that_covers_most_is_found() {
        let fold = |start, length, turns| Fold { start, length, turns };
        assert_eq!(folds(b"aaab", 2), [fold(0, 1, 3), fold(3, 1, 1)]);
        assert_eq!(folds(b"abababc", 2), [fold(0, 2, 3), fold(6, 1, 1)]);
        assert_eq!(folds(b"aaaa", 4), [fold(0, 1, 4)]);
        assert_eq!(folds(b"abcabc", 2).len(), 6, "a stretch of three is longer than allowed");
        assert_eq!(folds(b"", 2), []);
        assert_eq!(fold(2, 2, 3).places().collect::<Vec<_>>(), [(2, 6), (3, 7)]);
    }
}
