//! The content that is being served, and its replacement when files change.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use content::course::Catalog;
use content::load::Loaded;
use notify::{RecursiveMode, Watcher};
use tokio::sync::mpsc;

/// An editor writes a file in several steps; the content is read once they have come to rest.
const REST: Duration = Duration::from_millis(300);

/// The last good content of a folder.
#[derive(Debug)]
pub struct Library {
    dir: PathBuf,
    current: RwLock<Arc<Shelf>>,
}

/// What one reading of the folder gave.
#[derive(Debug)]
struct Shelf {
    catalog: Arc<Catalog>,
    /// Pictures of lessons: address on the site and file on disk.
    media: BTreeMap<String, PathBuf>,
}

/// The content of a folder cannot be served.
#[derive(Debug, thiserror::Error)]
#[error("the content in {} has errors:\n{findings}", dir.display())]
pub struct BadContent {
    dir: PathBuf,
    findings: String,
}

impl Library {
    /// Reads a folder of content. Warnings are left to `vramlab content check`.
    pub fn open(dir: &Path) -> Result<Self, BadContent> {
        let shelf = read(dir)?;
        Ok(Self { dir: dir.to_owned(), current: RwLock::new(Arc::new(shelf)) })
    }

    /// Returns the last good content.
    pub fn catalog(&self) -> Arc<Catalog> {
        Arc::clone(&self.shelf().catalog)
    }

    /// Returns the file of a picture that a lesson shows, by its address.
    pub fn picture(&self, address: &str) -> Option<PathBuf> {
        self.shelf().media.get(address).cloned()
    }

    fn shelf(&self) -> Arc<Shelf> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads the folder again. When it has errors, logs them and keeps the last good content.
    pub fn reload(&self) {
        match read(&self.dir) {
            Ok(shelf) => {
                *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(shelf);
                tracing::info!("the content changed and is served now");
            }
            Err(error) => tracing::error!(%error, "the content changed and is not served; the last good content stays"),
        }
    }

    /// Reloads the content whenever a file in its folder changes, for as long as the process runs.
    pub fn watch(self: &Arc<Self>) -> notify::Result<()> {
        let (changed, mut changes) = mpsc::channel(1);
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if event.is_ok_and(|event| !event.kind.is_access()) {
                // A full channel means that a reload is due anyway.
                let _ = changed.try_send(());
            }
        })?;
        watcher.watch(&self.dir, RecursiveMode::Recursive)?;
        let library = Arc::clone(self);
        tokio::spawn(async move {
            let _watcher = watcher;
            while changes.recv().await.is_some() {
                while tokio::time::timeout(REST, changes.recv()).await.is_ok_and(|change| change.is_some()) {}
                let library = Arc::clone(&library);
                let _ = tokio::task::spawn_blocking(move || library.reload()).await;
            }
        });
        Ok(())
    }
}

fn read(dir: &Path) -> Result<Shelf, BadContent> {
    let Loaded { catalog, media, report } = content::load::load(dir, &super::labs::known());
    match catalog {
        Some(catalog) => Ok(Shelf { catalog: Arc::new(catalog), media }),
        None => Err(BadContent { dir: dir.to_owned(), findings: report.render_text(false) }),
    }
}
