//! Authored text, ready for a page and for plain use.

/// A short authored text: inline Markdown rendered to sanitised HTML, and the same words without markup.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RichText {
    /// Sanitised HTML, inline elements only unless the field says otherwise.
    pub html: String,
    /// The words alone, for titles, live regions, metadata and comparison.
    pub plain: String,
}

/// A hash of everything that a learner is shown of a piece of content, in lower-case hexadecimal.
///
/// Statistics and certificates name the version they speak of; answers are not bound to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub String);
