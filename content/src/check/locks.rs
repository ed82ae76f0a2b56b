//! Keys against `keys.lock`.

use crate::finding::{Code, Findings};
use crate::load::draft::DraftCourse;
use crate::load::lock::key_of;
use crate::source::Span;

const ACCEPT: &str = "when it is meant, accept it with `vramlab content check --accept-keys`";

/// Most questions that one finding names.
const MAX_NAMED: usize = 5;

pub(super) fn check(course: &DraftCourse, findings: &mut Findings) {
    let mut unlocked = Vec::new();
    for question in course.questions() {
        let (Some(id), Some(key)) = (&question.id, key_of(question)) else { continue };
        match course.lock.as_ref().and_then(|lock| lock.keys.get(id.value.as_str())) {
            Some(locked) if locked.value == key => {}
            Some(locked) => {
                let message = format!("the right answer of `{}` was `{}` and is now `{key}`", id.value, locked.value);
                let help = format!(
                    "restore the key, or give the question a new id because old answers are stored under this one; {ACCEPT}"
                );
                findings.add(Code::KeyChanged, id.span, message, help).related(locked.span, "the answer agreed on");
            }
            None => unlocked.push(id),
        }
    }
    if let Some(first) = unlocked.first() {
        let names = unlocked.iter().take(MAX_NAMED).map(|id| id.value.as_str()).collect::<Vec<_>>().join(", ");
        let more = if unlocked.len() > MAX_NAMED {
            format!(" and {} more", unlocked.len() - MAX_NAMED)
        } else {
            String::new()
        };
        let message = format!("keys.lock does not have the keys of {names}{more}");
        let help = "run `vramlab content check --accept-keys` once the keys are right, and commit keys.lock";
        findings.add(Code::KeysNotLocked, first.span, message, help);
    }
    removed(course, findings);
}

fn removed(course: &DraftCourse, findings: &mut Findings) {
    let Some(lock) = &course.lock else { return };
    // While a part of the course is missing or broken, its questions are not gone.
    if course.quiz.is_none()
        || !course.missing_lessons.is_empty()
        || course.questions().any(|question| question.id.is_none())
    {
        return;
    }
    for (id, locked) in &lock.keys {
        let there = course
            .questions()
            .filter_map(|question| question.id.as_ref())
            .any(|question| question.value.as_str() == id);
        if !there {
            let message = format!("the question `{id}` is in keys.lock and nowhere else");
            let help = format!("restore its id, because answers are stored under it; {ACCEPT}");
            let span: Span = locked.span;
            findings.add(Code::QuestionRemoved, span, message, help);
        }
    }
}
