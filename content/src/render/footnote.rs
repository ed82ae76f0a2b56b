//! Footnotes: each stands behind the block that first refers to it, so that a style sheet can move it into the margin.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::finding::Code;

use super::escape;
use super::writer::{Events, Mode, Writer};

/// The notes of a lesson.
#[derive(Debug, Default)]
pub(super) struct Footnotes<'a> {
    /// The events inside of each definition, by name.
    definitions: BTreeMap<String, (Events<'a>, Range<usize>)>,
    /// Number of each note, given when it is first referred to.
    numbers: BTreeMap<String, usize>,
    references: BTreeMap<String, usize>,
    /// Referred to in the current block for the first time.
    waiting: Vec<String>,
    written: BTreeSet<String>,
    /// Where the links back of each note go, and its number.
    backs: Vec<(usize, usize)>,
}

impl<'a> Writer<'a> {
    /// Takes the definitions out of the text.
    pub(super) fn take_notes(&mut self, events: Events<'a>) -> Events<'a> {
        let mut rest = Events::new();
        let mut note: Option<(String, Events<'a>, Range<usize>)> = None;
        for (event, range) in events {
            match (&event, &mut note) {
                (Event::Start(Tag::FootnoteDefinition(name)), None) => {
                    note = Some((name.to_string(), Events::new(), range));
                }
                (Event::End(TagEnd::FootnoteDefinition), Some(_)) => {
                    if let Some((name, inner, range)) = note.take() {
                        self.define(name, inner, range);
                    }
                }
                (_, Some((_, inner, _))) => inner.push((event, range)),
                (_, None) => rest.push((event, range)),
            }
        }
        rest
    }

    fn define(&mut self, name: String, inner: Events<'a>, range: Range<usize>) {
        if self.mode == Mode::Inline {
            self.not_inline("a footnote", &range);
            return;
        }
        match self.notes.definitions.entry(name) {
            Entry::Vacant(place) => {
                place.insert((inner, range));
            }
            Entry::Occupied(place) => {
                let message = format!("the footnote `{}` is defined twice", place.key());
                let help = "give one of the two another name, and refer to it by that";
                self.finding(Code::Footnote, &range, message, help);
            }
        }
    }

    pub(super) fn note_reference(&mut self, name: &str, range: &Range<usize>) {
        if self.in_note {
            self.finding(Code::Footnote, range, "a footnote refers to a footnote", "say it in the text or in one note");
            return;
        }
        if !self.notes.definitions.contains_key(name) {
            if self.mode == Mode::Inline {
                self.not_inline("a footnote", range);
            } else {
                self.missing_note(name, range);
            }
            return;
        }
        let next = self.notes.numbers.len() + 1;
        let number = *self.notes.numbers.entry(name.to_owned()).or_insert(next);
        if number == next {
            self.notes.waiting.push(name.to_owned());
        }
        let count = self.notes.references.entry(name.to_owned()).or_default();
        *count += 1;
        let id = reference_id(number, *count);
        let label = format!("{} {number}", self.words.footnote);
        self.push_generated(format!(
            "<sup class=\"footnote-reference\"><a id=\"{id}\" href=\"#fn-{number}\" role=\"doc-noteref\" aria-label=\"{label}\">{number}</a></sup>"
        ));
    }

    fn missing_note(&mut self, name: &str, range: &Range<usize>) {
        self.finding(
            Code::Footnote,
            range,
            format!("the footnote `{name}` is not defined"),
            format!("add a line `[^{name}]: …` after a blank line"),
        );
    }

    /// The parser leaves a reference without definition as text.
    pub(super) fn report_lost_note(&mut self, text: &str, range: &Range<usize>) {
        let Some(at) = text.find("[^") else { return };
        let Some((name, _)) = text[at + 2..].split_once(']') else { return };
        if self.mode == Mode::Inline {
            self.not_inline("a footnote", range);
        } else {
            let start = range.start + at;
            self.missing_note(name, &(start..start + name.len() + 3));
        }
    }

    /// Writes the notes that the block just written referred to.
    pub(super) fn flush_notes(&mut self) {
        for name in std::mem::take(&mut self.notes.waiting) {
            let Some((events, _)) = self.notes.definitions.get(&name).cloned() else { continue };
            let Some(number) = self.notes.numbers.get(&name).copied() else { continue };
            self.in_note = true;
            self.buffers.push(String::new());
            self.events(&events);
            let inner = self.buffers.pop().unwrap_or_default();
            self.in_note = false;
            self.write_note(number, &inner);
            self.notes.written.insert(name);
        }
    }

    fn write_note(&mut self, number: usize, inner: &str) {
        let label = format!("{} {number}", self.words.footnote);
        self.push_generated(format!(
            "<aside class=\"footnote-definition\" id=\"fn-{number}\" role=\"doc-footnote\" aria-label=\"{label}\">\n"
        ));
        // Number and way back stand inside of the first and the last paragraph, if there are any.
        let inner = inner.trim();
        let (before, inner) = inner.strip_prefix("<p>").map_or(("", inner), |rest| ("<p>", rest));
        let (inner, after) = inner.strip_suffix("</p>").map_or((inner, ""), |rest| (rest, "</p>"));
        self.push(before);
        self.push_generated(format!("<span class=\"footnote-label\" aria-hidden=\"true\">{number}</span> "));
        self.push(inner);
        // How often the text refers to the note is known at its end.
        let back = self.push_generated(String::new());
        self.notes.backs.push((back, number));
        self.push(after);
        self.push_generated("\n</aside>\n".to_owned());
    }

    /// Writes the links from each note to every place that refers to it.
    pub(super) fn link_notes_back(&mut self) {
        for (back, number) in std::mem::take(&mut self.notes.backs) {
            let name = self.notes.numbers.iter().find(|(_, own)| **own == number).map(|(name, _)| name);
            let count = name.and_then(|name| self.notes.references.get(name)).copied().unwrap_or(1);
            self.generated[back] = (1..=count).map(|nth| self.back_link(number, nth, count)).collect();
        }
    }

    fn back_link(&self, number: usize, nth: usize, count: usize) -> String {
        let which = if count > 1 { format!(" ({nth})") } else { String::new() };
        let label = escape::text(&format!("{}{which}", self.words.back_to_text));
        let id = reference_id(number, nth);
        format!(
            " <a class=\"footnote-back\" href=\"#{id}\" role=\"doc-backlink\" aria-label=\"{label}\"><span aria-hidden=\"true\">↩</span></a>"
        )
    }

    pub(super) fn report_unused_notes(&mut self) {
        let unused: Vec<_> = self
            .notes
            .definitions
            .iter()
            .filter(|(name, _)| !self.notes.written.contains(*name))
            .map(|(name, (_, range))| (name.clone(), range.clone()))
            .collect();
        for (name, range) in unused {
            let first_line = self.source.value[range.clone()].find('\n').map_or(range.end, |at| range.start + at);
            self.finding(
                Code::UnusedFootnote,
                &(range.start..first_line),
                format!("nothing refers to the footnote `{name}`"),
                format!("write [^{name}] where it belongs, or remove it"),
            );
        }
    }
}

fn reference_id(number: usize, count: usize) -> String {
    if count == 1 { format!("fnref-{number}") } else { format!("fnref-{number}-{count}") }
}
