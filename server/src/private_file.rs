//! Files that nobody but their owner may read.

use std::io;
use std::path::Path;

use tokio::fs::OpenOptions;

/// Makes an empty file that only its owner may read, unless there is one.
pub(crate) async fn make_empty(path: &Path) -> io::Result<()> {
    let mut new = OpenOptions::new();
    new.write(true).create_new(true);
    #[cfg(unix)]
    new.mode(0o600);
    match new.open(path).await {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made.map(drop),
    }
}
