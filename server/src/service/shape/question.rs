//! A question as a learner may see it now.

use std::collections::BTreeSet;

use app::i18n;
use app::view::{
    Input, Link, NumberFeedback, OptionMark, OptionView, QuestionState, QuestionView, StepsRow, StepsRun, Verdict,
};
use content::grading::{self, Grade, Response};
use content::id::OptionId;
use content::lab::Measure;
use content::lang::Lang;
use content::question::{Choice, Kind, Numeric, Question};
use content::steps::Steps;

use crate::domain::{Answer, AttemptId};
use crate::service::answering::Standing;
use crate::service::shape::address;
use crate::service::steps::{self, Row, Taken};

/// A question in its place: everything about it but how it stands.
#[derive(Debug, Clone)]
pub struct Placed<'a> {
    pub question: &'a Question,
    pub lang: Lang,
    /// Order of the options; those it does not name follow in the order of the file.
    pub order: &'a [OptionId],
    pub attempt: Option<AttemptId>,
    pub action: String,
    pub report_href: String,
    /// Opens another try.
    pub retry_href: Option<String>,
    /// Leads on from an answered question.
    pub next: Option<Link>,
    pub heading_level: u8,
}

/// Returns the question as it stands. Keys and explanations are in it only when it was answered.
pub fn question(placed: Placed<'_>, standing: &Standing) -> QuestionView {
    let Placed { question, lang, .. } = placed;
    QuestionView {
        id: question.id.to_string(),
        action: placed.action.clone(),
        try_no: match standing {
            Standing::Open { try_no, .. } => *try_no,
            Standing::Answered { answer, .. } => answer.try_no,
        },
        attempt: placed.attempt.map(|attempt| attempt.to_string()),
        level: question.level,
        stem_html: question.stem.get(lang).html.clone(),
        steps: steps_of(question).map(|steps| steps.script.clone()),
        hint_html: question.hint.as_ref().map(|hint| hint.get(lang).html.clone()),
        source: question.source.as_ref().map(|source| Link { href: source.url.clone(), text: source.title.clone() }),
        input: input(&placed, standing),
        report_href: placed.report_href.clone(),
        heading_level: placed.heading_level,
        state: match standing {
            Standing::Open { problem, .. } => QuestionState::Open { problem: *problem },
            Standing::Answered { answer, problem } => {
                QuestionState::Answered(Verdict { problem: *problem, ..verdict(placed, answer) })
            }
        },
    }
}

fn input(placed: &Placed<'_>, standing: &Standing) -> Input {
    let lang = placed.lang;
    match &placed.question.kind {
        Kind::Single(choices) => Input::One(options(placed, choices, standing)),
        Kind::Multiple(choices) => Input::Many(options(placed, choices, standing)),
        Kind::Numeric(numeric) => Input::Number { unit: numeric.unit.get(lang).clone(), value: typed(lang, standing) },
    }
}

fn typed(lang: Lang, standing: &Standing) -> String {
    match standing {
        Standing::Open { typed, .. } => typed.clone(),
        Standing::Answered { answer, .. } => match answer.response {
            Response::Number(value) => i18n::decimal(lang, value),
            Response::Choice(_) | Response::Choices(_) => String::new(),
        },
    }
}

fn options(placed: &Placed<'_>, choices: &[Choice], standing: &Standing) -> Vec<OptionView> {
    let (chosen, answered) = match standing {
        Standing::Open { chosen, .. } => (chosen.clone(), false),
        Standing::Answered { answer, .. } => (chosen_of(&answer.response), true),
    };
    let rank = |choice: &Choice| placed.order.iter().position(|id| *id == choice.id).unwrap_or(usize::MAX);
    let mut choices: Vec<&Choice> = choices.iter().collect();
    choices.sort_by_key(|choice| rank(choice));
    choices.into_iter().map(|choice| option(choice, placed.lang, chosen.contains(&choice.id), answered)).collect()
}

fn option(choice: &Choice, lang: Lang, chosen: bool, answered: bool) -> OptionView {
    let explained = answered && (chosen || choice.key);
    OptionView {
        id: choice.id.to_string(),
        text_html: choice.text.get(lang).html.clone(),
        chosen,
        mark: answered
            .then(|| OptionMark { key: choice.key, why_html: explained.then(|| choice.why.get(lang).html.clone()) }),
    }
}

fn chosen_of(response: &Response) -> BTreeSet<OptionId> {
    match response {
        Response::Choice(id) => BTreeSet::from([id.clone()]),
        Response::Choices(ids) => ids.clone(),
        Response::Number(_) => BTreeSet::new(),
    }
}

fn verdict(placed: Placed<'_>, answer: &Answer) -> Verdict {
    // An answer to an option that has gone meanwhile cannot be graded again; its verdict was stored.
    let grade = grading::grade(placed.question, &answer.response).ok();
    let number = match &placed.question.kind {
        Kind::Numeric(numeric) => Some(number_feedback(numeric, &answer.response, grade.as_ref(), placed.lang)),
        Kind::Single(_) | Kind::Multiple(_) => None,
    };
    Verdict {
        correct: answer.correct,
        try_no: answer.try_no,
        missed: grade.as_ref().map_or(0, |grade| grade.missed.len()),
        wrong: grade.as_ref().map_or(0, |grade| grade.wrong.len()),
        number,
        retry_href: placed.retry_href,
        next: placed.next,
        problem: None,
    }
}

fn steps_of(question: &Question) -> Option<&Steps> {
    match &question.kind {
        Kind::Numeric(numeric) => numeric.steps.as_ref(),
        Kind::Single(_) | Kind::Multiple(_) => None,
    }
}

fn number_feedback(numeric: &Numeric, response: &Response, grade: Option<&Grade>, lang: Lang) -> NumberFeedback {
    let trap = grade.and_then(|grade| grade.trap).and_then(|index| numeric.traps.get(index));
    NumberFeedback {
        key: with_unit(numeric, numeric.answer, lang),
        why_html: numeric.why.get(lang).html.clone(),
        trap_html: trap.map(|trap| trap.why.get(lang).html.clone()),
        run: numeric.steps.as_ref().and_then(|steps| steps_run(numeric, steps, response, lang)),
    }
}

/// Returns a number and its unit, with a no-break space: they belong together.
fn with_unit(numeric: &Numeric, value: f64, lang: Lang) -> String {
    format!("{}\u{a0}{}", i18n::decimal(lang, value), numeric.unit.get(lang)).trim_end().to_owned()
}

/// Returns the run that the key comes from, beside what the learner said.
fn steps_run(numeric: &Numeric, steps: &Steps, response: &Response, lang: Lang) -> Option<Box<StepsRun>> {
    let Response::Number(given) = response else { return None };
    let Taken { film, device, rows, figure, measure } = steps::take(steps)?;
    let row = |Row { line, value, refused }| StepsRow { line, value, refused };
    Some(Box::new(StepsRun {
        figure,
        is_bytes: measure == Measure::Bytes,
        rows: rows.into_iter().map(row).collect(),
        given: with_unit(numeric, *given, lang),
        found: with_unit(numeric, numeric.answer, lang),
        film,
        device,
        playground_href: address::playground_with(lang, &steps.script),
    }))
}
