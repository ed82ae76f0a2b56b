//! A learner's own progress: what is shown, and what can be taken back.

use app::view::{CourseProgress, LessonProgress, Link, ProgressDone, ProgressView};
use content::course::{Catalog, Course};
use content::lang::Lang;
use content::lesson::Lesson;

use super::shape::strip::{self, Footprint};
use super::shape::{address, card};
use super::{ServiceError, Services};
use crate::domain::{IssuedCertificate, LearnerId};
use crate::storage::CourseReset;

impl Services {
    pub async fn progress_page(
        &self,
        lang: Lang,
        catalog: &Catalog,
        learner: Option<LearnerId>,
        done: Option<ProgressDone>,
    ) -> Result<ProgressView, ServiceError> {
        let mut courses = Vec::new();
        if let Some(learner) = learner {
            let certificates = self.storage.certificates_of(learner).await?;
            for course in &catalog.courses {
                courses.extend(self.course_progress(lang, course, learner, &certificates).await?);
            }
        }
        Ok(ProgressView {
            empty: learner.is_none(),
            courses,
            continue_action: format!("{}/continue", address::progress(lang)),
            delete_action: format!("{}/delete", address::progress(lang)),
            done,
        })
    }

    /// Returns `None` for a course that the learner has not begun.
    async fn course_progress(
        &self,
        lang: Lang,
        course: &Course,
        learner: LearnerId,
        certificates: &[IssuedCertificate],
    ) -> Result<Option<CourseProgress>, ServiceError> {
        let footprint = self.footprint(Some(learner), course).await?;
        let attempts = card::attempts(lang, course, &self.storage.attempts(learner, &course.id).await?);
        let certificates: Vec<Link> = certificates
            .iter()
            .filter(|certificate| certificate.course == course.id)
            .map(|certificate| Link {
                href: address::verify(lang, certificate.id),
                text: app::i18n::date(lang, certificate.issued_at.as_millis()),
            })
            .collect();
        if footprint.is_empty() && attempts.is_empty() && certificates.is_empty() {
            return Ok(None);
        }
        Ok(Some(CourseProgress {
            course: card::course_link(lang, course),
            strip: strip::lessons(lang, course, &footprint, None),
            lessons: course.lessons.iter().map(|lesson| lesson_progress(lang, course, lesson, &footprint)).collect(),
            attempts,
            certificates,
            reset_action: format!("{}/reset/{}", address::progress(lang), course.id),
        }))
    }

    /// Forgets the progress in a course; certificates stay.
    pub async fn reset_course(&self, learner: LearnerId, course: &Course) -> Result<(), ServiceError> {
        match self.storage.reset_course(learner, &course.id).await? {
            CourseReset::Done | CourseReset::UnknownLearner => Ok(()),
        }
    }
}

fn lesson_progress(lang: Lang, course: &Course, lesson: &Lesson, footprint: &Footprint) -> LessonProgress {
    let (answered, correct) = footprint.counts(lesson);
    LessonProgress {
        lesson: Link { href: address::lesson(lang, course, lesson), text: lesson.text.get(lang).title.clone() },
        read: footprint.read.contains(&lesson.id),
        answered,
        correct,
        questions: lesson.questions.len(),
    }
}
