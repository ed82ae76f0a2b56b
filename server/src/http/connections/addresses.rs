//! How many connections each address has.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::http::middleware::{ClientKey, Network};

/// The open connections of each address. A proxy that is trusted has those of all its clients and is not counted.
#[derive(Debug, Clone)]
pub(super) struct Addresses {
    most: u32,
    proxies: Arc<[Network]>,
    open: Arc<Mutex<HashMap<ClientKey, u32>>>,
}

/// Counts as a connection of its address for as long as it is there.
#[derive(Debug)]
pub(super) struct Counted {
    addresses: Addresses,
    key: Option<ClientKey>,
}

impl Addresses {
    pub(super) fn new(most: u32, proxies: Arc<[Network]>) -> Self {
        Self { most, proxies, open: Arc::default() }
    }

    /// Counts a connection, unless its address has as many as one may have.
    pub(super) fn enter(&self, address: IpAddr) -> Option<Counted> {
        if self.proxies.iter().any(|proxy| proxy.contains(address)) {
            return Some(Counted { addresses: self.clone(), key: None });
        }
        let key = ClientKey::from(address);
        let mut open = self.lock();
        let count = open.entry(key).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        drop(open);
        Some(Counted { addresses: self.clone(), key: Some(key) })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ClientKey, u32>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let Some(key) = self.key else { return };
        let mut open = self.addresses.lock();
        if let Some(count) = open.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                open.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_has_its_share_and_gets_it_back() {
        let addresses = Addresses::new(2, Arc::new(["10.0.0.0/8".parse().unwrap()]));
        let first = addresses.enter(ip("203.0.113.9")).unwrap();
        let second = addresses.enter(ip("203.0.113.9")).unwrap();
        assert!(addresses.enter(ip("203.0.113.9")).is_none());
        let other = addresses.enter(ip("203.0.113.10")).unwrap();
        let proxied: Vec<_> = (0..9).map(|_| addresses.enter(ip("10.0.0.1")).unwrap()).collect();
        drop(first);
        let again = addresses.enter(ip("203.0.113.9")).unwrap();
        drop((second, other, again, proxied));
        assert!(addresses.lock().is_empty());
    }
}
