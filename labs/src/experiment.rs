//! Experiments: a question, parameters, a run on a device, and a [`Report`] that holds what was expected beside what was
//! found.
//!
//! An experiment is data: [`ALL`] lists them. What is expected is computed from the parameters and the rules of the
//! allocator as PyTorch documents them, never by asking the allocator that is being looked at.
//!
//! ```
//! use labs::experiment::{self, SimRig};
//!
//! let report = experiment::find("order-of-sizes").unwrap().run(&mut SimRig, &[]).unwrap();
//! assert_eq!(report.found("reserved_ascending"), Some(256 << 20));
//! assert_eq!(report.surprises().count(), 0);
//! ```

use std::fmt;

use crate::allocator::AllocError;
use crate::closest::{DidYouMean, closest};
use crate::device::DeviceError;
use crate::kv::KvError;
use crate::moment::{Moment, Taken};
use crate::printable;
use crate::report::{Label, Report, Unit};
use progress::Tell;

pub mod parameter;
pub mod progress;
pub mod rig;
pub mod scripted;
pub mod values;

mod bench;
mod lab;
mod rules;
mod watched;

mod driver_vs_cache;
mod empty_cache_live;
mod expandable_segments;
mod fragmentation;
mod fragmentation_oom;
mod order_of_sizes;
mod paged_kv;
mod reserved_vs_allocated;

use lab::Lab;
pub use parameter::{Parameter, ParameterError};
#[cfg(feature = "cuda")]
pub use rig::GpuRig;
pub use rig::{LabDevice, Rig, RigError, SimRig};
pub use values::Values;

/// All experiments, in the order in which they teach.
pub static ALL: [&Experiment; 7] = [
    &driver_vs_cache::EXPERIMENT,
    &reserved_vs_allocated::EXPERIMENT,
    &order_of_sizes::EXPERIMENT,
    &fragmentation_oom::EXPERIMENT,
    &expandable_segments::EXPERIMENT,
    &empty_cache_live::EXPERIMENT,
    &paged_kv::EXPERIMENT,
];

/// An experiment.
pub struct Experiment {
    /// As it is written on the command line and in addresses.
    pub name: &'static str,
    /// What it shows, in a line.
    pub title: &'static str,
    /// What to predict before it runs.
    pub question: &'static str,
    pub parameters: &'static [Parameter],
    /// The figures that each of its reports has, with their units.
    pub figures: &'static [(&'static str, Unit)],
    /// The tensor that may find no memory, in an experiment that is about that. All others are to find some.
    runs_out: Option<&'static str>,
    /// Says what is wrong with parameters that are fine one by one.
    check: fn(&Values) -> Result<(), Label>,
    run: fn(&mut Lab<'_>) -> Result<(), RunError>,
}

impl Experiment {
    /// Carries the experiment out.
    ///
    /// Parameters are given by name and text; those that are not given have their defaults. Running out of memory is a
    /// result and not an error.
    pub fn run(&'static self, rig: &mut dyn Rig, given: &[(String, String)]) -> Result<Report, RunError> {
        self.carry_out(rig, given, None, progress::nobody()).map(|(report, _)| report)
    }

    /// Carries the experiment out as [`run`](Self::run) does, and takes a snapshot of each allocator, with all that it
    /// did before. There is one place for each run of the report; it is empty where no allocator took part, or its
    /// moment never came. Somebody is told of each thing that happens when it happens: the report says the same and more.
    pub fn run_and_take(
        &'static self,
        rig: &mut dyn Rig,
        given: &[(String, String)],
        moment: Moment,
        tell: Tell,
    ) -> Result<(Report, Vec<Option<Taken>>), RunError> {
        self.carry_out(rig, given, Some(moment), tell)
    }

    fn carry_out(
        &'static self,
        rig: &mut dyn Rig,
        given: &[(String, String)],
        moment: Option<Moment>,
        tell: Tell,
    ) -> Result<(Report, Vec<Option<Taken>>), RunError> {
        let values = self.resolve(given, rig.limit()?)?;
        let mut lab = Lab::new(self, values, rig, moment, tell);
        (self.run)(&mut lab)?;
        lab.finish()
    }

    /// Returns the parameters of a run on a device of which so many bytes may be taken, or what is wrong with them.
    ///
    /// Without a limit this says as much as can be said before a device is opened.
    pub fn resolve(&'static self, given: &[(String, String)], limit: Option<u64>) -> Result<Values, ParameterError> {
        let values = Values::resolve(self.name, self.parameters, given, limit)?;
        (self.check)(&values).map_err(ParameterError::Together)?;
        Ok(values)
    }
}

impl fmt::Debug for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Experiment").field(&self.name).finish()
    }
}

/// Returns the experiment of this name.
pub fn find(name: &str) -> Result<&'static Experiment, UnknownExperiment> {
    ALL.into_iter()
        .find(|experiment| experiment.name == name)
        .ok_or_else(|| UnknownExperiment { name: name.to_owned() })
}

/// There is no such experiment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no lab `{}`{}; the labs are: {}",
    printable::line(name),
    DidYouMean(closest(name, names())),
    names().join(", ")
)]
pub struct UnknownExperiment {
    name: String,
}

/// Why an experiment could not be carried out.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    #[error(transparent)]
    Rig(#[from] RigError),
    #[error(transparent)]
    Device(#[from] DeviceError),
    #[error(transparent)]
    Allocator(#[from] AllocError),
    #[error(transparent)]
    Kv(#[from] KvError),
    /// The settings of the allocator are not accepted.
    #[error("{0}")]
    Settings(String),
    /// An experiment that ran on nothing has no result.
    #[error("the experiment opened no device, so there is nothing to report")]
    NoDevice,
}

fn names() -> [&'static str; ALL.len()] {
    ALL.map(|experiment| experiment.name)
}

#[expect(clippy::unnecessary_wraps, reason = "a check may find something")]
fn anything(_: &Values) -> Result<(), Label> {
    Ok(())
}

#[cfg(test)]
mod tests;
