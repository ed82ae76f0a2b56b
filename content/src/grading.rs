//! Grading: from a question and a response to a verdict.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::id::OptionId;
use crate::lang::Lang;
use crate::question::{Kind, Question};

/// What a learner answered. Stored as JSON, bound to ids and never to positions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    Choice(OptionId),
    Choices(BTreeSet<OptionId>),
    Number(f64),
}

/// The outcome of a response.
#[derive(Debug, Clone, PartialEq)]
pub struct Grade {
    pub correct: bool,
    /// Keys that were not chosen, in the order of the file; empty for other kinds than multiple choice.
    pub missed: Vec<OptionId>,
    /// Chosen options that are not keys, in the order of the file.
    pub wrong: Vec<OptionId>,
    /// Index of the trap that a wrong number fell into.
    pub trap: Option<usize>,
}

/// Why a response cannot be graded. Nothing is stored for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResponseError {
    #[error("no option was chosen")]
    Empty,
    #[error("the question has no option {0}")]
    UnknownOption(OptionId),
    #[error("the answer is of another kind than the question")]
    WrongKind,
    #[error("the answer is not a finite number")]
    NotANumber,
}

/// Grades a response.
pub fn grade(question: &Question, response: &Response) -> Result<Grade, ResponseError> {
    match (&question.kind, response) {
        (Kind::Single(_), Response::Choice(chosen)) => grade_choices(question, &BTreeSet::from([chosen.clone()])),
        (Kind::Multiple(_), Response::Choices(chosen)) => grade_choices(question, chosen),
        (Kind::Numeric(numeric), Response::Number(value)) => {
            if !value.is_finite() {
                return Err(ResponseError::NotANumber);
            }
            let near = |target: f64| (value - target).abs() <= numeric.tolerance;
            let correct = near(numeric.answer);
            let trap = if correct { None } else { numeric.traps.iter().position(|trap| near(trap.value)) };
            Ok(Grade { correct, missed: Vec::new(), wrong: Vec::new(), trap })
        }
        _ => Err(ResponseError::WrongKind),
    }
}

fn grade_choices(question: &Question, chosen: &BTreeSet<OptionId>) -> Result<Grade, ResponseError> {
    if chosen.is_empty() {
        return Err(ResponseError::Empty);
    }
    let choices = question.choices();
    if let Some(unknown) = chosen.iter().find(|id| choices.iter().all(|choice| choice.id != **id)) {
        return Err(ResponseError::UnknownOption(unknown.clone()));
    }
    let ids = |key: bool, taken: bool| -> Vec<OptionId> {
        choices
            .iter()
            .filter(|choice| choice.key == key && chosen.contains(&choice.id) == taken)
            .map(|choice| choice.id.clone())
            .collect()
    };
    let (missed, wrong) = (ids(true, false), ids(false, true));
    Ok(Grade { correct: missed.is_empty() && wrong.is_empty(), missed, wrong, trap: None })
}

/// Reads a number as people of a language type it: with the decimal and thousands separators of that language, spaces, and
/// the unit behind it if they like. Returns `None` when it is not one finite number.
///
/// A single separator that cannot be a thousands separator is taken as decimal whichever it is, so `0,5` and `0.5` mean the
/// same everywhere, while `1,024` is read by the rules of the language.
pub fn read_number(typed: &str, unit: &str, lang: Lang) -> Option<f64> {
    let text = typed.trim();
    let text = text.strip_suffix(unit).unwrap_or(text);
    let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '\u{a0}' && *c != '\u{202f}').collect();
    let thousands = if lang == Lang::EN { ',' } else { '.' };
    let decimal = if thousands == ',' { '.' } else { ',' };
    let (whole, fraction) = match text.rsplit_once(decimal) {
        Some((whole, fraction)) if !fraction.contains(thousands) => (whole, Some(fraction)),
        Some(_) => return None,
        None => (text.as_str(), None),
    };
    let number = if is_grouped(whole, thousands) {
        let digits = whole.replace(thousands, "");
        fraction.map_or_else(|| digits.clone(), |fraction| format!("{digits}.{fraction}"))
    } else {
        // The other separator, once and not in the place of thousands: meant as a decimal one.
        let (whole, tail) = text.split_once(thousands)?;
        if fraction.is_some() {
            return None;
        }
        format!("{whole}.{tail}")
    };
    let plain = number.strip_prefix(['-', '+']).unwrap_or(&number);
    let well_formed =
        plain.chars().any(|c| c.is_ascii_digit()) && plain.chars().all(|c| c.is_ascii_digit() || c == '.');
    if well_formed { number.parse().ok().filter(|value: &f64| value.is_finite()) } else { None }
}

/// Returns whether digits stand in groups of three behind each separator, or without any separator.
fn is_grouped(whole: &str, separator: char) -> bool {
    let mut groups = whole.strip_prefix(['-', '+']).unwrap_or(whole).split(separator);
    let first = groups.next().unwrap_or_default();
    let rest: Vec<&str> = groups.collect();
    rest.is_empty() || (matches!(first.len(), 1..=3) && first != "0" && rest.iter().all(|group| group.len() == 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_their_language_writes_them() {
        for (typed, lang, value) in [
            ("20", Lang::EN, Some(20.0)),
            (" 20 MiB ", Lang::EN, Some(20.0)),
            ("1,024", Lang::EN, Some(1024.0)),
            ("1.024", Lang::EN, Some(1.024)),
            ("1.024", Lang::VI, Some(1024.0)),
            ("1,024", Lang::VI, Some(1.024)),
            ("0,5", Lang::EN, Some(0.5)),
            ("0.5", Lang::VI, Some(0.5)),
            ("1,234,567.5", Lang::EN, Some(1_234_567.5)),
            ("1.234.567,5", Lang::VI, Some(1_234_567.5)),
            ("1 024", Lang::EN, Some(1024.0)),
            ("-3", Lang::EN, Some(-3.0)),
            (".5", Lang::EN, Some(0.5)),
            ("", Lang::EN, None),
            ("MiB", Lang::EN, None),
            ("1,2,3", Lang::EN, None),
            ("1.2.3", Lang::EN, None),
            ("1e400", Lang::EN, None),
            ("inf", Lang::EN, None),
            ("NaN", Lang::EN, None),
            ("20 GiB", Lang::EN, None),
            ("hai mươi", Lang::VI, None),
        ] {
            assert_eq!(read_number(typed, "MiB", lang), value, "{typed:?} in {lang}");
        }
    }
}
