//! `keys.lock`: which answers are right, written down a second time so that a slip of the editor is noticed.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::finding::{Code, Findings};
use crate::source::{FileId, Span, Spanned};

use super::draft::{Body, DraftCourse, DraftQuestion, DraftUnit, Lock};

/// Name of the file, in the folder of its course.
pub(crate) const FILE: &str = "keys.lock";

const HEADER: &str = "# The right answer of every question. `vramlab content check` compares it with the questions;\n\
                      # after a change that is meant, `vramlab content check --accept-keys` writes it anew.\n";

/// Reads the file: a question and its keys on each line, joined by an equals sign.
pub(super) fn parse(file: FileId, text: &str, findings: &mut Findings) -> Lock {
    let mut keys = BTreeMap::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(file, start..start + line.trim_end().len());
        start += line.len();
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((question, value)) = line.split_once(" = ") {
            keys.insert(question.to_owned(), Spanned { value: value.to_owned(), span });
        } else {
            let help = "write the file anew with `vramlab content check --accept-keys`";
            findings.add(Code::LockSyntax, span, "this line names no question and key", help);
        }
    }
    Lock { keys }
}

/// Returns the key of a question as it stands in the file. `None` when the question is not complete.
pub(crate) fn key_of(question: &DraftQuestion) -> Option<String> {
    match &question.body {
        Body::Choices { options, .. } => {
            let mut keys = Vec::new();
            for option in options.iter().filter(|option| option.key) {
                keys.push(option.id.as_ref()?.value.to_string());
            }
            keys.sort();
            (!keys.is_empty()).then(|| keys.join(" "))
        }
        Body::Numeric(numeric) => {
            let (answer, tolerance) = (numeric.answer.as_ref()?.value, numeric.tolerance?);
            match numeric.unit.as_ref()? {
                DraftUnit::Sign(sign) => Some(format!("{answer} +- {tolerance} {}", sign.value)),
                // Another word for it, or one in a new language, is no other key.
                DraftUnit::Word(_) => Some(format!("{answer} +- {tolerance}")),
            }
        }
        Body::Unknown => None,
    }
}

/// Returns the file that agrees with the questions as they are now.
pub(crate) fn write(course: &DraftCourse) -> String {
    let keys: BTreeMap<String, String> = course
        .questions()
        .filter_map(|question| Some((question.id.as_ref()?.value.to_string(), key_of(question)?)))
        .collect();
    let mut out = HEADER.to_owned();
    for (question, key) in keys {
        let _ = writeln!(out, "{question} = {key}");
    }
    out
}
