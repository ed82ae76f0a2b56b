use labs::experiment::{self, SimRig};
use labs::report::{MemoryMap, Run};
use labs::trace::Recorded;

use super::*;
use crate::film::state::State as Shown;

/// A segment for comparing: address, bytes, and of each block the bytes, the state and the tensor.
type Segment = (u64, u64, Vec<(u64, Shown, Option<String>)>);

/// A map as the engine gives it, for comparing.
fn expected(map: &MemoryMap) -> Vec<Segment> {
    let segment = |segment: &labs::report::MapSegment| {
        let blocks = segment.blocks.iter();
        let blocks = blocks.map(|block| (block.bytes, Shown::of(block, segment), block.tensor.clone()));
        (segment.address.get(), segment.bytes, blocks.collect())
    };
    map.segments.iter().map(segment).collect()
}

fn shown(film: &Film, memory: &Memory) -> Vec<Segment> {
    let row = |row: Row| {
        let slices = row.slices.iter();
        let slices = slices.map(|slice| (slice.bytes, slice.state, slice.name.map(|name| film.names[name].clone())));
        (row.address, row.bytes, slices.collect())
    };
    memory.rows().into_iter().map(row).collect()
}

fn runs() -> Vec<(&'static str, Run)> {
    let mut runs = Vec::new();
    for experiment in experiment::ALL {
        let report = experiment.run(&mut SimRig, &[]).unwrap();
        runs.extend(report.runs.into_iter().map(|run| (experiment.name, run)));
    }
    runs
}

#[test]
fn a_film_agrees_with_every_map_that_the_engine_drew() {
    let mut compared = 0;
    for (name, run) in runs() {
        let Some(film) = Film::of(&run) else { continue };
        let mut projector = Projector::default();
        for map in &run.maps {
            let Some(index) = film.shots.iter().rposition(|shot| shot.step == map.step) else { continue };
            let memory = projector.show(&film, index);
            assert_eq!(shown(&film, memory), expected(map), "{name}, step {}", map.step);
            compared += 1;
        }
    }
    assert!(compared > 15, "only {compared} maps were compared");
}

#[test]
fn memory_and_figures_of_each_shot_agree() {
    for (name, run) in runs() {
        let Some(film) = Film::of(&run) else { continue };
        let mut projector = Projector::default();
        for (index, shot) in film.shots.iter().enumerate() {
            let rows = projector.show(&film, index).rows();
            let live = rows.iter().flat_map(|row| &row.slices).filter(|slice| slice.state == Shown::Live);
            let sums = (live.map(|slice| slice.bytes).sum(), rows.iter().map(|row| row.bytes).sum());
            assert_eq!(sums, (shot.point.allocated, shot.point.reserved), "{name}, step {}", shot.step);
        }
    }
}

#[test]
fn going_back_undoes_what_going_forward_did() {
    for (name, run) in runs() {
        let Some(film) = Film::of(&run) else { continue };
        let (mut there, mut back) = (Projector::default(), Projector::default());
        back.show(&film, usize::MAX - 1);
        let middle = film.shots.len() / 2;
        for index in [middle, 0, middle] {
            assert_eq!(back.show(&film, index), there.show(&film, index), "{name}, shot {index}");
        }
    }
}

#[test]
fn what_a_browser_reads_of_a_report_is_enough() {
    for experiment in experiment::ALL {
        let report = experiment.run(&mut SimRig, &[]).unwrap();
        let reels: Reels = serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap();
        assert_eq!(reels.device, report.device);
        for (run, reel) in report.runs.iter().zip(&reels.runs) {
            let shots = |film: Option<Film>| film.map(|film| film.shots.len());
            assert_eq!(shots(Film::of(run)), shots(Film::of_reel(reel)), "{}", experiment.name);
        }
    }
}

fn recordings() -> Vec<(String, Recorded)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/golden");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|file| file.extension().is_some_and(|extension| extension == "gz"));
    // A quarter of them: a film of each takes a while without optimisation.
    let mut files: Vec<_> = files.collect();
    files.sort();
    let named = |file: std::path::PathBuf| (file.display().to_string(), labs::trace::read::recorded(&file).unwrap());
    files.into_iter().step_by(4).map(named).collect()
}

/// PyTorch's own figures after each operation, and the memory that it had in the end.
#[test]
fn films_of_traces_agree_with_what_pytorch_did() {
    let mut compared = 0;
    for (file, recorded) in recordings() {
        let screening = trace::screen(&recorded.trace, u64::MAX, |id| id.to_string(), |_| String::new()).unwrap();
        for (of, column) in [
            (allocated as fn(&Point) -> u64, "allocated_cur"),
            (|point| point.reserved, "reserved_cur"),
            (|point| point.active, "active_cur"),
            (|point| point.inactive_split, "inactive_split_cur"),
        ] {
            let found = screening.film.shots.iter().map(|shot| of(&shot.point).cast_signed());
            assert_eq!(found.collect::<Vec<_>>(), recorded.columns.get(column).unwrap(), "{file}: {column}");
        }
        let mut projector = Projector::default();
        for (step, _, segments) in &recorded.snapshots {
            let rows = projector.show(&screening.film, *step).rows();
            let found = rows.iter().map(|row| (row.address, row.bytes, row.slices.iter().map(|it| it.bytes).collect()));
            let known = segments.iter().map(|segment| {
                let blocks: Vec<u64> = segment.blocks.iter().map(|block| block.1).collect();
                (segment.addr.get(), segment.total_size, blocks)
            });
            let found: Vec<(u64, u64, Vec<u64>)> = found.collect();
            assert_eq!(found, known.collect::<Vec<_>>(), "{file}, step {step}");
            compared += 1;
        }
    }
    assert!(compared > 70, "only {compared} snapshots were compared");
}

fn allocated(point: &Point) -> u64 {
    point.allocated
}
