//! The content check: what no file format can say, from dead links to options that give themselves away.

mod structure;

use std::path::Path;

use crate::finding::Report;
use crate::load::{self, Draft};

/// Reads and checks a content folder, as `vramlab content check` does.
pub fn run(dir: &Path) -> Report {
    load::load(dir).report
}

/// Adds what every check finds.
pub(crate) fn all(draft: &mut Draft) {
    let Draft { courses, findings, .. } = draft;
    structure::check(courses, findings);
}
