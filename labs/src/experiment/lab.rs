//! An experiment in progress.

use super::bench::{Bench, Closed, Setup};
use super::progress::{Progress, Tell};
use super::watched::Watched;
use super::{Experiment, Rig, RunError, Values};
use crate::device::{Description, Recording};
use crate::moment::{Moment, Taken};
use crate::report::{Action, Event, Figure, Label, Outcome, Refusal, Report, Run, Table, Unit, Words};

/// Parameters, devices, and the report that grows.
pub(super) struct Lab<'a> {
    experiment: &'static Experiment,
    pub(super) values: Values,
    rig: &'a mut dyn Rig,
    device: Option<Description>,
    figures: Vec<Figure>,
    runs: Vec<Run>,
    tables: Vec<Table>,
    /// When each allocator has its snapshot taken, if at all.
    moment: Option<Moment>,
    /// The snapshots, one place for each of `runs`.
    taken: Vec<Option<Taken>>,
    tell: Tell,
}

impl<'a> Lab<'a> {
    pub(super) fn new(
        experiment: &'static Experiment,
        values: Values,
        rig: &'a mut dyn Rig,
        moment: Option<Moment>,
        tell: Tell,
    ) -> Self {
        Self {
            experiment,
            values,
            rig,
            device: None,
            figures: Vec::new(),
            runs: Vec::new(),
            tables: Vec::new(),
            moment,
            taken: Vec::new(),
            tell,
        }
    }

    /// Returns a fresh device with as much memory as the parameters say.
    pub(super) fn device(&mut self) -> Result<Recording<Watched>, RunError> {
        let bytes = self.values.bytes(super::values::DEVICE);
        let device = self.rig.open(bytes)?;
        let description = device.description();
        self.tell.hear(&Progress::Device { device: description.clone() });
        self.device = Some(description);
        Ok(Recording::new(Watched::new(device)))
    }

    /// Returns a fresh allocator on a fresh device.
    pub(super) fn bench(&mut self, title: Words, settings: &'static str) -> Result<Bench, RunError> {
        self.bench_beside(title, settings, 0)
    }

    /// Returns a fresh allocator on a fresh device of which others hold a part.
    pub(super) fn bench_beside(&mut self, title: Words, settings: &str, held: u64) -> Result<Bench, RunError> {
        Bench::new(self.device()?, &Setup { title, settings, held, moment: self.moment }, self.tell.clone())
    }

    /// Tells of something that no bench sees.
    pub(super) fn tell(&self, progress: &Progress) {
        self.tell.hear(progress);
    }

    /// Notes a number with what was expected of it.
    pub(super) fn figure(
        &mut self,
        name: &str,
        label: impl Into<Label>,
        unit: Unit,
        expected: impl Into<Option<u64>>,
        found: u64,
    ) {
        self.about(name, label, unit, expected.into(), 0, found);
    }

    /// Notes a number that depends on chance, with what was expected of it and how far from that it may be.
    pub(super) fn about(
        &mut self,
        name: &str,
        label: impl Into<Label>,
        unit: Unit,
        expected: Option<u64>,
        tolerance: u64,
        found: u64,
    ) {
        let (name, label) = (name.to_owned(), label.into());
        self.figures.push(Figure { name, label, unit, expected, tolerance, found });
    }

    /// Notes bytes with what was expected of them.
    pub(super) fn bytes(&mut self, name: &str, label: impl Into<Label>, expected: impl Into<Option<u64>>, found: u64) {
        self.figure(name, label, Unit::Bytes, expected, found);
    }

    /// Notes a yes or no with what was expected.
    pub(super) fn truth(
        &mut self,
        name: &str,
        label: impl Into<Label>,
        expected: impl Into<Option<bool>>,
        found: bool,
    ) {
        self.figure(name, label, Unit::Truth, expected.into().map(u64::from), u64::from(found));
    }

    pub(super) fn keep(&mut self, closed: impl Into<Closed>) {
        let Closed { run, taken } = closed.into();
        self.runs.push(run);
        self.taken.push(taken);
    }

    pub(super) fn table(&mut self, table: Table) {
        self.tables.push(table);
    }

    /// Returns the report, and the snapshot of each of its runs that has one.
    pub(super) fn finish(self) -> Result<(Report, Vec<Option<Taken>>), RunError> {
        let report = Report {
            experiment: self.experiment.name.to_owned(),
            title: self.experiment.title.to_owned(),
            question: self.experiment.question.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            device: self.device.ok_or(RunError::NoDevice)?,
            parameters: self.values.settings(),
            outcome: outcome(&self.runs, self.experiment.runs_out),
            figures: self.figures,
            runs: self.runs,
            tables: self.tables,
        };
        Ok((report, self.taken))
    }
}

/// Only the tensor that is meant to may find no memory. Where another finds none, what the experiment is about did not
/// happen.
fn outcome(runs: &[Run], runs_out: Option<&str>) -> Outcome {
    let mut subjects = runs.iter().flat_map(|run| run.refusals.iter().map(|refusal| subject(run, refusal)));
    match subjects.next() {
        None => Outcome::Done,
        Some(Some(first)) if runs_out == Some(first) && subjects.all(|subject| subject == runs_out) => {
            Outcome::OutOfMemory
        }
        Some(_) => Outcome::TooSmall,
    }
}

/// Returns the tensor that was refused; nothing where no allocator took part.
fn subject<'run>(run: &'run Run, refusal: &Refusal) -> Option<&'run str> {
    let refused = |event: &&Event| event.step == refusal.step && event.action == Action::OutOfMemory;
    run.events.iter().find(refused).map(|event| event.subject.as_str())
}
