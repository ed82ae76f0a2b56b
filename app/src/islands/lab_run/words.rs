use std::collections::BTreeMap;

use labs::device::recording::Call;
use web_sys::Element;

use crate::estimate::format::{Separators, exact, grouped, scaled};
use crate::film::{Film, Shot, Slice};

/// The texts that the page brings, in its language.
#[derive(Debug, Clone)]
pub(crate) struct Words {
    texts: BTreeMap<String, String>,
    separators: Separators,
}

impl Words {
    /// Reads them from the attributes of an element.
    pub(crate) fn of(root: &Element) -> Self {
        let sign = |name: &str| root.get_attribute(name).and_then(|signs| signs.chars().next()).unwrap_or(' ');
        let texts = root.get_attribute("data-words").and_then(|json| serde_json::from_str(&json).ok());
        Self {
            texts: texts.unwrap_or_default(),
            separators: Separators { group: sign("data-group"), decimal: sign("data-decimal") },
        }
    }

    pub(crate) fn get(&self, key: &str) -> &str {
        self.texts.get(key).map_or("", String::as_str)
    }

    pub(crate) fn find(&self, key: &str) -> Option<&str> {
        self.texts.get(key).map(String::as_str)
    }

    /// Returns a text with its variables filled in.
    pub(crate) fn with(&self, key: &str, variables: &[(&str, &str)]) -> String {
        let text = self.get(key).to_owned();
        variables.iter().fold(text, |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }

    pub(crate) fn bytes(&self, bytes: u64) -> String {
        scaled(bytes, &self.separators)
    }

    /// Returns an amount with all of it behind two decimals that do not say it.
    pub(crate) fn exact(&self, bytes: u64) -> String {
        exact(bytes, &self.separators)
    }

    pub(crate) fn number(&self, value: u64) -> String {
        grouped(value, &self.separators)
    }

    /// Returns the name of a tensor: words, and the number behind them where there is one.
    pub(crate) fn name(&self, name: &str) -> String {
        let kind = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
        let digits = name[kind.len()..].trim_start();
        // A name of the learner's own is what it is.
        let Some(said) = self.find(&format!("name-{kind}")) else { return name.to_owned() };
        if digits.is_empty() { said.to_owned() } else { format!("{said}\u{a0}{digits}") }
    }

    /// Says what was done in a step.
    pub(crate) fn deed(&self, shot: &Shot) -> String {
        if let Some(said) = &shot.said {
            return said.clone();
        }
        let mut said = self.get(shot.action.words().id).to_owned();
        if !shot.subject.is_empty() {
            said = format!("{said}: {}", self.name(&shot.subject));
        }
        if shot.bytes > 0 {
            said = format!("{said}, {}", self.bytes(shot.bytes));
        }
        if shot.times > 1 { format!("{said}, {}\u{a0}×", self.number(shot.times)) } else { said }
    }

    /// Says what a block is.
    pub(crate) fn block(&self, film: &Film, slice: Slice) -> String {
        let (size, state) = (self.bytes(slice.bytes), self.get(slice.state.key()));
        match slice.name.and_then(|name| film.names.get(name)) {
            Some(name) => {
                let name = self.name(name);
                self.with("labs-film-named-block", &[("name", &name), ("size", &size), ("state", state)])
            }
            None => self.with("labs-film-block", &[("size", &size), ("state", state)]),
        }
    }

    /// Writes a driver call; the functions of CUDA have the same names in all languages.
    pub(crate) fn call(&self, call: &Call) -> String {
        let of = |name: &str, count: u64, bytes: u64| {
            let size = self.bytes(bytes);
            if count > 1 {
                format!("{name} {}\u{a0}×\u{a0}{size}", self.number(count))
            } else {
                format!("{name} {size}")
            }
        };
        let refused = |said: String, ok: bool| {
            if ok { said } else { format!("{said}: {}", self.get("labs-call-refused")) }
        };
        match *call {
            Call::Malloc { bytes, address } => refused(of("cudaMalloc", 1, bytes), address.is_some()),
            Call::Free { ok, .. } => refused("cudaFree".to_owned(), ok),
            Call::Reserve { bytes, .. } => of("cuMemAddressReserve", 1, bytes),
            Call::AddressFree { ok, .. } => refused("cuMemAddressFree".to_owned(), ok),
            Call::Create { bytes, ok, count } => refused(of("cuMemCreate", count, bytes), ok),
            Call::Map { bytes, count, .. } => of("cuMemMap", count, bytes),
            Call::SetAccess { bytes, .. } => of("cuMemSetAccess", 1, bytes),
            Call::Unmap { bytes, .. } => of("cuMemUnmap", 1, bytes),
            Call::UnmapRelease { bytes, count, .. } => of("cuMemUnmap + cuMemRelease", count, bytes),
            Call::Release { bytes, count } => of("cuMemRelease", count, bytes),
            Call::StreamSync { stream } => format!("cudaStreamSynchronize {}", stream.0),
            Call::EventRecord { stream } => format!("cudaEventRecord {}", stream.0),
            Call::EventSync { stream } => format!("cudaEventSynchronize {}", stream.0),
            Call::DeviceSync => "cudaDeviceSynchronize".to_owned(),
        }
    }
}
