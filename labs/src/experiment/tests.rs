use proptest::prelude::*;

use super::progress::{Listener, Progress};
use super::*;
use crate::bytes::MIB;
use crate::device::recording::Call;
use crate::report::{Outcome, RefusedBy};
use crate::snapshot::BlockState;

fn run(name: &str, given: &[(&str, u64)]) -> Report {
    let given: Vec<_> = given.iter().map(|(name, number)| ((*name).to_owned(), number.to_string())).collect();
    find(name).unwrap().run(&mut SimRig, &given).unwrap()
}

fn mib(report: &Report, name: &str) -> u64 {
    let found = report.found(name).unwrap_or_else(|| panic!("there is no figure {name}"));
    assert_eq!(found % MIB, 0, "{name} is {found} bytes");
    found / MIB
}

fn assert_no_surprise(report: &Report) {
    let surprises: Vec<_> = report.surprises().map(|figure| (&figure.name, figure.expected, figure.found)).collect();
    assert!(surprises.is_empty(), "{surprises:?}");
}

#[test]
fn every_experiment_meets_its_expectations_and_survives_json() {
    for experiment in ALL {
        let report = run(experiment.name, &[]);
        assert_no_surprise(&report);
        assert!(report.figures.iter().any(|figure| figure.expected.is_some()), "{}", experiment.name);
        assert!(report.device.simulated && !report.version.is_empty());
        let json = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), report, "{}", experiment.name);
        let text = report.to_text();
        assert!(text.contains("every figure is as expected") && text.contains("simulated"), "{text}");
        assert!(text.lines().all(|line| line.trim_end() == line), "{text}");
    }
}

#[test]
fn every_report_has_the_figures_that_its_experiment_names() {
    for experiment in ALL {
        let report = run(experiment.name, &[]);
        for (name, unit) in experiment.figures {
            let found = report.figures.iter().find(|figure| figure.name == *name);
            assert_eq!(found.map(|figure| figure.unit), Some(*unit), "{}: {name}", experiment.name);
        }
        assert!(!experiment.figures.is_empty(), "{}", experiment.name);
    }
}

#[test]
fn every_argument_of_a_label_stands_in_its_text() {
    for experiment in ALL {
        for label in run(experiment.name, &[]).labels() {
            assert!(!label.text.contains(['{', '}']), "{}: {label:?}", experiment.name);
            assert!(label.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{label:?}");
        }
    }
}

#[test]
fn driver_vs_cache() {
    let report = run("driver-vs-cache", &[]);
    assert_eq!((report.found("direct_calls"), report.found("cached_calls")), (Some(20_000), Some(1)));
    assert_eq!(report.found("speedup"), None, "a simulated device has no time to compare");
}

#[test]
fn fragmentation_oom() {
    let report = run("fragmentation-oom", &[]);
    assert_eq!(report.outcome, Outcome::OutOfMemory);
    let figures = ["allocated", "reserved", "inactive_split", "reserved_emptied", "reserved_asked"];
    assert_eq!(figures.map(|name| mib(&report, name)), [1160, 7424, 6264, 7424, 7424]);
    let [refusal] = report.runs[0].refusals.as_slice() else { panic!("one request fails") };
    for words in [
        "Tried to allocate 512.00 MiB",
        "total capacity of 8.00 GiB of which 256.00 MiB is free",
        "1.13 GiB is allocated by PyTorch",
        "6.12 GiB is reserved by PyTorch but unallocated",
    ] {
        assert!(refusal.message.contains(words), "{}", refusal.message);
    }
    assert_eq!(refusal.by, RefusedBy::Device);
}

#[test]
fn fragmentation_oom_in_its_classic_form() {
    let given = [("scenario".to_owned(), "classic".to_owned())];
    let report = find("fragmentation-oom").unwrap().run(&mut SimRig, &given).unwrap();
    assert_no_surprise(&report);
    let (reserved, allocated) = (mib(&report, "reserved"), mib(&report, "allocated"));
    assert_eq!((reserved - allocated, allocated), (5 * 1024, 5 * 1024));
    let message = &report.runs[0].refusals[0].message;
    assert!(message.contains("Tried to allocate 2.00 GiB"), "{message}");
    assert!(message.contains("5.00 GiB is reserved by PyTorch but unallocated"), "{message}");
}

#[test]
fn expandable_segments() {
    let report = run("expandable-segments", &[]);
    let figures = ["reserved_expandable", "reserved_emptied_expandable", "reserved_asked_expandable"];
    assert_eq!(figures.map(|name| mib(&report, name)), [7440, 1160, 1680]);
    assert_eq!((report.found("refused_default"), report.found("refused_expandable")), (Some(1), Some(0)));

    let pages = &report.runs[1].pages;
    let bytes =
        |index: usize| pages[index].ranges.iter().map(|range| range.count * range.page_bytes / MIB).sum::<u64>();
    assert_eq!([0, 1, 2, 3].map(bytes), [7440, 7440, 1160, 1680]);
    let full = &pages[0].ranges;
    assert_eq!((full.len(), full[0].first, full[0].count), (1, 1, 372));
    // The spacers kept the pages that they had; the last tensor got new ones.
    let [first, .., last] = pages[3].ranges.as_slice() else { panic!("there are many ranges") };
    assert_eq!((first.first, first.count), (6, 1));
    assert_eq!((last.first, last.count), (373, 26));
    assert!(report.runs[0].pages.is_empty());
}

#[test]
fn empty_cache_live() {
    let report = run("empty-cache-live", &[]);
    let run = &report.runs[0];
    assert!(run.contents.iter().all(crate::report::Contents::is_intact));
    assert_eq!(run.contents.len(), 7);
    assert_eq!(report.found("allocated_before"), report.found("allocated_after"));
    // Segments that lost their last tensor are gone, and no others.
    let [before, after] = run.maps.as_slice() else { panic!("there are two maps") };
    let pinned: Vec<_> =
        before.segments.iter().filter(|segment| segment.pinned_by().next().is_some()).cloned().collect();
    assert_eq!(after.segments, pinned);
    assert!(before.segments.len() > pinned.len());
    let given_back = before.segments.iter().map(|segment| segment.bytes).sum::<u64>()
        - pinned.iter().map(|segment| segment.bytes).sum::<u64>();
    assert_eq!(report.found("reserved_before").unwrap() - report.found("reserved_after").unwrap(), given_back);
    // Each that is left is explained by the tensors in it.
    assert_eq!(report.tables[0].rows.len(), pinned.len());
    let live = |block: &crate::report::MapBlock| block.state == BlockState::ActiveAllocated;
    assert!(pinned.iter().flat_map(|segment| &segment.blocks).filter(|block| live(block)).all(|b| b.tensor.is_some()));
}

#[test]
fn empty_cache_live_in_expandable_segments() {
    let given = [("expandable_segments".to_owned(), "yes".to_owned())];
    let report = find("empty-cache-live").unwrap().run(&mut SimRig, &given).unwrap();
    assert_no_surprise(&report);
    assert!(report.found("reserved_after") < report.found("reserved_before"));
}

#[test]
fn reserved_vs_allocated() {
    let report = run("reserved-vs-allocated", &[]);
    let figures = ["reserved_small", "reserved_odd", "reserved_batch", "reserved_last"];
    assert_eq!(figures.map(|name| mib(&report, name)), [20, 14, 64, 96]);
    assert_eq!(report.found("allocated_odd"), Some(12_583_424));
    assert_eq!(report.found("requested_odd"), Some(12 * MIB + 100));
    let summary = report.runs[2].summary.as_ref().unwrap();
    assert!(summary.contains("GPU reserved memory") && summary.contains("98304 KiB"), "{summary}");
}

#[test]
fn order_of_sizes() {
    let report = run("order-of-sizes", &[]);
    let of = |order: &str| (mib(&report, &format!("first_{order}")), mib(&report, &format!("reserved_{order}")));
    assert_eq!(of("ascending"), (128, 256));
    assert_eq!(of("descending"), (128, 128));
    assert_eq!(of("ascending_expandable"), (140, 140));
    assert_eq!(of("descending_expandable"), (140, 140));
}

#[test]
fn paged_kv() {
    let report = run("paged-kv", &[]);
    assert_eq!(report.found("bytes_per_token"), Some(128 << 10));
    assert_eq!(report.found("capacity"), Some(32_768));
    assert_eq!((report.found("peak_maximum"), report.found("wasted_exact")), (Some(16), Some(0)));
    // Blocks of one token waste nothing; in between it is half a block, give or take what chance does.
    assert_eq!(report.found("wasted_paged_1"), Some(0));
    let expected = |name: &str| report.figures.iter().find(|figure| figure.name == name).unwrap().expected;
    assert_eq!((expected("wasted_paged_16"), expected("wasted_paged_256")), (Some(750), Some(12_750)));
    // The less a policy wastes, the more requests it serves at once.
    let peaks =
        ["peak_maximum", "peak_power_of_two", "peak_paged", "peak_sharing"].map(|name| report.found(name).unwrap());
    assert!(peaks.is_sorted() && peaks[0] * 2 <= peaks[2], "{peaks:?}");
    // The first blocks of each table are those that all share.
    let tables = report.tables.iter().find(|table| table.title.id == "table-block-tables").unwrap();
    assert!(tables.rows.len() > 2);
    for row in &tables.rows {
        let crate::report::Cell::Text(blocks) = &row[4] else { panic!("blocks are listed as text") };
        assert!(blocks.starts_with("0-"), "{blocks}");
    }
}

/// A large device of which a learner has a part.
struct SmallPart;

impl Rig for SmallPart {
    fn limit(&mut self) -> Result<Option<u64>, RigError> {
        Ok(Some(3000 * MIB))
    }

    fn open(&mut self, bytes: u64) -> Result<Box<dyn LabDevice>, RigError> {
        let device = crate::device::sim::Sim::new(&crate::device::sim::SimOptions::new(141 << 30));
        Ok(Box::new(crate::device::Capped::new(device, bytes)))
    }
}

#[test]
fn a_smaller_device_has_smaller_sizes_and_the_budget_is_named() {
    let report = find("fragmentation-oom").unwrap().run(&mut SmallPart, &[]).unwrap();
    assert_no_surprise(&report);
    assert_eq!(report.device.budget, Some(2048 * MIB));
    assert_eq!(report.found("refused"), Some(1));
    assert_eq!(mib(&report, "reserved"), 7424 / 4);
    assert_eq!(report.runs[0].refusals[0].by, RefusedBy::Budget);
    let text = report.to_text();
    assert!(text.contains("the lab's budget had no more") && text.contains("lowered to what the device has"), "{text}");
    let given = [("device_mib".to_owned(), "4096".to_owned())];
    let error = find("fragmentation-oom").unwrap().run(&mut SmallPart, &given).unwrap_err();
    assert!(error.to_string().contains("3000 MiB to spare"), "{error}");
}

/// A device that others filled up since it was looked at.
struct Filled;

impl Rig for Filled {
    fn limit(&mut self) -> Result<Option<u64>, RigError> {
        Ok(None)
    }

    fn open(&mut self, _: u64) -> Result<Box<dyn LabDevice>, RigError> {
        SimRig.open(2 * MIB)
    }
}

#[test]
fn a_device_without_memory_is_a_result() {
    for experiment in ALL {
        let given = [("held_mib".to_owned(), "0".to_owned())];
        let has_others = experiment.parameters.iter().any(|parameter| parameter.name == "held_mib");
        let report = experiment.run(&mut Filled, if has_others { &given } else { &[] }).unwrap();
        assert_eq!(report.outcome, Outcome::TooSmall, "{}", experiment.name);
        assert!(report.to_text().contains("the device is too small for these parameters"), "{}", experiment.name);
    }
}

#[test]
fn memory_that_runs_out_early_is_no_success() {
    let cases: [(&str, &[(&str, u64)]); 5] = [
        ("reserved-vs-allocated", &[("odd_mib", 16_384)]),
        ("reserved-vs-allocated", &[("batch_mib", 1024)]),
        ("order-of-sizes", &[("device_mib", 128)]),
        ("empty-cache-live", &[("device_mib", 256)]),
        ("fragmentation-oom", &[("tensors", 4096)]),
    ];
    for (name, given) in cases {
        let report = run(name, given);
        let text = report.to_text();
        assert_eq!(report.outcome, Outcome::TooSmall, "{name} {given:?}");
        assert!(text.contains("too small for these parameters") && !text.contains("every figure is"), "{text}");
    }
    let text = run("fragmentation-oom", &[]).to_text();
    assert!(text.contains("out of memory, which is what this lab shows; every figure is as expected"), "{text}");
}

#[test]
fn fragmentation_shows_its_failure_on_a_device_of_any_size() {
    for device in (1024..=1100).chain([1500, 2047, 3001, 4096, 24_576, 262_144]) {
        for scenario in ["many", "classic"] {
            let given = [("device_mib", device.to_string()), ("scenario", scenario.to_owned())];
            let report =
                find("fragmentation-oom").unwrap().run(&mut SimRig, &given.map(|(name, text)| (name.to_owned(), text)));
            let report = report.unwrap();
            assert_no_surprise(&report);
            assert_eq!(report.outcome, Outcome::OutOfMemory, "{scenario}, {device} MiB");
            assert!(report.figures.iter().all(|figure| figure.expected.is_some()), "{scenario}, {device} MiB");
        }
    }
}

#[test]
fn an_experiment_that_does_not_exist_names_those_that_do() {
    let error = find("fragmentation").unwrap_err().to_string();
    assert!(error.contains("did you mean `fragmentation-oom`?"), "{error}");
    assert!(error.contains("`fragmentation`") && error.contains("fragmentation-oom, expandable-segments"), "{error}");
}

#[test]
fn parameters_that_do_not_go_together_are_refused() {
    let refused = |name: &str, given: &[(&str, &str)]| {
        let given: Vec<_> = given.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        find(name).unwrap().run(&mut SimRig, &given).unwrap_err().to_string()
    };
    let error = refused("order-of-sizes", &[("small_mib", "32")]);
    assert_eq!(error, "`small_mib` is 32, but it must be less than `large_mib`, which is 32");
    let error = refused("fragmentation-oom", &[("held_mib", "8192"), ("tensors", "1")]);
    assert!(error.contains("`held_mib` is 8192, but it must be less than `device_mib`, which is 8192"), "{error}");
    let error = refused("paged-kv", &[("maximum", "1024"), ("prompt_max", "1024")]);
    assert!(
        error.contains("are 128, 1024 and 256, 1408 tokens together, more than `maximum`, which is 1024"),
        "{error}"
    );
    let error = refused("paged-kv", &[("cache_mib", "64"), ("layers", "256")]);
    assert!(error.contains("`cache_mib` is 64 and holds 64 tokens") && error.contains("which is 2048"), "{error}");
    let error = refused("paged-kv", &[("cache_mib", "9000")]);
    assert_eq!(error, "`cache_mib` is 9000, but it must not be more than `device_mib`, which is 8192");
    let error = refused("driver-vs-cache", &[("size_mib", "2000")]);
    assert_eq!(error, "`size_mib` is 2000, but it must not be more than `device_mib`, which is 1024");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn expectations_hold_for_other_parameters_of_fragmentation(
        device in 1024_u64..6000,
        held in 0_u64..600,
        tensor in 10_u64..300,
        tensors in 1_u64..20,
        pairs in 1_u64..30,
        piece in 2_u64..120,
        spacer in 2_u64..60,
        ask in 2_u64..2000,
    ) {
        let given = [
            ("device_mib", device), ("held_mib", held), ("tensor_mib", tensor), ("tensors", tensors),
            ("pairs", pairs), ("piece_mib", piece), ("spacer_mib", spacer), ("ask_mib", ask),
        ];
        assert_no_surprise(&run("expandable-segments", &given));
        assert_no_surprise(&run("fragmentation-oom", &given));
    }

    #[test]
    fn expectations_hold_for_pages_that_are_not_shared(
        tensors in 1_u64..20, pairs in 1_u64..30, piece in 1_u64..6, spacer in 1_u64..4, ask in 2_u64..4000,
    ) {
        let given = [
            ("device_mib", 6000), ("tensor_mib", 130), ("tensors", tensors), ("pairs", pairs),
            ("piece_mib", piece * 20), ("spacer_mib", spacer * 20), ("ask_mib", ask),
        ];
        assert_no_surprise(&run("expandable-segments", &given));
    }

    #[test]
    fn expectations_hold_for_other_parameters_of_order_of_sizes(
        device in 128_u64..4000, small in 1_u64..20, small_mib in 10_u64..60, large in 1_u64..10, more in 1_u64..200,
    ) {
        let given = [
            ("device_mib", device), ("small_count", small), ("small_mib", small_mib), ("large_count", large),
            ("large_mib", small_mib + more),
        ];
        assert_no_surprise(&run("order-of-sizes", &given));
    }

    #[test]
    fn expectations_hold_for_other_parameters_of_reserved_vs_allocated(
        small in 1_u64..40_000, odd in 1_u64..80, odd_bytes in 0_u64..1_048_576, batch in 4_u64..12,
        size in 10_u64..60, ask in 10_u64..80,
    ) {
        let given = [
            ("small_kib", small), ("odd_mib", odd), ("odd_bytes", odd_bytes), ("batch", batch),
            ("batch_mib", size), ("ask_mib", ask),
        ];
        assert_no_surprise(&run("reserved-vs-allocated", &given));
    }

    #[test]
    fn expectations_hold_for_other_requests(seed: u64, block in 1_u64..=256, prefix in 0_u64..200, count in 1_u64..100) {
        let given = [("seed", seed), ("block", block), ("shared_prefix", prefix), ("requests", count)];
        assert_no_surprise(&run("paged-kv", &given));
    }
}

proptest! {
    // Every byte of every tensor is written and read back, so a case takes a while.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn expectations_hold_for_other_parameters_of_empty_cache_live(
        small in 0_u64..40, medium in 0_u64..12, large in 0_u64..5, large_mib in 18_u64..24, keep in 1_u64..20,
    ) {
        let given = [
            ("small", small), ("medium", medium), ("large", large), ("large_mib", large_mib), ("keep_every", keep),
        ];
        assert_no_surprise(&run("empty-cache-live", &given));
    }
}

/// Writes down what it is told.
#[derive(Debug, Default)]
struct Heard(std::cell::RefCell<Vec<Progress>>);

impl Listener for Heard {
    fn hear(&self, progress: &Progress) {
        self.0.borrow_mut().push(progress.clone());
    }
}

#[test]
fn whoever_listens_is_told_each_event_of_the_report_in_its_order() {
    for experiment in ALL {
        let heard = std::rc::Rc::new(Heard::default());
        let (report, _) = experiment.run_and_take(&mut SimRig, &[], Moment::End, heard.clone()).unwrap();
        let heard = heard.0.take();
        assert!(matches!(heard[0], Progress::Device { .. }), "{}", experiment.name);
        let runs = heard.iter().filter(|told| matches!(told, Progress::Run { .. })).count();
        assert_eq!(runs, report.runs.len(), "{}", experiment.name);
        let told: Vec<_> = heard
            .iter()
            .filter_map(|told| match told {
                Progress::Step { event, .. } => Some(event),
                _ => None,
            })
            .collect();
        let reported: Vec<_> = report.runs.iter().flat_map(|run| &run.events).collect();
        assert_eq!(told, reported, "{}", experiment.name);
    }
}

/// Calls that come after the last event, such as those of a reading, belong to no step.
#[test]
fn whoever_listens_is_told_the_driver_calls_of_each_step() {
    for experiment in ALL {
        let heard = std::rc::Rc::new(Heard::default());
        let (report, _) = experiment.run_and_take(&mut SimRig, &[], Moment::End, heard.clone()).unwrap();
        let mut told: Vec<Vec<Call>> = Vec::new();
        for progress in heard.0.take() {
            match progress {
                Progress::Device { .. } => {}
                Progress::Run { .. } => told.push(Vec::new()),
                Progress::Step { calls, .. } => told.last_mut().expect("a run began").extend(calls),
            }
        }
        let with_allocator = report.runs.iter().zip(told).filter(|(run, _)| !run.timeline.is_empty());
        for (run, told) in with_allocator.filter(|(run, _)| run.driver.omitted == 0) {
            let reported = run.driver.calls.iter().map(|call| call.call.clone());
            assert_eq!(told, reported.collect::<Vec<_>>(), "{}", experiment.name);
        }
    }
}
