//! The page of a lesson.

use app::view::{LessonPart, LessonView, Link, QuestionView, ToolState};
use content::course::{Catalog, Course};
use content::lang::Lang;
use content::lesson::{Block, Lesson};
use content::question::Question;

use super::question::{self, Placed};
use super::strip::{self, Footprint};
use super::{address, card, lab};
use crate::service::answering::Standing;

/// What of a lesson's page depends on the request besides the learner.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// The question whose next try is open.
    pub retry: Option<String>,
    /// Query of the page, for its tools.
    pub query: Vec<(String, String)>,
}

/// Returns the page of a lesson, each question as it stands for the learner.
pub fn page(
    lang: Lang,
    catalog: &Catalog,
    course: &Course,
    lesson: &Lesson,
    footprint: &Footprint,
    asked: &Asked,
) -> LessonView {
    let text = lesson.text.get(lang);
    let index = course.lessons.iter().position(|other| other.id == lesson.id).unwrap_or_default();
    let neighbour = |index: Option<usize>| {
        let other = course.lessons.get(index?)?;
        Some(Link { href: address::lesson(lang, course, other), text: other.text.get(lang).title.clone() })
    };
    let quiz = || Link { href: address::quiz(lang, course), text: app::i18n::quiz_title(lang) };
    LessonView {
        course: card::course_link(lang, course),
        title: text.title.clone(),
        minutes: text.minutes,
        number: index + 1,
        of: course.lessons.len(),
        headings: text.headings.clone(),
        parts: text
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Lab(id) => {
                    lab::card(lang, catalog, catalog.lab(id.as_str())?, &footprint.labs).map(LessonPart::Lab)
                }
                block => part(lang, course, lesson, footprint, asked, block),
            })
            .collect(),
        previous: neighbour(index.checked_sub(1)),
        next: neighbour(Some(index + 1)).or_else(|| Some(quiz())),
        strip: strip::lessons(lang, course, footprint, Some(&lesson.id)),
        read: footprint.read.contains(&lesson.id),
        read_action: format!("{}/read", address::lesson(lang, course, lesson)),
    }
}

fn part(
    lang: Lang,
    course: &Course,
    lesson: &Lesson,
    footprint: &Footprint,
    asked: &Asked,
    block: &Block,
) -> Option<LessonPart> {
    Some(match block {
        Block::Html(html) => LessonPart::Html(html.clone()),
        Block::Tool(tool) => LessonPart::Tool {
            tool: *tool,
            state: ToolState { query: asked.query.clone(), action: address::lesson(lang, course, lesson) },
        },
        Block::Question(id) => {
            let question = lesson.questions.iter().find(|question| question.id == *id)?;
            let retry = asked.retry.as_deref() == Some(id.as_str());
            let standing = Standing::after(&footprint.to(id), retry);
            LessonPart::Question(Box::new(practice(lang, course, lesson, question, &standing)))
        }
        Block::Lab(_) => return None,
    })
}

/// Returns a practice question as it stands. It may be tried without end.
pub fn practice(
    lang: Lang,
    course: &Course,
    lesson: &Lesson,
    question: &Question,
    standing: &Standing,
) -> QuestionView {
    let action = address::practice(lang, course, lesson, &question.id);
    let placed = Placed {
        question,
        lang,
        order: &[],
        attempt: None,
        retry_href: Some(format!("{action}?retry=1")),
        action,
        report_href: report_href(lang, course, question),
        next: None,
        heading_level: 3,
    };
    question::question(placed, standing)
}

/// Returns the address for reporting a mistake in the version of a question that the learner sees.
pub fn report_href(lang: Lang, course: &Course, question: &Question) -> String {
    format!("{}?version={}", address::report(lang, course, &question.id), question.version.0)
}
