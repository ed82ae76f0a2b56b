//! Progress as a strip: of the lessons of a course, and of the questions of an attempt.

use std::collections::{BTreeSet, HashSet};

use app::view::{CellState, StripCell};
use content::course::Course;
use content::id::{LabId, LessonId, QuestionId};
use content::lang::Lang;
use content::lesson::Lesson;

use super::address;
use crate::domain::{Answer, Attempt};

/// What a learner did in a course.
#[derive(Debug, Clone, Default)]
pub struct Footprint {
    pub read: HashSet<LessonId>,
    /// Ordered by question and try.
    pub answers: Vec<Answer>,
    /// Labs that were finished, of any course.
    pub labs: BTreeSet<LabId>,
}

impl Footprint {
    /// Returns whether nothing was done yet.
    pub fn is_empty(&self) -> bool {
        self.read.is_empty() && self.answers.is_empty()
    }

    /// Returns the answers to one question in the order of their tries.
    pub fn to(&self, question: &QuestionId) -> Vec<&Answer> {
        self.answers.iter().filter(|answer| answer.question == *question).collect()
    }

    /// Returns how many questions of a lesson were answered, and how many of these correctly at the first try.
    pub fn counts(&self, lesson: &Lesson) -> (usize, usize) {
        let answered = lesson.questions.iter().map(|question| self.to(&question.id)).filter(|tries| !tries.is_empty());
        answered.fold((0, 0), |(answered, correct), tries| {
            (answered + 1, correct + usize::from(tries.iter().any(|answer| answer.try_no == 1 && answer.correct)))
        })
    }

    /// Returns how far a lesson is: done when it was marked as read and each of its questions was answered.
    pub fn state(&self, lesson: &Lesson) -> CellState {
        let (answered, _) = self.counts(lesson);
        match (self.read.contains(&lesson.id), answered) {
            (true, answered) if answered == lesson.questions.len() => CellState::Done,
            (false, 0) => CellState::Empty,
            _ => CellState::Begun,
        }
    }
}

/// Returns a cell for each lesson; `current` is the one on the page.
pub fn lessons(lang: Lang, course: &Course, footprint: &Footprint, current: Option<&LessonId>) -> Vec<StripCell> {
    let cell = |lesson: &Lesson| StripCell {
        href: Some(address::lesson(lang, course, lesson)),
        label: lesson.text.get(lang).title.clone(),
        state: footprint.state(lesson),
        current: current == Some(&lesson.id),
    };
    course.lessons.iter().map(cell).collect()
}

/// Returns a cell for each question of an attempt, by the first answer. Questions of a running attempt link to their
/// addresses, those of a finished one to their place in the review.
pub fn attempt(
    lang: Lang,
    course: &Course,
    attempt: &Attempt,
    answers: &[Answer],
    current: Option<&QuestionId>,
) -> Vec<StripCell> {
    let cell = |item: &crate::domain::AttemptItem| {
        let first = answers.iter().find(|answer| answer.question == item.question);
        StripCell {
            href: Some(if attempt.is_running() {
                address::quiz_question(lang, course, &item.question)
            } else {
                format!("#q-{}", item.question)
            }),
            label: app::i18n::question_number(lang, item.position),
            state: match first.map(|answer| answer.correct) {
                None => CellState::Empty,
                Some(true) => CellState::Correct,
                Some(false) => CellState::Incorrect,
            },
            current: current == Some(&item.question),
        }
    };
    attempt.items.iter().map(cell).collect()
}
