//! What holds for the source tree as a whole and no compiler checks.

mod islands;
mod layers;
mod manifests;
mod sources;

use std::path::PathBuf;
use std::process::Command;
use std::{fs, io};

use tests::paths;

/// A file under version control, or new and not ignored.
struct Source {
    /// Path from the root, with slashes.
    path: String,
    text: String,
}

/// Returns every text file of the tree whose path ends so.
fn sources(endings: &[&str]) -> Vec<Source> {
    let root = paths::root();
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(&root)
        .output()
        .expect("git lists the files of the checkout");
    assert!(listed.status.success(), "git cannot list the files: {}", String::from_utf8_lossy(&listed.stderr));
    let paths = String::from_utf8(listed.stdout).expect("paths are text");
    let wanted = paths.split_terminator('\0').filter(|path| endings.iter().any(|ending| path.ends_with(ending)));
    wanted.filter_map(|path| read(root.join(path)).map(|text| Source { path: path.to_owned(), text })).collect()
}

/// Reads a text file; nothing for pictures, and for a file that is deleted but still listed.
fn read(path: PathBuf) -> Option<String> {
    match fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::NotFound) => None,
        Err(error) => panic!("cannot read {}: {error}", path.display()),
    }
}

fn assert_none(findings: &[String], rule: &str) {
    assert!(findings.is_empty(), "{rule}:\n  {}", findings.join("\n  "));
}
