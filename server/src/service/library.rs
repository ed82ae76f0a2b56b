//! The content that is being served, and its replacement when files change.
//!
//! # Note: content that goes away
//! A folder may be moved, emptied or unmounted while the site runs, and often by mistake. Content without any course is
//! therefore never taken up in place of content that has one. A single course whose folder is gone while others stay is
//! taken for withdrawn on purpose; what leads nowhere or cannot be read is an error of the content instead.

mod watch;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use content::course::Catalog;
use content::id::CourseId;
use content::load::Loaded;

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

    /// Reads the folder again. When it has errors, or no course any more, logs that and keeps the last good content.
    pub fn reload(&self) {
        let fresh = match read(&self.dir) {
            Ok(fresh) => fresh,
            Err(error) => {
                tracing::error!(%error, "the content changed and is not served; the last good content stays");
                return;
            }
        };
        let before = self.catalog();
        if fresh.catalog.courses.is_empty() && !before.courses.is_empty() {
            let folder = self.dir.join("courses");
            tracing::error!(folder = %folder.display(), "no course is left; the last good content stays until a restart");
            return;
        }
        for course in gone(&before, &fresh.catalog) {
            tracing::warn!(%course, "the folder of a course is gone, and the course is not served any more");
        }
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(fresh);
        tracing::info!("the content changed and is served now");
    }
}

/// Returns the courses that are served now and will not be.
fn gone<'a>(before: &'a Catalog, after: &Catalog) -> Vec<&'a CourseId> {
    before.courses.iter().map(|course| &course.id).filter(|id| after.course(id.as_str()).is_none()).collect()
}

fn read(dir: &Path) -> Result<Shelf, BadContent> {
    let Loaded { catalog, media, report } = content::load::load(dir, &super::labs::form::known());
    match catalog {
        Some(catalog) => Ok(Shelf { catalog: Arc::new(catalog), media }),
        None => Err(BadContent { dir: dir.to_owned(), findings: report.render_text(false) }),
    }
}

#[cfg(test)]
mod tests;
