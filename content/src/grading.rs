//! Grading: from a question and a response to a verdict.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::id::OptionId;
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
