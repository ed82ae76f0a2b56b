use content::lang::Lang;

use super::Text;
use crate::view::{ErrorKind, Limit, Sent};

/// Returns what happened, as a title.
pub fn error_title(lang: Lang, kind: ErrorKind) -> String {
    Text::new(lang).get(match kind {
        ErrorKind::NotFound => "error-not-found-title",
        ErrorKind::BadRequest => "error-bad-request-title",
        ErrorKind::ForeignOrigin => "error-foreign-origin-title",
        ErrorKind::AttemptMovedOn => "error-attempt-moved-on-title",
        ErrorKind::LearnerGone => "error-learner-gone-title",
        ErrorKind::TooLarge => "error-too-large-title",
        ErrorKind::TooMany { .. } => "error-too-many-title",
        ErrorKind::LimitReached { limit, .. } => match limit {
            Limit::Tries => "error-limit-tries-title",
            Limit::Attempts => "error-limit-attempts-title",
            Limit::Reports => "error-limit-reports-title",
            Limit::Browsers => "error-limit-browsers-title",
            Limit::Runs => "error-limit-runs-title",
        },
        ErrorKind::Unavailable { .. } => "error-unavailable-title",
        ErrorKind::NotStored { sent: Sent::Answer, .. } => "error-not-stored-answer-title",
        ErrorKind::NotStored { sent: Sent::Form, .. } => "error-not-stored-form-title",
        ErrorKind::Timeout => "error-timeout-title",
        ErrorKind::Internal => "error-internal-title",
        ErrorKind::LinkSpent => "error-link-spent-title",
        ErrorKind::Withdrawn => "error-withdrawn-title",
        ErrorKind::Altered => "error-altered-title",
        ErrorKind::MethodNotAllowed => "error-method-title",
        ErrorKind::Unfit => "error-unfit-title",
        ErrorKind::NotTheirs => "error-not-theirs-title",
    })
}

/// Returns what to do about it.
pub fn error_advice(lang: Lang, kind: ErrorKind) -> String {
    let text = Text::new(lang);
    let seconds = |key, seconds: u64| text.with(key, [("seconds", seconds.into())]);
    let most = |key, most: u64| text.with(key, [("most", most.into())]);
    match kind {
        ErrorKind::NotFound => text.get("error-not-found-text"),
        ErrorKind::BadRequest => text.get("error-bad-request-text"),
        ErrorKind::ForeignOrigin => text.get("error-foreign-origin-text"),
        ErrorKind::AttemptMovedOn => text.get("error-attempt-moved-on-text"),
        ErrorKind::LearnerGone => text.get("error-learner-gone-text"),
        ErrorKind::TooLarge => text.get("error-too-large-text"),
        ErrorKind::TooMany { sent, retry_after_s } => {
            let key = match sent {
                None => "error-too-many-text",
                Some(Sent::Answer) => "error-too-many-answer-text",
                Some(Sent::Form) => "error-too-many-form-text",
            };
            seconds(key, retry_after_s)
        }
        ErrorKind::LimitReached { limit, most: count } => match limit {
            Limit::Tries => most("error-limit-tries-text", count),
            Limit::Attempts => most("error-limit-attempts-text", count),
            Limit::Reports => most("error-limit-reports-text", count),
            Limit::Browsers => most("error-limit-browsers-text", count),
            Limit::Runs => most("error-limit-runs-text", count),
        },
        ErrorKind::Unavailable { retry_after_s } => seconds("error-unavailable-text", retry_after_s),
        ErrorKind::NotStored { sent: Sent::Answer, retry_after_s } => {
            seconds("error-not-stored-answer-text", retry_after_s)
        }
        ErrorKind::NotStored { sent: Sent::Form, retry_after_s } => {
            seconds("error-not-stored-form-text", retry_after_s)
        }
        ErrorKind::Timeout => text.get("error-timeout-text"),
        ErrorKind::Internal => text.get("error-internal-text"),
        ErrorKind::LinkSpent => text.get("error-link-spent-text"),
        ErrorKind::Withdrawn => text.get("error-withdrawn-text"),
        ErrorKind::Altered => text.get("error-altered-text"),
        ErrorKind::MethodNotAllowed => text.get("error-method-text"),
        ErrorKind::Unfit => text.get("error-unfit-text"),
        ErrorKind::NotTheirs => text.get("error-not-theirs-text"),
    }
}

/// Returns what happened and what to do, for those who have the form before them still.
pub fn error_detail(lang: Lang, kind: ErrorKind) -> String {
    let seconds = |key, seconds: u64| Text::new(lang).with(key, [("seconds", seconds.into())]);
    match kind {
        ErrorKind::NotStored { sent: Sent::Answer, retry_after_s } => {
            seconds("error-not-stored-answer-live", retry_after_s)
        }
        ErrorKind::TooMany { sent: Some(Sent::Answer), retry_after_s } => {
            seconds("error-too-many-answer-live", retry_after_s)
        }
        kind => error_advice(lang, kind),
    }
}
