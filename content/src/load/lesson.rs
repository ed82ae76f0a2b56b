//! Reading a lesson: its text in every language and its questions.

use std::collections::BTreeMap;

use crate::finding::{Code, Findings};
use crate::id::LessonId;
use crate::lang::Lang;
use crate::parallel;
use crate::render::{Prose, Scope, lesson as render_lesson};
use crate::source::{Entry, FileId, Folder, Sources, Span};
use crate::toml_table::{Base, Str, Table, parse};

use super::draft::{DraftLesson, DraftLessonText};
use super::reader::Reader;
use super::{question, stray};

/// Opens and closes the front matter.
const FENCE: &str = "+++";
/// Reading times that a page can show, in minutes.
const MINUTES: std::ops::RangeInclusive<u32> = 1..=240;

/// Where a lesson is read from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) folder: &'a Folder,
    /// Path of the course's folder.
    pub(super) course_path: &'a str,
    pub(super) course: &'a str,
    pub(super) languages: &'a [Lang],
}

/// A lesson whose files were read, but not yet rendered.
pub(super) struct Job {
    id: LessonId,
    listed: bool,
    texts: Vec<(Lang, FileId)>,
    quiz: Option<FileId>,
}

/// Reads the files of a lesson's folder.
pub(super) fn open(
    place: Place<'_>,
    id: LessonId,
    listed: bool,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Job {
    let path = format!("{}/{id}", place.course_path);
    let mut texts = Vec::new();
    for lang in place.languages {
        let file = place.folder.read(&format!("{path}/lesson.{lang}.md"), sources, findings);
        texts.extend(file.map(|file| (*lang, file)));
    }
    let quiz = format!("{path}/quiz.toml");
    // A lesson without questions has no such file.
    let has_quiz = !matches!(place.folder.entry(&quiz), Ok(Entry::Missing));
    let quiz = if has_quiz { place.folder.read(&quiz, sources, findings) } else { None };
    Job { id, listed, texts, quiz }
}

/// Renders lessons, several at a time: most of the time that loading takes is spent here.
pub(super) fn render(
    place: Place<'_>,
    jobs: Vec<Job>,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Vec<DraftLesson> {
    let rendered = parallel::map(jobs, |job| {
        let mut findings = Findings::default();
        let lesson = render_one(place, job, sources, &mut findings);
        (lesson, findings)
    });
    rendered
        .into_iter()
        .map(|(mut lesson, own)| {
            findings.append(own);
            let path = format!("{}/{}", place.course_path, lesson.id);
            lesson.pictures = pictures(place, &path, &lesson.texts, sources, findings);
            lesson
        })
        .collect()
}

fn render_one(place: Place<'_>, job: Job, sources: &Sources, findings: &mut Findings) -> DraftLesson {
    let Job { id, listed, texts, quiz } = job;
    let texts = texts
        .into_iter()
        .filter_map(|(lang, file)| Some((lang, lesson_text(place, &id, lang, file, sources, findings)?)))
        .collect();
    let mut questions = Vec::new();
    if let Some(file) = quiz {
        let text = sources.text(file);
        let base = Base { file, text: &text, offset: 0 };
        let map = parse(base, findings);
        let table = Table::new(base, &map, Span::file_start(file));
        let mut reader =
            Reader { languages: place.languages, course: place.course, lesson: Some(id.as_str()), findings };
        questions = question::questions(&mut reader, &table);
        table.finish(findings);
    }
    DraftLesson { id, listed, texts, questions, pictures: Vec::new() }
}

fn lesson_text(
    place: Place<'_>,
    id: &LessonId,
    lang: Lang,
    file: FileId,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<DraftLessonText> {
    let text = sources.text(file);
    let (head, body) = split(&text);
    let mut reader = Reader { languages: place.languages, course: place.course, lesson: Some(id.as_str()), findings };
    let (mut title, mut summary, mut minutes) = (None, None, None);
    if let Some(head) = head {
        let base = Base { file, text: &text[head.clone()], offset: head.start };
        let map = parse(base, reader.findings);
        let table = Table::new(base, &map, Span::new(file, 0..FENCE.len()));
        title = reader.plain(&table, "title");
        summary = reader.plain(&table, "summary");
        minutes = table.whole("minutes", MINUTES, reader.findings).map(|minutes| minutes.value);
        if !table.has("minutes") {
            table.missing("minutes", reader.findings);
        }
        table.finish(reader.findings);
    } else {
        reader.findings.add(
            Code::FrontMatter,
            Span::new(file, 0..text.find('\n').unwrap_or(text.len())),
            "the lesson does not begin with its front matter",
            "begin the file with a line +++, then title, summary and minutes, then another line +++",
        );
    }
    let prose = if text[body..].trim().is_empty() {
        let help = "write the lesson below the front matter";
        findings.add(Code::EmptyText, Span::new(file, text.len()..text.len()), "the lesson has no text", help);
        Prose::default()
    } else {
        let source = Str::verbatim(file, &text[body..], body);
        render_lesson(&source, Scope { lang, course: place.course, lesson: Some(id.as_str()) }, findings)?
    };
    Some(DraftLessonText { file, title, summary, minutes, prose })
}

/// Returns where the front matter lies, if there is one, and where the text begins.
fn split(text: &str) -> (Option<std::ops::Range<usize>>, usize) {
    let start = FENCE.len() + 1;
    if !text.starts_with("+++\n") {
        return (None, 0);
    }
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        if line.trim_end() == FENCE {
            return (Some(start..at), at + line.len());
        }
        at += line.len();
    }
    (None, text.len())
}

/// Checks the pictures that the text shows against the files beside it, and reports files that nothing reads.
fn pictures(
    place: Place<'_>,
    path: &str,
    texts: &BTreeMap<Lang, DraftLessonText>,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Vec<String> {
    let names = place.folder.names(path).unwrap_or_default();
    let mut used = Vec::new();
    for (name, span) in texts.values().flat_map(|text| &text.prose.images) {
        if matches!(place.folder.entry(&format!("{path}/{name}")), Ok(Entry::File)) {
            used.push(name.clone());
        } else {
            let help = crate::toml_table::did_you_mean(name, names.iter().map(String::as_str));
            let help = help.unwrap_or_else(|| format!("put the picture into {path}, or mend its name"));
            findings.add(Code::MissingImage, *span, format!("there is no picture `{name}` beside this lesson"), help);
        }
    }
    used.sort();
    used.dedup();
    let languages = place.languages.iter().map(|lang| format!("lesson.{lang}.md"));
    let known: Vec<String> = languages.chain(["quiz.toml".to_owned()]).chain(used.iter().cloned()).collect();
    for name in names.iter().filter(|name| !known.contains(name)) {
        stray(&format!("{path}/{name}"), name, &known, sources, findings);
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_matter_is_what_stands_between_the_fences() {
        let text = "+++\ntitle = \"a\"\n+++\nbody";
        let (head, body) = split(text);
        assert_eq!(head.map(|range| &text[range]), Some("title = \"a\"\n"));
        assert_eq!(&text[body..], "body");
        assert_eq!(split("no front matter"), (None, 0));
        assert_eq!(split("+++\nnever closed").0, None);
        let empty = "+++\n+++\nbody";
        assert_eq!(split(empty), (Some(4..4), 8));
    }
}
