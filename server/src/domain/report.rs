//! "Report a mistake".

use content::id::{CourseId, QuestionId};
use content::lang::Lang;
use content::text::Version;

use super::{LearnerId, ReportId, Timestamp};

/// Longest report, in characters.
pub const MAX_REPORT_CHARS: usize = 2_000;

/// A learner's report about a question, for the instructor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MistakeReport {
    pub id: ReportId,
    pub learner: LearnerId,
    pub course: CourseId,
    pub question: QuestionId,
    /// The question as the learner saw it.
    pub version: Version,
    pub lang: Lang,
    pub text: ReportText,
    pub sent_at: Timestamp,
}

/// The text of a report: not empty, and not longer than [`MAX_REPORT_CHARS`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportText(String);

/// Why a text is not a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReportTextError {
    #[error("say what is wrong with the question")]
    Empty,
    #[error("a report may have {MAX_REPORT_CHARS} characters at most")]
    TooLong,
}

impl ReportText {
    /// Takes what a learner typed: trims it, and drops control characters except line breaks and tabs.
    pub fn parse(text: &str) -> Result<Self, ReportTextError> {
        let text: String =
            text.replace("\r\n", "\n").chars().filter(|&c| c == '\n' || c == '\t' || !c.is_control()).collect();
        let text = text.trim();
        if text.is_empty() {
            return Err(ReportTextError::Empty);
        }
        if text.chars().count() > MAX_REPORT_CHARS {
            return Err(ReportTextError::TooLong);
        }
        Ok(Self(text.to_owned()))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_trimmed_and_keeps_its_lines() {
        let text = ReportText::parse("  Option B\r\nis right\0 as well. \n").unwrap();
        assert_eq!(text.as_str(), "Option B\nis right as well.");
        assert_eq!(ReportText::parse(text.as_str()), Ok(text), "what is stored is read back as it is");
    }

    #[test]
    fn a_report_says_something_and_not_too_much() {
        assert_eq!(ReportText::parse(" \n\u{7}"), Err(ReportTextError::Empty));
        assert!(ReportText::parse(&"ế".repeat(MAX_REPORT_CHARS)).is_ok());
        assert_eq!(ReportText::parse(&"a".repeat(MAX_REPORT_CHARS + 1)), Err(ReportTextError::TooLong));
    }
}
