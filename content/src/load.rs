//! Reading a content folder: everything there is, and every finding about it.

mod build;
mod course;
pub(crate) mod draft;
mod lab;
mod lesson;
pub(crate) mod lock;
mod question;
mod reader;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::check;
use crate::course::Catalog;
use crate::finding::{Code, Findings, Report};
use crate::id::CourseId;
use crate::lab::Known;
use crate::lang::Lang;
use crate::source::{Entry, Folder, Sources, Span};
use crate::toml_table::{Base, Table, did_you_mean, parse};

pub use crate::source::MAX_FILE_BYTES;

use draft::{DraftCourse, DraftLab};
use lesson::Place;

const SITE: &str = "site.toml";
const COURSES: &str = "courses";

/// What a content folder gave.
#[derive(Debug)]
pub struct Loaded {
    /// Absent when any finding is an error.
    pub catalog: Option<Catalog>,
    /// Pictures that lessons show: address on the site and file on disk.
    pub media: BTreeMap<String, PathBuf>,
    pub report: Report,
}

/// A content folder before the course model is built from it.
pub(crate) struct Draft {
    pub(crate) languages: Vec<Lang>,
    pub(crate) courses: Vec<DraftCourse>,
    pub(crate) labs: Vec<DraftLab>,
    pub(crate) sources: Sources,
    pub(crate) findings: Findings,
    pub(crate) folder: Option<Folder>,
}

/// Reads and checks a content folder. Never stops at the first problem, and never fails: what went wrong is in the report.
///
/// `dir` holds `site.toml`, `courses/` and, where there are labs, `labs/`. Nothing outside of it is read. What the content
/// refers to by name is compared with `known`.
pub fn load(dir: &Path, known: &Known) -> Loaded {
    let mut draft = read(dir);
    check::all(&mut draft, known);
    let mut media = BTreeMap::new();
    let catalog = if draft.findings.has_errors() { None } else { build::catalog(&draft) };
    if let Some(folder) = &draft.folder {
        for course in &draft.courses {
            for (lesson, picture) in
                course.lessons.iter().flat_map(|lesson| lesson.pictures.iter().map(move |name| (lesson, name)))
            {
                if let Ok(file) = folder.resolve(&format!("{COURSES}/{}/{}/{picture}", course.id, lesson.id)) {
                    media.insert(format!("/media/{}/{}/{picture}", course.id, lesson.id), file);
                }
            }
        }
    }
    Loaded { catalog, media, report: Report::new(draft.findings, draft.sources) }
}

/// Reads everything without checking more than the format.
pub(crate) fn read(dir: &Path) -> Draft {
    let mut sources = Sources::default();
    let mut findings = Findings::default();
    let folder = match Folder::open(dir) {
        Ok(folder) => folder,
        Err(error) => {
            let file = sources.add(dir.display().to_string(), "");
            let message = format!("the content folder cannot be opened: {error}");
            let help = "name the folder that holds site.toml and courses/";
            findings.add(Code::MissingFile, Span::file_start(file), message, help);
            return Draft {
                languages: Vec::new(),
                courses: Vec::new(),
                labs: Vec::new(),
                sources,
                findings,
                folder: None,
            };
        }
    };
    let languages = site(&folder, &mut sources, &mut findings);
    let courses = courses(&folder, &languages, &mut sources, &mut findings);
    let labs = lab::labs(&folder, &languages, &mut sources, &mut findings);
    Draft { languages, courses, labs, sources, findings, folder: Some(folder) }
}

/// Reads the languages of the site. English and Vietnamese when the file is missing, so that the rest can be checked.
fn site(folder: &Folder, sources: &mut Sources, findings: &mut Findings) -> Vec<Lang> {
    let fallback = vec![Lang::EN, Lang::VI];
    let Some(file) = folder.read(SITE, sources, findings) else { return fallback };
    let text = sources.text(file);
    let base = Base { file, text: &text, offset: 0 };
    let map = parse(base, findings);
    let table = Table::new(base, &map, Span::file_start(file));
    let codes = table.strings("languages", findings);
    if !table.has("languages") {
        table.missing("languages", findings);
    }
    let mut languages = Vec::new();
    for code in codes.into_iter().flatten() {
        match code.value.parse::<Lang>() {
            Ok(lang) if languages.contains(&lang) => {
                findings.add(
                    Code::DuplicateId,
                    code.span,
                    format!("the language `{lang}` is listed twice"),
                    "remove one of the two",
                );
            }
            Ok(lang) => languages.push(lang),
            Err(error) => {
                findings.add(
                    Code::BadValue,
                    code.span,
                    format!("`{}` is not a language: {error}", code.value),
                    "write it like `en`",
                );
            }
        }
    }
    if languages.is_empty() && table.has("languages") {
        findings.add(Code::BadValue, table.span, "the site has no language", "write `languages = [\"en\", \"vi\"]`");
    }
    table.finish(findings);
    if languages.is_empty() { fallback } else { languages }
}

fn courses(folder: &Folder, languages: &[Lang], sources: &mut Sources, findings: &mut Findings) -> Vec<DraftCourse> {
    let names = match folder.names(COURSES) {
        Ok(names) => names,
        Err(error) => {
            let file = sources.add(COURSES, "");
            let message = format!("the folder `{COURSES}` cannot be read: {error}");
            findings.add(Code::MissingFile, Span::file_start(file), message, "create it, with one folder a course");
            return Vec::new();
        }
    };
    let mut courses = Vec::new();
    for name in names {
        let path = format!("{COURSES}/{name}");
        match name.parse::<CourseId>().map(|id| (id, folder.entry(&path))) {
            Ok((id, Ok(Entry::Folder))) => {
                let place = Place { folder, course_path: &path, course: &name, languages };
                courses.push(course::course(place, id, sources, findings));
            }
            // A course that cannot be read must not pass for one that is not there.
            Ok((_, Ok(Entry::Missing))) => unreadable(&path, "it leads nowhere", sources, findings),
            Ok((_, Err(error))) => unreadable(&path, &error.to_string(), sources, findings),
            _ => stray(&path, &name, &[], sources, findings),
        }
    }
    courses
}

fn unreadable(path: &str, reason: &str, sources: &mut Sources, findings: &mut Findings) {
    let file = sources.add(path, "");
    let message = format!("the folder `{path}` cannot be read: {reason}");
    let help = "make it a folder inside the content folder that the program may read, or remove it";
    findings.add(Code::UnreadableFile, Span::file_start(file), message, help);
}

/// Reports a file that nothing reads, or that cannot be read.
fn stray(path: &str, name: &str, known: &[String], sources: &mut Sources, findings: &mut Findings) {
    // Notes for authors, and what editors leave behind.
    if name == "README.md" || name.ends_with('~') {
        return;
    }
    let file = sources.add(path, "");
    let help = did_you_mean(name, known.iter().map(String::as_str))
        .unwrap_or_else(|| "remove it, or see docs/authoring.md for the names that count".to_owned());
    findings.add(Code::UnknownFile, Span::file_start(file), format!("nothing reads `{path}`"), help);
}
