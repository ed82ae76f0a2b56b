//! Reading questions: `quiz.toml` of a lesson and the pool in `final.toml`.

use std::collections::BTreeMap;

use crate::finding::Code;
use crate::id::OptionId;
use crate::question::{Level, Source};
use crate::source::Span;
use crate::toml_table::{Table, did_you_mean};

use super::draft::{Body, DraftNumeric, DraftOption, DraftQuestion, DraftSteps, DraftTrap, DraftUnit};
use super::reader::{Need, Reader};

const KINDS: &[&str] = &["single", "multiple", "numeric"];
const LEVELS: &[(&str, Level)] = &[("recall", Level::Recall), ("explain", Level::Explain), ("predict", Level::Predict)];

/// Longest unit, in characters. It stands behind an input field.
const MAX_UNIT: usize = 16;

/// Reads all `[[question]]` of a file.
pub(super) fn questions(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<DraftQuestion> {
    table.tables("question", reader.findings).into_iter().map(|table| question(reader, table)).collect()
}

fn question(reader: &mut Reader<'_>, table: Table<'_>) -> DraftQuestion {
    let id = reader.id(&table, "id");
    let kind = one_of(reader, &table, "kind", KINDS.iter().map(|kind| (*kind, *kind)));
    let level = one_of(reader, &table, "level", LEVELS.iter().copied());
    let objective = reader.texts(&table, "objective", Need::Required);
    let stem = reader.texts(&table, "stem", Need::Required);
    let hint = reader.texts(&table, "hint", Need::Optional);
    let source = source(reader, &table);
    let span = table.span;
    let body = match kind {
        Some("numeric") => Body::Numeric(Box::new(numeric(reader, &table))),
        Some(kind) => Body::Choices { multiple: kind == "multiple", options: options(reader, &table) },
        None => {
            // Every field of every kind is known here, so that only the kind itself is reported.
            for key in ["option", "answer", "tolerance", "unit", "why", "trap", "steps", "figure"] {
                table.ignore(key);
            }
            Body::Unknown
        }
    };
    table.finish(reader.findings);
    DraftQuestion { id, span, level, objective, stem, hint, source, body }
}

/// Reads a field that is one of a few words.
fn one_of<T>(
    reader: &mut Reader<'_>,
    table: &Table<'_>,
    key: &str,
    values: impl Iterator<Item = (&'static str, T)> + Clone,
) -> Option<T> {
    let Some(text) = table.string(key, reader.findings) else {
        if !table.has(key) {
            table.missing(key, reader.findings);
        }
        return None;
    };
    let found = values.clone().find(|(name, _)| *name == text.value).map(|(_, value)| value);
    if found.is_none() {
        let names = values.map(|(name, _)| name).collect::<Vec<_>>();
        let help = did_you_mean(&text.value, names.iter().copied())
            .unwrap_or_else(|| format!("write one of {}", names.join(", ")));
        reader.findings.add(Code::BadValue, text.span, format!("`{}` is not a {key} of question", text.value), help);
    }
    found
}

fn source(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<Source> {
    let inner = table.table("source", reader.findings)?;
    let title = reader.plain(&inner, "title");
    let url = reader.plain(&inner, "url");
    inner.finish(reader.findings);
    let (title, url) = (title?, url?);
    let rest = url.value.strip_prefix("https://").unwrap_or_default();
    if !rest.contains('.') || rest.contains(char::is_whitespace) {
        reader.findings.add(
            Code::BadLink,
            url.span,
            "a source is a full address",
            "write one that begins with https://",
        );
        return None;
    }
    Some(Source { title: title.value, url: url.value })
}

fn options(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<DraftOption> {
    let mut seen: BTreeMap<OptionId, Span> = BTreeMap::new();
    let tables = table.tables("option", reader.findings);
    tables
        .into_iter()
        .map(|table| {
            let id = reader.id::<OptionId>(&table, "id");
            if let Some(id) = &id {
                reader.unique(&mut seen, id.value.clone(), id.span, "option");
            }
            let flag =
                |key: &str, reader: &mut Reader<'_>| table.bool(key, reader.findings).is_some_and(|flag| flag.value);
            let (key, last) = (flag("key", reader), flag("last", reader));
            let text = reader.texts(&table, "text", Need::Required);
            let why = reader.texts(&table, "why", Need::Explanation);
            let span = table.span;
            table.finish(reader.findings);
            DraftOption { id, span, key, last, text, why }
        })
        .collect()
}

fn numeric(reader: &mut Reader<'_>, table: &Table<'_>) -> DraftNumeric {
    let required = |key: &str, table: &Table<'_>, reader: &mut Reader<'_>| {
        let number = table.number(key, reader.findings);
        if !table.has(key) {
            table.missing(key, reader.findings);
        }
        number
    };
    let steps = steps(reader, table);
    let answer = match steps {
        // Worked out later. One that is written down as well is compared.
        Some(_) => table.number("answer", reader.findings),
        None => required("answer", table, reader),
    };
    let tolerance = required("tolerance", table, reader);
    if let Some(bad) = tolerance.as_ref().filter(|tolerance| tolerance.value < 0.0) {
        reader.findings.add(Code::BadValue, bad.span, "a tolerance below zero accepts no answer", "write 0 or more");
    }
    let unit = unit(reader, table);
    let why = reader.texts(table, "why", Need::Explanation);
    let traps = table
        .tables("trap", reader.findings)
        .into_iter()
        .map(|table| {
            let value = required("value", &table, reader);
            let why = reader.texts(&table, "why", Need::Explanation);
            table.finish(reader.findings);
            DraftTrap { value, why }
        })
        .collect();
    DraftNumeric { answer, tolerance: tolerance.map(|tolerance| tolerance.value), unit, why, traps, steps }
}

/// Reads the steps from which the answer is worked out, where there are any, and the name of the figure asked for.
fn steps(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<DraftSteps> {
    let script = table.string("steps", reader.findings);
    let figure = table.string("figure", reader.findings);
    let lacking = if table.has("steps") { "figure" } else { "steps" };
    if table.has("steps") != table.has("figure") {
        table.missing(lacking, reader.findings);
    }
    let script = script?;
    if script.value.trim().is_empty() {
        let help = "write what the allocator is asked, a step on each line, such as `a = alloc 3 MiB`";
        reader.findings.add(Code::EmptyText, script.span, "`steps` is empty", help);
    }
    Some(DraftSteps { script, figure })
}

/// Reads a unit: one string for every language, or a table with a word for each.
fn unit(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<DraftUnit> {
    let unit = if table.has_table("unit") {
        DraftUnit::Word(reader.words(table, "unit"))
    } else {
        DraftUnit::Sign(reader.plain(table, "unit")?)
    };
    let spellings = match &unit {
        DraftUnit::Sign(sign) => vec![sign],
        DraftUnit::Word(words) => words.values().collect(),
    };
    for long in spellings.into_iter().filter(|unit| unit.value.chars().count() > MAX_UNIT) {
        let help = format!("write {MAX_UNIT} characters at most, such as MiB");
        reader.findings.add(Code::BadValue, long.span, "the unit is too long to stand behind the input", help);
    }
    Some(unit)
}
