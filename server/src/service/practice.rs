//! Lessons and the questions in them.

use std::collections::BTreeSet;

use app::view::{CatalogView, CourseView, LessonView, QuestionView};
use content::course::{Catalog, Course};
use content::id::LabId;
use content::lang::Lang;
use content::lesson::Lesson;
use content::question::Question;

use super::answering::{AnswerForm, Given, Standing};
use super::shape::lesson::Asked;
use super::shape::strip::Footprint;
use super::shape::{self, address};
use super::{ServiceError, Services};
use crate::domain::{CertificateStatus, LearnerId, Place};
use crate::storage::Marked;

impl Services {
    /// Returns what a learner did in a course; nothing for a visitor who did nothing yet.
    pub async fn footprint(&self, learner: Option<LearnerId>, course: &Course) -> Result<Footprint, ServiceError> {
        let Some(learner) = learner else { return Ok(Footprint::default()) };
        let reads = self.storage.lesson_reads(learner, &course.id).await?;
        let answers = self.storage.answers_for_course(learner, &course.id).await?;
        let labs = self.storage.labs_done(learner).await?;
        Ok(Footprint { read: reads.into_iter().map(|read| read.lesson).collect(), answers, labs })
    }

    /// Returns the labs that a learner finished.
    pub async fn labs_done(&self, learner: Option<LearnerId>) -> Result<BTreeSet<LabId>, ServiceError> {
        match learner {
            Some(learner) => Ok(self.storage.labs_done(learner).await?),
            None => Ok(BTreeSet::new()),
        }
    }

    pub async fn catalog_page(
        &self,
        lang: Lang,
        catalog: &Catalog,
        learner: Option<LearnerId>,
    ) -> Result<CatalogView, ServiceError> {
        let mut courses = Vec::new();
        for course in &catalog.courses {
            courses.push(shape::course::in_catalog(lang, course, &self.footprint(learner, course).await?));
        }
        Ok(CatalogView { courses })
    }

    pub async fn course_page(
        &self,
        lang: Lang,
        catalog: &Catalog,
        course: &Course,
        learner: Option<LearnerId>,
    ) -> Result<CourseView, ServiceError> {
        let footprint = self.footprint(learner, course).await?;
        let certificate = self.certificate_href(lang, course, learner).await?;
        Ok(shape::course::page(lang, catalog, course, &footprint, certificate))
    }

    pub async fn lesson_page(
        &self,
        lang: Lang,
        catalog: &Catalog,
        course: &Course,
        lesson: &Lesson,
        learner: Option<LearnerId>,
        asked: &Asked,
    ) -> Result<LessonView, ServiceError> {
        let footprint = self.footprint(learner, course).await?;
        Ok(shape::lesson::page(lang, catalog, course, lesson, &footprint, asked))
    }

    /// Returns a practice question as it stands.
    pub async fn practice_question(
        &self,
        lang: Lang,
        course: &Course,
        lesson: &Lesson,
        question: &Question,
        learner: Option<LearnerId>,
        retry: bool,
    ) -> Result<QuestionView, ServiceError> {
        let footprint = self.footprint(learner, course).await?;
        let standing = Standing::after(&footprint.to(&question.id), retry);
        Ok(shape::lesson::practice(lang, course, lesson, question, &standing))
    }

    /// Takes an answer to a practice question. Returns where it stands now.
    pub async fn answer_practice(
        &self,
        learner: LearnerId,
        course: &Course,
        question: &Question,
        form: &AnswerForm,
        lang: Lang,
    ) -> Result<Standing, ServiceError> {
        let place = Place::Practice { course: course.id.clone() };
        match self.give_answer(learner, place, question, form, lang).await? {
            Given::Stands(standing) => Ok(standing),
            Given::AttemptClosed => Err(ServiceError::NotFound),
        }
    }

    /// Marks a lesson as read, or takes the mark away.
    pub async fn mark_read(
        &self,
        learner: LearnerId,
        course: &Course,
        lesson: &Lesson,
        read: bool,
    ) -> Result<(), ServiceError> {
        let marked = if read {
            self.storage.mark_lesson_read(learner, &course.id, &lesson.id, self.clock.now()).await?
        } else {
            self.storage.unmark_lesson_read(learner, &course.id, &lesson.id).await?
        };
        match marked {
            Marked::Changed | Marked::Unchanged => Ok(()),
            Marked::UnknownLearner => Err(ServiceError::LearnerGone),
        }
    }

    /// Returns the address of the latest certificate that a learner holds of a course.
    pub async fn certificate_href(
        &self,
        lang: Lang,
        course: &Course,
        learner: Option<LearnerId>,
    ) -> Result<Option<String>, ServiceError> {
        let Some(learner) = learner else { return Ok(None) };
        let held = self.storage.certificates_of(learner).await?;
        let latest = held.iter().find(|one| one.course == course.id && one.status == CertificateStatus::Active);
        Ok(latest.map(|certificate| address::verify(lang, certificate.id)))
    }
}
