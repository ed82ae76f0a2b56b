//! Reading what is said about labs: `labs/NAME.toml`.

use crate::finding::{Code, Findings};
use crate::id::{CourseId, LabId, LessonId};
use crate::lab::GuessUnit;
use crate::lang::Lang;
use crate::source::{Entry, Folder, Sources, Span, Spanned};
use crate::toml_table::{Base, Table, did_you_mean, parse};

use super::draft::{DraftGuess, DraftGuessNumber, DraftGuessOption, DraftLab, DraftPrediction};
use super::reader::{Need, Reader};
use super::stray;

const LABS: &str = "labs";
const ENDING: &str = ".toml";

/// Reads the folder of labs. A site without labs has none.
pub(super) fn labs(
    folder: &Folder,
    languages: &[Lang],
    sources: &mut Sources,
    findings: &mut Findings,
) -> Vec<DraftLab> {
    if matches!(folder.entry(LABS), Ok(Entry::Missing)) {
        return Vec::new();
    }
    let mut labs = Vec::new();
    for name in folder.names(LABS).unwrap_or_default() {
        let path = format!("{LABS}/{name}");
        match name.strip_suffix(ENDING).and_then(|id| id.parse::<LabId>().ok()) {
            Some(id) => labs.extend(lab(folder, id, &path, languages, sources, findings)),
            None => stray(&path, &name, &[], sources, findings),
        }
    }
    labs
}

fn lab(
    folder: &Folder,
    id: LabId,
    path: &str,
    languages: &[Lang],
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<DraftLab> {
    let file = folder.read(path, sources, findings)?;
    let text = sources.text(file);
    let base = Base { file, text: &text, offset: 0 };
    let map = parse(base, findings);
    let table = Table::new(base, &map, Span::file_start(file));
    let course = Reader { languages, course: "", lesson: None, findings }.id::<CourseId>(&table, "course");
    let course_name = course.as_ref().map(|course| course.value.to_string()).unwrap_or_default();
    let mut reader = Reader { languages, course: &course_name, lesson: None, findings };
    let lab = DraftLab {
        id,
        span: table.span,
        lesson: reader.id::<LessonId>(&table, "lesson"),
        title: reader.words(&table, "title"),
        summary: reader.texts(&table, "summary", Need::Required),
        intro: reader.texts(&table, "intro", Need::Required),
        explanation: reader.texts(&table, "explanation", Need::Required),
        code: code(&mut reader, &table),
        prediction: prediction(&mut reader, &table),
        course,
    };
    table.finish(findings);
    Some(lab)
}

fn code(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<String> {
    let Some(code) = table.string("code", reader.findings) else {
        if !table.has("code") {
            table.missing("code", reader.findings);
        }
        return None;
    };
    crate::render::report_control_characters(&code, reader.findings);
    if code.value.trim().is_empty() {
        reader.findings.add(Code::EmptyText, code.span, "`code` is empty", "write what a learner can run in PyTorch");
    }
    Some(code.value)
}

fn prediction(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<DraftPrediction> {
    let Some(inner) = table.table("question", reader.findings) else {
        if !table.has("question") {
            table.missing("question", reader.findings);
        }
        return None;
    };
    let prediction = DraftPrediction {
        span: inner.span,
        stem: reader.texts(&inner, "stem", Need::Required),
        figure: reader.plain(&inner, "figure"),
        guess: if inner.has("option") {
            let options = inner.tables("option", reader.findings);
            Some(DraftGuess::Choice(options.into_iter().map(|table| option(reader, table)).collect()))
        } else {
            inner.ignore("option");
            Some(DraftGuess::Number(number(reader, &inner)))
        },
    };
    inner.finish(reader.findings);
    Some(prediction)
}

fn number(reader: &mut Reader<'_>, table: &Table<'_>) -> DraftGuessNumber {
    let tolerance = table.number("tolerance", reader.findings);
    if let Some(bad) = tolerance.as_ref().filter(|tolerance| tolerance.value < 0.0) {
        reader.findings.add(Code::BadValue, bad.span, "a tolerance below zero accepts no answer", "write 0 or more");
    }
    DraftGuessNumber {
        unit: unit(reader, table),
        tolerance: tolerance.map_or(0.0, |tolerance| tolerance.value),
        right: reader.texts(table, "right", Need::Required),
        wrong: reader.texts(table, "wrong", Need::Required),
        traps: traps(reader, table),
    }
}

fn unit(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<Spanned<GuessUnit>> {
    let unit = reader.plain(table, "unit")?;
    let known = GuessUnit::ALL.into_iter().find(|known| known.name() == unit.value);
    if known.is_none() {
        let names = GuessUnit::ALL.map(GuessUnit::name);
        let help = did_you_mean(&unit.value, names).unwrap_or_else(|| format!("write one of {}", names.join(", ")));
        let message = format!("`{}` is no unit of a prediction", unit.value);
        reader.findings.add(Code::BadValue, unit.span, message, help);
    }
    known.map(|value| Spanned { value, span: unit.span })
}

fn option(reader: &mut Reader<'_>, table: Table<'_>) -> DraftGuessOption {
    let value = table.whole("value", 0..=u32::MAX, reader.findings);
    if !table.has("value") {
        table.missing("value", reader.findings);
    }
    let text = reader.texts(&table, "text", Need::Required);
    let why = reader.texts(&table, "why", Need::Explanation);
    table.finish(reader.findings);
    DraftGuessOption { value, text, why }
}

fn traps(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<(Option<crate::toml_table::Str>, super::draft::Texts)> {
    let tables = table.tables("trap", reader.findings);
    tables
        .into_iter()
        .map(|table| {
            let figure = reader.plain(&table, "figure");
            let why = reader.texts(&table, "why", Need::Explanation);
            table.finish(reader.findings);
            (figure, why)
        })
        .collect()
}
