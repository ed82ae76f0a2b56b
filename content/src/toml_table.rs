//! Reading TOML tables field by field, with a finding for everything that is missing, unknown or of the wrong type.

mod parse;
mod string;
mod suggest;

use std::cell::RefCell;

use toml::Spanned as TomlSpanned;
use toml::de::{DeTable, DeValue};

use crate::finding::{Code, Findings};
use crate::source::{FileId, Span, Spanned};

pub(crate) use parse::parse;
pub(crate) use string::Str;
pub(crate) use suggest::{closest, did_you_mean};

/// Where a piece of TOML lies: its file, the text that was parsed and where that begins in the file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Base<'a> {
    pub(crate) file: FileId,
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

impl Base<'_> {
    fn span(self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.file, self.offset + range.start..self.offset + range.end)
    }
}

/// A table being read. Each method names a field, and [`Table::finish`] reports the keys that no method named.
#[derive(Debug)]
pub(crate) struct Table<'a> {
    base: Base<'a>,
    map: &'a DeTable<'a>,
    /// The header or key that opened the table, for findings about what it lacks.
    pub(crate) span: Span,
    known: RefCell<Vec<String>>,
}

impl<'a> Table<'a> {
    pub(crate) fn new(base: Base<'a>, map: &'a DeTable<'a>, span: Span) -> Self {
        Self { base, map, span, known: RefCell::default() }
    }

    fn get(&self, key: &str) -> Option<(&'a TomlSpanned<DeValue<'a>>, Span)> {
        self.known.borrow_mut().push(key.to_owned());
        let (name, value) = self.map.get_key_value(key)?;
        Some((value, self.base.span(name.span())))
    }

    /// Returns whether the table has this key, without naming it as a known one.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.map.contains_key(key)
    }

    /// Returns whether this key holds a table, without naming it as a known one.
    pub(crate) fn has_table(&self, key: &str) -> bool {
        self.map.get(key).is_some_and(|value| matches!(value.get_ref(), DeValue::Table(_)))
    }

    /// Names a key as known without reading it.
    pub(crate) fn ignore(&self, key: &str) {
        self.known.borrow_mut().push(key.to_owned());
    }

    /// Returns the keys with their places, in alphabetical order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Spanned<&str>> {
        self.map.keys().map(|key| Spanned { value: key.get_ref().as_ref(), span: self.base.span(key.span()) })
    }

    fn wrong_type(&self, key: &str, value: &TomlSpanned<DeValue<'_>>, wanted: &str, findings: &mut Findings) {
        let found = value.get_ref().type_str();
        let span = self.base.span(value.span());
        findings.add(
            Code::WrongType,
            span,
            format!("`{key}` is {wanted}, not a {found}"),
            format!("write `{key}` as {wanted}"),
        );
    }

    /// Returns a string. `None` when it is not there.
    pub(crate) fn string(&self, key: &str, findings: &mut Findings) -> Option<Str> {
        let (value, key_span) = self.get(key)?;
        if let DeValue::String(text) = value.get_ref() {
            Str::new(self.base, value.span(), text, key_span)
        } else {
            self.wrong_type(key, value, "a string in quotes", findings);
            None
        }
    }

    pub(crate) fn bool(&self, key: &str, findings: &mut Findings) -> Option<Spanned<bool>> {
        let (value, _) = self.get(key)?;
        if let DeValue::Boolean(truth) = value.get_ref() {
            Some(Spanned { value: *truth, span: self.base.span(value.span()) })
        } else {
            self.wrong_type(key, value, "true or false", findings);
            None
        }
    }

    /// Returns a number, whole or not.
    pub(crate) fn number(&self, key: &str, findings: &mut Findings) -> Option<Spanned<f64>> {
        let (value, _) = self.get(key)?;
        let span = self.base.span(value.span());
        let number = match value.get_ref() {
            DeValue::Integer(whole) => parse_integer(whole.as_str(), whole.radix()),
            DeValue::Float(real) => real.as_str().parse().ok(),
            _ => {
                self.wrong_type(key, value, "a number", findings);
                return None;
            }
        };
        let finite = number.filter(|number| number.is_finite());
        if finite.is_none() {
            findings.add(
                Code::BadValue,
                span,
                format!("`{key}` is not a number that can be compared"),
                "write a finite number",
            );
        }
        finite.map(|value| Spanned { value, span })
    }

    /// Returns a whole number in a range.
    pub(crate) fn whole(
        &self,
        key: &str,
        range: std::ops::RangeInclusive<u32>,
        findings: &mut Findings,
    ) -> Option<Spanned<u32>> {
        let (value, _) = self.get(key)?;
        let span = self.base.span(value.span());
        let DeValue::Integer(whole) = value.get_ref() else {
            self.wrong_type(key, value, "a whole number", findings);
            return None;
        };
        let number = u32::from_str_radix(whole.as_str(), whole.radix()).ok().filter(|number| range.contains(number));
        if number.is_none() {
            let (low, high) = (range.start(), range.end());
            findings.add(
                Code::BadValue,
                span,
                format!("`{key}` is out of range"),
                format!("write a whole number from {low} to {high}"),
            );
        }
        number.map(|value| Spanned { value, span })
    }

    /// Returns a list of strings with their places; empty when it is not there.
    pub(crate) fn strings(&self, key: &str, findings: &mut Findings) -> Option<Vec<Str>> {
        let (value, key_span) = self.get(key)?;
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong_type(key, value, "a list of strings", findings);
            return None;
        };
        let mut list = Vec::new();
        for item in items {
            match item.get_ref() {
                DeValue::String(text) => list.extend(Str::new(self.base, item.span(), text, key_span)),
                _ => self.wrong_type(key, item, "a list of strings", findings),
            }
        }
        Some(list)
    }

    pub(crate) fn table(&self, key: &str, findings: &mut Findings) -> Option<Table<'a>> {
        let (value, key_span) = self.get(key)?;
        if let DeValue::Table(map) = value.get_ref() {
            Some(Self::new(self.base, map, key_span))
        } else {
            self.wrong_type(key, value, "a table", findings);
            None
        }
    }

    /// Returns the tables written as `[[key]]`, in the order of the file.
    pub(crate) fn tables(&self, key: &str, findings: &mut Findings) -> Vec<Table<'a>> {
        let Some((value, _)) = self.get(key) else { return Vec::new() };
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong_type(key, value, &format!("a list of tables, each headed `[[…{key}]]`"), findings);
            return Vec::new();
        };
        let mut tables = Vec::new();
        for item in items {
            match item.get_ref() {
                DeValue::Table(map) => tables.push(Self::new(self.base, map, self.base.span(item.span()))),
                _ => self.wrong_type(key, item, &format!("a list of tables, each headed `[[…{key}]]`"), findings),
            }
        }
        tables
    }

    /// Reports that a field is not there.
    pub(crate) fn missing(&self, key: &str, findings: &mut Findings) {
        // A misspelt key is reported as an unknown one; saying it twice helps nobody.
        if self.map.keys().any(|name| closest(name.get_ref(), [key]).is_some() && name.get_ref() != key) {
            return;
        }
        findings.add(Code::MissingKey, self.span, format!("`{key}` is missing here"), format!("add `{key} = …`"));
    }

    /// Reports every key that no other method asked for.
    pub(crate) fn finish(self, findings: &mut Findings) {
        let known = self.known.borrow();
        for key in self.map.keys().filter(|key| !known.iter().any(|name| name == key.get_ref())) {
            let names = known.iter().map(String::as_str);
            let help = did_you_mean(key.get_ref(), names.clone()).unwrap_or_else(|| {
                let mut names: Vec<_> = names.collect();
                names.sort_unstable();
                names.dedup();
                format!("remove it; this table may have {}", names.join(", "))
            });
            let message = format!("unknown key `{}`", key.get_ref());
            findings.add(Code::UnknownKey, self.base.span(key.span()), message, help);
        }
    }
}

fn parse_integer(digits: &str, radix: u32) -> Option<f64> {
    let whole = i64::from_str_radix(digits, radix).ok()?;
    // Answers are far below 2^53; a larger one is refused rather than rounded.
    #[expect(clippy::cast_precision_loss, reason = "guarded by the bound above the exact integers of f64")]
    (whole.unsigned_abs() <= 1 << 53).then_some(whole as f64)
}
