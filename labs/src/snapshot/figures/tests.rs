use super::super::pickle::Writer;
use super::super::tests::files;
use super::*;
use crate::bytes::MIB;

fn figures(name: &str) -> Figures {
    Snapshot::from_pickle(&files::read(name)).unwrap().figures()
}

/// The expected figures were computed in Python from the same files, independently of this code.
struct Case {
    file: &'static str,
    reserved: u64,
    allocated: u64,
    active: u64,
    requested: u64,
    /// Bytes and blocks.
    split: (u64, u64),
    /// Bytes and segments.
    whole: (u64, u64),
    expandable: u64,
    largest: u64,
    /// Bytes and events before, of requested and reserved.
    peaks: Option<[(u64, u64); 2]>,
}

const CASES: [Case; 6] = [
    Case {
        file: "t215_oom.pickle",
        reserved: 18_874_368,
        allocated: 12_582_912,
        active: 12_582_912,
        requested: 12_582_912,
        split: (6_291_456, 8),
        whole: (0, 0),
        expandable: 0,
        largest: 1_048_576,
        peaks: Some([(42_991_616, 251), (52_428_800, 257)]),
    },
    Case {
        file: "t211_tiny.pickle",
        reserved: 65_011_712,
        allocated: 28_130_304,
        active: 28_130_304,
        requested: 27_718_881,
        split: (36_881_408, 4),
        whole: (0, 0),
        expandable: 0,
        largest: 15_464_448,
        peaks: Some([(53_473_421, 16), (65_011_712, 15)]),
    },
    Case {
        file: "t215_nohistory.pickle",
        reserved: 656_408_576,
        allocated: 402_484_736,
        active: 402_484_736,
        requested: 398_159_854,
        split: (50_500_096, 18),
        whole: (203_423_744, 9),
        expandable: 0,
        largest: 27_262_976,
        peaks: None,
    },
    Case {
        file: "t215_medium_expandable.pickle.gz",
        reserved: 406_847_488,
        allocated: 226_492_416,
        active: 226_492_416,
        requested: 226_492_416,
        split: (0, 0),
        whole: (0, 0),
        expandable: 180_355_072,
        largest: 138_412_032,
        peaks: Some([(360_710_144, 4971), (406_847_488, 4956)]),
    },
    // The ring wrapped: frees come without their allocations, and the peak of reserved memory was before.
    Case {
        file: "t215_ring.pickle",
        reserved: 65_011_712,
        allocated: 18_874_368,
        active: 18_874_368,
        requested: 18_874_368,
        split: (6_291_456, 6),
        whole: (39_845_888, 10),
        expandable: 0,
        largest: 20_971_520,
        peaks: Some([(39_321_600, 125), (65_011_712, 0)]),
    },
    Case {
        file: "t215_streams_pools.pickle",
        reserved: 62_914_560,
        allocated: 50_331_648,
        active: 62_914_560,
        requested: 62_914_560,
        split: (0, 0),
        whole: (0, 0),
        expandable: 0,
        largest: 0,
        peaks: Some([(62_914_560, 7), (62_914_560, 6)]),
    },
];

#[test]
fn figures_are_those_that_python_computes() {
    for case in CASES {
        let figures = figures(case.file);
        let t = &figures.total;
        let sums = (t.reserved, t.allocated, t.active, t.requested);
        assert_eq!(sums, (case.reserved, case.allocated, case.active, case.requested), "{}", case.file);
        assert_eq!((t.inactive_split, t.inactive_split_blocks), case.split, "{}", case.file);
        assert_eq!((t.free_segments, t.free_segment_count), case.whole, "{}", case.file);
        assert_eq!((t.free_expandable, t.largest_free), (case.expandable, case.largest), "{}", case.file);
        assert_eq!(t.pending_free, case.active - case.allocated, "{}", case.file);
        let peaks = figures.devices[0].peaks;
        let found = peaks.map(|peaks| [peaks.requested, peaks.reserved].map(|peak| (peak.bytes, peak.after_events)));
        assert_eq!(found, case.peaks, "{}", case.file);
    }
}

#[test]
fn free_and_active_memory_make_up_what_is_reserved() {
    for (name, file) in files::all() {
        let figures = Snapshot::from_pickle(file).unwrap().figures();
        let pools = figures.devices.iter().flat_map(|device| device.pools.iter().map(|pool| &pool.tally));
        let devices = figures.devices.iter().map(|device| &device.total);
        for tally in pools.chain(devices).chain([&figures.total]) {
            let free = tally.inactive_split + tally.free_segments + tally.free_expandable;
            assert_eq!(tally.reserved, tally.active + free, "{name}");
            assert_eq!(tally.active, tally.requested + tally.rounding, "{name}");
        }
    }
}

#[test]
fn events_are_counted_by_kind() {
    let figures = figures("t215_oom.pickle");
    let events: Vec<_> = figures.events.iter().map(|(action, count)| (action.as_str(), *count)).collect();
    let expected = [
        ("alloc", 189),
        ("free_completed", 165),
        ("free_requested", 165),
        ("oom", 1),
        ("segment_alloc", 16),
        ("segment_free", 7),
    ];
    assert_eq!(events, expected);
    assert_eq!(figures.annotations, 12);
}

#[test]
fn pools_are_told_apart() {
    let figures = figures("t215_streams_pools.pickle");
    let pools: Vec<_> = figures.devices[0].pools.iter().map(|pool| (pool.pool, pool.tally.reserved / MIB)).collect();
    assert_eq!(pools, [(PoolId(0, 0), 32), (PoolId(0, 1), 28)]);
}

#[test]
fn the_table_says_what_each_figure_means() {
    let table = figures("t215_streams_pools.pickle").to_string();
    for line in [
        "  reserved                 60.00 MiB              62914560 B  3 segments",
        "  pending free             12.00 MiB              12582912 B  given back, still in use by another stream",
        "  (0, 1)    large        28.00 MiB     28.00 MiB           0 B           0 B",
        "  free_requested                     1",
    ] {
        assert!(table.lines().any(|found| found == line), "'{line}' is not in\n{table}");
    }
    assert!(table.lines().all(|line| line == line.trim_end()), "{table}");
}

#[test]
fn what_a_terminal_would_obey_is_not_printed() {
    let mut figures = figures("t215_tiny.pickle");
    figures.settings = "\x1b[31mred".into();
    figures.events.insert("\x07bell".into(), 1);
    let table = figures.to_string();
    assert!(table.contains("\u{fffd}[31mred") && table.contains("\u{fffd}bell"), "{table}");
    assert!(table.chars().all(|c| c == '\n' || !c.is_control()));
}

#[test]
fn an_empty_snapshot_has_figures() {
    let empty = figures("t215_empty.pickle");
    assert_eq!((empty.total.clone(), empty.devices.len()), (Tally::default(), 0));
    assert!(empty.to_string().contains("history was not recorded"));
}

#[test]
fn figures_survive_json() {
    let figures = figures("t215_medium_expandable.pickle.gz");
    let json = serde_json::to_string(&figures).unwrap();
    assert_eq!(serde_json::from_str::<Figures>(&json).unwrap(), figures);
}

/// Sizes that no device has, in a file that is well formed.
#[test]
fn sums_stop_at_the_largest_number() {
    let mut writer = Writer::default();
    writer.dict(|w| {
        w.text("segments");
        w.list(&[(), ()], |w, ()| {
            w.dict(|w| {
                w.text("address");
                w.int(0);
                w.text("total_size");
                w.int(u64::MAX);
                w.text("segment_type");
                w.text("large");
                w.text("blocks");
                w.list(&["active_allocated", "inactive"], |w, &state| {
                    w.dict(|w| {
                        w.text("address");
                        w.int(0);
                        w.text("size");
                        w.int(u64::MAX);
                        w.text("state");
                        w.text(state);
                    });
                });
            });
        });
        w.text("device_traces");
        w.list(&[()], |w, ()| {
            w.list(&["alloc", "free_completed", "free_completed", "segment_free"], |w, &action| {
                w.dict(|w| {
                    w.text("action");
                    w.text(action);
                    w.text("addr");
                    w.int(0);
                    w.text("size");
                    w.int(u64::MAX);
                });
            });
        });
    });
    let figures = Snapshot::from_pickle(&writer.finish()).unwrap().figures();
    assert_eq!((figures.total.reserved, figures.total.allocated), (u64::MAX, u64::MAX));
    assert_eq!(figures.devices[0].peaks.unwrap().requested.bytes, u64::MAX);
    assert!(figures.to_string().contains("device 0"));
}

#[test]
fn real_snapshots_do_not_contradict_themselves() {
    for (name, file) in files::all() {
        let figures = Snapshot::from_pickle(file).unwrap().figures();
        assert_eq!(figures.warnings, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn contradictions_are_told_by_segment_and_block() {
    let read = || Snapshot::from_pickle(&files::read("t215_small.pickle")).unwrap();
    let index = read().segments.iter().position(|segment| segment.blocks.len() > 2).unwrap();
    let warnings = |change: fn(&mut Segment)| {
        let mut snapshot = read();
        change(&mut snapshot.segments[index]);
        let figures = snapshot.figures();
        assert!(figures.to_string().starts_with(&format!("warning: segments[{index}] at 0x")), "{figures}");
        figures.warnings.join("\n")
    };
    let last = read().segments[index].blocks.len() - 1;
    let overrun = warnings(|segment| segment.blocks.last_mut().unwrap().size += 512);
    assert!(
        overrun.contains(&format!("blocks[{last}] at 0x")) && overrun.contains("512 too many for the segment"),
        "{overrun}"
    );
    assert!(overrun.contains("its total_size is "), "{overrun}");
    let gap = warnings(|segment| {
        segment.blocks.remove(1);
    });
    assert!(gap.contains("blocks[1] at 0x") && gap.contains("should begin where the one before ends, at 0x"), "{gap}");
    let more = warnings(|segment| segment.allocated_size = segment.total_size + 1);
    assert!(more.contains("its allocated_size is ") && more.contains("more than its total_size, which is "), "{more}");
    assert!(warnings(|segment| segment.active_size += 512).contains("its active_size is "));
    assert!(warnings(|segment| segment.requested_size = Some(1)).contains("its requested_size is 1, but that of its"));

    let mut twice = read();
    let copy = twice.segments[index].clone();
    twice.segments.push(copy);
    let told = twice.figures().warnings;
    assert!(told.len() == 1 && told[0].contains(" reaches into segments["), "{told:?}");
    twice.segments = vec![twice.segments[index].clone(); 1000];
    let told = twice.figures().warnings;
    assert_eq!((told.len(), told[100].as_str()), (101, "and 899 more"));
}
