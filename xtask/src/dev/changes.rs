//! Waiting for files to change.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, Result};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::workspace::Workspace;

/// What has to be done about the files that changed together, the heavier the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// Only courses: the server notices by itself.
    Content,
    /// The server is built again, and before it the client where it or the styles changed.
    Code { client: bool },
}

/// A watch on the folders that the site is made of.
#[derive(Debug)]
pub(super) struct Changes {
    paths: Receiver<PathBuf>,
    root: PathBuf,
    /// Dropping it would end the watch.
    _watcher: RecommendedWatcher,
}

/// An editor writes a file in several steps, and a checkout many files; a change ends when nothing happened for so long.
const QUIET: Duration = Duration::from_millis(150);
/// The server needs a moment to read changed content before the browser asks for it.
const CONTENT: Duration = Duration::from_millis(700);

impl Changes {
    pub(super) fn watch(workspace: &Workspace) -> Result<Self> {
        let (sender, paths) = channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            if !matches!(event.kind, EventKind::Access(_)) {
                for path in event.paths {
                    // The receiver lives as long as the program.
                    let _ = sender.send(path);
                }
            }
        })?;
        for folder in ["content", "labs", "app", "server", "migrations"] {
            let path = workspace.root.join(folder);
            if path.exists() {
                watcher.watch(&path, RecursiveMode::Recursive).with_context(|| format!("cannot watch {folder}"))?;
            }
        }
        Ok(Self { paths, root: workspace.root.clone(), _watcher: watcher })
    }

    /// Blocks until files changed and then were left alone for a moment.
    pub(super) fn wait(&self) -> Result<Change> {
        loop {
            let mut change = self.classify(&self.paths.recv()?);
            loop {
                match self.paths.recv_timeout(QUIET) {
                    Ok(path) => change = change.max(self.classify(&path)),
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(error) => return Err(error.into()),
                }
            }
            if let Some(change) = change {
                if change == Change::Content {
                    std::thread::sleep(CONTENT);
                }
                return Ok(change);
            }
        }
    }

    fn classify(&self, path: &Path) -> Option<Change> {
        classify(path.strip_prefix(&self.root).unwrap_or(path))
    }
}

/// Returns what a changed file asks for, or nothing for files of editors and the like.
fn classify(path: &Path) -> Option<Change> {
    let name = path.file_name()?.to_str()?;
    if name.starts_with('.') || name.ends_with('~') {
        return None;
    }
    let text = path.to_str()?;
    if text.starts_with("content/courses") || text == "content/site.toml" {
        Some(Change::Content)
    } else {
        Some(Change::Code { client: text.starts_with("app/") && !text.starts_with("app/locales") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_asks_for_no_more_than_it_needs() {
        let asked = |path: &str| classify(Path::new(path));
        assert_eq!(asked("content/courses/gpu-memory/course.toml"), Some(Change::Content));
        assert_eq!(asked("content/src/load.rs"), Some(Change::Code { client: false }));
        assert_eq!(asked("labs/src/report.rs"), Some(Change::Code { client: false }));
        assert_eq!(asked("app/style/base.css"), Some(Change::Code { client: true }));
        assert_eq!(asked("app/locales/vi/main.ftl"), Some(Change::Code { client: false }));
        assert_eq!(asked("server/src/.main.rs.swp"), None);
    }

    #[test]
    fn changes_together_ask_for_the_heaviest() {
        let server = Some(Change::Code { client: false });
        let client = Some(Change::Code { client: true });
        assert!(None < Some(Change::Content) && Some(Change::Content) < server && server < client);
    }
}
