//! Highlighting: code to spans with classes, so that a style sheet chooses the colours.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxSet};
use syntect::util::LinesWithEndings;

use super::escape;

/// Languages of fenced blocks, each with the name that a reader hears. TOML is highlighted here; the rest by syntect.
pub(super) const LANGUAGES: &[(&str, &str)] = &[
    ("bash", "Bash"),
    ("cpp", "C++"),
    ("json", "JSON"),
    ("python", "Python"),
    ("rust", "Rust"),
    ("text", ""),
    ("toml", "TOML"),
];

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);

/// From scopes to classes. The innermost scope that is listed decides; an empty class stands for plain text.
static CLASSES: LazyLock<Vec<(Scope, &'static str)>> = LazyLock::new(|| {
    const LIST: &[(&str, &str)] = &[
        ("comment", "hl-comment"),
        ("string", "hl-string"),
        ("constant", "hl-constant"),
        ("keyword.operator", ""),
        ("keyword", "hl-keyword"),
        ("storage", "hl-storage"),
        ("entity.name", "hl-entity hl-name"),
        ("support", "hl-support"),
        ("variable.function", "hl-support"),
        ("variable", ""),
    ];
    LIST.iter().filter_map(|(scope, class)| Some((Scope::new(scope).ok()?, *class))).collect()
});

/// Returns the code as HTML: escaped text with spans.
pub(super) fn to_html(language: &str, code: &str) -> String {
    match language {
        "text" => escape::text(code),
        "toml" => toml(code),
        _ => remembered(language, code, || with_syntect(language, code).unwrap_or_else(|| escape::text(code))),
    }
}

/// Most blocks remembered. A course has a few hundred.
const MAX_REMEMBERED: usize = 4096;

/// Returns what was made of the same code before. Languages of a lesson share their code, and so does the content before
/// and after a change.
fn remembered(language: &str, code: &str, make: impl FnOnce() -> String) -> String {
    static BLOCKS: LazyLock<Mutex<HashMap<(String, String), String>>> = LazyLock::new(Mutex::default);
    let key = (language.to_owned(), code.to_owned());
    let known = || BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(html) = known().get(&key) {
        return html.clone();
    }
    let html = make();
    let mut blocks = known();
    if blocks.len() >= MAX_REMEMBERED {
        blocks.clear();
    }
    blocks.insert(key, html.clone());
    html
}

fn with_syntect(language: &str, code: &str) -> Option<String> {
    let syntax = SYNTAXES.find_syntax_by_token(language)?;
    let mut state = ParseState::new(syntax);
    let mut scopes = ScopeStack::new();
    let mut spans = Spans::default();
    for line in LinesWithEndings::from(code) {
        let changes = state.parse_line(line, &SYNTAXES).ok()?;
        let mut from = 0;
        for (at, change) in changes {
            spans.push(class_of(&scopes), line.get(from..at)?);
            scopes.apply(&change).ok()?;
            from = at;
        }
        spans.push(class_of(&scopes), line.get(from..)?);
    }
    Some(spans.finish())
}

fn class_of(scopes: &ScopeStack) -> &'static str {
    let class = |scope: &Scope| CLASSES.iter().find(|(prefix, _)| prefix.is_prefix_of(*scope)).map(|(_, class)| *class);
    scopes.as_slice().iter().rev().find_map(class).unwrap_or_default()
}

/// Joins neighbouring runs of one class into one span.
#[derive(Debug, Default)]
struct Spans {
    html: String,
    class: &'static str,
    run: String,
}

impl Spans {
    fn push(&mut self, class: &'static str, text: &str) {
        if text.is_empty() {
            return;
        }
        if class != self.class {
            self.end_run();
            self.class = class;
        }
        self.run.push_str(text);
    }

    fn end_run(&mut self) {
        let text = escape::text(&std::mem::take(&mut self.run));
        if self.class.is_empty() || text.trim().is_empty() {
            self.html.push_str(&text);
        } else {
            let _ = write!(self.html, "<span class=\"{}\">{text}</span>", self.class);
        }
    }

    fn finish(mut self) -> String {
        self.end_run();
        self.html
    }
}

/// syntect brings no TOML; its lines are simple enough to split here.
fn toml(code: &str) -> String {
    let mut spans = Spans::default();
    for line in LinesWithEndings::from(code) {
        let body = line.trim_start();
        spans.push("", &line[..line.len() - body.len()]);
        if body.starts_with('[') {
            let end = body.rfind(']').map_or(body.len(), |at| at + 1);
            spans.push("hl-entity hl-name", &body[..end]);
            toml_value(&mut spans, &body[end..]);
        } else if let Some(at) = body.find('=').filter(|_| !body.starts_with('#')) {
            spans.push("hl-keyword", body[..at].trim_end());
            toml_value(&mut spans, &body[body[..at].trim_end().len()..]);
        } else {
            toml_value(&mut spans, body);
        }
    }
    spans.finish()
}

fn toml_value(spans: &mut Spans, mut rest: &str) {
    while let Some(first) = rest.chars().next() {
        let (class, len) = match first {
            '#' => ("hl-comment", rest.len()),
            '"' | '\'' => ("hl-string", rest[1..].find(first).map_or(rest.len(), |at| at + 2)),
            _ if first.is_ascii_alphanumeric() => {
                let len = rest
                    .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.' | '-' | ':'))
                    .unwrap_or(rest.len());
                ("hl-constant", len)
            }
            _ => ("", first.len_utf8()),
        };
        spans.push(class, &rest[..len]);
        rest = &rest[len..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_becomes_spans_with_few_classes() {
        let html = to_html("python", "import torch  # <b>\nx = torch.empty(512, device=\"cuda\")\n");
        assert!(html.contains("<span class=\"hl-keyword\">import</span>"), "{html}");
        assert!(html.contains("# &lt;b&gt;") && html.contains("hl-comment"), "{html}");
        assert!(html.contains("<span class=\"hl-constant\">512</span>"), "{html}");
        assert!(html.contains("hl-string"), "{html}");
    }

    #[test]
    fn every_language_is_known_to_its_highlighter() {
        for (language, _) in LANGUAGES {
            assert!(
                matches!(*language, "text" | "toml") || SYNTAXES.find_syntax_by_token(language).is_some(),
                "{language}"
            );
        }
    }

    #[test]
    fn toml_has_colours_too() {
        let html = to_html("toml", "[a.b] # c\nkey = \"x\" # y\nn = 4_096\n");
        assert!(html.contains("<span class=\"hl-keyword\">key</span>"), "{html}");
        assert!(html.contains("<span class=\"hl-string\">&quot;x&quot;</span>"), "{html}");
        assert!(html.contains("<span class=\"hl-constant\">4_096</span>"), "{html}");
    }

    #[test]
    fn highlighting_loses_no_character() {
        let code = "for (;;) { /* < & > */ }\n\t\"a\\\"b\"";
        for (language, _) in LANGUAGES {
            let html = to_html(language, code);
            let text: String =
                html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
            assert_eq!(text, escape::text(code), "{language}");
        }
    }
}
