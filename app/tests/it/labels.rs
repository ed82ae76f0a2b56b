//! The words of the lab engine: each has a string in every language, and each string is one of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use app::i18n::{label, tensor_name};
use content::lang::Lang;
use labs::experiment::parameter::{Kind, Preset};
use labs::experiment::scripted::Scripted;
use labs::experiment::{self, Experiment, SimRig};
use labs::moment::Moment;
use labs::report::{Action, Argument, Cell, Label, Report};

use crate::locales::{Messages, locales};

/// Parameters that lead to words that the defaults do not lead to.
const OTHERS: [(&str, &[(&str, &str)]); 9] = [
    ("driver-vs-cache", &[("size_mib", "3"), ("pairs", "2")]),
    ("reserved-vs-allocated", &[("small_kib", "16"), ("batch", "7"), ("ask_mib", "10")]),
    ("order-of-sizes", &[("small_count", "3"), ("large_mib", "100"), ("device_mib", "128")]),
    ("fragmentation-oom", &[("scenario", "classic")]),
    ("fragmentation-oom", &[("ask_mib", "2")]),
    ("expandable-segments", &[("scenario", "classic"), ("held_mib", "7")]),
    ("empty-cache-live", &[("expandable_segments", "yes"), ("keep_every", "1")]),
    ("paged-kv", &[("block", "5"), ("prompts", "uniform"), ("shared_prefix", "0")]),
    ("paged-kv", &[("requests", "3"), ("seed", "7")]),
];

fn reports() -> Vec<Report> {
    let run = |experiment: &'static Experiment, given: &[(&str, &str)]| {
        let given: Vec<_> = given.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        experiment.run(&mut SimRig, &given).unwrap_or_else(|error| panic!("{}: {error}", experiment.name))
    };
    let defaults = experiment::ALL.map(|experiment| run(experiment, &[]));
    let others = OTHERS.map(|(name, given)| run(experiment::find(name).expect("a lab"), given));
    defaults.into_iter().chain(others).collect()
}

/// A script of the playground that runs out of memory.
fn scripted() -> Report {
    let script = Scripted::read("device 1 GiB\na = alloc 700 MiB\nb = alloc 700 MiB").expect("a script");
    let run = script.run_and_take(&mut SimRig, Moment::Telling, experiment::progress::nobody());
    run.expect("a simulated device").0
}

/// Labels and the names of tensors.
#[derive(Default)]
struct Said {
    labels: Vec<Label>,
    names: Vec<String>,
    words: Vec<String>,
}

impl Said {
    fn label(&mut self, said: &Label) {
        for argument in said.arguments.values() {
            if let Argument::Label(inner) = argument {
                self.label(inner);
            }
        }
        self.labels.push(said.clone());
    }

    fn report(&mut self, report: &Report) {
        report.labels().for_each(|label| self.label(label));
        for run in &report.runs {
            self.names.extend(run.events.iter().map(|event| event.subject.clone()));
            self.names.extend(run.contents.iter().map(|contents| contents.tensor.clone()));
            let blocks = run.maps.iter().flat_map(|map| &map.segments).flat_map(|segment| &segment.blocks);
            self.names.extend(blocks.filter_map(|block| block.tensor.clone()));
        }
        for cell in report.tables.iter().flat_map(|table| &table.rows).flatten() {
            if let Cell::Names(names) = cell {
                self.names.extend(names.iter().cloned());
            }
        }
    }

    fn all() -> Self {
        let mut said = Self::default();
        for report in &reports() {
            said.report(report);
        }
        // The tensors of a script have the learner's own names.
        scripted().labels().for_each(|label| said.label(label));
        for parameter in experiment::ALL.into_iter().flat_map(|experiment| experiment.parameters) {
            said.label(&parameter.label.into());
            if let Preset::Follows { how, .. } = parameter.default {
                said.label(&how.into());
            }
            if let Kind::Choice(words) = parameter.kind {
                said.words.extend(words.iter().map(|word| (*word).to_owned()));
            }
        }
        for action in Action::ALL {
            said.label(&action.words().into());
        }
        said.names.retain(|name| !name.is_empty());
        said
    }

    /// Returns the keys of all strings, with the arguments of each.
    fn keys(&self) -> Messages {
        let mut keys = Messages::new();
        for label in &self.labels {
            keys.entry(format!("lab-{}", label.id)).or_default().extend(label.arguments.keys().cloned());
        }
        for name in &self.names {
            let kind = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
            keys.entry(format!("lab-name-{}", kind.to_lowercase().replace(' ', "-"))).or_default();
        }
        keys.extend(self.words.iter().map(|word| (format!("lab-choice-{word}"), BTreeSet::new())));
        keys
    }
}

#[test]
fn every_word_of_every_lab_has_a_string_in_every_language() {
    let keys = Said::all().keys();
    assert!(keys.len() > 100, "{}", keys.len());
    for (language, messages) in locales() {
        for (key, arguments) in &keys {
            let Some(variables) = messages.get(key) else { panic!("{key} is missing in {language}") };
            assert_eq!(variables, arguments, "the arguments of {key} in {language}");
        }
    }
}

/// What is wrong with parameters cannot be seen in a report; the engine's source names these words.
fn problems() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../labs/src/experiment");
    let mut sources = String::new();
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            sources += &fs::read_to_string(path).expect("a file");
        }
    }
    let found = sources.split("\"problem-").skip(1).filter_map(|rest| rest.split('"').next());
    found.map(|id| format!("lab-problem-{id}")).collect()
}

#[test]
fn every_string_is_a_word_of_a_lab() {
    let keys = Said::all().keys();
    let problems = problems();
    assert!(problems.len() > 4, "{problems:?}");
    for (language, messages) in locales() {
        let own = messages.keys().filter(|key| key.starts_with("lab-"));
        let unused: Vec<_> = own.filter(|key| !keys.contains_key(*key) && !problems.contains(key)).collect();
        // A real device alone has times to compare.
        let unused: Vec<_> =
            unused.into_iter().filter(|key| !key.ends_with("-time") && !key.ends_with("-speedup")).collect();
        assert!(unused.is_empty(), "not used in {language}: {unused:?}");
        let missing: Vec<_> = problems.iter().filter(|key| !messages.contains_key(*key)).collect();
        assert!(missing.is_empty(), "missing in {language}: {missing:?}");
    }
}

#[test]
fn no_placeholder_is_left_and_vietnamese_is_vietnamese() {
    let said = Said::all();
    let mut same = BTreeMap::new();
    for words in &said.labels {
        let [en, vi] = [Lang::EN, Lang::VI].map(|lang| label(lang, words));
        assert!(!en.contains(['{', '}']) && !vi.contains(['{', '}']), "{en} {vi}");
        if en == vi {
            same.insert(words.id.clone(), en);
        }
    }
    let names: Vec<&str> = same.keys().map(String::as_str).collect();
    assert_eq!(names, ["action-empty-cache", "column-half-a-block"], "{same:?}");
    assert_eq!(tensor_name(Lang::VI, "piece 3"), "mảnh\u{a0}3");
    assert_eq!(tensor_name(Lang::EN, "KV cache"), "KV cache");
}
