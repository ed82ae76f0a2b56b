//! Reading a course: `course.toml`, its lessons, its quiz and its glossary.

use std::collections::BTreeMap;

use crate::finding::{Code, Findings};
use crate::id::{CourseId, LessonId, QuestionId, TermId};
use crate::source::{Entry, FileId, Folder, Sources, Span, Spanned};
use crate::toml_table::{Base, Table, did_you_mean, parse};

use super::draft::{DraftCard, DraftCourse, DraftPage, DraftQuiz, DraftTerm, Lock, Texts, Words};
use super::lesson::{self, Place};
use super::reader::{Need, Reader};
use super::{lock, question, stray};

/// Ids that a lesson cannot have, because pages of the course have these addresses.
const RESERVED: &[&str] = &["quiz", "glossary"];
/// Working time of a course that its page can show, in minutes.
const MINUTES: std::ops::RangeInclusive<u32> = 1..=10_000;
/// Most questions of an attempt.
const MAX_DRAW: u32 = 200;

/// What `course.toml` says.
#[derive(Default)]
struct Head {
    title: Words,
    tagline: Texts,
    /// Absent when the file is, or when it has no list.
    lessons: Option<Vec<Spanned<LessonId>>>,
    page: DraftPage,
}

/// Reads the folder of a course.
pub(super) fn course(place: Place<'_>, id: CourseId, sources: &mut Sources, findings: &mut Findings) -> DraftCourse {
    let path = place.course_path;
    let file = place.folder.read(&format!("{path}/course.toml"), sources, findings);
    let head = file.map(|file| with_table(place, file, sources, findings, head)).unwrap_or_default();
    let lessons = lessons(place, file.and(head.lessons.as_deref()), sources, findings);
    let missing = head.lessons.into_iter().flatten().map(|id| id.value);
    let missing_lessons = missing.filter(|id| lessons.iter().all(|lesson| lesson.id != *id)).collect();
    let quiz = place.folder.read(&format!("{path}/final.toml"), sources, findings);
    let quiz = quiz.map(|file| with_table(place, file, sources, findings, quiz_rules));
    let glossary = place.folder.read(&format!("{path}/glossary.toml"), sources, findings);
    let glossary = glossary.map(|file| with_table(place, file, sources, findings, terms));
    let lock = read_lock(place, sources, findings);
    DraftCourse {
        id,
        title: head.title,
        tagline: head.tagline,
        lessons,
        missing_lessons,
        quiz,
        glossary,
        page: head.page,
        lock,
    }
}

fn with_table<T>(
    place: Place<'_>,
    file: FileId,
    sources: &Sources,
    findings: &mut Findings,
    read: impl FnOnce(&mut Reader<'_>, &Table<'_>) -> T,
) -> T {
    let text = sources.text(file);
    let base = Base { file, text: &text, offset: 0 };
    let map = parse(base, findings);
    let table = Table::new(base, &map, Span::file_start(file));
    let mut reader = Reader { languages: place.languages, course: place.course, lesson: None, findings };
    let value = read(&mut reader, &table);
    table.finish(findings);
    value
}

fn head(reader: &mut Reader<'_>, table: &Table<'_>) -> Head {
    let title = reader.words(table, "title");
    let tagline = reader.texts(table, "tagline", Need::Required);
    let minutes = table.whole("minutes", MINUTES, reader.findings).map(|minutes| minutes.value);
    if !table.has("minutes") {
        table.missing("minutes", reader.findings);
    }
    let ids = table.strings("lessons", reader.findings);
    if !table.has("lessons") {
        table.missing("lessons", reader.findings);
    }
    let mut seen = BTreeMap::new();
    let lessons = ids.map(|ids| {
        let mut list = Vec::new();
        for id in &ids {
            if let Some(id) = reader.parse_id::<LessonId>(id)
                && reader.unique(&mut seen, id.value.clone(), id.span, "lesson")
            {
                list.push(id);
            }
        }
        list
    });
    let next = if table.has("next") { reader.id(table, "next") } else { None };
    table.ignore("next");
    let page = DraftPage {
        minutes,
        outcomes: texts(reader, table, "outcome"),
        reasons: cards(reader, table, "reason"),
        cases: cards(reader, table, "case"),
        risks: cards(reader, table, "risk"),
        roadmap: cards(reader, table, "roadmap"),
        outlook: texts(reader, table, "outlook"),
        faq: cards(reader, table, "faq"),
        next,
    };
    Head { title, tagline, lessons, page }
}

fn texts(reader: &mut Reader<'_>, table: &Table<'_>, key: &str) -> Vec<Texts> {
    let tables = table.tables(key, reader.findings);
    tables
        .into_iter()
        .map(|table| {
            let text = reader.texts(&table, "text", Need::Required);
            table.finish(reader.findings);
            text
        })
        .collect()
}

fn cards(reader: &mut Reader<'_>, table: &Table<'_>, key: &str) -> Vec<DraftCard> {
    let tables = table.tables(key, reader.findings);
    tables
        .into_iter()
        .map(|table| {
            let title = reader.texts(&table, "title", Need::Required);
            let text = reader.texts(&table, "text", Need::Required);
            table.finish(reader.findings);
            DraftCard { title, text }
        })
        .collect()
}

/// Reads the lessons that `course.toml` lists, then those that it forgot.
fn lessons(
    place: Place<'_>,
    listed: Option<&[Spanned<LessonId>]>,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Vec<super::draft::DraftLesson> {
    let path = place.course_path;
    let (folders, files): (Vec<_>, Vec<_>) = place
        .folder
        .names(path)
        .unwrap_or_default()
        .into_iter()
        .partition(|name| matches!(place.folder.entry(&format!("{path}/{name}")), Ok(Entry::Folder)));
    let known: Vec<String> = ["course.toml", "final.toml", "glossary.toml", lock::FILE].map(str::to_owned).into();
    for name in files.iter().filter(|name| !known.contains(name)) {
        stray(&format!("{path}/{name}"), name, &known, sources, findings);
    }
    let mut jobs = Vec::new();
    for id in listed.unwrap_or_default() {
        if RESERVED.contains(&id.value.as_str()) {
            let message = format!("a lesson cannot have the id `{}`: a page of the course has that address", id.value);
            findings.add(Code::BadId, id.span, message, "give its folder another name");
        } else if folders.iter().any(|folder| folder == id.value.as_str()) {
            jobs.push(lesson::open(place, id.value.clone(), true, sources, findings));
        } else {
            let help = did_you_mean(id.value.as_str(), folders.iter().map(String::as_str));
            let help =
                help.unwrap_or_else(|| format!("create the folder {path}/{}, or remove it from the list", id.value));
            findings.add(Code::UnknownLesson, id.span, format!("there is no lesson `{}`", id.value), help);
        }
    }
    for folder in
        folders.iter().filter(|folder| listed.unwrap_or_default().iter().all(|id| id.value.as_str() != **folder))
    {
        let Ok(id) = folder.parse::<LessonId>() else {
            stray(&format!("{path}/{folder}"), folder, &known, sources, findings);
            continue;
        };
        jobs.push(lesson::open(place, id, listed.is_none(), sources, findings));
        if listed.is_some() {
            let file = sources.add(format!("{path}/{folder}"), "");
            let message = format!("course.toml does not list the lesson `{folder}`, so nobody can read it");
            findings.add(
                Code::UnlistedLesson,
                Span::file_start(file),
                message,
                "add it to `lessons` in course.toml, or remove its folder",
            );
        }
    }
    lesson::render(place, jobs, sources, findings)
}

fn quiz_rules(reader: &mut Reader<'_>, table: &Table<'_>) -> DraftQuiz {
    let draw = table.whole("draw", 1..=MAX_DRAW, reader.findings);
    let pass = table.whole("pass_percent", 1..=100, reader.findings);
    for key in ["draw", "pass_percent"] {
        if !table.has(key) {
            table.missing(key, reader.findings);
        }
    }
    let mut seen = BTreeMap::new();
    let mut required = Vec::new();
    for id in table.strings("required", reader.findings).unwrap_or_default() {
        if let Some(id) = reader.parse_id::<QuestionId>(&id)
            && reader.unique(&mut seen, id.value.clone(), id.span, "required question's")
        {
            required.push(id);
        }
    }
    let pool = question::questions(reader, table);
    let pass_percent = pass.and_then(|pass| u8::try_from(pass.value).ok());
    DraftQuiz { draw, pass_percent, required, pool }
}

fn terms(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<DraftTerm> {
    let mut seen = BTreeMap::new();
    let tables = table.tables("term", reader.findings);
    tables
        .into_iter()
        .map(|table| {
            let id = reader.id::<TermId>(&table, "id");
            if let Some(id) = &id {
                reader.unique(&mut seen, id.value.clone(), id.span, "term");
            }
            let term = reader.words(&table, "term");
            let mut also = BTreeMap::new();
            if let Some(inner) = table.table("also", reader.findings) {
                for lang in reader.languages {
                    also.insert(*lang, inner.strings(lang.code(), reader.findings).unwrap_or_default());
                }
                reader.report_other_languages(&inner);
            }
            let definition = reader.texts(&table, "definition", Need::Required);
            let lesson = if table.has("lesson") { reader.id(&table, "lesson") } else { None };
            table.ignore("lesson");
            table.finish(reader.findings);
            DraftTerm { id, term, also, definition, lesson }
        })
        .collect()
}

fn read_lock(place: Place<'_>, sources: &mut Sources, findings: &mut Findings) -> Option<Lock> {
    let path = format!("{}/{}", place.course_path, lock::FILE);
    // A course that was never accepted has none.
    if matches!(place.folder.entry(&path), Ok(Entry::Missing)) {
        return None;
    }
    let file = Folder::read(place.folder, &path, sources, findings)?;
    Some(lock::parse(file, &sources.text(file), findings))
}
