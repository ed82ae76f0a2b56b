//! Courses: lessons, quiz, glossary, and what the course page says.

use crate::id::{CourseId, LessonId, QuestionId, TermId};
use crate::lab::Lab;
use crate::lang::{Lang, Localized};
use crate::lesson::Lesson;
use crate::question::Question;
use crate::quiz::FinalQuiz;
use crate::text::RichText;

/// Everything that a site offers. Replaced as a whole when content changes, never changed in place.
#[derive(Debug, Clone)]
pub struct Catalog {
    /// Languages that every text has, in the order of the language switch.
    pub languages: Vec<Lang>,
    pub courses: Vec<Course>,
    /// What is said about labs, in alphabetical order of their names.
    pub labs: Vec<Lab>,
}

#[derive(Debug, Clone)]
pub struct Course {
    pub id: CourseId,
    pub title: Localized<String>,
    /// What the course is about, in one line.
    pub tagline: Localized<RichText>,
    pub lessons: Vec<Lesson>,
    pub quiz: FinalQuiz,
    pub glossary: Vec<Term>,
    pub page: CoursePage,
}

/// The parts of the course page besides lessons, quiz and certificate, in the order in which they are shown.
#[derive(Debug, Clone)]
pub struct CoursePage {
    /// What the learner will be able to do.
    pub outcomes: Vec<Localized<RichText>>,
    pub minutes: u32,
    /// Why it matters to a team.
    pub reasons: Vec<Card>,
    /// Cases from the field.
    pub cases: Vec<Card>,
    pub risks: Vec<Card>,
    pub roadmap: Vec<Card>,
    /// Where the field is heading, as paragraphs.
    pub outlook: Vec<Localized<RichText>>,
    /// Question and answer.
    pub faq: Vec<Card>,
    /// The course to take after this one, where there is one.
    pub next: Option<CourseId>,
}

/// A short titled text.
#[derive(Debug, Clone)]
pub struct Card {
    pub title: Localized<RichText>,
    pub text: Localized<RichText>,
}

/// A glossary entry.
#[derive(Debug, Clone)]
pub struct Term {
    pub id: TermId,
    /// The term itself, in each language.
    pub term: Localized<String>,
    /// Other spellings that count as the term, for the content check and search.
    pub also: Localized<Vec<String>>,
    pub definition: Localized<RichText>,
    pub lesson: Option<LessonId>,
}

impl Catalog {
    /// Returns the course of that id.
    pub fn course(&self, id: &str) -> Option<&Course> {
        self.courses.iter().find(|course| course.id.as_str() == id)
    }

    /// Returns what is said about the lab of that name.
    pub fn lab(&self, name: &str) -> Option<&Lab> {
        self.labs.iter().find(|lab| lab.id.as_str() == name)
    }
}

impl Course {
    /// Returns the lesson of that id.
    pub fn lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.id.as_str() == id)
    }

    /// Returns a question of any lesson or of the final quiz.
    pub fn question(&self, id: &QuestionId) -> Option<&Question> {
        self.lessons
            .iter()
            .flat_map(|lesson| &lesson.questions)
            .chain(&self.quiz.pool)
            .find(|question| question.id == *id)
    }
}
