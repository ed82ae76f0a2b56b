//! Addresses of the site, each built in one place.

use std::fmt::Display;

use content::course::Course;
use content::lang::Lang;
use content::lesson::Lesson;

use crate::domain::AttemptId;

/// The catalogue.
pub fn catalog(lang: Lang) -> String {
    format!("/{lang}/")
}

pub fn course(lang: Lang, course: &Course) -> String {
    format!("/{lang}/courses/{}", course.id)
}

pub fn lesson(lang: Lang, of: &Course, lesson: &Lesson) -> String {
    format!("{}/{}", course(lang, of), lesson.id)
}

/// Where a practice question is answered; its place on the page of the lesson is `#q-{id}`.
pub fn practice(lang: Lang, of: &Course, within: &Lesson, question: impl Display) -> String {
    format!("{}/questions/{question}", lesson(lang, of, within))
}

pub fn quiz(lang: Lang, of: &Course) -> String {
    format!("{}/quiz", course(lang, of))
}

pub fn quiz_question(lang: Lang, of: &Course, question: impl Display) -> String {
    format!("{}/{question}", quiz(lang, of))
}

/// The review of an attempt.
pub fn attempt(lang: Lang, of: &Course, attempt: AttemptId) -> String {
    format!("{}/attempts/{attempt}", quiz(lang, of))
}

pub fn glossary(lang: Lang) -> String {
    format!("/{lang}/glossary")
}

pub fn labs(lang: Lang) -> String {
    format!("/{lang}/labs")
}

pub fn api(lang: Lang) -> String {
    format!("/{lang}/api")
}

pub fn playground(lang: Lang) -> String {
    format!("/{lang}/playground")
}

/// The playground with a script in it.
pub fn playground_with(lang: Lang, script: &str) -> String {
    let query = serde_urlencoded::to_string([("script", script)]).unwrap_or_default();
    format!("{}?{query}", playground(lang))
}

pub fn lab(lang: Lang, lab: impl Display) -> String {
    format!("{}/{lab}", labs(lang))
}

pub fn lab_run(lang: Lang, run: impl Display) -> String {
    format!("/{lang}/lab-runs/{run}")
}

pub fn progress(lang: Lang) -> String {
    format!("/{lang}/progress")
}

pub fn report(lang: Lang, course: &Course, question: impl Display) -> String {
    format!("/{lang}/report/{}/{question}", course.id)
}

pub fn verify(lang: Lang, id: impl Display) -> String {
    format!("/{lang}/verify/{id}")
}

pub fn credential(id: impl Display) -> String {
    format!("/credentials/{id}")
}

pub const JWKS: &str = "/.well-known/jwks.json";
