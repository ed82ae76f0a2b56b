//! Answers that the allocator works out.

use crate::finding::{Code, Findings};
use crate::lab::{Known, Measure};
use crate::load::draft::{Body, DraftCourse, DraftNumeric, DraftSteps, DraftUnit};
use crate::source::{Span, Spanned};
use crate::steps::{Engine, Steps};
use crate::toml_table::{Str, did_you_mean};

/// The units of bytes, and how many bytes each is.
const BYTES: [(&str, u32); 4] = [("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];

/// Fills in the answers that were left to the allocator, and compares those that were written down all the same.
pub(super) fn work_out(courses: &mut [DraftCourse], known: &Known, findings: &mut Findings) {
    for question in courses.iter_mut().flat_map(DraftCourse::questions_mut) {
        let Body::Numeric(numeric) = &mut question.body else { continue };
        let Some(answer) = answer(numeric, known, findings) else { continue };
        match &numeric.answer {
            Some(written) if is_same(written.value, answer.value) => {}
            Some(written) => {
                let message = format!("the answer is {} and not {}", answer.value, written.value);
                let help = "remove `answer`, which is worked out, or mend the steps";
                findings
                    .add(Code::ComputedAnswer, written.span, message, help)
                    .related(answer.span, "this figure after the last step");
            }
            None => numeric.answer = Some(answer),
        }
    }
}

/// Says whether two numbers are the same to whoever types them.
fn is_same(written: f64, worked_out: f64) -> bool {
    (written - worked_out).abs() < 0.0005
}

/// Returns the answer in the unit of the question.
fn answer(numeric: &DraftNumeric, known: &Known, findings: &mut Findings) -> Option<Spanned<f64>> {
    let DraftSteps { script, figure } = numeric.steps.as_ref()?;
    let figure = figure.as_ref()?;
    let Some(engine) = known.engine else {
        let help = "check the content with a program that has an allocator, such as vramlab";
        findings.add(Code::Steps, script.span, "there is no allocator here to take these steps", help);
        return None;
    };
    let measure = measure(engine, figure, findings)?;
    let size = size(numeric.unit.as_ref()?, measure, findings)?;
    let value = taken(engine, script, figure, findings)?;
    #[expect(clippy::cast_precision_loss, reason = "a device has fewer bytes than 2^52")]
    let answer = Spanned { value: value as f64 / f64::from(size), span: figure.span };
    can_be_typed(&answer, numeric.tolerance?, findings).then_some(answer)
}

fn measure(engine: &dyn Engine, figure: &Str, findings: &mut Findings) -> Option<Measure> {
    let figures = engine.figures();
    let found = figures.iter().find(|(name, _)| *name == figure.value);
    if found.is_none() {
        let names = || figures.iter().map(|(name, _)| *name);
        let help = did_you_mean(&figure.value, names())
            .unwrap_or_else(|| format!("write one of {}", names().collect::<Vec<_>>().join(", ")));
        findings.add(Code::UnknownFigure, figure.span, format!("there is no figure `{}`", figure.value), help);
    }
    found.map(|(_, measure)| *measure)
}

/// Returns how many bytes or things one of the unit is.
fn size(unit: &DraftUnit, measure: Measure, findings: &mut Findings) -> Option<u32> {
    let (sign, span) = match unit {
        DraftUnit::Sign(sign) => (sign.value.trim(), sign.span),
        DraftUnit::Word(words) => ("", words.values().next()?.span),
    };
    let bytes = BYTES.iter().find(|(name, _)| *name == sign).map(|(_, size)| *size);
    match (measure, bytes) {
        (Measure::Bytes, Some(size)) => Some(size),
        (Measure::Bytes, None) => {
            let help = "write B, KiB, MiB or GiB";
            findings.add(Code::BadValue, span, "the figure is measured in bytes, and this is no unit of bytes", help);
            None
        }
        (_, None) => Some(1),
        (_, Some(_)) => {
            let help = "write what is counted, in a word for each language: unit.en, unit.vi";
            findings.add(Code::BadValue, span, "the figure counts things, and this is a unit of bytes", help);
            None
        }
    }
}

fn taken(engine: &dyn Engine, script: &Str, figure: &Str, findings: &mut Findings) -> Option<u64> {
    let steps = Steps { script: script.value.clone(), figure: figure.value.clone() };
    match engine.figure(&steps) {
        Ok(value) => Some(value),
        Err(error) => {
            let span = error.place.map_or(script.span, |place| at(script, place.bytes(&script.value)));
            let help = "mend the step; in the playground of the site, each is checked while it is typed";
            findings.add(Code::Steps, span, format!("the allocator cannot take this step: {error}"), help);
            None
        }
    }
}

/// Returns where a part of the steps stands. What is missing at the end of a line has no characters to mark, so the one before
/// it is marked.
fn at(script: &Str, part: std::ops::Range<usize>) -> Span {
    let before = script.value[..part.start].char_indices().next_back().map_or(0, |(start, _)| start);
    script.at(&if part.is_empty() { before..part.end } else { part })
}

/// Says whether a learner can give the answer. Three decimals are as many as anyone types.
fn can_be_typed(answer: &Spanned<f64>, tolerance: f64, findings: &mut Findings) -> bool {
    let thousandths = answer.value * 1000.0;
    let nearest = thousandths.round();
    let off = (thousandths - nearest).abs() / 1000.0;
    if off > tolerance {
        let message = format!("the answer is {}, which nobody types", answer.value);
        let help = "choose a smaller unit, other sizes, or a tolerance above zero";
        findings.add(Code::BadValue, answer.span, message, help);
    }
    off <= tolerance
}
