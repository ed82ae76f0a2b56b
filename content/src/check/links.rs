//! Links that lead nowhere.

use std::collections::BTreeSet;

use crate::finding::{Code, Findings};
use crate::lang::Lang;
use crate::load::draft::{DraftCourse, DraftLesson, Texts};
use crate::render::{LinkUse, Target};
use crate::toml_table::did_you_mean;

pub(super) fn check(course: &DraftCourse, findings: &mut Findings) {
    for lesson in &course.lessons {
        for (lang, text) in &lesson.texts {
            for link in &text.prose.facts.links {
                check_link(course, Some(lesson), *lang, link, findings);
            }
        }
    }
    let question_texts = course.questions().flat_map(|question| question.texts()).map(|(_, texts)| texts);
    for texts in question_texts.chain(course.page_texts()) {
        check_texts(course, texts, findings);
    }
}

pub(super) fn check_texts(course: &DraftCourse, texts: &Texts, findings: &mut Findings) {
    for (lang, text) in texts {
        for link in &text.inline.facts.links {
            check_link(course, None, *lang, link, findings);
        }
    }
}

fn check_link(course: &DraftCourse, page: Option<&DraftLesson>, lang: Lang, link: &LinkUse, findings: &mut Findings) {
    match &link.target {
        Target::External | Target::Glossary | Target::Quiz => {}
        Target::Term(id) => term(course, id, link, findings),
        Target::Here { anchor } => {
            if let Some(lesson) = page {
                check_anchor(lesson, anchor, lang, link, findings);
            } else {
                let help = format!("name the lesson too: lesson-id#{anchor}");
                findings.add(
                    Code::DeadLink,
                    link.span,
                    "this text is shown on several pages, so `#…` alone leads nowhere",
                    help,
                );
            }
        }
        Target::Lesson { lesson, anchor } => {
            let Some(found) =
                course.lessons.iter().find(|candidate| candidate.listed && candidate.id.as_str() == lesson)
            else {
                // A lesson that course.toml lists and that is not written yet is reported there.
                if course.missing_lessons.iter().all(|missing| missing.as_str() != lesson) {
                    let listed = course.lessons.iter().filter(|lesson| lesson.listed).map(|lesson| lesson.id.as_str());
                    let help = did_you_mean(lesson, listed.chain(["glossary", "quiz"]))
                        .unwrap_or_else(|| "write the id of a lesson that course.toml lists".to_owned());
                    findings.add(Code::DeadLink, link.span, format!("this course has no lesson `{lesson}`"), help);
                }
                return;
            };
            if let Some(anchor) = anchor {
                check_anchor(found, anchor, lang, link, findings);
            }
        }
    }
}

fn term(course: &DraftCourse, id: &str, link: &LinkUse, findings: &mut Findings) {
    let Some(glossary) = &course.glossary else { return };
    let ids = || glossary.iter().filter_map(|term| term.id.as_ref()).map(|id| id.value.as_str());
    if ids().all(|known| known != id) {
        let help =
            did_you_mean(id, ids()).unwrap_or_else(|| "add the term to glossary.toml, or mend the id".to_owned());
        findings.add(Code::UnknownTerm, link.span, format!("the glossary has no term `{id}`"), help);
    }
}

/// Headings of the lesson in this language, and its questions: both have addresses.
fn check_anchor(lesson: &DraftLesson, anchor: &str, lang: Lang, link: &LinkUse, findings: &mut Findings) {
    let Some(text) = lesson.texts.get(&lang) else { return };
    let headings = text.prose.headings.iter().map(|heading| heading.value.anchor.clone());
    let questions = lesson.questions.iter().filter_map(|question| Some(format!("q-{}", question.id.as_ref()?.value)));
    let anchors: BTreeSet<String> = headings.chain(questions).collect();
    if !anchors.contains(anchor) {
        let help = did_you_mean(anchor, anchors.iter().map(String::as_str)).unwrap_or_else(|| {
            let list = anchors.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            format!("the lesson has the anchors {list}")
        });
        let message = format!("the lesson `{}` has no anchor `{anchor}` in the language `{lang}`", lesson.id);
        findings.add(Code::DeadLink, link.span, message, help);
    }
}
