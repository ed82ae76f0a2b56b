//! Words, numbers and signs, each with its place.

use super::error::{ScriptError, ScriptErrorKind};

/// A place in a script, lines and columns counted from one, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub line: u32,
    pub column: u32,
    /// Characters.
    pub width: u32,
}

impl Span {
    pub(super) const START: Self = Self { line: 1, column: 1, width: 1 };

    /// Returns the place from the start of this one to the end of another on the same line.
    pub(super) fn to(self, end: Self) -> Self {
        if self.line != end.line {
            return self;
        }
        Self { width: (end.column + end.width).saturating_sub(self.column), ..self }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token<'s> {
    Word(&'s str),
    /// Digits, with `_` between them taken out, and a fraction perhaps.
    Number(String),
    Sign(char),
    /// The rest of a line after `settings`.
    Rest(&'s str),
    /// The end of a statement.
    End,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Placed<'s> {
    pub(super) token: Token<'s>,
    pub(super) span: Span,
}

/// The word after which the rest of the line is taken as it stands.
pub(super) const SETTINGS: &str = "settings";
const SIGNS: &str = "=+-*/%()[]{},";

/// Cuts a script into tokens. A last one ends the last statement.
pub(super) fn tokens(source: &str) -> Result<Vec<Placed<'_>>, ScriptError> {
    let mut tokens = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        Line { text: line, number, byte: 0, column: 1 }.read(&mut tokens)?;
    }
    Ok(tokens)
}

struct Line<'s> {
    text: &'s str,
    number: u32,
    byte: usize,
    column: u32,
}

impl<'s> Line<'s> {
    fn read(mut self, tokens: &mut Vec<Placed<'s>>) -> Result<(), ScriptError> {
        while let Some(next) = self.rest().chars().next() {
            let token = match next {
                '#' => break,
                ';' => self.take(1, Token::End),
                _ if next.is_whitespace() => {
                    self.skip(next.len_utf8(), 1);
                    continue;
                }
                _ if next.is_ascii_digit() => self.number(),
                _ if next.is_alphabetic() || next == '_' => self.word(),
                _ if SIGNS.contains(next) => self.take(1, Token::Sign(next)),
                _ => return Err(self.stranger(next)),
            };
            let settings = token.token == Token::Word(SETTINGS) && at_start(tokens);
            tokens.push(token);
            if settings {
                tokens.push(self.settings());
            }
        }
        tokens.push(self.take(0, Token::End));
        Ok(())
    }

    fn rest(&self) -> &'s str {
        &self.text[self.byte..]
    }

    fn skip(&mut self, bytes: usize, columns: u32) {
        self.byte += bytes;
        self.column += columns;
    }

    /// Takes bytes of ASCII as a token.
    fn take(&mut self, bytes: usize, token: Token<'s>) -> Placed<'s> {
        let width = u32::try_from(bytes).unwrap_or(u32::MAX);
        let span = Span { line: self.number, column: self.column, width: width.max(1) };
        self.skip(bytes, width);
        Placed { token, span }
    }

    fn word(&mut self) -> Placed<'s> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let word = &rest[..end];
        let width = u32::try_from(word.chars().count()).unwrap_or(u32::MAX);
        let span = Span { line: self.number, column: self.column, width };
        self.skip(end, width);
        Placed { token: Token::Word(word), span }
    }

    fn number(&mut self) -> Placed<'s> {
        let rest = self.rest();
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
        let mut end = digits(rest);
        if let Some(fraction) = rest[end..].strip_prefix('.') {
            end += 1 + digits(fraction);
        }
        self.take(end, Token::Number(rest[..end].replace('_', "")))
    }

    /// Takes the rest of the line, without a comment.
    fn settings(&mut self) -> Placed<'s> {
        let rest = self.rest();
        let end = rest.find('#').unwrap_or(rest.len());
        let text = rest[..end].trim();
        let before = rest.len() - rest.trim_start().len();
        let columns = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        let span = Span {
            line: self.number,
            column: self.column + columns(&rest[..before.min(end)]),
            width: columns(text).max(1),
        };
        self.skip(end, columns(&rest[..end]));
        Placed { token: Token::Rest(text), span }
    }

    fn stranger(&self, found: char) -> ScriptError {
        let span = Span { line: self.number, column: self.column, width: 1 };
        ScriptError { span, kind: ScriptErrorKind::Stranger(found) }
    }
}

/// Says whether the next token begins a statement.
fn at_start(tokens: &[Placed<'_>]) -> bool {
    tokens.last().is_none_or(|last| matches!(last.token, Token::End | Token::Sign('{' | '}')))
}
