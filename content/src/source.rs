//! Source files in memory and places in them.

mod folder;

use std::ops::Range;
use std::sync::Arc;

pub use folder::MAX_FILE_BYTES;
pub(crate) use folder::{Entry, Folder};

/// A file of the content folder, by its place in [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FileId(u32);

/// A stretch of a source file, in bytes of its normalised text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Span {
    pub(crate) file: FileId,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    /// Makes a span from byte offsets. Files are far below 4 GiB, so the offsets fit.
    pub(crate) fn new(file: FileId, range: Range<usize>) -> Self {
        let offset = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Self { file, start: offset(range.start), end: offset(range.end.max(range.start)) }
    }

    /// Returns the very beginning of a file, for findings about the file as a whole.
    pub(crate) fn file_start(file: FileId) -> Self {
        Self { file, start: 0, end: 0 }
    }

    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A value with the place it was written at.
#[derive(Debug, Clone)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// A line and a column, both from 1. A column is a character as people count them: an accented letter is one, however
/// the file encodes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

/// A file of the content folder: its name and its text with line ends as LF, without byte order mark, in Unicode NFC.
///
/// Composing the characters at the door makes comparison, hashing and columns the same for every way to write `ế`.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// Path inside the content folder, with slashes.
    pub(crate) path: String,
    pub(crate) text: Arc<str>,
    line_starts: Vec<usize>,
}

impl SourceFile {
    fn new(path: String, text: String) -> Self {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { path, text: text.into(), line_starts }
    }

    /// Returns where a byte offset lies. Offsets behind the end, or inside a character, count as the next place before.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let line = self.line_starts.partition_point(|start| *start <= offset).max(1);
        let start = self.line_starts[line - 1];
        Position { line, column: self.text[start..offset].chars().count() + 1 }
    }

    /// Returns the byte range of the lines that a span touches, without the last line end.
    pub(crate) fn lines_around(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.position(range.start).line;
        let start = self.line_starts[first - 1];
        let end = self.text.floor_char_boundary(range.end.clamp(start, self.text.len()));
        let stop = self.text[end..].find('\n').map_or(self.text.len(), |at| end + at);
        start..stop
    }
}

/// All files read so far. Files that are missing or unreadable stand here too, with an empty text, so that a finding can
/// name them.
#[derive(Debug, Default)]
pub(crate) struct Sources(Vec<SourceFile>);

impl Sources {
    pub(crate) fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        let path = path.into();
        let id = FileId(u32::try_from(self.0.len()).unwrap_or(u32::MAX));
        self.0.push(SourceFile::new(path, text.into()));
        id
    }

    pub(crate) fn get(&self, file: FileId) -> &SourceFile {
        &self.0[file.0 as usize]
    }

    /// Returns the text of a file, shared so that it can be parsed while findings are being added.
    pub(crate) fn text(&self, file: FileId) -> Arc<str> {
        Arc::clone(&self.get(file).text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_accented_letters_once() {
        let file = SourceFile::new("a".into(), "một\nhai bộ\n".into());
        assert_eq!(file.position(0), Position { line: 1, column: 1 });
        assert_eq!(file.position("một".len()), Position { line: 1, column: 4 });
        assert_eq!(file.position("một\nhai bộ".len()), Position { line: 2, column: 7 });
        assert_eq!(file.position(10_000), Position { line: 3, column: 1 });
    }

    #[test]
    fn a_span_is_shown_with_its_whole_lines() {
        let file = SourceFile::new("a".into(), "one\ntwo\nthree".into());
        assert_eq!(&file.text[file.lines_around(&(5..6))], "two");
        assert_eq!(&file.text[file.lines_around(&(5..9))], "two\nthree");
        assert_eq!(&file.text[file.lines_around(&(99..100))], "three");
    }
}
