//! Ids, keys and rules: what must hold for a course to work at all.

use std::collections::BTreeMap;

use crate::finding::{Code, Findings};
use crate::id::QuestionId;
use crate::load::draft::{Body, DraftCourse, DraftNumeric, DraftOption, DraftQuestion, DraftQuiz};
use crate::source::Span;
use crate::toml_table::did_you_mean;

/// Fewest options that are a choice at all, and the usual range (Haladyna, Downing and Rodriguez 2002: three plausible
/// options are enough; more than five are hard to keep apart).
const MIN_OPTIONS: usize = 2;
const USUAL_OPTIONS: std::ops::RangeInclusive<usize> = 3..=5;

pub(super) fn check(course: &DraftCourse, findings: &mut Findings) {
    question_ids(course, findings);
    for question in course.questions() {
        keys(question, findings);
    }
    if let Some(quiz) = &course.quiz {
        quiz_rules(quiz, findings);
    }
    glossary(course, findings);
}

fn question_ids(course: &DraftCourse, findings: &mut Findings) {
    let mut seen: BTreeMap<&QuestionId, Span> = BTreeMap::new();
    for id in course.questions().filter_map(|question| question.id.as_ref()) {
        if let Some(first) = seen.get(&id.value) {
            let message = format!("the question id `{}` is used twice in this course", id.value);
            let help = "give the newer question another id; answers are stored under it";
            findings.add(Code::DuplicateId, id.span, message, help).related(*first, "it is used here first");
        } else {
            seen.insert(&id.value, id.span);
        }
    }
}

fn keys(question: &DraftQuestion, findings: &mut Findings) {
    match &question.body {
        Body::Choices { multiple, options } => choice_keys(question, *multiple, options, findings),
        Body::Numeric(numeric) => traps(numeric, findings),
        Body::Unknown => {}
    }
}

fn choice_keys(question: &DraftQuestion, multiple: bool, options: &[DraftOption], findings: &mut Findings) {
    let at = question.id.as_ref().map_or(question.span, |id| id.span);
    if options.len() < MIN_OPTIONS {
        let message = format!("the question has {} option{}", options.len(), if options.len() == 1 { "" } else { "s" });
        findings.add(Code::TooFewOptions, at, message, "add `[[question.option]]` tables, three to five in all");
    } else if !USUAL_OPTIONS.contains(&options.len()) {
        let help = "write three to five: every one a misconception that people have, none to fill up";
        findings.add(Code::OptionCount, at, format!("the question has {} options", options.len()), help);
    }
    let keys: Vec<_> = options.iter().filter(|option| option.key).collect();
    match (keys.as_slice(), multiple) {
        ([], _) if !options.is_empty() => {
            findings.add(Code::NoKey, at, "no option is right", "write `key = true` into the right option");
        }
        ([first, second, ..], false) => {
            let help = "take `key = true` from all but one option, or write kind = \"multiple\"";
            findings
                .add(Code::SeveralKeys, second.span, "a single-choice question has several right options", help)
                .related(first.span, "this one is right, too");
        }
        (keys, true) if keys.len() == options.len() && options.len() >= MIN_OPTIONS => {
            let help = "add an option that is wrong; ticking everything is no answer";
            findings.add(Code::AllKeys, at, "every option is right", help);
        }
        _ => {}
    }
    if let [_, rest @ ..] = options.iter().filter(|option| option.last).collect::<Vec<_>>().as_slice() {
        for option in rest {
            findings.add(
                Code::BadValue,
                option.span,
                "two options want to be the last one",
                "keep `last = true` in one of them",
            );
        }
    }
}

fn traps(numeric: &DraftNumeric, findings: &mut Findings) {
    let (Some(answer), Some(tolerance)) = (&numeric.answer, numeric.tolerance) else { return };
    let near = |a: f64, b: f64| (a - b).abs() <= tolerance;
    let mut earlier: Vec<(f64, Span)> = Vec::new();
    for value in numeric.traps.iter().filter_map(|trap| trap.value.as_ref()) {
        if near(value.value, answer.value) {
            let help = "make the tolerance smaller, or remove the trap";
            findings
                .add(Code::TrapIsRight, value.span, "this wrong number counts as right within the tolerance", help)
                .related(answer.span, "the answer");
        }
        if let Some((_, first)) = earlier.iter().find(|(other, _)| near(*other, value.value)) {
            let help = "keep one of the two, or make the tolerance smaller";
            findings
                .add(
                    Code::TrapTwice,
                    value.span,
                    "two traps catch the same number, so the second one never speaks",
                    help,
                )
                .related(*first, "the other trap");
        }
        earlier.push((value.value, value.span));
    }
}

fn quiz_rules(quiz: &DraftQuiz, findings: &mut Findings) {
    let ids: Vec<_> = quiz.pool.iter().filter_map(|question| question.id.as_ref()).collect();
    for required in &quiz.required {
        if ids.iter().all(|id| id.value != required.value) {
            let help = did_you_mean(required.value.as_str(), ids.iter().map(|id| id.value.as_str()))
                .unwrap_or_else(|| "write the question below, or remove it from the list".to_owned());
            let message = format!("the pool has no question `{}`", required.value);
            findings.add(Code::UnknownQuestion, required.span, message, help);
        }
    }
    let Some(draw) = &quiz.draw else { return };
    let wanted = usize::try_from(draw.value).unwrap_or(usize::MAX);
    if wanted > quiz.pool.len() {
        let message = format!("an attempt draws {wanted} questions, but the pool has {}", quiz.pool.len());
        findings.add(Code::QuizRules, draw.span, message, "write more questions, or draw fewer");
    }
    if wanted < quiz.required.len() {
        let message = format!("{} questions are in every attempt, but it draws only {wanted}", quiz.required.len());
        findings.add(Code::QuizRules, draw.span, message, "draw more questions, or require fewer");
    }
}

fn glossary(course: &DraftCourse, findings: &mut Findings) {
    let lessons = || course.known_lessons();
    for lesson in course.glossary.iter().flatten().filter_map(|term| term.lesson.as_ref()) {
        if lessons().all(|id| id != lesson.value.as_str()) {
            let help = did_you_mean(lesson.value.as_str(), lessons())
                .unwrap_or_else(|| "name a lesson of this course, or remove the line".to_owned());
            findings.add(Code::UnknownLesson, lesson.span, format!("there is no lesson `{}`", lesson.value), help);
        }
    }
}

/// Reports a next course that is none.
pub(super) fn next_courses(courses: &[DraftCourse], findings: &mut Findings) {
    for course in courses {
        let Some(next) = &course.page.next else { continue };
        let mut others = courses.iter().map(|course| course.id.as_str()).filter(|id| *id != course.id.as_str());
        if others.clone().all(|id| id != next.value.as_str()) {
            let help = did_you_mean(next.value.as_str(), others.by_ref())
                .unwrap_or_else(|| "name another course of this site, or remove the line".to_owned());
            findings.add(Code::UnknownCourse, next.span, format!("there is no other course `{}`", next.value), help);
        }
    }
}
