//! What the pages of labs show. A report and the parameters of a lab are plain data of the engine and shown as they are;
//! their words are translated by `app::i18n::label`.

use content::lab::GuessUnit;
use labs::experiment::Parameter;
use labs::report::{Label, Report};

use super::Link;

/// `/{lang}/labs`.
#[derive(Debug, Clone)]
pub struct LabsView {
    pub labs: Vec<LabCard>,
}

/// A lab in the list and in a lesson.
#[derive(Debug, Clone)]
pub struct LabCard {
    /// Its name in addresses.
    pub id: String,
    pub lab: Link,
    pub summary_html: String,
    pub question_html: String,
    /// The lesson that it belongs to.
    pub lesson: Link,
    /// The learner finished it.
    pub done: bool,
}

/// `/{lang}/labs/{lab}`: the question, and the form that starts a run.
#[derive(Debug, Clone)]
pub struct LabView {
    pub title: String,
    pub intro_html: String,
    pub lesson: Link,
    pub form: LabForm,
}

/// The form as it stands: prediction, device and parameters in one.
#[derive(Debug, Clone)]
pub struct LabForm {
    pub action: String,
    pub question_html: String,
    pub guess: GuessInput,
    pub parameters: Vec<ParameterField>,
    /// Those that take runs now; empty when none does.
    pub devices: Vec<DeviceChoice>,
    /// What was wrong with the last submit.
    pub problem: Option<LabProblem>,
}

/// How the learner predicts.
#[derive(Debug, Clone)]
pub enum GuessInput {
    /// A text field; `value` is what was typed.
    Number {
        unit: GuessUnit,
        value: String,
    },
    Choice(Vec<GuessChoice>),
}

#[derive(Debug, Clone)]
pub struct GuessChoice {
    /// Posted back.
    pub value: u32,
    pub text_html: String,
    pub chosen: bool,
}

/// A parameter with what was typed; empty for its default.
#[derive(Debug, Clone)]
pub struct ParameterField {
    pub parameter: &'static Parameter,
    pub value: String,
}

/// A device that a run may use.
#[derive(Debug, Clone)]
pub struct DeviceChoice {
    /// Posted back, such as `cuda:0`.
    pub value: String,
    /// As its maker writes it; absent for the simulated one.
    pub name: Option<String>,
    pub chosen: bool,
}

/// Why a run was not started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabProblem {
    NothingPredicted,
    /// What was typed as prediction is no number.
    NotANumber,
    /// What was typed for this parameter is not what it takes.
    Parameter(&'static str),
    /// Each value is fine, but not together; says why.
    Together(Label),
    /// The device takes no runs now.
    DeviceAway,
    /// As many runs wait as may.
    QueueFull,
}

/// `/{lang}/lab-runs/{id}`.
#[derive(Debug, Clone)]
pub struct LabRunView {
    pub lab: Link,
    /// What the run is of.
    pub subject: RunSubject,
    /// What the learner predicted, in words; absent where nothing was.
    pub guess: Option<String>,
    pub state: LabRunState,
    /// Where it is told what happens in the run.
    pub events_href: String,
    /// The lab's page with the same parameters.
    pub again_href: String,
}

/// What a run is of.
#[derive(Debug, Clone)]
pub enum RunSubject {
    /// A lab of a lesson, with its question.
    Lab { lesson: Link, question_html: String },
    /// A script of the learner's own.
    Script(String),
}

/// Where a run stands.
#[derive(Debug, Clone)]
pub enum LabRunState {
    /// Waiting; its place counts from one. The action withdraws it, for whom it belongs to.
    Queued {
        position: u64,
        /// Nobody takes runs for its device now.
        device_away: bool,
        cancel_action: Option<String>,
    },
    Running {
        cancel_action: Option<String>,
    },
    Stopped {
        why: LabStop,
        /// What the program said, in English.
        said: Option<String>,
    },
    Finished(Box<LabResult>),
}

/// Why a run has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabStop {
    TimedOut { seconds: u64 },
    Cancelled,
    DeviceLost,
    Failed,
}

/// What a finished run shows.
#[derive(Debug, Clone)]
pub struct LabResult {
    pub report: Report,
    pub prediction: Option<PredictionView>,
    /// What is said about the lab; nothing about a script.
    pub about: Option<LabAbout>,
    /// Downloads: the report as JSON, and PyTorch's snapshot where there is one.
    pub report_href: Option<String>,
    pub snapshot_href: Option<String>,
}

/// What is said about a lab when it has run.
#[derive(Debug, Clone)]
pub struct LabAbout {
    pub explanation_html: String,
    pub code_html: String,
}

/// A prediction beside what was found, both in the same unit.
#[derive(Debug, Clone)]
pub struct PredictionView {
    pub guess: String,
    pub found: String,
    pub right: bool,
    pub why_html: String,
}
