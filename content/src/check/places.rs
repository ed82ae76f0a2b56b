//! Where lessons place their questions.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::finding::{Code, Findings};
use crate::id::QuestionId;
use crate::load::draft::{DraftCourse, DraftLesson, DraftLessonText};
use crate::render::Placement;
use crate::source::Span;
use crate::toml_table::did_you_mean;

pub(super) fn check(course: &DraftCourse, findings: &mut Findings) {
    for lesson in &course.lessons {
        placements(lesson, findings);
    }
}

fn placements(lesson: &DraftLesson, findings: &mut Findings) {
    let ids: Vec<_> = lesson.questions.iter().filter_map(|question| question.id.as_ref()).collect();
    let mut missing: BTreeMap<&QuestionId, Vec<Span>> = BTreeMap::new();
    for text in lesson.texts.values() {
        let mut placed: BTreeMap<&QuestionId, Span> = BTreeMap::new();
        for placement in &text.prose.questions {
            if ids.iter().all(|id| id.value != placement.id) {
                let help = did_you_mean(placement.id.as_str(), ids.iter().map(|id| id.value.as_str()))
                    .unwrap_or_else(|| "write it into the quiz.toml beside this lesson".to_owned());
                let message = format!("this lesson has no question `{}`", placement.id);
                findings.add(Code::UnknownQuestion, placement.span, message, help);
            }
            if let Some(first) = placed.insert(&placement.id, placement.span) {
                let message = format!("the question `{}` is placed twice", placement.id);
                findings
                    .add(Code::PlacedTwice, placement.span, message, "remove one of the two lines")
                    .related(first, "here, too");
            }
        }
        for id in ids.iter().filter(|id| !placed.contains_key(&id.value)) {
            missing.entry(&id.value).or_default().push(Span::file_start(text.file));
        }
    }
    for id in &ids {
        let Some(places) = missing.remove(&id.value) else { continue };
        let message = format!("the lesson does not place the question `{}`", id.value);
        let help = format!("write a line `::question {}` where it belongs, in every language", id.value);
        let finding = findings.add(Code::NotPlaced, id.span, message, help);
        for place in places {
            finding.related(place, "it should stand in this text");
        }
    }
    same_places("question", lesson, |text| text.prose.questions.as_slice(), findings);
}

/// Reports what stands elsewhere in another language: the language switch keeps the reader's place.
pub(super) fn same_places<Id: Clone + PartialEq + Display>(
    what: &str,
    lesson: &DraftLesson,
    placed: impl Fn(&DraftLessonText) -> &[Placement<Id>],
    findings: &mut Findings,
) {
    let mut texts = lesson.texts.values();
    let Some(first) = texts.next() else { return };
    for other in texts {
        let places = |text: &DraftLessonText| -> Vec<(Id, usize)> {
            placed(text).iter().map(|placement| (placement.id.clone(), placement.section)).collect()
        };
        let (mut left, mut right) = (places(first), places(other));
        // What only one of the two places was reported above.
        let both: Vec<_> =
            left.iter().map(|(id, _)| id.clone()).filter(|id| right.iter().any(|(other, _)| other == id)).collect();
        left.retain(|(id, _)| both.contains(id));
        right.retain(|(id, _)| both.contains(id));
        if let Some(((id, _), _)) = left.iter().zip(&right).find(|(left, right)| left != right) {
            let span = |text: &DraftLessonText| {
                placed(text).iter().find(|placement| placement.id == *id).map(|placement| placement.span)
            };
            let (Some(here), Some(there)) = (span(other), span(first)) else { continue };
            let message = format!("the {what} `{id}` stands at another place than in the other language");
            let help = format!("place the {what}s in the same order and under the same headings");
            findings.add(Code::PlacementDiffers, here, message, help).related(there, "the other language");
        }
    }
}
