//! Noticing that files changed, and that the whole folder was taken away or put back.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc;

use super::Library;

/// An editor writes a file in several steps; the content is read once they have come to rest.
const REST: Duration = Duration::from_millis(300);

impl Library {
    /// Reloads the content whenever a file in its folder changes, for as long as the process runs.
    pub fn watch(self: &Arc<Self>) -> notify::Result<()> {
        let (mut eye, mut changes) = Eye::open(&self.dir)?;
        let library = Arc::clone(self);
        tokio::spawn(async move {
            while changes.recv().await.is_some() {
                while tokio::time::timeout(REST, changes.recv()).await.is_ok_and(|change| change.is_some()) {}
                let library = Arc::clone(&library);
                let reloaded = tokio::task::spawn_blocking(move || {
                    // Before the reading, so that a change during it is seen.
                    eye.follow();
                    library.reload();
                    eye
                });
                // Reading never panics; if it did, the content would stay as it is.
                let Ok(back) = reloaded.await else { return };
                eye = back;
            }
        });
        Ok(())
    }
}

/// Looks at a folder by its path. The system watches what stands there now and goes on with that when it is moved, so the
/// folder above is watched too, where what stands there is replaced.
struct Eye {
    dir: PathBuf,
    watcher: RecommendedWatcher,
    replaced: Arc<AtomicBool>,
}

impl Eye {
    /// Returns the eye with the channel on which changes are told.
    fn open(dir: &Path) -> notify::Result<(Self, mpsc::Receiver<()>)> {
        // Events name the path that was asked for with what lies below it.
        let dir = std::path::absolute(dir)?;
        let (changed, changes) = mpsc::channel(1);
        let replaced = Arc::new(AtomicBool::new(false));
        let mut watcher = notify::recommended_watcher({
            let (dir, replaced) = (dir.clone(), Arc::clone(&replaced));
            move |event: notify::Result<Event>| {
                let Some(event) = event.ok().filter(|event| is_change(event, &dir)) else { return };
                if event.paths.contains(&dir) {
                    replaced.store(true, Ordering::Release);
                }
                // A full channel means that a reload is due anyway.
                let _ = changed.try_send(());
            }
        })?;
        watcher.watch(&dir, RecursiveMode::Recursive)?;
        if let Some(above) = dir.parent()
            && let Err(error) = watcher.watch(above, RecursiveMode::NonRecursive)
        {
            let folder = above.display();
            tracing::warn!(%folder, %error, "the folder above the content cannot be watched; after the content is replaced as a whole, restart the server");
        }
        Ok((Self { dir, watcher, replaced }, changes))
    }

    /// Watches what stands at the path now, when it may be something else than before.
    fn follow(&mut self) {
        if !self.replaced.swap(false, Ordering::AcqRel) {
            return;
        }
        // What is gone is watched no more, and the folder above tells when something stands there again.
        let _ = self.watcher.unwatch(&self.dir);
        if let Err(error) = self.watcher.watch(&self.dir, RecursiveMode::Recursive) {
            tracing::warn!(folder = %self.dir.display(), %error, "the content folder cannot be watched now");
        }
    }
}

/// Tells whether something at or below the folder changed, other than by being read. An event without a path says that
/// others were lost.
fn is_change(event: &Event, dir: &Path) -> bool {
    !event.kind.is_access() && (event.paths.is_empty() || event.paths.iter().any(|path| path.starts_with(dir)))
}
