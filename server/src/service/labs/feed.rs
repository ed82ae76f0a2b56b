//! News of runs, for whoever listens.
//!
//! # Note: one question for all
//! However many listen, the database is asked one question at a time: how all runs stand that are not over. Listeners are
//! told only that there is something new, and read it themselves, so that one who is slow holds nobody up and no memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};

use crate::domain::RunId;
use crate::storage::{Pulse, Storage, StorageError};

/// How often the database is asked while somebody listens.
const EVERY: Duration = Duration::from_millis(150);

/// The runs that somebody listens to.
#[derive(Debug)]
pub struct Feeds {
    watched: Mutex<HashMap<RunId, watch::Sender<Pulse>>>,
    /// Somebody listens who did not before.
    more: Notify,
    places: Arc<Semaphore>,
}

/// Somebody who listens to a run.
#[derive(Debug)]
pub struct Listener {
    pulse: watch::Receiver<Pulse>,
    _place: OwnedSemaphorePermit,
}

impl Listener {
    /// Returns how the run stands.
    pub fn pulse(&mut self) -> Pulse {
        *self.pulse.borrow_and_update()
    }

    /// Waits until there is something new. Returns false when nothing more will come.
    pub async fn changed(&mut self) -> bool {
        self.pulse.changed().await.is_ok()
    }
}

impl Feeds {
    /// Returns feeds for so many listeners at the same time.
    pub fn new(listeners: u32) -> Self {
        let places = Arc::new(Semaphore::new(listeners as usize));
        Self { watched: Mutex::default(), more: Notify::new(), places }
    }

    /// Returns a listener to a run that stands so, unless there are too many.
    pub fn listen(&self, run: RunId, now: Pulse) -> Option<Listener> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        if now.over {
            let (_, pulse) = watch::channel(now);
            return Some(Listener { pulse, _place: place });
        }
        let mut watched = self.lock();
        let pulse = watched.entry(run).or_insert_with(|| watch::Sender::new(now)).subscribe();
        drop(watched);
        self.more.notify_one();
        Some(Listener { pulse, _place: place })
    }

    /// Tells listeners what is new, for as long as it is polled.
    pub async fn run(&self, storage: &Storage) {
        loop {
            if self.lock().is_empty() {
                self.more.notified().await;
            }
            if let Err(error) = self.round(storage).await {
                tracing::debug!(%error, "cannot ask how runs stand; the next round tries again");
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    async fn round(&self, storage: &Storage) -> Result<(), StorageError> {
        let news: HashMap<RunId, Pulse> = storage.lab_run_pulses().await?.into_iter().collect();
        let mut over = Vec::new();
        self.lock().retain(|run, pulse| {
            match news.get(run) {
                Some(now) => tell(pulse, *now),
                None => over.push(*run),
            }
            pulse.receiver_count() > 0
        });
        for run in over {
            // Of a run that was deleted nothing is left to tell.
            let last = storage.lab_run_pulse(run).await?;
            if let Some(pulse) = self.lock().remove(&run)
                && let Some(last) = last
            {
                tell(&pulse, last);
            }
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RunId, watch::Sender<Pulse>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn tell(pulse: &watch::Sender<Pulse>, now: Pulse) {
    pulse.send_if_modified(|before| {
        let changed = *before != now;
        *before = now;
        changed
    });
}
