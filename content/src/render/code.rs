//! Code: spans in a sentence and fenced blocks.

use std::ops::Range;

use pulldown_cmark::CodeBlockKind;

use crate::finding::Code;
use crate::toml_table::did_you_mean;

use super::escape;
use super::facts::{Fence, PieceKind};
use super::highlight::{self, LANGUAGES};
use super::strip;
use super::writer::{Mode, Writer};

/// A fence in this language is a picture of memory.
const STRIP: &str = "strip";

impl Writer<'_> {
    pub(super) fn inline_code(&mut self, code: &str, range: &Range<usize>) {
        self.piece(PieceKind::Code, code, range);
        if self.image.is_none() {
            self.push(&format!("<code translate=\"no\">{}</code>", escape::text(code)));
        }
    }

    pub(super) fn end_code(&mut self) {
        let Some((kind, code, range)) = self.code.take() else { return };
        if self.mode == Mode::Inline {
            self.not_inline("a block of code", &range);
            return;
        }
        let language = match &kind {
            CodeBlockKind::Fenced(info) => info.split_whitespace().next().unwrap_or_default().to_owned(),
            CodeBlockKind::Indented => String::new(),
        };
        if language == STRIP {
            strip::write(self, &code, &range);
            return;
        }
        let Some((_, name)) = LANGUAGES.iter().find(|(known, _)| *known == language) else {
            self.unknown_language(&language, &range);
            return;
        };
        self.codes += 1;
        let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
        let label = format!("{} {}{name}", self.words.code, self.codes);
        let html = highlight::to_html(&language, &code);
        self.push_generated(format!(
            "<pre class=\"code\" role=\"region\" tabindex=\"0\" aria-label=\"{}\"><code translate=\"no\">{html}</code></pre>\n",
            escape::text(&label)
        ));
        let span = self.span(&range);
        self.facts.fences.push(Fence { language, code, span });
    }

    fn unknown_language(&mut self, language: &str, range: &Range<usize>) {
        let names = || LANGUAGES.iter().map(|(name, _)| *name).chain([STRIP]);
        let message = if language.is_empty() {
            "this block of code names no language".to_owned()
        } else {
            format!("code cannot be shown in the language `{language}`")
        };
        let list = names().collect::<Vec<_>>().join(", ");
        let help = did_you_mean(language, names()).unwrap_or_else(|| {
            format!("begin the block with ``` and one of {list}; indented lines are code by accident")
        });
        let first_line = self.source.value[range.clone()].find('\n').map_or(range.end, |at| range.start + at);
        self.finding(Code::CodeLanguage, &(range.start..first_line), message, help);
    }
}
