//! What the content check wants to know of a text.

use crate::source::Span;

/// The parts of a text and what is done in it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Facts {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) links: Vec<LinkUse>,
    pub(crate) strongs: Vec<Strong>,
    pub(crate) fences: Vec<Fence>,
}

/// A run of text of one kind.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub(crate) kind: PieceKind,
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Inside `*…*` or `**…**`.
    pub(crate) emphasised: bool,
    /// Number of headings before it; [`Piece::NOTES`] in a footnote.
    pub(crate) section: usize,
}

impl Piece {
    /// The section of all footnotes. They may be defined anywhere.
    pub(crate) const NOTES: usize = usize::MAX;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PieceKind {
    Prose,
    Code,
    Math,
    /// The end of a paragraph, cell or item: words before and after do not belong together.
    Break,
}

/// A link as written.
#[derive(Debug, Clone)]
pub(crate) struct LinkUse {
    pub(crate) target: Target,
    pub(crate) span: Span,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// A lesson of the same course.
    Lesson {
        lesson: String,
        anchor: Option<String>,
    },
    /// An anchor of the page that the text is on.
    Here {
        anchor: String,
    },
    Glossary,
    Term(String),
    /// The final quiz.
    Quiz,
    External,
}

/// Words in `**…**`.
#[derive(Debug, Clone)]
pub(crate) struct Strong {
    pub(crate) text: String,
    pub(crate) span: Span,
    /// In running text: not in a table, a heading or a footnote.
    pub(crate) running: bool,
    /// It opens its paragraph or list item, as a label does.
    pub(crate) opens: bool,
    pub(crate) has_code: bool,
}

/// A fenced block of code.
#[derive(Debug, Clone)]
pub(crate) struct Fence {
    pub(crate) language: String,
    pub(crate) code: String,
    pub(crate) span: Span,
}

impl Facts {
    /// Returns the words as they read, code and formulas included.
    pub(crate) fn plain(&self) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            match piece.kind {
                PieceKind::Break => out.push(' '),
                PieceKind::Math => out.push_str(&super::math::plain(&piece.text)),
                PieceKind::Prose | PieceKind::Code => out.push_str(&piece.text),
            }
        }
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the facts of a text without markup.
    pub(crate) fn of_words(text: &str, span: Span) -> Self {
        let piece = Piece { kind: PieceKind::Prose, text: text.to_owned(), span, emphasised: false, section: 0 };
        Self { pieces: vec![piece], ..Self::default() }
    }

    pub(crate) fn of_kind(&self, kind: PieceKind) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.kind == kind)
    }
}
