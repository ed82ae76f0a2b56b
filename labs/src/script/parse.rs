//! From tokens to statements.

use super::Limits;
use super::error::{ScriptError, ScriptErrorKind as Kind};
use super::syntax::{Freed, Kind as Does, Number, NumberKind, Statement, Tensor};
use super::token::{self, Placed, SETTINGS, Span, Token};

const STATEMENTS: [&str; 16] = [
    "device",
    SETTINGS,
    "others",
    "free",
    "empty_cache",
    "synchronize",
    "reset_peak",
    "snapshot",
    "record_stream",
    "busy",
    "idle",
    "fraction",
    "repeat",
    "stream",
    "pool",
    "drop_pool",
];
const ALLOC: &str = "alloc";

/// Reads a whole script.
pub(super) fn script(source: &str, limits: Limits) -> Result<Vec<Statement>, ScriptError> {
    let tokens = token::tokens(source)?;
    let mut parser = Parser { tokens: &tokens, next: 0, opened: Vec::new(), limits };
    parser.statements()
}

struct Parser<'t, 's> {
    tokens: &'t [Placed<'s>],
    next: usize,
    /// Where the blocks around this place begin.
    opened: Vec<Span>,
    limits: Limits,
}

impl<'s> Parser<'_, 's> {
    /// Reads statements up to the end of the block, or of the script.
    fn statements(&mut self) -> Result<Vec<Statement>, ScriptError> {
        let mut statements = Vec::new();
        loop {
            while self.peek() == Some(&Token::End) {
                self.next += 1;
            }
            match self.peek() {
                None => match self.opened.last() {
                    Some(span) => return Err(ScriptError { span: *span, kind: Kind::Unclosed }),
                    None => return Ok(statements),
                },
                Some(Token::Sign('}')) => {
                    if self.opened.pop().is_none() {
                        return Err(self.error(Kind::NotOpen));
                    }
                    self.next += 1;
                    return Ok(statements);
                }
                Some(_) => statements.push(self.statement()?),
            }
            self.end_of_statement()?;
        }
    }

    fn end_of_statement(&mut self) -> Result<(), ScriptError> {
        match self.peek() {
            None | Some(Token::End | Token::Sign('}')) => Ok(()),
            // A block needs nothing behind it.
            Some(_) if self.before() == Some(&Token::Sign('}')) => Ok(()),
            Some(_) => Err(self.unexpected("the end of the statement")),
        }
    }

    fn statement(&mut self) -> Result<Statement, ScriptError> {
        let (word, span) = self.word("a statement")?;
        let kind = match word {
            "device" => Does::Device(self.number()?),
            SETTINGS => self.settings(),
            "others" => Does::Others(self.number()?),
            "free" => Does::Free(self.freed()?),
            "empty_cache" => Does::EmptyCache,
            "synchronize" => Does::Synchronize,
            "reset_peak" => Does::ResetPeak,
            "snapshot" => Does::Snapshot,
            "record_stream" => Does::RecordStream { tensor: self.tensor()?, stream: self.number()? },
            "busy" | "idle" => Does::Busy { stream: self.number()?, busy: word == "busy" },
            "fraction" => Does::Fraction { value: self.fraction()? },
            "repeat" => self.repeat()?,
            "stream" => Does::Stream { stream: self.number()?, body: self.block()? },
            "pool" => Does::Pool { name: self.name("the name of a pool")?.0, body: self.block()? },
            "drop_pool" => Does::DropPool { name: self.name("the name of a pool")?.0 },
            _ => return self.allocation(word, span),
        };
        Ok(Statement { span, kind })
    }

    fn allocation(&mut self, name: &str, span: Span) -> Result<Statement, ScriptError> {
        if !matches!(self.peek(), Some(Token::Sign('=' | '['))) {
            let kind = Kind::UnknownStatement { word: name.to_owned(), known: STATEMENTS.join(", ") };
            return Err(ScriptError { span, kind });
        }
        let tensor = self.tensor_named(name, span)?;
        self.sign('=', "`=`")?;
        let (word, at) = self.word("`alloc`")?;
        if word != ALLOC {
            let kind = Kind::Unexpected { found: word.to_owned(), wanted: "`alloc`" };
            return Err(ScriptError { span: at, kind });
        }
        let size = self.number()?;
        Ok(Statement { span: tensor.span, kind: Does::Alloc { tensor, size } })
    }

    fn settings(&mut self) -> Does {
        match self.peek() {
            Some(Token::Rest(text)) => {
                let text = (*text).to_owned();
                self.next += 1;
                Does::Settings(text)
            }
            // The word is always followed by the rest of its line.
            _ => Does::Settings(String::new()),
        }
    }

    fn repeat(&mut self) -> Result<Does, ScriptError> {
        let count = self.number()?;
        let index = if self.peek() == Some(&Token::Word("as")) {
            self.next += 1;
            Some(self.name("the name of the loop")?.0)
        } else {
            None
        };
        Ok(Does::Repeat { count, index, body: self.block()? })
    }

    fn block(&mut self) -> Result<Vec<Statement>, ScriptError> {
        let span = self.sign('{', "`{`")?;
        if self.opened.len() == self.limits.depth {
            return Err(ScriptError { span, kind: Kind::TooDeep { most: self.limits.depth } });
        }
        self.opened.push(span);
        self.statements()
    }

    fn freed(&mut self) -> Result<Vec<Freed>, ScriptError> {
        if self.peek() == Some(&Token::Sign('*')) {
            self.next += 1;
            return Ok(vec![Freed::All]);
        }
        let mut freed = Vec::new();
        loop {
            let (name, span) = self.name("the name of a tensor")?;
            if self.sees('[', '*') {
                self.next += 2;
                let end = self.sign(']', "`]`")?;
                freed.push(Freed::Several { name, span: span.to(end) });
            } else {
                freed.push(Freed::One(self.tensor_named(&name, span)?));
            }
            if self.peek() != Some(&Token::Sign(',')) {
                return Ok(freed);
            }
            self.next += 1;
        }
    }

    fn tensor(&mut self) -> Result<Tensor, ScriptError> {
        let (name, span) = self.name("the name of a tensor")?;
        self.tensor_named(&name, span)
    }

    fn tensor_named(&mut self, name: &str, span: Span) -> Result<Tensor, ScriptError> {
        let name = name.to_owned();
        if self.peek() != Some(&Token::Sign('[')) {
            return Ok(Tensor { name, index: None, span });
        }
        self.next += 1;
        let index = Some(self.number()?);
        let end = self.sign(']', "`]`")?;
        Ok(Tensor { name, index, span: span.to(end) })
    }

    /// Reads a sum.
    fn number(&mut self) -> Result<Number, ScriptError> {
        self.pairs(&['+', '-'], |parser| parser.pairs(&['*', '/', '%'], Self::with_unit))
    }

    fn pairs(
        &mut self,
        signs: &[char],
        mut part: impl FnMut(&mut Self) -> Result<Number, ScriptError>,
    ) -> Result<Number, ScriptError> {
        let mut left = part(self)?;
        while let Some(Token::Sign(sign)) = self.peek().filter(|token| is_one_of(token, signs)).cloned() {
            self.next += 1;
            let right = part(self)?;
            left = pair(left, sign, right);
        }
        Ok(left)
    }

    /// Reads a number with its unit: `16 MiB` is a product.
    fn with_unit(&mut self) -> Result<Number, ScriptError> {
        let number = self.primary()?;
        let Some(Token::Word(word)) = self.peek() else { return Ok(number) };
        let word = *word;
        let span = self.span();
        let Some(bytes) = unit(word).map_err(|kind| ScriptError { span, kind })? else { return Ok(number) };
        self.next += 1;
        Ok(pair(number, '*', Number { span, kind: NumberKind::Literal(bytes) }))
    }

    fn primary(&mut self) -> Result<Number, ScriptError> {
        let span = self.span();
        match self.peek().cloned() {
            Some(Token::Number(digits)) => {
                let kind = if digits.contains('.') { Err(Kind::Fraction) } else { Ok(()) };
                let value = kind.and_then(|()| digits.parse().map_err(|_| Kind::TooLarge));
                let value = value.map_err(|kind| ScriptError { span, kind })?;
                self.next += 1;
                Ok(Number { span, kind: NumberKind::Literal(value) })
            }
            Some(Token::Word(name)) => {
                self.next += 1;
                Ok(Number { span, kind: NumberKind::Loop(name.to_owned()) })
            }
            Some(Token::Sign('(')) => {
                self.next += 1;
                if self.opened.len() == self.limits.depth {
                    return Err(ScriptError { span, kind: Kind::TooDeep { most: self.limits.depth } });
                }
                // Parentheses count as blocks do: both are read by calls within calls.
                self.opened.push(span);
                let number = self.number()?;
                self.opened.pop();
                let end = self.sign(')', "`)`")?;
                Ok(Number { span: span.to(end), ..number })
            }
            _ => Err(self.unexpected("a number")),
        }
    }

    fn fraction(&mut self) -> Result<f64, ScriptError> {
        let span = self.span();
        let Some(Token::Number(digits)) = self.peek() else { return Err(self.unexpected("a decimal from 0 to 1")) };
        let value = digits.parse().ok().filter(|value| (0.0..=1.0).contains(value));
        self.next += 1;
        value.ok_or(ScriptError { span, kind: Kind::FractionRange })
    }

    /// Reads a name that the script gives.
    fn name(&mut self, wanted: &'static str) -> Result<(String, Span), ScriptError> {
        let (word, span) = self.word(wanted)?;
        if STATEMENTS.contains(&word) || word == ALLOC {
            return Err(ScriptError { span, kind: Kind::Reserved { name: word.to_owned() } });
        }
        Ok((word.to_owned(), span))
    }

    fn word(&mut self, wanted: &'static str) -> Result<(&'s str, Span), ScriptError> {
        let Some(Placed { token: Token::Word(word), span }) = self.tokens.get(self.next) else {
            return Err(self.unexpected(wanted));
        };
        self.next += 1;
        Ok((word, *span))
    }

    fn sign(&mut self, sign: char, wanted: &'static str) -> Result<Span, ScriptError> {
        if self.peek() != Some(&Token::Sign(sign)) {
            return Err(self.unexpected(wanted));
        }
        let span = self.span();
        self.next += 1;
        Ok(span)
    }

    fn peek(&self) -> Option<&Token<'s>> {
        self.tokens.get(self.next).map(|placed| &placed.token)
    }

    fn before(&self) -> Option<&Token<'s>> {
        self.tokens.get(self.next.checked_sub(1)?).map(|placed| &placed.token)
    }

    fn sees(&self, first: char, second: char) -> bool {
        let sign = |index: usize| self.tokens.get(index).map(|placed| &placed.token);
        sign(self.next) == Some(&Token::Sign(first)) && sign(self.next + 1) == Some(&Token::Sign(second))
    }

    /// Returns the place of the next token; of the last one at the end.
    fn span(&self) -> Span {
        self.tokens.get(self.next).or(self.tokens.last()).map_or(Span::START, |placed| placed.span)
    }

    fn error(&self, kind: Kind) -> ScriptError {
        ScriptError { span: self.span(), kind }
    }

    fn unexpected(&self, wanted: &'static str) -> ScriptError {
        let found = match self.peek() {
            None | Some(Token::End) => return self.error(Kind::Missing { wanted }),
            Some(Token::Word(word) | Token::Rest(word)) => (*word).to_owned(),
            Some(Token::Number(digits)) => digits.clone(),
            Some(Token::Sign(sign)) => sign.to_string(),
        };
        self.error(Kind::Unexpected { found, wanted })
    }
}

fn is_one_of(token: &Token<'_>, signs: &[char]) -> bool {
    matches!(token, Token::Sign(sign) if signs.contains(sign))
}

fn pair(left: Number, sign: char, right: Number) -> Number {
    let span = left.span.to(right.span);
    Number { span, kind: NumberKind::Pair { left: Box::new(left), sign, right: Box::new(right) } }
}

/// Returns the bytes of a unit; nothing where the word is none.
fn unit(word: &str) -> Result<Option<u64>, Kind> {
    let ambiguous = |instead| Err(Kind::AmbiguousUnit { unit: word.to_owned(), instead });
    match word {
        "B" | "byte" | "bytes" => Ok(Some(1)),
        "KiB" => Ok(Some(1 << 10)),
        "MiB" => Ok(Some(1 << 20)),
        "GiB" => Ok(Some(1 << 30)),
        "KB" | "kB" | "K" | "k" => ambiguous("KiB (1024 bytes)"),
        "MB" | "M" | "m" => ambiguous("MiB (1024 KiB)"),
        "GB" | "G" | "g" => ambiguous("GiB (1024 MiB)"),
        _ => Ok(None),
    }
}
