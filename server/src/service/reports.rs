//! "Report a mistake".

use app::view::Limit;
use content::course::Course;
use content::lang::Lang;
use content::question::Question;
use content::text::Version;

use super::{ServiceError, Services, clock};
use crate::domain::{LearnerId, MistakeReport, ReportId, ReportText};
use crate::storage::{MAX_REPORTS, ReportAdded};

impl Services {
    /// Stores a report about the version of a question that the learner saw.
    pub async fn report_mistake(
        &self,
        learner: LearnerId,
        course: &Course,
        question: &Question,
        version: Version,
        lang: Lang,
        text: ReportText,
    ) -> Result<(), ServiceError> {
        let now = self.clock.now();
        let report = MistakeReport {
            id: ReportId::generate(now, &mut clock::rng()),
            learner,
            course: course.id.clone(),
            question: question.id.clone(),
            version,
            lang,
            text,
            sent_at: now,
        };
        match self.storage.add_report(&report).await? {
            ReportAdded::Added => Ok(()),
            ReportAdded::TooMany => {
                Err(ServiceError::Limit { limit: Limit::Reports, most: MAX_REPORTS.unsigned_abs() })
            }
            ReportAdded::UnknownLearner => Err(ServiceError::LearnerGone),
        }
    }
}
