//! The course under test: what is right, what is wrong and what must not be told, read from the content.

use std::path::Path;
use std::sync::LazyLock;

use content::course::{Catalog, Course};
use content::lang::Lang;
use content::question::{Kind, Numeric, Question};

use crate::paths;

/// The course that the tests walk through.
pub const COURSE: &str = "gpu-memory";

/// Form fields that answer a question: name and value.
pub type Fields = Vec<(String, String)>;

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| load(&paths::root().join("content")));

/// Returns the content of the checkout.
pub fn catalog() -> &'static Catalog {
    &CATALOG
}

/// Returns the course that the tests walk through.
pub fn course() -> &'static Course {
    catalog().course(COURSE).expect("the checkout has the course gpu-memory")
}

/// Loads a folder of content.
///
/// # Panics
/// When the content has errors, saying which.
pub fn load(folder: &Path) -> Catalog {
    let loaded = content::load::load(folder, &server::service::labs::form::known());
    loaded.catalog.unwrap_or_else(|| panic!("{} has errors; run `vramlab content check`", folder.display()))
}

/// Returns every question of a course, those of lessons first.
pub fn questions(course: &Course) -> impl Iterator<Item = &Question> {
    course.lessons.iter().flat_map(|lesson| &lesson.questions).chain(&course.quiz.pool)
}

/// Returns the question of an id, wherever in the course it stands.
///
/// # Panics
/// When there is none.
pub fn question(id: &str) -> &'static Question {
    questions(course()).find(|question| question.id.as_str() == id).unwrap_or_else(|| panic!("no question {id}"))
}

/// Returns an answer that is right.
pub fn right(question: &Question, lang: Lang) -> Fields {
    match &question.kind {
        Kind::Single(_) | Kind::Multiple(_) => options(question, true),
        Kind::Numeric(numeric) => vec![number(numeric.answer, lang)],
    }
}

/// Returns an answer that is wrong.
pub fn wrong(question: &Question, lang: Lang) -> Fields {
    match &question.kind {
        Kind::Single(_) => options(question, false).into_iter().take(1).collect(),
        Kind::Multiple(_) => options(question, false),
        Kind::Numeric(numeric) => vec![number(wrong_number(numeric), lang)],
    }
}

fn options(question: &Question, keys: bool) -> Fields {
    let choices = question.choices().iter().filter(|choice| choice.key == keys);
    choices.map(|choice| ("option".to_owned(), choice.id.to_string())).collect()
}

fn wrong_number(numeric: &Numeric) -> f64 {
    numeric.traps.first().map_or_else(|| numeric.answer + 2.0 * numeric.tolerance + 7.0, |trap| trap.value)
}

/// Writes a number as people of the language type it.
fn number(value: f64, lang: Lang) -> (String, String) {
    let text = value.to_string();
    ("number".to_owned(), if lang == Lang::EN { text } else { text.replace('.', ",") })
}

/// Returns the words that only someone who answered the question may read: its explanations, in every language.
///
/// An explanation whose words also stand in what everyone may read proves nothing, so callers look for whole explanations.
pub fn explanations(question: &Question) -> Vec<String> {
    let localized = match &question.kind {
        Kind::Single(choices) | Kind::Multiple(choices) => choices.iter().map(|choice| &choice.why).collect(),
        Kind::Numeric(numeric) => {
            let traps = numeric.traps.iter().map(|trap| &trap.why);
            [&numeric.why].into_iter().chain(traps).collect::<Vec<_>>()
        }
    };
    localized.into_iter().flat_map(|text| text.iter().map(|(_, text)| text.plain.clone())).collect()
}
