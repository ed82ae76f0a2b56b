//! Lines that place a question, a lab or a tool.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use crate::finding::Code;
use crate::id::{LabId, QuestionId};
use crate::lesson::{Block, Tool};
use crate::toml_table::did_you_mean;

use super::Placement;
use super::writer::{Mode, Writer};

const TOOLS: &[(&str, Tool)] = &[("memory-calculator", Tool::MemoryCalculator)];

impl Writer<'_> {
    /// Takes a top-level block of directives, one a line. Returns false when it is none.
    pub(super) fn directive(&mut self, block: &[(Event<'_>, Range<usize>)]) -> bool {
        let Some((Event::Start(Tag::Paragraph), range)) = block.first() else { return false };
        let source = self.source;
        let text = &source.value[range.clone()];
        if self.mode == Mode::Inline || !text.lines().any(|line| line.starts_with("::")) {
            return false;
        }
        let lines = || text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        if !lines().all(|line| line.starts_with("::")) {
            self.finding(
                Code::Directive,
                &(range.start..range.start + text.trim_end().len()),
                "a line beginning with :: stands together with other text",
                "put a blank line before and after it",
            );
            return true;
        }
        let mut from = range.start;
        for line in lines() {
            let start = source.value[from..].find(line).map_or(from, |at| from + at);
            from = start + line.len();
            self.place(line, &(start..from));
        }
        true
    }

    fn place(&mut self, line: &str, range: &Range<usize>) {
        match line[2..].split_once(char::is_whitespace).map(|(name, value)| (name, value.trim())) {
            Some(("question", id)) => self.place_question(id, range),
            Some(("lab", id)) => self.place_lab(id, range),
            Some(("tool", name)) => self.place_tool(name, range),
            _ => self.finding(
                Code::Directive,
                range,
                format!("`{line}` is not something that a lesson can place"),
                "write `::question ID`, `::lab NAME` or `::tool NAME`",
            ),
        }
    }

    fn place_question(&mut self, id: &str, range: &Range<usize>) {
        match id.parse() {
            Ok(id) => {
                self.place_block(Block::Question(QuestionId::clone(&id)));
                let span = self.span(range);
                self.prose.questions.push(Placement { id, span, section: self.section });
            }
            Err(error) => self.finding(
                Code::BadId,
                range,
                format!("`{id}` is not an id: {error}"),
                "write the id of a question of this lesson",
            ),
        }
    }

    fn place_lab(&mut self, id: &str, range: &Range<usize>) {
        match id.parse() {
            Ok(id) => {
                self.place_block(Block::Lab(LabId::clone(&id)));
                let span = self.span(range);
                self.prose.labs.push(Placement { id, span, section: self.section });
            }
            Err(error) => {
                let help = "write the name of a file in labs/, without its ending";
                self.finding(Code::BadId, range, format!("`{id}` is not the name of a lab: {error}"), help);
            }
        }
    }

    fn place_tool(&mut self, name: &str, range: &Range<usize>) {
        if let Some((_, tool)) = TOOLS.iter().find(|(known, _)| *known == name) {
            self.place_block(Block::Tool(*tool));
        } else {
            let names = TOOLS.iter().map(|(name, _)| *name);
            let help = did_you_mean(name, names.clone())
                .unwrap_or_else(|| format!("there is {}", names.collect::<Vec<_>>().join(", ")));
            self.finding(Code::Directive, range, format!("there is no tool `{name}`"), help);
        }
    }
}
