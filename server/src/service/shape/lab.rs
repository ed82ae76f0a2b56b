//! Labs: the list, the page of one, and a run.

use std::collections::BTreeSet;

use app::view::{
    DeviceChoice, GuessChoice, GuessInput, LabAbout, LabCard, LabForm, LabProblem, LabResult, LabRunState, LabRunView,
    LabView, LabsView, Link, ParameterField, PredictionView, RunSubject,
};
use content::course::Catalog;
use content::id::LabId;
use content::lab::{Guess, GuessNumber, GuessUnit, Lab};
use content::lang::Lang;
use labs::experiment::{self, Experiment, parameter::Value, scripted};
use labs::report::{Figure, Origin, Report, Unit};

use super::address;
use crate::service::labs::form::{SIMULATED, Typed};

/// How far from what was found a number may be that stands for it, since decimals are typed.
const ROUNDING: f64 = 1e-6;

/// Returns the list, in the order in which the labs teach.
pub fn list(lang: Lang, catalog: &Catalog, done: &BTreeSet<LabId>) -> LabsView {
    let labs = experiment::ALL.into_iter().filter_map(|experiment| catalog.lab(experiment.name));
    LabsView { labs: labs.filter_map(|lab| card(lang, catalog, lab, done)).collect() }
}

/// Returns a lab in short; `done` are those that the learner finished.
pub fn card(lang: Lang, catalog: &Catalog, lab: &Lab, done: &BTreeSet<LabId>) -> Option<LabCard> {
    Some(LabCard {
        id: lab.id.to_string(),
        lab: lab_link(lang, lab),
        summary_html: lab.summary.get(lang).html.clone(),
        question_html: lab.prediction.stem.get(lang).html.clone(),
        lesson: lesson_link(lang, catalog, lab)?,
        done: done.contains(&lab.id),
    })
}

pub fn lab_link(lang: Lang, lab: &Lab) -> Link {
    Link { href: address::lab(lang, &lab.id), text: lab.title.get(lang).clone() }
}

fn lesson_link(lang: Lang, catalog: &Catalog, lab: &Lab) -> Option<Link> {
    let course = catalog.course(lab.course.as_str())?;
    let lesson = course.lesson(lab.lesson.as_str())?;
    Some(Link { href: address::lesson(lang, course, lesson), text: lesson.text.get(lang).title.clone() })
}

/// A device that the server offers.
#[derive(Debug, Clone)]
pub struct Offer {
    /// As a form names it, such as `cuda:0`.
    pub value: String,
    /// As its maker writes it; nothing for the simulated one.
    pub name: Option<String>,
}

impl Offer {
    /// Returns the device that every server has.
    pub fn simulated() -> Self {
        Self { value: SIMULATED.to_owned(), name: None }
    }
}

/// Returns the page of a lab with its form as it was typed.
pub fn page(
    lang: Lang,
    catalog: &Catalog,
    lab: &Lab,
    experiment: &'static Experiment,
    offers: &[Offer],
    typed: &Typed,
    problem: Option<LabProblem>,
) -> Option<LabView> {
    let field = |parameter: &'static experiment::Parameter| ParameterField {
        parameter,
        value: typed.parameter(parameter.name).to_owned(),
    };
    Some(LabView {
        title: lab.title.get(lang).clone(),
        intro_html: lab.intro.get(lang).html.clone(),
        lesson: lesson_link(lang, catalog, lab)?,
        form: LabForm {
            action: address::lab(lang, &lab.id),
            question_html: lab.prediction.stem.get(lang).html.clone(),
            guess: guess_input(lang, lab, &typed.prediction),
            parameters: experiment.parameters.iter().map(field).collect(),
            devices: devices(offers, &typed.device),
            problem,
        },
    })
}

fn guess_input(lang: Lang, lab: &Lab, typed: &str) -> GuessInput {
    match &lab.prediction.guess {
        Guess::Number(number) => GuessInput::Number { unit: number.unit, value: typed.to_owned() },
        Guess::Choice(options) => {
            let choice = |option: &content::lab::GuessOption| GuessChoice {
                value: option.value,
                text_html: option.text.get(lang).html.clone(),
                chosen: option.value.to_string() == typed,
            };
            GuessInput::Choice(options.iter().map(choice).collect())
        }
    }
}

/// Offers the devices, the one that was chosen before or else the first chosen.
pub fn devices(offers: &[Offer], typed: &str) -> Vec<DeviceChoice> {
    let chosen = offers.iter().position(|offer| offer.value == typed).unwrap_or(0);
    let offers = offers.iter().enumerate();
    offers
        .map(|(index, offer)| DeviceChoice {
            value: offer.value.clone(),
            name: offer.name.clone(),
            chosen: index == chosen,
        })
        .collect()
}

/// A run, as whoever carries it out knows it.
#[derive(Debug, Clone)]
pub struct KnownRun {
    /// What was predicted: a number in the unit of the question, or the value of the option.
    pub guess: Option<f64>,
    /// The parameters that were set, for the way back to the form.
    pub parameters: Vec<(String, String)>,
    pub stage: Stage,
}

/// Where it stands.
#[derive(Debug, Clone)]
pub enum Stage {
    /// With its place, from one.
    Queued {
        place: u64,
        device_away: bool,
    },
    Running,
    /// With what the program said.
    Stopped(app::view::LabStop, Option<String>),
    Finished(Box<Report>),
}

/// The addresses of a run that its page leads to.
#[derive(Debug, Clone, Default)]
pub struct RunLinks {
    /// Where it is told what happens.
    pub events: String,
    /// Where a form withdraws it, for whom it belongs to.
    pub cancel: Option<String>,
    pub report: Option<String>,
    pub snapshot: Option<String>,
}

/// Returns the page of a run.
pub fn run(lang: Lang, catalog: &Catalog, lab: &Lab, run: KnownRun, links: RunLinks) -> Option<LabRunView> {
    let again_href = again(lang, lab, &run);
    let guess = run.guess.map(|guess| guess_text(lang, lab, guess));
    let prediction = match (&run.stage, run.guess) {
        (Stage::Finished(report), Some(guess)) => compared(lang, lab, report, guess),
        _ => None,
    };
    let about = LabAbout { explanation_html: lab.explanation.get(lang).html.clone(), code_html: lab.code.html.clone() };
    let events_href = links.events.clone();
    Some(LabRunView {
        lab: lab_link(lang, lab),
        subject: RunSubject::Lab {
            lesson: lesson_link(lang, catalog, lab)?,
            question_html: lab.prediction.stem.get(lang).html.clone(),
        },
        guess,
        state: state(run.stage, links, prediction, Some(about)),
        events_href,
        again_href,
    })
}

/// Returns the page of a run of a learner's own script.
pub fn script_run(lang: Lang, run: KnownRun, links: RunLinks) -> LabRunView {
    let source = run.parameters.into_iter().find(|(name, _)| name == scripted::SCRIPT);
    let source = source.map(|(_, source)| source).unwrap_or_default();
    let again_href = address::playground_with(lang, &source);
    let events_href = links.events.clone();
    LabRunView {
        lab: Link { href: again_href.clone(), text: app::i18n::playground_title(lang) },
        subject: RunSubject::Script(source),
        guess: None,
        state: state(run.stage, links, None, None),
        events_href,
        again_href,
    }
}

fn state(stage: Stage, links: RunLinks, prediction: Option<PredictionView>, about: Option<LabAbout>) -> LabRunState {
    match stage {
        Stage::Queued { place, device_away } => {
            LabRunState::Queued { position: place, device_away, cancel_action: links.cancel }
        }
        Stage::Running => LabRunState::Running { cancel_action: links.cancel },
        Stage::Stopped(why, said) => LabRunState::Stopped { why, said },
        Stage::Finished(report) => LabRunState::Finished(Box::new(LabResult {
            prediction,
            report: *report,
            about,
            report_href: links.report,
            snapshot_href: links.snapshot,
        })),
    }
}

/// Leads to the form with the same parameters in it.
fn again(lang: Lang, lab: &Lab, run: &KnownRun) -> String {
    let given: Vec<(String, String)> = match &run.stage {
        Stage::Finished(report) => {
            let given = report.parameters.iter().filter(|setting| setting.origin == Origin::Given);
            given.map(|setting| (setting.name.clone(), text_of(&setting.value))).collect()
        }
        _ => run.parameters.clone(),
    };
    let page = address::lab(lang, &lab.id);
    match serde_urlencoded::to_string(given) {
        Ok(query) if !query.is_empty() => format!("{page}?{query}"),
        _ => page,
    }
}

fn text_of(value: &Value) -> String {
    value.to_string()
}

/// Returns a prediction in words.
fn guess_text(lang: Lang, lab: &Lab, guess: f64) -> String {
    match &lab.prediction.guess {
        Guess::Number(number) => app::i18n::predicted(lang, number.unit, guess),
        Guess::Choice(options) => {
            let chosen = options.iter().find(|option| same(f64::from(option.value), guess, 0.0));
            chosen.map_or_else(
                || app::i18n::predicted(lang, GuessUnit::Count, guess),
                |option| option.text.get(lang).plain.clone(),
            )
        }
    }
}

/// Compares a prediction with what was found, and says why it is right or what led to it.
pub fn compared(lang: Lang, lab: &Lab, report: &Report, guess: f64) -> Option<PredictionView> {
    let unit = match &lab.prediction.guess {
        Guess::Number(number) => number.unit,
        Guess::Choice(_) => GuessUnit::Count,
    };
    let value_of = |name: &str| {
        let figure = report.figures.iter().find(|figure| figure.name == name)?;
        Some(in_unit(figure, unit))
    };
    let found = value_of(&lab.prediction.figure)?;
    let (right, why_html) = match &lab.prediction.guess {
        Guess::Number(number) => about_number(lang, number, guess, found, value_of),
        Guess::Choice(options) => {
            let option = options.iter().find(|option| same(f64::from(option.value), found, 0.0))?;
            (same(guess, found, 0.0), option.why.get(lang).html.clone())
        }
    };
    Some(PredictionView { guess: guess_text(lang, lab, guess), found: guess_text(lang, lab, found), right, why_html })
}

/// Says whether a number is right, and why, or which misconception led to it.
fn about_number(
    lang: Lang,
    number: &GuessNumber,
    guess: f64,
    found: f64,
    value_of: impl Fn(&str) -> Option<f64>,
) -> (bool, String) {
    if same(guess, found, number.tolerance) {
        return (true, number.right.get(lang).html.clone());
    }
    let leads_to = |figure: &str| value_of(figure).is_some_and(|value| same(guess, value, number.tolerance));
    let trap = number.traps.iter().find(|trap| leads_to(&trap.figure));
    let wrong = number.wrong.get(lang).html.clone();
    (false, trap.map_or_else(|| wrong.clone(), |trap| format!("{} {wrong}", trap.why.get(lang).html)))
}

fn same(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance + ROUNDING * a.abs().max(b.abs()).max(1.0)
}

/// Returns what was found for a figure, in the unit of the question.
#[expect(clippy::cast_precision_loss, reason = "compared with what a person typed, within a rounding")]
fn in_unit(figure: &Figure, unit: GuessUnit) -> f64 {
    let found = figure.found as f64;
    match figure.unit {
        Unit::Bytes => found / f64::from(unit.size()),
        Unit::CentiTokens => found / 100.0,
        _ => found,
    }
}

#[cfg(test)]
mod tests;
