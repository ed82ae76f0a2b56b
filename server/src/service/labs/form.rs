//! What a form asks a lab for, and what the content may refer to.

use app::view::LabProblem;
use content::grading::read_number;
use content::lab::{Guess, Known, KnownLab, Lab, Measure};
use content::lang::Lang;
use labs::experiment::{self, Experiment, ParameterError};
use labs::report::Unit;

use crate::service::steps::Simulated;

/// The field of the prediction. Parameters have the names that the engine gives them.
pub const PREDICTION: &str = "prediction";
/// The field of the device.
pub const DEVICE: &str = "device";
/// The simulated device, which is there on every server.
pub const SIMULATED: &str = "sim";

/// Longest text of a field that is kept: numbers and words are shorter.
const MAX_TYPED: usize = 64;

/// Returns what the engine has and can do, as the check of the content wants to know it.
pub fn known() -> Known {
    let lab = |experiment: &'static Experiment| KnownLab {
        name: experiment.name.to_owned(),
        figures: experiment.figures.iter().map(|(name, unit)| ((*name).to_owned(), measure(*unit))).collect(),
    };
    Known { labs: Some(experiment::ALL.into_iter().map(lab).collect()), engine: Some(&Simulated) }
}

const fn measure(unit: Unit) -> Measure {
    match unit {
        Unit::Bytes => Measure::Bytes,
        Unit::Count => Measure::Count,
        Unit::Tokens | Unit::CentiTokens => Measure::Tokens,
        Unit::Truth => Measure::Truth,
        Unit::Kib | Unit::Mib | Unit::PerMille | Unit::CentiRatio | Unit::Microseconds | Unit::Word => Measure::Other,
    }
}

/// A form as it was typed; a field that was left empty or out is empty.
#[derive(Debug, Clone, Default)]
pub struct Typed {
    pub prediction: String,
    pub device: String,
    /// By the name of the parameter, those that are not empty.
    pub parameters: Vec<(String, String)>,
}

impl Typed {
    /// Reads the fields of a lab's form, from a post or from the query of its page.
    pub fn read<'a>(experiment: &Experiment, field: impl Fn(&str) -> Option<&'a str>) -> Self {
        let text = |name: &str| field(name).unwrap_or_default().trim().chars().take(MAX_TYPED).collect::<String>();
        let parameters =
            experiment.parameters.iter().map(|parameter| (parameter.name.to_owned(), text(parameter.name)));
        Self {
            prediction: text(PREDICTION),
            device: text(DEVICE),
            parameters: parameters.filter(|(_, value)| !value.is_empty()).collect(),
        }
    }

    /// Returns what was typed for a parameter.
    pub fn parameter(&self, name: &str) -> &str {
        self.parameters.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

/// A run that can be started.
#[derive(Debug, Clone)]
pub struct RunRequest {
    pub experiment: &'static Experiment,
    /// As the engine takes them: digits without separators.
    pub parameters: Vec<(String, String)>,
    /// What was predicted: a number in the unit of the question, or the value of the option.
    pub guess: f64,
}

/// Reads what a form asks for, or says what is wrong with it. How much the device has is known when the run begins.
pub fn requested(
    lang: Lang,
    lab: &Lab,
    experiment: &'static Experiment,
    typed: &Typed,
) -> Result<RunRequest, LabProblem> {
    let parameters: Vec<(String, String)> =
        typed.parameters.iter().map(|(name, value)| (name.clone(), plain_number(lang, value))).collect();
    let guess = guess(lang, lab, &typed.prediction)?;
    experiment.resolve(&parameters, None).map_err(problem)?;
    Ok(RunRequest { experiment, parameters, guess })
}

/// Reads a prediction.
pub fn guess(lang: Lang, lab: &Lab, typed: &str) -> Result<f64, LabProblem> {
    if typed.is_empty() {
        return Err(LabProblem::NothingPredicted);
    }
    match &lab.prediction.guess {
        Guess::Number(number) => read_number(typed, number.unit.name(), lang)
            .filter(|number| (0.0..1e15).contains(number))
            .ok_or(LabProblem::NotANumber),
        Guess::Choice(options) => {
            let chosen = options.iter().find(|option| option.value.to_string() == typed);
            chosen.map(|option| f64::from(option.value)).ok_or(LabProblem::NothingPredicted)
        }
    }
}

/// Returns a whole number as digits alone, however the language groups them; anything else as it was typed.
fn plain_number(lang: Lang, typed: &str) -> String {
    let whole = read_number(typed, "", lang).filter(|number| number.fract() == 0.0 && (0.0..1e15).contains(number));
    // Digits alone may be more than a float holds.
    match whole {
        Some(number) if !typed.bytes().all(|b| b.is_ascii_digit()) => format!("{number:.0}"),
        _ => typed.to_owned(),
    }
}

/// Says what is wrong in words of the form.
pub fn problem(error: ParameterError) -> LabProblem {
    match error {
        ParameterError::NotA { name, .. } | ParameterError::Follows { name, .. } | ParameterError::Twice(name) => {
            LabProblem::Parameter(name)
        }
        ParameterError::Together(label) => LabProblem::Together(label),
        // The form names no others.
        ParameterError::Unknown { experiment, .. } => LabProblem::Parameter(experiment),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_read_as_its_language_writes_numbers() {
        for (lang, typed, read) in [
            (Lang::EN, "1,024", "1024"),
            (Lang::VI, "1.024", "1024"),
            (Lang::EN, "1.5", "1.5"),
            (Lang::EN, "18446744073709551615", "18446744073709551615"),
            (Lang::EN, "many", "many"),
            (Lang::EN, "-1", "-1"),
        ] {
            assert_eq!(plain_number(lang, typed), read, "{typed}");
        }
    }

    #[test]
    fn only_fields_of_the_lab_are_read() {
        let experiment = experiment::find("order-of-sizes").unwrap();
        let fields = [("small_mib", " 20 "), ("large_mib", ""), ("path", "/etc"), ("prediction", "256")];
        let typed =
            Typed::read(experiment, |name| fields.iter().find(|(key, _)| *key == name).map(|(_, value)| *value));
        assert_eq!(typed.parameters, [("small_mib".to_owned(), "20".to_owned())]);
        assert_eq!((typed.prediction.as_str(), typed.parameter("small_mib")), ("256", "20"));
    }
}
