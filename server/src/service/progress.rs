//! A learner's own progress: what is shown, and what can be taken back.

use app::view::{CourseProgress, LabProgress, LessonProgress, Link, ProgressDone, ProgressView};
use content::course::{Catalog, Course};
use content::id::LabId;
use content::lab::Lab;
use content::lang::Lang;
use content::lesson::Lesson;

use super::shape::lab::lab_link;
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
                courses.extend(self.course_progress(lang, catalog, course, learner, &certificates).await?);
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
        catalog: &Catalog,
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
        let labs: Vec<LabProgress> = labs_of(catalog, course)
            .map(|lab| LabProgress { lab: lab_link(lang, lab), done: footprint.labs.contains(&lab.id) })
            .collect();
        let nothing = footprint.is_empty() && !labs.iter().any(|lab| lab.done);
        if nothing && attempts.is_empty() && certificates.is_empty() {
            return Ok(None);
        }
        Ok(Some(CourseProgress {
            course: card::course_link(lang, course),
            strip: strip::lessons(lang, course, &footprint, None),
            lessons: course.lessons.iter().map(|lesson| lesson_progress(lang, course, lesson, &footprint)).collect(),
            labs,
            attempts,
            certificates,
            reset_action: format!("{}/reset/{}", address::progress(lang), course.id),
        }))
    }

    /// Forgets the progress in a course; certificates stay.
    pub async fn reset_course(
        &self,
        learner: LearnerId,
        catalog: &Catalog,
        course: &Course,
    ) -> Result<(), ServiceError> {
        let labs: Vec<LabId> = labs_of(catalog, course).map(|lab| lab.id.clone()).collect();
        match self.storage.reset_course(learner, &course.id, &labs).await? {
            CourseReset::Done | CourseReset::UnknownLearner => Ok(()),
        }
    }
}

/// Returns the labs of a course in the order of the catalog.
fn labs_of<'c>(catalog: &'c Catalog, course: &Course) -> impl Iterator<Item = &'c Lab> {
    catalog.labs.iter().filter(|lab| lab.course == course.id)
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
