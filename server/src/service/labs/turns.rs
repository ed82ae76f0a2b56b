//! Whose run is next.
//!
//! # Note: fair turns
//! A queue in the order of arrival belongs to whoever fills it: two hundred runs from one address take seconds to order and hours
//! to carry out, and each may come from a learner of its own. So runs from one address have turns that lie as far apart as a run
//! may take, and the run with the earliest turn is next: somebody who orders one goes before the second of those who order many.
//! Nor may one address have more than half of the places. A school behind one address shares its turns in the order of arrival.
//!
//! Addresses are known as a [`Payer`], a number that means nothing outside of this process, and are forgotten when their runs are.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::domain::{Payer, RunId, Timestamp};
use crate::storage::QueueLimits;

/// Addresses without a turn in the future that are remembered at most.
const MANY: usize = 1_000;

/// The turns that were given.
#[derive(Debug)]
pub struct Turns {
    /// Runs of one address that may wait or run at the same time.
    most: usize,
    apart: Duration,
    given: Mutex<HashMap<Payer, Given>>,
}

#[derive(Debug, Default)]
struct Given {
    next: Option<Timestamp>,
    runs: Vec<RunId>,
}

impl Turns {
    /// Returns turns in a queue with these limits, for runs that take so long at most.
    pub fn new(limits: QueueLimits, longest_run: Duration) -> Self {
        // One learner is told of the limit of a learner, even where the queue is short.
        let most = (limits.queued / 2).max(limits.per_learner.saturating_add(1));
        Self { most: most as usize, apart: longest_run, given: Mutex::default() }
    }

    /// Gives a run from an address its turn, unless the address has as many runs as it may have, as far as is known here: some may
    /// be over. Of several that ask at once each gets a turn of its own.
    pub fn give(&self, payer: Payer, run: RunId, now: Timestamp) -> Option<Timestamp> {
        let mut all = self.lock();
        if all.len() >= MANY {
            all.retain(|_, given| given.next.is_some_and(|next| next > now));
        }
        let given = all.entry(payer).or_default();
        if given.runs.len() >= self.most {
            return None;
        }
        let turn = given.next.map_or(now, |next| next.max(now));
        given.next = Some(turn.plus(self.apart));
        given.runs.push(run);
        Some(turn)
    }

    /// Forgets runs that are over.
    pub fn keep(&self, payer: Payer, under_way: &HashSet<RunId>) {
        if let Some(given) = self.lock().get_mut(&payer) {
            given.runs.retain(|run| under_way.contains(run));
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Payer, Given>> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use uuid::Uuid;

    use super::*;

    const LIMITS: QueueLimits = QueueLimits { per_learner: 3, queued: 8 };

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000)
    }

    fn run() -> RunId {
        static LAST: AtomicU64 = AtomicU64::new(0);
        RunId::from_uuid(Uuid::from_u128(LAST.fetch_add(1, Ordering::Relaxed).into()))
    }

    #[test]
    fn one_who_orders_one_goes_before_the_second_of_another() {
        let turns = Turns::new(LIMITS, Duration::from_mins(1));
        let (many, one) = (Payer(1), Payer(2));
        let of_many = [(); 3].map(|()| turns.give(many, run(), at(0)).unwrap());
        assert_eq!(of_many, [at(0), at(60), at(120)]);
        assert_eq!(turns.give(one, run(), at(5)), Some(at(5)));
        assert_eq!(turns.give(many, run(), at(500)), Some(at(500)), "what lies behind is no debt");
    }

    #[test]
    fn half_of_the_places_are_the_most_until_runs_are_over() {
        let turns = Turns::new(LIMITS, Duration::from_mins(1));
        let runs: Vec<RunId> = (0..4).map(|_| run()).collect();
        assert!(runs.iter().all(|own| turns.give(Payer(1), *own, at(0)).is_some()));
        assert!(turns.give(Payer(1), run(), at(0)).is_none() && turns.give(Payer(2), run(), at(0)).is_some());
        turns.keep(Payer(1), &runs.iter().copied().collect());
        assert!(turns.give(Payer(1), run(), at(0)).is_none());
        turns.keep(Payer(1), &HashSet::from([runs[0]]));
        assert!(turns.give(Payer(1), run(), at(0)).is_some());
    }

    #[test]
    fn addresses_are_forgotten() {
        let turns = Turns::new(LIMITS, Duration::from_mins(1));
        for number in 0..10 * MANY as u64 {
            let now = at(i64::try_from(number).unwrap());
            turns.give(Payer(number), run(), now);
        }
        assert!(turns.lock().len() <= MANY);
    }
}
