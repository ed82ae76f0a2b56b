//! Walks over the events of the Markdown parser and writes HTML.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, TextMergeWithOffset};

use crate::finding::{Code, Findings};
use crate::lesson::Block;
use crate::source::Span;
use crate::text::RichText;
use crate::toml_table::Str;

use super::facts::{Facts, Piece, PieceKind};
use super::footnote::Footnotes;
use super::heading::OpenHeading;
use super::html::OpenTag;
use super::link::OpenImage;
use super::table::OpenTable;
use super::words::Words;
use super::{Inline, Prose, Scope, escape, sanitize};

/// Deepest nesting of lists, quotes and emphasis. Nobody reads deeper ones, and every level costs stack in some parser.
pub(super) const MAX_DEPTH: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// A single paragraph, without its `<p>`.
    Inline,
    /// A whole lesson.
    Blocks,
}

pub(super) type Events<'a> = Vec<(Event<'a>, Range<usize>)>;

#[derive(Debug)]
pub(super) struct Writer<'a> {
    pub(super) mode: Mode,
    pub(super) source: &'a Str,
    pub(super) scope: Scope<'a>,
    pub(super) findings: &'a mut Findings,
    pub(super) words: &'static Words,
    /// What is being written; headings, tables and footnotes write into a buffer of their own and are put in when whole.
    pub(super) buffers: Vec<String>,
    /// Generated markup that replaces the marks after sanitising.
    pub(super) generated: Vec<String>,
    /// The current block holds authored HTML.
    pub(super) authored_html: bool,
    pub(super) prose: Prose,
    parts: Vec<Part>,
    pub(super) facts: Facts,
    pub(super) open_tags: Vec<OpenTag>,
    /// For each open Markdown element: how many authored tags were open when it began.
    marks: Vec<usize>,
    pub(super) section: usize,
    /// Block elements around the current place.
    pub(super) depth: usize,
    paragraphs: usize,
    pub(super) emphasis: usize,
    pub(super) strong: Option<OpenStrong>,
    /// Nothing was written yet in the current paragraph or item.
    pub(super) at_start: bool,
    pub(super) code: Option<(CodeBlockKind<'a>, String, Range<usize>)>,
    pub(super) raw_html: Option<(String, Range<usize>)>,
    pub(super) image: Option<OpenImage>,
    pub(super) table: Option<OpenTable>,
    pub(super) heading: Option<OpenHeading>,
    pub(super) notes: Footnotes<'a>,
    pub(super) in_note: bool,
    pub(super) tables: usize,
    pub(super) codes: usize,
    pub(super) told: Told,
}

/// What was said once and is not said again for the same text.
#[derive(Debug, Default)]
pub(super) struct Told {
    not_inline: bool,
    /// Authored tags are nested too deeply; nothing more is said about them.
    pub(super) tangled: bool,
}

/// A part of a lesson whose marks are not replaced yet: what they stand for may still change.
#[derive(Debug)]
enum Part {
    Written { html: String, authored: bool },
    Placed(Block),
}

#[derive(Debug)]
pub(super) struct OpenStrong {
    pub(super) first_piece: usize,
    pub(super) start: usize,
    pub(super) opens: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(mode: Mode, source: &'a Str, scope: Scope<'a>, findings: &'a mut Findings) -> Self {
        Self {
            mode,
            source,
            scope,
            findings,
            words: Words::of(scope.lang),
            buffers: vec![String::new()],
            generated: Vec::new(),
            authored_html: false,
            prose: Prose::default(),
            parts: Vec::new(),
            facts: Facts::default(),
            open_tags: Vec::new(),
            marks: Vec::new(),
            section: 0,
            depth: 0,
            paragraphs: 0,
            emphasis: 0,
            strong: None,
            at_start: true,
            code: None,
            raw_html: None,
            image: None,
            table: None,
            heading: None,
            notes: Footnotes::default(),
            in_note: false,
            tables: 0,
            codes: 0,
            told: Told::default(),
        }
    }

    /// Writes the whole text. Returns false when it is too deeply nested.
    pub(super) fn run(&mut self) -> bool {
        let source = self.source;
        let mut options = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_MATH | Options::ENABLE_FOOTNOTES;
        if self.mode == Mode::Blocks {
            options |= Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
        }
        let parser = Parser::new_ext(&source.value, options).into_offset_iter();
        let events: Events<'a> = TextMergeWithOffset::new(parser).collect();
        if !self.shallow(&events) {
            return false;
        }
        let events = self.take_notes(events);
        let mut rest = &events[..];
        while !rest.is_empty() {
            let count = top_level_len(rest);
            let (block, after) = rest.split_at(count);
            if !self.directive(block) {
                self.events(block);
                self.flush_notes();
            }
            rest = after;
        }
        self.close_tags(0);
        self.report_unused_notes();
        true
    }

    fn shallow(&mut self, events: &Events<'_>) -> bool {
        let mut depth = 0_usize;
        for (event, range) in events {
            match event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_DEPTH {
                let message = format!("the text is nested more than {MAX_DEPTH} levels deep");
                self.finding(
                    Code::Nesting,
                    range,
                    message,
                    "write it flatter: end lists and quotes before new ones begin",
                );
                return false;
            }
        }
        true
    }

    pub(super) fn events(&mut self, events: &[(Event<'a>, Range<usize>)]) {
        for (event, range) in events {
            self.event(event.clone(), range.clone());
        }
    }

    fn event(&mut self, event: Event<'a>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(text) => self.text(&text, range),
            Event::Code(code) => self.inline_code(&code, &range),
            Event::InlineMath(tex) => self.math(&tex, &range, false),
            Event::DisplayMath(tex) => self.math(&tex, &range, true),
            Event::Html(html) => match &mut self.raw_html {
                Some((text, whole)) => {
                    text.push_str(&html);
                    whole.end = range.end;
                }
                None => self.authored(&html, range.start),
            },
            Event::InlineHtml(html) => self.authored(&html, range.start),
            Event::FootnoteReference(name) => self.note_reference(&name, &range),
            Event::SoftBreak => self.break_line("\n", &range),
            Event::HardBreak => self.break_line("<br>\n", &range),
            Event::Rule => self.block_only("a rule", &range, |writer| writer.push("<hr>\n")),
            // Task lists are not turned on.
            Event::TaskListMarker(_) => {}
        }
    }

    fn break_line(&mut self, html: &str, range: &Range<usize>) {
        self.piece(PieceKind::Prose, " ", range);
        if self.image.is_none() {
            self.push(html);
        }
    }

    fn start(&mut self, tag: Tag<'a>, range: Range<usize>) {
        self.marks.push(self.open_tags.len());
        if !matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }) {
            self.depth += 1;
            self.at_start = true;
        }
        match tag {
            Tag::Paragraph => self.start_paragraph(&range),
            Tag::Heading { level, id, .. } => self.start_heading(level, id, range),
            Tag::BlockQuote(_) => self.block_only("a quote", &range, |writer| writer.push("<blockquote>\n")),
            Tag::CodeBlock(kind) => self.code = Some((kind, String::new(), range)),
            Tag::HtmlBlock => self.raw_html = Some((String::new(), range)),
            Tag::List(first) => self.block_only("a list", &range, |writer| match first {
                None => writer.push("<ul>\n"),
                Some(1) => writer.push("<ol>\n"),
                Some(number) => writer.push(&format!("<ol start=\"{number}\">\n")),
            }),
            Tag::Item => self.block_only("a list", &range, |writer| writer.push("<li>")),
            Tag::Table(alignments) => self.start_table(alignments),
            Tag::TableHead => self.start_row(true),
            Tag::TableRow => self.start_row(false),
            Tag::TableCell => self.start_cell(),
            Tag::Emphasis => {
                self.emphasis += 1;
                self.push("<em>");
            }
            Tag::Strong => self.start_strong(&range),
            Tag::Strikethrough => self.push("<del>"),
            Tag::Link { dest_url, title, .. } => self.start_link(&dest_url, &title, &range),
            Tag::Image { dest_url, title, .. } => self.start_image(&dest_url, &title, &range),
            // Footnotes were taken out before; the rest is not turned on.
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        if let Some(mark) = self.marks.pop() {
            let block = matches!(tag, TagEnd::HtmlBlock);
            if !block {
                self.close_tags(mark);
            }
        }
        match tag {
            TagEnd::Paragraph => self.end_paragraph(),
            TagEnd::Heading(level) => self.end_heading(level),
            TagEnd::BlockQuote(_) => self.block_end("</blockquote>\n"),
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::HtmlBlock => self.end_html(),
            TagEnd::List(ordered) => self.block_end(if ordered { "</ol>\n" } else { "</ul>\n" }),
            TagEnd::Item => self.block_end("</li>\n"),
            TagEnd::Table => self.end_table(&range),
            TagEnd::TableHead | TagEnd::TableRow => self.end_row(),
            TagEnd::TableCell => self.end_cell(),
            TagEnd::Emphasis => {
                self.emphasis = self.emphasis.saturating_sub(1);
                self.push("</em>");
            }
            TagEnd::Strong => self.end_strong(range.end),
            TagEnd::Strikethrough => self.push("</del>"),
            TagEnd::Link => self.push("</a>"),
            TagEnd::Image => self.end_image(),
            _ => {}
        }
        if !matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image) {
            self.depth = self.depth.saturating_sub(1);
            self.piece(PieceKind::Break, "", &(range.end..range.end));
        }
    }

    fn start_paragraph(&mut self, range: &Range<usize>) {
        self.paragraphs += 1;
        match self.mode {
            Mode::Blocks => self.push("<p>"),
            Mode::Inline if self.paragraphs > 1 => self.not_inline("a second paragraph", range),
            Mode::Inline => {}
        }
    }

    fn end_paragraph(&mut self) {
        if self.mode == Mode::Blocks {
            self.push("</p>\n");
        }
    }

    /// Writes what only a lesson may hold; in a short text it is a finding.
    fn block_only(&mut self, what: &str, range: &Range<usize>, write: impl FnOnce(&mut Self)) {
        match self.mode {
            Mode::Blocks => write(self),
            Mode::Inline => self.not_inline(what, range),
        }
    }

    fn block_end(&mut self, html: &str) {
        if self.mode == Mode::Blocks {
            self.push(html);
        }
    }

    pub(super) fn not_inline(&mut self, what: &str, range: &Range<usize>) {
        if !std::mem::replace(&mut self.told.not_inline, true) {
            self.finding(
                Code::NotInline,
                range,
                format!("this short text holds {what}"),
                "write one paragraph of inline Markdown; a character that only looks like markup is written with a backslash before it",
            );
        }
    }

    fn text(&mut self, text: &str, range: Range<usize>) {
        if let Some((_, code, whole)) = &mut self.code {
            if code.is_empty() {
                whole.start = range.start;
            }
            code.push_str(text);
            return;
        }
        self.report_lost_note(text, &range);
        self.piece(PieceKind::Prose, text, &range);
        if self.image.is_none() {
            let buffer = self.buffers.last_mut().expect("the outermost buffer is never taken");
            escape::push_text(buffer, text);
        }
    }

    /// Notes a piece of text for the content check.
    pub(super) fn piece(&mut self, kind: PieceKind, text: &str, range: &Range<usize>) {
        let section = if self.in_note { Piece::NOTES } else { self.section };
        let span = self.span(range);
        if let Some(image) = &mut self.image {
            image.alt.push_str(text);
        }
        if kind != PieceKind::Break {
            self.at_start = false;
        }
        self.facts.pieces.push(Piece { kind, text: text.to_owned(), span, emphasised: self.emphasis > 0, section });
    }

    pub(super) fn push(&mut self, html: &str) {
        self.buffers.last_mut().expect("the outermost buffer is never taken").push_str(html);
    }

    /// Puts in markup that was made here and that the sanitiser shall not see. Returns its place in `generated`.
    pub(super) fn push_generated(&mut self, html: String) -> usize {
        let index = self.generated.len();
        self.generated.push(html);
        self.push(&format!("{}{index}{}", escape::MARK_OPEN, escape::MARK_CLOSE));
        index
    }

    pub(super) fn span(&self, range: &Range<usize>) -> Span {
        self.source.at(range)
    }

    pub(super) fn finding(
        &mut self,
        code: Code,
        range: &Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let span = self.span(range);
        self.findings.add(code, span, message, help);
    }

    /// Ends the current HTML block of a lesson and puts a question or tool behind it.
    pub(super) fn place_block(&mut self, block: Block) {
        self.flush();
        self.parts.push(Part::Placed(block));
    }

    fn flush(&mut self) {
        self.close_tags(0);
        let html = std::mem::take(self.buffers.last_mut().expect("the outermost buffer is never taken"));
        let authored = std::mem::take(&mut self.authored_html);
        if !html.trim().is_empty() {
            self.parts.push(Part::Written { html, authored });
        }
    }

    fn finish(&self, html: &str, authored: bool) -> String {
        let clean = if authored { sanitize::clean(html) } else { html.to_owned() };
        sanitize::replace_marks(&clean, &self.generated)
    }

    pub(super) fn into_inline(mut self) -> Inline {
        let html = std::mem::take(&mut self.buffers[0]);
        let html = self.finish(html.trim(), self.authored_html);
        let rich = RichText { html, plain: self.facts.plain() };
        Inline { rich, facts: self.facts }
    }

    pub(super) fn into_prose(mut self) -> Prose {
        self.flush();
        self.link_notes_back();
        let parts = std::mem::take(&mut self.parts);
        let blocks = parts.into_iter().map(|part| match part {
            Part::Written { html, authored } => Block::Html(self.finish(&html, authored)),
            Part::Placed(block) => block,
        });
        let blocks = blocks.collect();
        Prose { facts: self.facts, blocks, ..self.prose }
    }
}

/// Returns how many events the first top-level element takes.
fn top_level_len(events: &[(Event<'_>, Range<usize>)]) -> usize {
    let mut depth = 0_usize;
    for (index, (event, _)) in events.iter().enumerate() {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    events.len()
}
