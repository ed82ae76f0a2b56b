//! Catalogue and course page.

use app::view::{CourseCard, CourseView, LabCard, LessonCard, Link, QuizCard};
use content::course::{Catalog, Course};
use content::lang::{Lang, Localized};
use content::lesson::Lesson;
use content::text::RichText;
use labs::experiment;

use super::strip::{self, Footprint};
use super::{address, card, lab};

/// Returns the card of a course in the catalogue.
pub fn in_catalog(lang: Lang, course: &Course, footprint: &Footprint) -> CourseCard {
    CourseCard {
        href: address::course(lang, course),
        title: course.title.get(lang).clone(),
        tagline_html: course.tagline.get(lang).html.clone(),
        lessons: course.lessons.len(),
        minutes: course.page.minutes,
        strip: strip::lessons(lang, course, footprint, None),
    }
}

/// Returns the course page; `certificate` is the address of the one that the learner holds.
pub fn page(
    lang: Lang,
    catalog: &Catalog,
    course: &Course,
    footprint: &Footprint,
    certificate: Option<String>,
) -> CourseView {
    let page = &course.page;
    let next = page.next.as_ref().and_then(|id| catalog.course(id.as_str()));
    CourseView {
        title: course.title.get(lang).clone(),
        tagline_html: course.tagline.get(lang).html.clone(),
        minutes: page.minutes,
        outcomes_html: htmls(lang, &page.outcomes),
        lessons: course.lessons.iter().map(|lesson| lesson_card(lang, course, lesson, footprint)).collect(),
        labs: labs(lang, catalog, course, footprint),
        reasons: card::cards(lang, &page.reasons),
        cases: card::cards(lang, &page.cases),
        risks: card::cards(lang, &page.risks),
        roadmap: card::cards(lang, &page.roadmap),
        outlook_html: htmls(lang, &page.outlook),
        faq: card::cards(lang, &page.faq),
        quiz: QuizCard {
            href: address::quiz(lang, course),
            questions: course.quiz.draw,
            pass_percent: course.quiz.pass_percent,
            certificate,
        },
        next_course: next.map(|next| card::course_link(lang, next)),
        resume: resume(lang, course, footprint),
        begun: !footprint.is_empty(),
        strip: strip::lessons(lang, course, footprint, None),
    }
}

/// Returns the labs of a course in the order in which they teach.
fn labs(lang: Lang, catalog: &Catalog, course: &Course, footprint: &Footprint) -> Vec<LabCard> {
    let of_course = experiment::ALL.into_iter().filter_map(|experiment| catalog.lab(experiment.name));
    let of_course = of_course.filter(|lab| lab.course == course.id);
    of_course.filter_map(|own| lab::card(lang, catalog, own, &footprint.labs)).collect()
}

fn htmls(lang: Lang, texts: &[Localized<RichText>]) -> Vec<String> {
    texts.iter().map(|text| text.get(lang).html.clone()).collect()
}

fn lesson_card(lang: Lang, course: &Course, lesson: &Lesson, footprint: &Footprint) -> LessonCard {
    let text = lesson.text.get(lang);
    LessonCard {
        href: address::lesson(lang, course, lesson),
        title: text.title.clone(),
        summary: text.summary.clone(),
        minutes: text.minutes,
        questions: lesson.questions.len(),
        state: footprint.state(lesson),
    }
}

/// Leads to the first lesson that is not done, or to the quiz when all are.
fn resume(lang: Lang, course: &Course, footprint: &Footprint) -> Link {
    let open = course.lessons.iter().find(|lesson| footprint.state(lesson) != app::view::CellState::Done);
    match open {
        Some(lesson) => Link { href: address::lesson(lang, course, lesson), text: lesson.text.get(lang).title.clone() },
        None => Link { href: address::quiz(lang, course), text: app::i18n::quiz_title(lang) },
    }
}
