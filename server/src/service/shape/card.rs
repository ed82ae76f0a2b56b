//! Small titled texts and rows of lists.

use app::view::{AttemptResult, AttemptRow, CardView, Link};
use content::course::{Card, Course};
use content::lang::Lang;

use super::address;
use crate::domain::{AttemptState, AttemptSummary};

/// Returns cards in one language.
pub fn cards(lang: Lang, cards: &[Card]) -> Vec<CardView> {
    let view = |card: &Card| CardView {
        title_html: card.title.get(lang).html.clone(),
        text_html: card.text.get(lang).html.clone(),
    };
    cards.iter().map(view).collect()
}

/// Returns a link to a course with its title.
pub fn course_link(lang: Lang, course: &Course) -> Link {
    Link { href: address::course(lang, course), text: course.title.get(lang).clone() }
}

/// Returns the attempts that a learner may look at: all but those set aside by a merge.
pub fn attempts(lang: Lang, course: &Course, attempts: &[AttemptSummary]) -> Vec<AttemptRow> {
    let row = |attempt: &AttemptSummary| {
        let result = match attempt.state {
            AttemptState::Abandoned { .. } => return None,
            AttemptState::Running => None,
            AttemptState::Finished { result, .. } => Some(AttemptResult {
                score: result.score.correct,
                max: result.score.max,
                percent: result.score.percent(),
                passed: result.passed,
            }),
        };
        Some(AttemptRow {
            href: address::attempt(lang, course, attempt.id),
            date: app::i18n::date(lang, attempt.started_at.as_millis()),
            date_iso: app::i18n::date_iso(attempt.started_at.as_millis()),
            result,
        })
    };
    attempts.iter().filter_map(row).collect()
}
