//! The content of the checkout, with runs of the engine on a simulated device.

use std::path::Path;
use std::sync::LazyLock;

use app::view::{GuessInput, LabRunState, LabStop};
use labs::experiment::SimRig;

use super::*;
use crate::service::labs::form::{guess, known, requested};

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let loaded = content::load::load(&folder, &known());
    loaded.catalog.unwrap_or_else(|| panic!("{}", loaded.report.render_text(false)))
});

fn ran(experiment: &'static Experiment, given: &[(&str, &str)]) -> Report {
    let given: Vec<_> = given.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    experiment.run(&mut SimRig, &given).unwrap()
}

fn lab(name: &str) -> &'static Lab {
    CATALOG.lab(name).unwrap()
}

fn predicted(name: &str, typed: &str) -> PredictionView {
    let report = ran(experiment::find(name).unwrap(), &[]);
    let guess = guess(Lang::EN, lab(name), typed).unwrap();
    compared(Lang::EN, lab(name), &report, guess).unwrap()
}

#[test]
fn every_lab_is_listed_in_the_order_in_which_they_teach() {
    for lang in [Lang::EN, Lang::VI] {
        let ids: Vec<String> = list(lang, &CATALOG, &BTreeSet::new()).labs.into_iter().map(|card| card.id).collect();
        assert_eq!(ids, experiment::ALL.map(|experiment| experiment.name));
    }
}

#[test]
fn the_answer_that_each_lab_leads_to_is_right() {
    for (name, typed, found) in [
        ("driver-vs-cache", "1", "1"),
        ("reserved-vs-allocated", "20", "20\u{a0}MiB"),
        ("order-of-sizes", "256 MiB", "256\u{a0}MiB"),
        ("fragmentation-oom", "1", "It fails: out of memory."),
        ("expandable-segments", "1,160", "1,160\u{a0}MiB"),
        ("empty-cache-live", "98", "98\u{a0}MiB"),
    ] {
        let view = predicted(name, typed);
        assert!(view.right && view.found == found, "{name}: {view:?}");
    }
    let view = predicted("paged-kv", "7.5");
    assert!(view.right, "{view:?}");
    assert!(predicted("paged-kv", "8").right, "it is about right");
    assert!(!predicted("paged-kv", "16").right);
}

#[test]
fn a_wrong_number_meets_the_misconception_behind_it() {
    for (name, typed, words) in [
        ("driver-vs-cache", "20000", "without a cache"),
        ("reserved-vs-allocated", "3", "what the tensor needs"),
        ("order-of-sizes", "128", "fitted into"),
        ("expandable-segments", "7424", "default settings keep"),
        ("expandable-segments", "7440", "before"),
        ("empty-cache-live", "45.5", "live tensors need"),
        ("empty-cache-live", "284", "before the call"),
        ("paged-kv", "0", "known before"),
    ] {
        let view = predicted(name, typed);
        assert!(!view.right && view.why_html.contains(words), "{name} {typed}: {view:?}");
    }
    assert!(!predicted("order-of-sizes", "5").why_html.contains("fitted into"));
}

#[test]
fn a_choice_is_explained_by_what_was_found() {
    let experiment = experiment::find("fragmentation-oom").unwrap();
    let report = ran(experiment, &[("ask_mib", "64")]);
    let view = compared(Lang::EN, lab("fragmentation-oom"), &report, 1.0).unwrap();
    assert!(!view.right && view.why_html.contains("large enough") && view.found.starts_with("It succeeds"), "{view:?}");
}

#[test]
fn a_form_is_read_or_says_what_is_wrong() {
    let (lab, experiment) = (lab("order-of-sizes"), experiment::find("order-of-sizes").unwrap());
    let read = |lang, fields: &[(&str, &str)]| {
        let typed =
            Typed::read(experiment, |name| fields.iter().find(|(key, _)| *key == name).map(|(_, value)| *value));
        requested(lang, lab, experiment, &typed)
    };
    let request = read(Lang::VI, &[("prediction", "1.024"), ("small_mib", "12")]).unwrap();
    assert!(same(request.guess, 1024.0, 0.0) && request.parameters == [("small_mib".to_owned(), "12".to_owned())]);
    assert_eq!(read(Lang::EN, &[]).unwrap_err(), LabProblem::NothingPredicted);
    assert_eq!(read(Lang::EN, &[("prediction", "lots")]).unwrap_err(), LabProblem::NotANumber);
    assert_eq!(read(Lang::EN, &[("prediction", "-4")]).unwrap_err(), LabProblem::NotANumber);
    let error = read(Lang::EN, &[("prediction", "1"), ("small_mib", "5")]).unwrap_err();
    assert_eq!(error, LabProblem::Parameter("small_mib"));
    let error = read(Lang::EN, &[("prediction", "1"), ("small_mib", "32")]).unwrap_err();
    assert!(matches!(&error, LabProblem::Together(label) if label.id == "problem-less-than"), "{error:?}");
}

#[test]
fn the_form_holds_what_was_typed_and_offers_devices() {
    let experiment = experiment::find("fragmentation-oom").unwrap();
    let typed = Typed {
        prediction: "1".to_owned(),
        device: "cuda:0".to_owned(),
        parameters: vec![("ask_mib".to_owned(), "64".to_owned())],
    };
    let offers = [Offer::simulated(), Offer { value: "cuda:0".to_owned(), name: Some("NVIDIA H200".to_owned()) }];
    let view = page(Lang::EN, &CATALOG, lab("fragmentation-oom"), experiment, &offers, &typed, None).unwrap();
    let GuessInput::Choice(choices) = &view.form.guess else { panic!("it is a choice") };
    assert_eq!(choices.iter().map(|choice| choice.chosen).collect::<Vec<_>>(), [false, true]);
    assert_eq!(view.form.devices.iter().map(|device| device.chosen).collect::<Vec<_>>(), [false, true]);
    let typed: Vec<&str> =
        view.form.parameters.iter().map(|field| field.value.as_str()).filter(|it| !it.is_empty()).collect();
    assert_eq!(typed, ["64"]);
}

#[test]
fn running_it_again_begins_with_the_same_parameters() {
    let experiment = experiment::find("order-of-sizes").unwrap();
    let finished = |given: &[(&str, &str)]| KnownRun {
        guess: None,
        parameters: Vec::new(),
        stage: Stage::Finished(Box::new(ran(experiment, given))),
    };
    let again = |known| run(Lang::EN, &CATALOG, lab("order-of-sizes"), known, RunLinks::default()).unwrap().again_href;
    assert_eq!(again(finished(&[])), "/en/labs/order-of-sizes");
    assert_eq!(again(finished(&[("small_mib", "20")])), "/en/labs/order-of-sizes?small_mib=20");
    let stopped = KnownRun {
        guess: Some(256.0),
        parameters: vec![("large_mib".to_owned(), "64".to_owned())],
        stage: Stage::Stopped(LabStop::Cancelled, None),
    };
    assert_eq!(again(stopped), "/en/labs/order-of-sizes?large_mib=64");
}

#[test]
fn a_queued_run_says_what_was_predicted() {
    let known =
        KnownRun { guess: Some(1160.0), parameters: Vec::new(), stage: Stage::Queued { place: 3, device_away: false } };
    let links = RunLinks { cancel: Some("/cancel".to_owned()), ..RunLinks::default() };
    let view = run(Lang::VI, &CATALOG, lab("expandable-segments"), known, links).unwrap();
    assert_eq!(view.guess.as_deref(), Some("1.160\u{a0}MiB"));
    assert!(matches!(view.state, LabRunState::Queued { position: 3, device_away: false, cancel_action: Some(_) }));
}
