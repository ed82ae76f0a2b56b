//! Buckets in bounded memory, for governor.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::state::keyed::ShrinkableKeyedStateStore;

use crate::http::middleware::ClientKey;

/// One state per client, and one more that all clients beyond the capacity share.
#[derive(Debug)]
pub(super) struct Bounded {
    capacity: usize,
    states: Mutex<States>,
}

#[derive(Debug, Default)]
struct States {
    clients: HashMap<ClientKey, Nanos>,
    others: Option<Nanos>,
}

impl Bounded {
    pub(super) fn new(capacity: usize) -> Self {
        Self { capacity, states: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, States> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StateStore for Bounded {
    type Key = ClientKey;

    fn measure_and_replace<T, F, E>(&self, key: &ClientKey, f: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut states = self.lock();
        let known = states.clients.get(key).copied();
        let shared = known.is_none() && states.clients.len() >= self.capacity;
        let (outcome, after) = f(if shared { states.others } else { known })?;
        if shared {
            states.others = Some(after);
        } else {
            states.clients.insert(*key, after);
        }
        Ok(outcome)
    }
}

impl ShrinkableKeyedStateStore<ClientKey> for Bounded {
    fn retain_recent(&self, drop_below: Nanos) {
        let mut states = self.lock();
        states.clients.retain(|_, state| *state > drop_below);
        let clients = &mut states.clients;
        if clients.capacity() > 4 * clients.len().max(1024) {
            clients.shrink_to_fit();
        }
    }

    fn len(&self) -> usize {
        self.lock().clients.len()
    }

    fn is_empty(&self) -> bool {
        self.lock().clients.is_empty()
    }
}
