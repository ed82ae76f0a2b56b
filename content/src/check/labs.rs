//! What is said about labs: known names, figures that there are, and a lesson that places each.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{Code, Findings};
use crate::lab::{Known, KnownLab, Measure};
use crate::load::Draft;
use crate::load::draft::{DraftCourse, DraftGuess, DraftLab, DraftPrediction};
use crate::render::{Facts, Placement};
use crate::source::{Span, Spanned};
use crate::toml_table::{Str, did_you_mean};

use super::parity::{self, Side};
use super::{links, places};

/// Adds what is found about the labs themselves and about the lines that place them.
pub(super) fn check(draft: &mut Draft, known: &Known) {
    let Draft { courses, labs, findings, sources, .. } = draft;
    for lab in labs.iter() {
        texts(lab, courses, findings);
        lesson(lab, courses, findings);
        if let Some(prediction) = &lab.prediction {
            options(prediction, findings);
        }
        if let Some(known) = &known.labs {
            engine(lab, known, findings);
        }
    }
    // Content that says nothing about any lab is that of a site without labs.
    let offered = known.labs.iter().flatten().filter(|_| !labs.is_empty());
    for lab in offered.filter(|known| labs.iter().all(|lab| lab.id.as_str() != known.name)) {
        let path = format!("labs/{}.toml", lab.name);
        let file = sources.add(path.clone(), "");
        let message = format!("nothing is said about the lab `{}`: there is no {path}", lab.name);
        findings.add(Code::MissingFile, Span::file_start(file), message, "write it; docs/authoring.md says how");
    }
    let ids: BTreeSet<&str> = labs.iter().map(|lab| lab.id.as_str()).collect();
    for course in courses.iter() {
        placements(course, &ids, findings);
    }
}

fn texts(lab: &DraftLab, courses: &[DraftCourse], findings: &mut Findings) {
    let course = lab.course.as_ref().and_then(|id| courses.iter().find(|course| course.id == id.value));
    for texts in lab.texts() {
        parity::check_texts(texts, findings);
        if let Some(course) = course {
            links::check_texts(course, texts, findings);
        }
    }
    let titles: Vec<_> =
        lab.title.iter().map(|(lang, title)| (*lang, Facts::of_words(&title.value, title.span))).collect();
    if let [(first, left), others @ ..] = titles.as_slice() {
        for (lang, right) in others {
            parity::compare(Side { lang: *first, facts: left }, Side { lang: *lang, facts: right }, findings);
        }
    }
}

/// Reports a lab whose lesson is not there or does not place it.
fn lesson(lab: &DraftLab, courses: &[DraftCourse], findings: &mut Findings) {
    let (Some(course), Some(lesson)) = (&lab.course, &lab.lesson) else { return };
    let Some(found) = courses.iter().find(|candidate| candidate.id == course.value) else {
        let help = did_you_mean(course.value.as_str(), courses.iter().map(|course| course.id.as_str()))
            .unwrap_or_else(|| "write the id of a course".to_owned());
        findings.add(Code::UnknownCourse, course.span, format!("there is no course `{}`", course.value), help);
        return;
    };
    let Some(found) = found.lessons.iter().find(|candidate| candidate.listed && candidate.id == lesson.value) else {
        let ids = found.known_lessons();
        let help = did_you_mean(lesson.value.as_str(), ids)
            .unwrap_or_else(|| "write the id of a lesson that course.toml lists".to_owned());
        findings.add(Code::UnknownLesson, lesson.span, format!("there is no lesson `{}`", lesson.value), help);
        return;
    };
    let lacking: Vec<Span> = found
        .texts
        .values()
        .filter(|text| text.prose.labs.iter().all(|placed| placed.id != lab.id))
        .map(|text| Span::file_start(text.file))
        .collect();
    if !lacking.is_empty() {
        let message = format!("the lesson `{}` does not place the lab `{}`", lesson.value, lab.id);
        let help = format!("write a line `::lab {}` where it belongs, in every language", lab.id);
        let finding = findings.add(Code::NotPlaced, lesson.span, message, help);
        for place in lacking {
            finding.related(place, "it should stand in this text");
        }
    }
}

fn options(prediction: &DraftPrediction, findings: &mut Findings) {
    let Some(DraftGuess::Choice(options)) = &prediction.guess else { return };
    if options.len() < 2 {
        let help = "write two `[[question.option]]` tables or more";
        findings.add(Code::TooFewOptions, prediction.span, "the question leaves no choice", help);
    }
    let mut seen = BTreeMap::new();
    for option in options {
        let Some(value) = &option.value else { continue };
        if let Some(first) = seen.insert(value.value, value.span) {
            let message = format!("two options stand for the value {}", value.value);
            findings
                .add(Code::DuplicateOption, value.span, message, "give each the value of the figure that it stands for")
                .related(first, "here, too");
        }
    }
}

/// Compares a lab with what the engine has.
fn engine(lab: &DraftLab, known: &[KnownLab], findings: &mut Findings) {
    let Some(own) = known.iter().find(|known| known.name == lab.id.as_str()) else {
        let help = did_you_mean(lab.id.as_str(), known.iter().map(|lab| lab.name.as_str()))
            .unwrap_or_else(|| "name the file after a lab that `vramlab lab list` prints".to_owned());
        findings.add(Code::UnknownLab, lab.span, format!("there is no lab `{}`", lab.id), help);
        return;
    };
    let Some(prediction) = &lab.prediction else { return };
    let measure = prediction.figure.as_ref().and_then(|name| figure(own, name, findings));
    let Some(DraftGuess::Number(number)) = &prediction.guess else { return };
    for name in number.traps.iter().filter_map(|(name, _)| name.as_ref()) {
        figure(own, name, findings);
    }
    if let (Some(measure), Some(Spanned { value: unit, span })) = (measure, &number.unit)
        && unit.measure() != measure
    {
        let message = format!("the figure is not measured in {}", unit.name());
        let help = "choose a unit that fits: KiB, MiB or GiB for bytes, count for things, tokens for tokens; a yes or \
                    no takes options with the values 0 and 1";
        findings.add(Code::BadValue, *span, message, help);
    }
}

/// Returns what a figure measures; reports one that the lab does not have.
fn figure(lab: &KnownLab, name: &Str, findings: &mut Findings) -> Option<Measure> {
    let found = lab.figures.iter().find(|(figure, _)| *figure == name.value);
    if found.is_none() {
        let names = || lab.figures.iter().map(|(figure, _)| figure.as_str());
        let help = did_you_mean(&name.value, names())
            .unwrap_or_else(|| format!("it has {}", names().collect::<Vec<_>>().join(", ")));
        let message = format!("the lab `{}` has no figure `{}`", lab.name, name.value);
        findings.add(Code::UnknownFigure, name.span, message, help);
    }
    found.map(|(_, measure)| *measure)
}

/// Checks the lines that place labs in the lessons of a course.
fn placements(course: &DraftCourse, ids: &BTreeSet<&str>, findings: &mut Findings) {
    for lesson in &course.lessons {
        for text in lesson.texts.values() {
            let mut placed = BTreeMap::new();
            for Placement { id, span, .. } in &text.prose.labs {
                if !ids.contains(id.as_str()) {
                    let help = did_you_mean(id.as_str(), ids.iter().copied())
                        .unwrap_or_else(|| format!("write labs/{id}.toml, or mend the name"));
                    findings.add(Code::UnknownLab, *span, format!("there is no lab `{id}`"), help);
                }
                if let Some(first) = placed.insert(id, *span) {
                    let message = format!("the lab `{id}` is placed twice");
                    findings
                        .add(Code::PlacedTwice, *span, message, "remove one of the two lines")
                        .related(first, "here, too");
                }
            }
        }
        places::same_places("lab", lesson, |text| text.prose.labs.as_slice(), findings);
    }
}
