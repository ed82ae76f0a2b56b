//! The folder of the keys: who may read it, and writing that leaves either the old file or the new one.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use super::store::KeyError;

const PRIVATE_FOLDER: u32 = 0o700;
const PRIVATE_FILE: u32 = 0o600;

/// Makes a folder, and its parents, for this user only. Refuses one that other users may enter.
pub(super) fn private_folder(path: &Path) -> Result<(), KeyError> {
    DirBuilder::new()
        .recursive(true)
        .mode(PRIVATE_FOLDER)
        .create(path)
        .map_err(|source| KeyError::io("make the folder", path, source))?;
    refuse_exposed(path, PRIVATE_FOLDER)
}

/// Refuses a file or folder whose mode gives group or others any right.
pub(super) fn refuse_exposed(path: &Path, wanted: u32) -> Result<(), KeyError> {
    let mode = fs::metadata(path).map_err(|source| KeyError::io("look at", path, source))?.mode() & 0o777;
    let others = mode & 0o077;
    if others == 0 { Ok(()) } else { Err(KeyError::Exposed { path: path.to_owned(), mode, wanted }) }
}

/// Reads a file that only this user may read.
pub(super) fn read_private(path: &Path) -> Result<Vec<u8>, KeyError> {
    let bytes = fs::read(path).map_err(|source| KeyError::io("read", path, source))?;
    refuse_exposed(path, PRIVATE_FILE)?;
    Ok(bytes)
}

/// Replaces a file as a whole: after a crash at any point, the old or the new contents are there. The caller holds the
/// [`FolderLock`], so one writer at a time uses the name with `.new`.
pub(super) fn write_private(path: &Path, contents: &[u8]) -> Result<(), KeyError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let fresh = PathBuf::from(name);
    let write = || -> io::Result<()> {
        match fs::remove_file(&fresh) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = OpenOptions::new().write(true).create_new(true).mode(PRIVATE_FILE).open(&fresh)?;
        file.write_all(contents)?;
        file.sync_all()?;
        fs::rename(&fresh, path)?;
        File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
    };
    write().map_err(|source| KeyError::io("write", path, source))
}

/// Keeps other processes from making or rotating keys in the same folder. The system releases it when the process ends,
/// however it ends.
#[derive(Debug)]
pub(super) struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Waits until no other process works on the folder.
    pub(super) fn acquire(folder: &Path) -> Result<Self, KeyError> {
        let path = folder.join("lock");
        let open = || -> io::Result<File> {
            let file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .mode(PRIVATE_FILE)
                .open(&path)?;
            file.lock()?;
            Ok(file)
        };
        open().map(|file| Self { _file: file }).map_err(|source| KeyError::io("lock", &path, source))
    }
}

/// Tells one state of a file or folder from another without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    inode: u64,
    size: u64,
    seconds: i64,
    nanoseconds: i64,
}

impl Stamp {
    /// Returns `None` where there is nothing to look at.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let meta = fs::metadata(path).ok()?;
        Some(Self { inode: meta.ino(), size: meta.size(), seconds: meta.mtime(), nanoseconds: meta.mtime_nsec() })
    }
}
