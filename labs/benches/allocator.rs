//! How long the allocator takes, for the cases that PyTorch's was measured on.
//!
//! `cargo bench -p labs`. Times are for one pair of `alloc` and `free`, or for a trace of [`OPERATIONS`] operations.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot run says so by panicking")]

use divan::Bencher;
use labs::allocator::{Allocation, Allocator, Config};
use labs::bytes::{GIB, KIB, MIB};
use labs::device::Stream;
use labs::device::sim::{Sim, SimOptions};
use labs::trace::replay::Player;
use labs::trace::{Op, Plan, Trace};

/// Operations of a random trace. A time of one microsecond is one nanosecond for each.
const OPERATIONS: u64 = 1000;

const CONFIGS: [&str; 2] = ["", "expandable_segments:True"];

fn main() {
    divan::main();
}

fn allocator(config: &str) -> Allocator<Sim> {
    let (config, _) = Config::parse(config).unwrap();
    Allocator::new(Sim::new(&SimOptions::new(80 * GIB)), config).unwrap()
}

fn alloc(allocator: &mut Allocator<Sim>, bytes: u64) -> Allocation {
    allocator.alloc(bytes, Stream::DEFAULT).unwrap()
}

fn pair(bencher: Bencher<'_, '_>, mut allocator: Allocator<Sim>, bytes: u64) {
    let first = alloc(&mut allocator, bytes);
    allocator.free(first).unwrap();
    bencher.bench_local(|| {
        let allocation = alloc(&mut allocator, divan::black_box(bytes));
        allocator.free(allocation).unwrap();
    });
}

#[divan::bench(args = CONFIGS)]
fn pair_512_b(bencher: Bencher<'_, '_>, config: &str) {
    pair(bencher, allocator(config), 512);
}

#[divan::bench(args = CONFIGS)]
fn pair_30_mib(bencher: Bencher<'_, '_>, config: &str) {
    pair(bencher, allocator(config), 30 * MIB);
}

/// Ten thousand holes of the size that is asked for.
#[divan::bench(args = CONFIGS)]
fn pair_8_kib_equal_holes(bencher: Bencher<'_, '_>, config: &str) {
    pair(bencher, with_holes(config, |_| 8 * KIB), 8 * KIB);
}

/// Ten thousand holes of all sizes up to 64 KiB.
#[divan::bench(args = CONFIGS)]
fn pair_8_kib_mixed_holes(bencher: Bencher<'_, '_>, config: &str) {
    pair(bencher, with_holes(config, |random| 512 * (1 + random % 128)), 8 * KIB);
}

fn with_holes(config: &str, size: impl Fn(u64) -> u64) -> Allocator<Sim> {
    let mut allocator = allocator(config);
    let mut random = Random(1);
    let blocks: Vec<_> = (0..20_000).map(|_| alloc(&mut allocator, size(random.next()))).collect();
    for block in blocks.into_iter().step_by(2) {
        allocator.free(block).unwrap();
    }
    allocator
}

/// A segment for each request, since the cache is emptied between.
#[divan::bench]
fn cold_pair(bencher: Bencher<'_, '_>) {
    let mut allocator = allocator("");
    bencher.bench_local(|| {
        let allocation = alloc(&mut allocator, divan::black_box(30 * MIB));
        allocator.free(allocation).unwrap();
        allocator.empty_cache().unwrap();
    });
}

#[divan::bench(args = CONFIGS)]
fn random_256_b_to_1_mib_1000_live(bencher: Bencher<'_, '_>, config: &str) {
    random_trace(bencher, config, (8, 20), 1000);
}

#[divan::bench(args = CONFIGS)]
fn random_1_kib_to_64_mib_500_live(bencher: Bencher<'_, '_>, config: &str) {
    random_trace(bencher, config, (10, 26), 500);
}

#[divan::bench(args = CONFIGS)]
fn random_1_kib_to_16_mib_5000_live(bencher: Bencher<'_, '_>, config: &str) {
    random_trace(bencher, config, (10, 24), 5000);
}

/// Sizes are log-uniform between two powers of two. A step frees one of the live blocks and allocates another.
fn random_trace(bencher: Bencher<'_, '_>, config: &str, powers: (u32, u32), live: usize) {
    let mut allocator = allocator(config);
    let mut random = Random(7);
    let mut blocks: Vec<_> = (0..live).map(|_| alloc(&mut allocator, random.size(powers))).collect();
    let steps: Vec<_> = (0..20 * live).map(|_| (random.below(live), random.size(powers))).collect();
    let mut steps = steps.iter().cycle();
    let mut step = || {
        if let Some(&(index, bytes)) = steps.next() {
            allocator.free(blocks[index]).unwrap();
            blocks[index] = alloc(&mut allocator, bytes);
        }
    };
    (0..20 * live).for_each(|_| step());
    bencher.bench_local(|| (0..OPERATIONS / 2).for_each(|_| step()));
}

/// A million operations. 200 milliseconds are five million a second.
#[divan::bench(sample_count = 10)]
fn replay_a_million(bencher: Bencher<'_, '_>) {
    let trace = million();
    let plan = Plan::new(&trace).unwrap();
    bencher.with_inputs(|| Player::new(&trace, &plan, trace.device()).unwrap()).bench_local_values(|mut player| {
        player.run();
        player
    });
}

/// From the operations on: checking, planning, running.
#[divan::bench(sample_count = 10)]
fn plan_and_replay_a_million(bencher: Bencher<'_, '_>) {
    let trace = million();
    bencher.bench_local(|| {
        let plan = Plan::new(&trace).unwrap();
        Player::new(&trace, &plan, trace.device()).unwrap().run()
    });
}

fn million() -> Trace {
    let mut random = Random(3);
    let mut live: Vec<u64> = (0..1000).collect();
    let alloc = |id, bytes| Op::Alloc { id, bytes, stream: 0 };
    let mut ops: Vec<_> = live.iter().map(|&id| alloc(id, random.size((9, 24)))).collect();
    for id in 1000..500_500 {
        let slot = random.below(live.len());
        ops.push(Op::Free { id: live[slot] });
        live[slot] = id;
        ops.push(alloc(id, random.size((9, 24))));
    }
    let text = serde_json::json!({ "total_mib": 80 * 1024, "ops": [] });
    let empty: Trace = serde_json::from_value(text).unwrap();
    Trace { ops, ..empty }
}

/// Numbers that look random and are the same every time (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
    fn size(&mut self, (low, high): (u32, u32)) -> u64 {
        let part = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        2_f64.powf(f64::from(low) + part * f64::from(high - low)) as u64
    }
}
