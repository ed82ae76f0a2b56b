//! Reading a content folder without leaving it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::finding::{Code, Findings};

use super::{FileId, Sources, Span};

/// Largest text file that is read, in bytes. The longest lesson that people read in one sitting has a tenth of this.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// A content folder. Every path is relative to it and stays inside it, symbolic links resolved.
#[derive(Debug)]
pub(crate) struct Folder {
    root: PathBuf,
}

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    File,
    Folder,
    Missing,
}

impl Folder {
    /// Opens a folder; fails when it is not there or not a folder.
    pub(crate) fn open(root: &Path) -> io::Result<Self> {
        let root = root.canonicalize()?;
        if root.is_dir() { Ok(Self { root }) } else { Err(io::Error::from(io::ErrorKind::NotADirectory)) }
    }

    /// Returns where a path of the folder lies on disk, or an error when it leads out of the folder.
    pub(crate) fn resolve(&self, path: &str) -> io::Result<PathBuf> {
        let real = self.root.join(path).canonicalize()?;
        if real.starts_with(&self.root) {
            Ok(real)
        } else {
            Err(io::Error::new(io::ErrorKind::PermissionDenied, "it leads out of the content folder"))
        }
    }

    pub(crate) fn entry(&self, path: &str) -> io::Result<Entry> {
        match self.resolve(path) {
            Ok(real) if real.is_dir() => Ok(Entry::Folder),
            Ok(real) if real.is_file() => Ok(Entry::File),
            Ok(_) => Err(io::Error::other("it is neither a file nor a folder")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Entry::Missing),
            Err(error) => Err(error),
        }
    }

    /// Lists the names in a folder in alphabetical order, hidden ones left out. A name that is not Unicode is shown with
    /// replacement characters, and so leads to a finding about an unknown file.
    pub(crate) fn names(&self, path: &str) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(self.resolve(path)?)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if !name.starts_with('.') {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// Reads a text file. A file that cannot be read gives a finding and `None`.
    pub(crate) fn read(&self, path: &str, sources: &mut Sources, findings: &mut Findings) -> Option<FileId> {
        match self.read_bytes(path) {
            Ok(bytes) => decode(path, &bytes, sources, findings),
            Err(error) => {
                let file = sources.add(path, "");
                report(path, &error, Span::file_start(file), findings);
                None
            }
        }
    }

    fn read_bytes(&self, path: &str) -> io::Result<Vec<u8>> {
        let real = self.resolve(path)?;
        let facts = real.metadata()?;
        // A pipe or a device would block or never end.
        if !facts.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        if facts.len() > MAX_FILE_BYTES {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        fs::read(real)
    }
}

fn report(path: &str, error: &io::Error, at: Span, findings: &mut Findings) {
    match error.kind() {
        io::ErrorKind::NotFound => {
            findings.add(
                Code::MissingFile,
                at,
                format!("`{path}` is missing"),
                "create the file, see docs/authoring.md for its format",
            );
        }
        io::ErrorKind::FileTooLarge => {
            findings.add(
                Code::FileTooLarge,
                at,
                format!("`{path}` is larger than {} KiB", MAX_FILE_BYTES / 1024),
                "split the text into several lessons, or check that this is the right file",
            );
        }
        _ => {
            findings.add(
                Code::UnreadableFile,
                at,
                format!("`{path}` cannot be read: {error}"),
                "make it a regular file inside the content folder that the program may read",
            );
        }
    }
}

fn decode(path: &str, bytes: &[u8], sources: &mut Sources, findings: &mut Findings) -> Option<FileId> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            // The part before the broken byte is shown, so that the place can be found.
            let good = error.valid_up_to();
            let shown = normalise(&String::from_utf8_lossy(&bytes[..bytes.len().min(good + 200)]));
            let at = normalise(&String::from_utf8_lossy(&bytes[..good])).len();
            let file = sources.add(path, shown);
            findings.add(
                Code::NotUtf8,
                Span::new(file, at..at + '\u{fffd}'.len_utf8()),
                format!("byte {:#04x} at offset {good} is not UTF-8", bytes.get(good).copied().unwrap_or_default()),
                "save the file as UTF-8",
            );
            return None;
        }
    };
    let text = normalise(text);
    let conflicts: Vec<_> = conflicts(&text).collect();
    let file = sources.add(path, text);
    for range in conflicts {
        let help = "choose between the two versions, and remove the marks";
        findings.add(Code::MergeConflict, Span::new(file, range), "Git left the mark of a conflict here", help);
    }
    Some(file)
}

/// Returns the places of lines with which Git marks what it could not merge. The line of equals signs between them is a heading
/// in Markdown, so it counts for nothing.
fn conflicts(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        let range = start..start + line.trim_end().len();
        start += line.len();
        (range, line)
    });
    lines.filter(|(_, line)| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ")).map(|(range, _)| range)
}

/// Drops a byte order mark, turns every line end into LF and composes characters (NFC).
fn normalise(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() };
    if is_nfc_quick(text.chars()) == IsNormalized::Yes { text } else { text.nfc().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_of_the_same_text_read_the_same() {
        let plain = normalise("bộ nhớ\nđệm\n");
        assert_eq!(normalise("\u{feff}bộ nhớ\r\nđệm\r\n"), plain);
        assert_eq!(normalise(&"bộ nhớ\rđệm\r".nfd().collect::<String>()), plain);
    }
}
