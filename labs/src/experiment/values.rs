//! The parameters of one run, all of them set.

use super::parameter::{Kind, Parameter, ParameterError, Preset, Value};
use crate::bytes::{KIB, MIB};
use crate::report::{Origin, Setting, Unit, Words};

/// The name of the parameter that says how much memory the device has. A device that has less lowers its default.
pub const DEVICE: &str = "device_mib";

/// The value of each parameter of an experiment.
#[derive(Debug, Clone, Default)]
pub struct Values {
    settings: Vec<(&'static Parameter, Value, Origin)>,
}

impl Values {
    /// Sets the parameters as given, by name and text, and the others to their defaults.
    ///
    /// `limit` is the memory in bytes that may be taken of the device, where it is a real one. A default for
    /// [`DEVICE`] that is larger is lowered to the half, the quarter and so on, and what follows from it is lowered
    /// with it. What a learner set is not changed, but refused.
    pub fn resolve(
        experiment: &'static str,
        parameters: &'static [Parameter],
        given: &[(String, String)],
        limit: Option<u64>,
    ) -> Result<Self, ParameterError> {
        check_names(experiment, parameters, given)?;
        let mut values = Self::default();
        for parameter in parameters {
            let text = given.iter().find(|(name, _)| name == parameter.name).map(|(_, text)| text.as_str());
            let (value, origin) = values.decide(parameter, text, limit)?;
            values.settings.push((parameter, value, origin));
        }
        Ok(values)
    }

    /// Returns a number, as it was set.
    ///
    /// # Panics
    /// Panics where the experiment has no such number: names are constants of the experiment.
    pub fn number(&self, name: &str) -> u64 {
        match self.get(name) {
            Some((_, Value::Number(number))) => *number,
            _ => panic!("the experiment has no number `{name}`"),
        }
    }

    /// Returns a size in bytes.
    ///
    /// # Panics
    /// Panics where the experiment has no such number.
    pub fn bytes(&self, name: &str) -> u64 {
        let number = self.number(name);
        match self.get(name).map(|(parameter, _)| parameter.kind) {
            Some(Kind::Number { unit: Unit::Mib, .. }) => number * MIB,
            Some(Kind::Number { unit: Unit::Kib, .. }) => number * KIB,
            _ => number,
        }
    }

    /// Says whether a choice was made.
    ///
    /// # Panics
    /// Panics where the experiment has no such choice.
    pub fn is(&self, name: &str, word: &str) -> bool {
        match self.get(name) {
            Some((_, Value::Choice(chosen))) => chosen == word,
            _ => panic!("the experiment has no choice `{name}`"),
        }
    }

    /// Returns all of them for a report.
    pub fn settings(&self) -> Vec<Setting> {
        let setting = |(parameter, value, origin): &(&Parameter, Value, Origin)| Setting {
            name: parameter.name.to_owned(),
            label: parameter.label.into(),
            unit: parameter.unit(),
            value: value.clone(),
            origin: *origin,
        };
        self.settings.iter().map(setting).collect()
    }

    fn decide(
        &self,
        parameter: &'static Parameter,
        text: Option<&str>,
        limit: Option<u64>,
    ) -> Result<(Value, Origin), ParameterError> {
        let limit = limit.filter(|_| parameter.name == DEVICE).map(|bytes| bytes / MIB);
        if let Some(text) = text {
            let value = parameter.parse(text)?;
            return match (&value, limit) {
                (Value::Number(number), Some(limit)) if *number > limit => Err(too_large(*number, limit)),
                _ => Ok((value, Origin::Given)),
            };
        }
        let number = match parameter.default {
            Preset::Choice(word) => return Ok((Value::Choice(word.to_owned()), Origin::Default)),
            Preset::Number(number) => number,
            Preset::Follows { from, .. } => from(self),
        };
        let (number, origin) = fit(number, limit);
        parameter.follows(number).map(|number| (Value::Number(number), origin))
    }

    fn get(&self, name: &str) -> Option<(&'static Parameter, &Value)> {
        let setting = self.settings.iter().find(|(parameter, _, _)| parameter.name == name)?;
        Some((setting.0, &setting.1))
    }
}

impl Parameter {
    const fn unit(&self) -> Unit {
        match self.kind {
            Kind::Number { unit, .. } => unit,
            Kind::Choice(_) => Unit::Word,
        }
    }

    fn follows(&self, number: u64) -> Result<u64, ParameterError> {
        match self.kind {
            Kind::Number { min, max, .. } if !(min..=max).contains(&number) => {
                Err(ParameterError::Follows { name: self.name, number, wanted: self.kind.to_string() })
            }
            _ => Ok(number),
        }
    }
}

fn check_names(
    experiment: &'static str,
    parameters: &'static [Parameter],
    given: &[(String, String)],
) -> Result<(), ParameterError> {
    for (index, (name, _)) in given.iter().enumerate() {
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == name) else {
            let known = parameters.iter().map(|parameter| parameter.name).collect();
            return Err(ParameterError::Unknown { experiment, name: name.clone(), known });
        };
        if given[..index].iter().any(|(earlier, _)| earlier == name) {
            return Err(ParameterError::Twice(parameter.name));
        }
    }
    Ok(())
}

/// Halves a number until it is within the limit.
fn fit(number: u64, limit: Option<u64>) -> (u64, Origin) {
    let limit = limit.unwrap_or(u64::MAX);
    let mut fitted = number;
    while fitted > limit {
        fitted /= 2;
    }
    (fitted, if fitted == number { Origin::Default } else { Origin::Fitted })
}

fn too_large(number: u64, limit: u64) -> ParameterError {
    let words = Words::new(
        "problem-device-too-large",
        "`{parameter}` is {number}, but this device has {limit} MiB to spare; set it to that at most",
    );
    ParameterError::Together(words.with("parameter", DEVICE).with("number", number).with("limit", limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    static PARAMETERS: [Parameter; 4] = [
        Parameter::choice("order", Words::new("order", "which comes first"), &["up", "down"]),
        Parameter::number(DEVICE, Words::new("device", "memory of the device"), Unit::Mib, (64, 65_536), 8192),
        Parameter::number("held_mib", Words::new("held", "memory of others"), Unit::Mib, (0, 4096), 0)
            .following(|values| values.number(DEVICE) / 16, Words::new("how", "a sixteenth of the device")),
        Parameter::number("count", Words::new("count", "tensors"), Unit::Count, (1, 100), 58),
    ];

    fn resolve(given: &[(&str, &str)], limit: Option<u64>) -> Result<Values, ParameterError> {
        let given: Vec<_> = given.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Values::resolve("test", &PARAMETERS, &given, limit)
    }

    #[test]
    fn what_is_not_set_has_its_default_or_follows() {
        let values = resolve(&[(DEVICE, "1024")], None).unwrap();
        assert_eq!((values.number("held_mib"), values.bytes("held_mib")), (64, 64 * MIB));
        assert!(values.is("order", "up"));
        assert_eq!(values.settings()[1].origin, Origin::Given);
        assert_eq!(values.settings()[3].origin, Origin::Default);
    }

    #[test]
    fn a_small_device_lowers_the_default_and_refuses_what_was_set() {
        let values = resolve(&[], Some(3000 * MIB)).unwrap();
        assert_eq!((values.number(DEVICE), values.number("held_mib")), (2048, 128));
        assert_eq!(values.settings()[1].origin, Origin::Fitted);
        let error = resolve(&[(DEVICE, "4096")], Some(3000 * MIB)).unwrap_err().to_string();
        assert!(error.contains("4096") && error.contains("3000 MiB"), "{error}");
    }

    #[test]
    fn each_refusal_says_what_is_accepted() {
        let refused = |name, text| resolve(&[(name, text)], None).unwrap_err().to_string();
        assert_eq!(
            refused("cuont", "1"),
            "test has no parameter `cuont`; did you mean `count`?; it has: order, device_mib, held_mib, count"
        );
        assert_eq!(refused("count", "101"), "`count` takes a whole number from 1 to 100, and not `101`");
        for text in ["", "-1", "1.5", "5 MiB", "18446744073709551616"] {
            assert!(refused(DEVICE, text).contains("takes a whole number of MiB from 64 to 65536"), "{text}");
        }
        assert_eq!(refused("order", "UP"), "`order` takes one of: up, down, and not `UP`");
        assert_eq!(resolve(&[("count", "1"), ("count", "1")], None).unwrap_err(), ParameterError::Twice("count"));
    }

    #[test]
    fn a_number_that_follows_keeps_to_its_range() {
        static NARROW: [Parameter; 2] = [
            Parameter::number(DEVICE, Words::new("device", "memory of the device"), Unit::Mib, (1, 64), 64),
            Parameter::number("held_mib", Words::new("held", "memory of others"), Unit::Mib, (8, 64), 8)
                .following(|values| values.number(DEVICE) / 4, Words::new("how", "a quarter")),
        ];
        let follows = resolve(&[(DEVICE, "65536")], None).map(|values| values.number("held_mib"));
        assert_eq!(follows, Ok(4096));
        let error = Values::resolve("test", &NARROW, &[(DEVICE.to_owned(), "4".to_owned())], None).unwrap_err();
        assert!(error.to_string().starts_with("with these parameters `held_mib` would be 1, but it takes"), "{error}");
    }
}
