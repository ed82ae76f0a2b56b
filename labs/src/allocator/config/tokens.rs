//! The words of a text of settings (`ConfigTokenizer`).

use super::error::Fault;
use super::notice::Notice;
use super::number;

/// Words, and `,` `:` `[` `]` as words of their own. White space is dropped, also within words.
#[derive(Debug)]
pub(super) struct Tokens {
    tokens: Vec<String>,
    /// What was noticed while words were read.
    pub(super) notices: Vec<Notice>,
}

impl Tokens {
    pub(super) fn new(text: &str) -> Self {
        let mut tokens = vec![String::new()];
        for letter in text.chars() {
            match letter {
                ',' | ':' | '[' | ']' => tokens.extend([letter.to_string(), String::new()]),
                ' ' | '\t'..='\r' => {}
                _ => tokens.last_mut().expect("there is always a word to go on with").push(letter),
            }
        }
        tokens.retain(|token| !token.is_empty());
        Self { tokens, notices: Vec::new() }
    }

    pub(super) const fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Returns a word.
    pub(super) fn get(&self, index: usize) -> Result<&str, Fault> {
        self.at(index, "core/AllocatorConfig.h\":54")
    }

    /// Says whether a word is `expected`. PyTorch asks this of each separator and does not look at the answer.
    pub(super) fn is(&self, index: usize, expected: &str) -> Result<bool, Fault> {
        Ok(self.checked(index)? == expected)
    }

    /// Passes a separator, whatever stands there.
    pub(super) fn separator(&mut self, index: usize, expected: &'static str) -> Result<(), Fault> {
        if !self.is(index, expected)? {
            let found = self.tokens[index].clone();
            self.notices.push(Notice::Separator { expected, found });
        }
        Ok(())
    }

    pub(super) fn size(&mut self, index: usize) -> Result<u64, Fault> {
        let token = self.checked(index)?;
        let prefix = number::size(token)?;
        let (length, negative) = (prefix.length, token.starts_with('-'));
        self.notice_rest(index, length);
        if negative {
            self.notices.push(Notice::Wraps { value: self.tokens[index].clone(), number: prefix.number });
        }
        Ok(prefix.number)
    }

    pub(super) fn double(&mut self, index: usize) -> Result<f64, Fault> {
        let prefix = number::double(self.checked(index)?)?;
        self.notice_rest(index, prefix.length);
        Ok(prefix.number)
    }

    pub(super) fn boolean(&self, index: usize) -> Result<bool, Fault> {
        match self.checked(index)? {
            "True" => Ok(true),
            "False" => Ok(false),
            other => Err(Fault::Value(format!(
                "Expected 'True' or 'False' at index {index} in ConfigTokenizer but got '{other}'"
            ))),
        }
    }

    /// Returns the index of the last word of the value of the key at `index`, without looking at the value.
    pub(super) fn skip_key(&self, index: usize) -> Result<usize, Fault> {
        self.checked(index + 1)?;
        let value = index + 2;
        if self.checked(value)? != "[" {
            return Ok(value);
        }
        let closing = self.tokens[value..].iter().position(|token| token == "]");
        closing
            .map(|length| value + length)
            .ok_or_else(|| unclosed("i < config_.size()", "core/AllocatorConfig.h\":114"))
    }

    fn checked(&self, index: usize) -> Result<&str, Fault> {
        self.at(index, "core/AllocatorConfig.h\":123")
    }

    fn at(&self, index: usize, place: &'static str) -> Result<&str, Fault> {
        self.tokens.get(index).map(String::as_str).ok_or_else(|| Fault::Assertion {
            condition: "i < config_.size()",
            place,
            text: "Index out of bounds in ConfigTokenizer".into(),
        })
    }

    fn notice_rest(&mut self, index: usize, length: usize) {
        let token = &self.tokens[index];
        if length < token.len() {
            self.notices.push(Notice::Rest { value: token.clone(), read: token[..length].into() });
        }
    }
}

/// The error for a list without end.
pub(super) fn unclosed(condition: &'static str, place: &'static str) -> Fault {
    let text = "Expected closing bracket ']' in ConfigTokenizer but reached end of config".into();
    Fault::Assertion { condition, place, text }
}
