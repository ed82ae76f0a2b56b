//! What the site does for itself, without being asked.

use std::time::Duration;

use super::Services;

/// How often what nobody can use any more is cleared away.
const EVERY: Duration = Duration::from_hours(1);

/// A learner of whom nothing is stored may come back for so long.
const EMPTY_FOR: Duration = Duration::from_hours(30 * 24);

impl Services {
    /// Clears away what nobody can use any more, now and then once an hour. Runs until it is dropped.
    pub async fn keep_clean(self) {
        let mut tick = tokio::time::interval(EVERY);
        loop {
            tick.tick().await;
            let now = self.clock.now();
            match self.storage.prune(now, now.minus(EMPTY_FOR)).await {
                Ok(pruned) => tracing::info!(links = pruned.links, learners = pruned.learners, "cleared away"),
                Err(error) => tracing::warn!(%error, "cannot clear away what is not used; the next round tries again"),
            }
        }
    }
}
