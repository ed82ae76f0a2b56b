//! From authored Markdown to sanitised HTML, with the facts about the text that the content check needs.
//!
//! Safety does not rest on one step. Text is escaped by the writer; authored tags are parsed and written anew from a short
//! list of allowed ones; what holds authored tags then passes the sanitiser; and markup that this crate makes itself
//! (figures, code, formulas, footnotes) is put in after that, in place of marks that no text can contain.

mod code;
mod directive;
mod escape;
mod facts;
mod footnote;
mod heading;
mod highlight;
mod html;
mod link;
mod math;
mod sanitize;
mod strip;
mod table;
mod tag;
mod words;
mod writer;

use crate::finding::{Code, Findings};
use crate::id::{LabId, QuestionId};
use crate::lang::Lang;
use crate::lesson::{Block, Heading};
use crate::source::{Span, Spanned};
use crate::text::RichText;
use crate::toml_table::Str;

pub(crate) use facts::{Facts, Fence, LinkUse, Piece, PieceKind, Strong, Target};
pub(crate) use heading::slug;
pub(crate) use strip::Strip;

use writer::{Mode, Writer};

/// Where a text stands; relative links and generated words depend on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) lang: Lang,
    pub(crate) course: &'a str,
    /// The lesson whose page the text is on, when it is on one.
    pub(crate) lesson: Option<&'a str>,
}

/// A short text, rendered.
#[derive(Debug, Clone)]
pub(crate) struct Inline {
    pub(crate) rich: RichText,
    pub(crate) facts: Facts,
}

/// A lesson in one language, rendered.
#[derive(Debug, Clone, Default)]
pub(crate) struct Prose {
    pub(crate) blocks: Vec<Block>,
    pub(crate) headings: Vec<Spanned<Heading>>,
    pub(crate) questions: Vec<Placement<QuestionId>>,
    pub(crate) labs: Vec<Placement<LabId>>,
    pub(crate) strips: Vec<(Strip, Span)>,
    /// File names of pictures.
    pub(crate) images: Vec<(String, Span)>,
    pub(crate) facts: Facts,
}

/// A question or a lab that a lesson places.
#[derive(Debug, Clone)]
pub(crate) struct Placement<Id> {
    pub(crate) id: Id,
    pub(crate) span: Span,
    /// Number of headings before it.
    pub(crate) section: usize,
}

/// Renders a short text. Anything but a single paragraph of inline Markdown is a finding.
pub(crate) fn inline(source: &Str, scope: Scope<'_>, findings: &mut Findings) -> Inline {
    report_control_characters(source, findings);
    let mut writer = Writer::new(Mode::Inline, source, scope, findings);
    writer.run();
    writer.into_inline()
}

/// Renders the text of a lesson. `None`, after a finding, for a text that is too deeply nested to be walked.
pub(crate) fn lesson(source: &Str, scope: Scope<'_>, findings: &mut Findings) -> Option<Prose> {
    report_control_characters(source, findings);
    let mut writer = Writer::new(Mode::Blocks, source, scope, findings);
    writer.run().then(|| writer.into_prose())
}

/// Returns a block of Python code as HTML.
pub(crate) fn python(code: &str) -> String {
    highlight::to_html("python", code)
}

/// Reports invisible characters that change how text compares, sorts or is read aloud.
pub(crate) fn report_control_characters(source: &Str, findings: &mut Findings) {
    let bad = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}')
            || matches!(c, '\u{feff}' | '\u{fffd}' | '\u{e000}'..='\u{f8ff}')
    };
    if let Some((at, found)) = source.value.char_indices().find(|(_, c)| bad(*c)) {
        findings.add(
            Code::ControlCharacter,
            source.at(&(at..at + found.len_utf8())),
            format!("the text holds the invisible or reserved character U+{:04X}", u32::from(found)),
            "remove it; it often comes along when text is copied from a PDF or a web page",
        );
    }
}
