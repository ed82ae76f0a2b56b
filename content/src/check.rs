//! The content check: what no file format can say, from dead links to options that give themselves away.

mod cues;
mod labs;
mod lengths;
mod lessons;
mod lexicon;
mod links;
mod locks;
mod numbers;
mod options;
mod parity;
mod places;
mod stats;
mod steps;
mod structure;
mod terms;
#[cfg(test)]
mod testing;
mod wording;
mod words;

use std::io;
use std::path::Path;

use crate::finding::{Code, Findings, Report, Severity};
use crate::lab::Known;
use crate::load::draft::DraftCourse;
use crate::load::{self, Draft, lock};
use crate::parallel;

/// Reads and checks a content folder, as `vramlab content check` does.
pub fn run(dir: &Path, known: &Known) -> Report {
    load::load(dir, known).report
}

/// Writes `keys.lock` of every course anew, then checks as [`run`] does.
///
/// While there are errors other than changed keys it writes nothing: the keys of a broken file are not known. An
/// unwritable file is an [`io::Error`].
pub fn accept_keys(dir: &Path, known: &Known) -> io::Result<Report> {
    let mut draft = load::read(dir);
    all(&mut draft, known);
    let keeps_back =
        |code: Code| code.severity() == Severity::Error && !matches!(code, Code::KeyChanged | Code::LockSyntax);
    if !draft.findings.codes().any(keeps_back) {
        for course in &draft.courses {
            std::fs::write(dir.join("courses").join(course.id.as_str()).join(lock::FILE), lock::write(course))?;
        }
    }
    Ok(run(dir, known))
}

type Check = fn(&DraftCourse, &mut Findings);

/// The checks of a course by itself. They know nothing of each other.
const CHECKS: &[Check] = &[
    structure::check,
    places::check,
    links::check,
    parity::check,
    lessons::check,
    options::check,
    wording::check,
    lengths::check,
    cues::check,
    terms::check,
    locks::check,
];

/// Adds what every check finds.
pub(crate) fn all(draft: &mut Draft, known: &Known) {
    labs::check(draft, known);
    let Draft { courses, findings, .. } = draft;
    // First, since the checks below look at answers.
    steps::work_out(courses, known, findings);
    structure::next_courses(courses, findings);
    let jobs = courses.iter().flat_map(|course| CHECKS.iter().map(move |check| (course, check))).collect();
    let found = parallel::map(jobs, |(course, check): (&DraftCourse, &Check)| {
        let mut findings = Findings::default();
        check(course, &mut findings);
        findings
    });
    for own in found {
        findings.append(own);
    }
}
