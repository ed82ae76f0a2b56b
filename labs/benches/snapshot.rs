//! How fast memory snapshots are read and written, in bytes of the file.
//!
//! `cargo bench -p labs --bench snapshot`. The file is a recorded training run of 19,000 events whose history was made ten
//! times as long, each event with a stack trace of its own as PyTorch writes them: 35 MB, 7 million stack frames by
//! reference.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot run says so by panicking")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::BytesCount;
use flate2::read::GzDecoder;
use labs::snapshot::pickle::{Limits, Pickle};
use labs::snapshot::{FrameId, Snapshot, StackId, Stacks, TraceEvent};

/// How often the recorded history is repeated.
const TIMES: u64 = 10;

static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| longer(&recorded(), TIMES).to_pickle());

fn main() {
    divan::main();
}

/// The whole way, from bytes to records.
#[divan::bench(sample_count = 20)]
fn read_snapshot(bencher: Bencher<'_, '_>) {
    let file = FILE.as_slice();
    bencher.counter(BytesCount::of_slice(file)).bench_local(|| Snapshot::from_pickle(divan::black_box(file)).unwrap());
}

/// The stack machine alone.
#[divan::bench(sample_count = 20)]
fn read_pickle(bencher: Bencher<'_, '_>) {
    let file = FILE.as_slice();
    let read = || Pickle::read(divan::black_box(file), &Limits::default()).unwrap();
    bencher.counter(BytesCount::of_slice(file)).bench_local(read);
}

#[divan::bench(sample_count = 20)]
fn write_snapshot(bencher: Bencher<'_, '_>) {
    let file = FILE.as_slice();
    let snapshot = Snapshot::from_pickle(file).unwrap();
    bencher.counter(BytesCount::of_slice(file)).bench_local(|| divan::black_box(&snapshot).to_pickle());
}

#[divan::bench(sample_count = 20)]
fn count_figures(bencher: Bencher<'_, '_>) {
    let file = FILE.as_slice();
    let snapshot = Snapshot::from_pickle(file).unwrap();
    bencher.counter(BytesCount::of_slice(file)).bench_local(|| divan::black_box(&snapshot).figures());
}

fn recorded() -> Snapshot {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/snapshots/t215_large.pickle.gz");
    let mut file = Vec::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_end(&mut file).unwrap();
    Snapshot::from_pickle(&file).unwrap()
}

/// Returns a snapshot whose history is so many times as long.
fn longer(recorded: &Snapshot, times: u64) -> Snapshot {
    let mut table = Table { from: recorded, frames: BTreeMap::new(), stacks: Stacks::default() };
    let repeat = |trace: &Vec<TraceEvent>| {
        let again = |round| trace.iter().map(move |event| (round, event));
        let mut later = |(round, event): (u64, &TraceEvent)| TraceEvent {
            time_us: event.time_us.map(|time| time + round * 1_000_000),
            stack: table.copy(event.stack),
            ..event.clone()
        };
        (0..times).flat_map(again).map(&mut later).collect()
    };
    let device_traces = recorded.device_traces.iter().map(repeat).collect();
    // The segments keep no frames: the history has them.
    let mut segments = recorded.segments.clone();
    for segment in &mut segments {
        segment.stack = StackId::EMPTY;
        segment.blocks.iter_mut().for_each(|block| block.stack = StackId::EMPTY);
    }
    Snapshot { segments, device_traces, stacks: table.stacks, ..recorded.clone() }
}

/// A table of stack traces in which frames are shared and traces are not.
struct Table<'s> {
    from: &'s Snapshot,
    frames: BTreeMap<&'s labs::snapshot::Frame, FrameId>,
    stacks: Stacks,
}

impl Table<'_> {
    fn copy(&mut self, stack: StackId) -> StackId {
        let mut ids = Vec::new();
        for frame in self.from.stacks.get(stack) {
            let id = self.frames.entry(frame).or_insert_with(|| self.stacks.add_frame(frame.clone()).unwrap());
            ids.push(*id);
        }
        self.stacks.add(ids).unwrap()
    }
}
