//! A small content folder without any finding, to break in one place at a time.

use std::fs;
use std::path::{Path, PathBuf};

use content::course::{Catalog, Course};
use content::finding::{Code, Finding, Report};
use content::lab::Known;
use content::load::{Loaded, load};
use tempfile::TempDir;

/// The course of the folder, for paths.
pub(crate) const COURSE: &str = "courses/demo";

/// A copy of `tests/site` that a test may change.
#[derive(Debug)]
pub(crate) struct Site {
    dir: TempDir,
}

impl Site {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/site"), dir.path());
        Self { dir }
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Returns the path of a file of the course.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.dir.path().join(COURSE).join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).expect("a file of the fixture")
    }

    /// Writes a file of the course.
    pub(crate) fn write(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        fs::write(self.file(name), text).expect("a writable file");
        self
    }

    /// Replaces the first place of a text in a file of the course.
    pub(crate) fn replace(self, name: &str, from: &str, to: &str) -> Self {
        let text = self.read(name);
        assert!(text.contains(from), "{name} has no {from:?}");
        self.write(name, text.replacen(from, to, 1))
    }

    /// Adds text to the end of a file of the course.
    pub(crate) fn append(self, name: &str, more: &str) -> Self {
        let text = self.read(name);
        self.write(name, text + more)
    }

    pub(crate) fn remove(self, name: &str) -> Self {
        fs::remove_file(self.file(name)).expect("a file of the fixture");
        self
    }

    pub(crate) fn load(&self) -> Loaded {
        self.load_knowing(&Known::default())
    }

    pub(crate) fn load_knowing(&self, known: &Known) -> Loaded {
        load(self.path(), known)
    }

    pub(crate) fn report(&self) -> Report {
        self.load().report
    }

    /// Returns the codes of all findings, each once.
    pub(crate) fn codes(&self) -> Vec<Code> {
        let mut codes: Vec<_> = self.report().findings().map(|finding| finding.code).collect();
        codes.sort();
        codes.dedup();
        codes
    }

    /// Returns the only finding of a code.
    pub(crate) fn finding(&self, code: Code) -> Finding {
        let report = self.report();
        let found: Vec<_> = report.findings().filter(|finding| finding.code == code).cloned().collect();
        assert_eq!(found.len(), 1, "{code}: {}", report.render_text(false));
        found.into_iter().next().expect("just counted")
    }

    pub(crate) fn catalog(&self) -> Catalog {
        let loaded = self.load();
        loaded.catalog.unwrap_or_else(|| panic!("{}", loaded.report.render_text(false)))
    }

    pub(crate) fn course(&self) -> Course {
        self.catalog().courses.remove(0)
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a new folder");
    for entry in fs::read_dir(from).expect("the fixture") {
        let entry = entry.expect("an entry of the fixture");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copied file");
        }
    }
}

#[test]
fn the_fixture_itself_is_in_order() {
    let report = Site::new().report();
    assert!(report.is_clean(), "{}", report.render_text(false));
    assert_eq!(report.summary(), "content is in order: no errors, no warnings");
}
