//! A final quiz for tests: options `a`, `b`, `c` and `last`, the last of which stays last.

use content::id::QuestionId;
use content::lang::{Lang, Localized};
use content::question::{Choice, Kind, Level, Numeric, Question};
use content::quiz::FinalQuiz;
use content::text::{RichText, Version};

pub(super) fn question_id(id: &str) -> QuestionId {
    id.parse().unwrap()
}

/// A quiz over these questions, which draws so many; those whose name begins with `must` are required, and those whose
/// name begins with `number` are numeric.
pub(super) fn quiz(ids: &[&str], draw: usize) -> FinalQuiz {
    FinalQuiz {
        pool: ids.iter().map(|id| question(id)).collect(),
        required: ids.iter().filter(|id| id.starts_with("must")).map(|id| question_id(id)).collect(),
        draw,
        pass_percent: 75,
        edition: Version("edition".to_owned()),
    }
}

fn question(id: &str) -> Question {
    let choices = ["a", "last", "b", "c"].map(|option| Choice {
        id: option.parse().unwrap(),
        key: option == "a",
        last: option == "last",
        text: text(),
        why: text(),
    });
    let unit = Localized::from_pairs([(Lang::EN, "MiB".to_owned())]).unwrap();
    let numeric = Numeric { answer: 20.0, tolerance: 0.0, unit, why: text(), traps: Vec::new(), steps: None };
    Question {
        id: question_id(id),
        level: Level::Explain,
        objective: text(),
        stem: text(),
        hint: None,
        source: None,
        kind: if id.starts_with("number") { Kind::Numeric(numeric) } else { Kind::Single(choices.into()) },
        version: Version("version".to_owned()),
    }
}

fn text() -> Localized<RichText> {
    Localized::from_pairs([(Lang::EN, RichText::default())]).unwrap()
}
