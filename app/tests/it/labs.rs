//! The pages of labs: every picture has its text beside it, and their sums agree with the report.

use std::sync::OnceLock;

use labs::experiment::{self, SimRig};
use labs::report::{Outcome, Report};

use app::view::Theme;
use content::lang::Lang;

use crate::data;

fn page(lang: Lang, name: &str) -> &'static str {
    static PAGES: [OnceLock<Vec<data::Page>>; 2] = [OnceLock::new(), OnceLock::new()];
    let pages = PAGES[usize::from(lang == Lang::VI)].get_or_init(|| data::pages(lang, Theme::System));
    &pages.iter().find(|page| page.name == name).unwrap_or_else(|| panic!("no page {name}")).html
}

fn report(name: &str) -> Report {
    experiment::find(name).expect("a lab").run(&mut SimRig, &[]).expect("it runs")
}

/// Returns the parts of a text between two marks.
fn between<'a>(text: &'a str, start: &str, end: &'a str) -> Vec<&'a str> {
    text.split(start).skip(1).filter_map(|rest| rest.split(end).next()).collect()
}

#[test]
fn every_picture_has_a_table_beside_it() {
    for experiment in experiment::ALL {
        let html = page(Lang::EN, &format!("lab-run-{}", experiment.name));
        let figures = between(html, "<figure class=\"strip", "</figure>");
        assert!(!figures.is_empty(), "{}", experiment.name);
        for figure in figures {
            assert!(figure.contains("<table"), "{}: {}", experiment.name, &figure[..80]);
            assert!(figure.contains("strip-legend") || figure.contains("lab-pages"), "{}", experiment.name);
        }
        let [maps, drawn] = [report(experiment.name).runs.iter().map(|run| run.maps.len()).sum::<usize>(), {
            html.matches("class=\"lab-moment\"").count()
        }];
        assert_eq!(maps, drawn, "{}", experiment.name);
    }
}

#[test]
fn the_picture_says_what_the_report_says() {
    let html = page(Lang::EN, "lab-run-fragmentation-oom");
    assert!(html.contains("CUDA out of memory. Tried to allocate 512.00 MiB."), "the message of PyTorch");
    assert!(html.contains("Refused: 512.00\u{a0}MiB in one piece"), "the reason");
    assert!(html.contains("has 100.00\u{a0}MiB, and the device has 256.00\u{a0}MiB left"), "what there is");
    assert_eq!(
        html.matches("class=\"s-refused\"").count(),
        3,
        "in the picture, in its legend and in that of the steps"
    );
    assert!(html.contains("1.13\u{a0}GiB (1,160\u{a0}MiB)"), "the figure with all its digits");
    let spoken = between(html, "aria-label=\"Memory map, After the last request.", "\"");
    assert_eq!(spoken.len(), 1);
    for words in ["live: 1.13\u{a0}GiB", "cached but pinned: 6.12\u{a0}GiB", "outside PyTorch: 512.00\u{a0}MiB"] {
        assert!(spoken[0].contains(words), "{}", spoken[0]);
    }
}

#[test]
fn a_simulated_device_says_so() {
    for lang in [Lang::EN, Lang::VI] {
        for experiment in experiment::ALL {
            let html = page(lang, &format!("lab-run-{}", experiment.name));
            assert!(html.contains("data-device=\"simulated\""), "{}", experiment.name);
            let words = if lang == Lang::EN { "Simulated device" } else { "Thiết bị mô phỏng" };
            assert!(html.contains(words), "{}", experiment.name);
        }
    }
}

#[test]
fn settings_that_are_compared_stand_side_by_side() {
    let runs = |name: &str| {
        let html = page(Lang::EN, &format!("lab-run-{name}"));
        (html.contains("data-compared"), html.matches("class=\"lab-run\"").count())
    };
    assert_eq!(runs("expandable-segments"), (true, 2));
    assert_eq!(runs("order-of-sizes"), (true, 4));
    assert_eq!(runs("fragmentation-oom"), (false, 1));
}

#[test]
fn only_what_is_unfinished_loads_itself_again() {
    for (name, refreshes) in [("queued", true), ("running", true), ("failed", false), ("order-of-sizes", false)] {
        let html = page(Lang::EN, &format!("lab-run-{name}"));
        assert_eq!(html.contains("http-equiv=\"refresh\""), refreshes, "{name}");
    }
    assert!(page(Lang::EN, "lab-run-queued").contains("number 7 in the queue"));
    assert!(page(Lang::VI, "lab-run-queued-next").contains("lượt kế tiếp"));
}

#[test]
fn a_device_that_was_too_small_is_no_success() {
    let given = [("device_mib".to_owned(), "128".to_owned())];
    let report = experiment::find("order-of-sizes").expect("a lab").run(&mut SimRig, &given).expect("it runs");
    assert_eq!(report.outcome, Outcome::TooSmall);
    let html = page(Lang::EN, "lab-run-too-small");
    assert!(html.contains("The device is too small for these parameters"));
    assert!(!page(Lang::EN, "lab-run-order-of-sizes").contains("The device is too small"));
}

#[test]
fn a_form_keeps_what_was_typed_and_names_what_is_wrong() {
    let html = page(Lang::EN, "lab-not-a-number");
    assert!(html.contains("value=\"&quot;&gt;&lt;i&gt;many\""));
    assert!(html.contains("aria-describedby=\"prediction-problem\"") && html.contains("id=\"prediction-problem\""));
    let html = page(Lang::EN, "lab-parameter");
    assert!(html.contains("<details open class=\"lab-parameters\">"), "the field is in sight");
    assert_eq!(html.matches("aria-invalid=\"true\"").count(), 1);
    assert!(
        page(Lang::VI, "lab-together").contains("small_mib đang là 64, nhưng phải nhỏ hơn large_mib (đang là 32).")
    );
    assert!(!page(Lang::EN, "lab").contains("aria-invalid"));
}
