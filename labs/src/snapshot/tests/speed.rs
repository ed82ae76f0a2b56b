//! How fast snapshots are read, on a machine that does nothing else: `cargo test -p labs --release snapshot_speed -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use super::super::Snapshot;
use super::super::pickle::{Limits, Pickle};
use super::files;

#[test]
#[ignore = "measures, and only says something in a release build"]
fn snapshot_speed() {
    let file = files::read("t215_large.pickle.gz");
    let report = |what: &str, best: Duration| {
        #[expect(clippy::cast_precision_loss, reason = "a few megabytes")]
        let rate = file.len() as f64 / best.as_secs_f64() / 1e6;
        println!("{what}: {rate:.0} MB/s ({best:?} for {} bytes)", file.len());
        rate
    };
    report("pickle", best_of(|| Pickle::read(&file, &Limits::default()).unwrap().items()));
    let rate = report("snapshot", best_of(|| Snapshot::from_pickle(&file).unwrap().segments.len()));
    assert!(rate > 200.0 || cfg!(debug_assertions), "a snapshot is read at {rate:.0} MB/s, less than 200");
}

#[expect(clippy::disallowed_methods, reason = "it measures")]
fn best_of<T>(mut run: impl FnMut() -> T) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        std::hint::black_box(run());
        start.elapsed()
    };
    (0..30).map(timed).min().unwrap()
}
