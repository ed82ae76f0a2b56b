//! The snapshots that real allocators made.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Returns the folder of the snapshots.
pub(in crate::snapshot) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/snapshots")
}

/// Returns the bytes of a snapshot, unpacked.
pub(in crate::snapshot) fn read(name: &str) -> Vec<u8> {
    let path = folder().join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_some_and(|extension| extension == "gz") {
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut unpacked).expect("the fixture is gzip");
        return unpacked;
    }
    bytes
}

/// Returns name and bytes of every snapshot, in order of names.
pub(in crate::snapshot) fn all() -> &'static [(String, Vec<u8>)] {
    static ALL: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
        let mut names: Vec<String> = std::fs::read_dir(folder())
            .expect("the folder of fixtures is there")
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".pickle") || name.ends_with(".pickle.gz"))
            .collect();
        names.sort();
        assert!(names.len() >= 14, "fixtures are missing: {names:?}");
        names.into_iter().map(|name| (name.clone(), read(&name))).collect()
    });
    &ALL
}
