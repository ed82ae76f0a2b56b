//! What no recording shows: private pools that help out or do not split, and CUDA graphs while they are captured. The
//! rules are those of PyTorch's `malloc` and `free`.

use labs::allocator::{AllocError, Allocation, Allocator, Config, Metric, Scope};
use labs::bytes::{KIB, MIB};
use labs::device::recording::Call;
use labs::device::sim::{Sim, SimOptions};
use labs::device::{Adjust, Recording, Stream};
use labs::trace::{Plan, read, replay};

const MAIN: Stream = Stream::DEFAULT;
const SIDE: Stream = Stream(7);

type Tried = Allocator<Recording<Sim>>;

fn allocator(config: &str, mib: u64) -> Tried {
    let (config, _) = Config::parse(config).unwrap();
    Allocator::new(Recording::new(Sim::new(&SimOptions::new(mib * MIB))), config).unwrap()
}

fn reserved(allocator: &Tried) -> u64 {
    allocator.stats().get(Metric::ReservedBytes, Scope::All).current().unsigned_abs() / MIB
}

/// Bytes that are allocated, and bytes that are active.
fn held(allocator: &Tried) -> (u64, u64) {
    let now = |metric| allocator.stats().get(metric, Scope::All).current().unsigned_abs();
    (now(Metric::AllocatedBytes), now(Metric::ActiveBytes))
}

/// Makes a pool that has so many MiB cached, all in one segment. Returns its number, and where the segment lies.
fn pool_with(allocator: &mut Tried, mib: u64) -> (u64, Allocation) {
    let pool = allocator.create_pool();
    allocator.begin_pool(pool).unwrap();
    let cached = allocator.alloc(mib * MIB, MAIN).unwrap();
    allocator.free(cached).unwrap();
    allocator.end_pool().unwrap();
    (pool, cached)
}

fn is_out_of_memory(result: &Result<Allocation, AllocError>) -> bool {
    matches!(result, Err(AllocError::OutOfMemory(_)))
}

#[test]
fn a_pool_helps_out_before_cached_memory_is_given_back() {
    let mut allocator = allocator("", 128);
    let (pool, cached) = pool_with(&mut allocator, 64);
    allocator.set_use_on_oom(pool, true).unwrap();
    let shared = allocator.alloc(60 * MIB, MAIN).unwrap();
    allocator.free(shared).unwrap();
    // Neither the device nor the cached 60 MiB are enough. The pool has it, and splits 2 MiB off.
    let helped = allocator.alloc(62 * MIB, MAIN).unwrap();
    assert_eq!(helped.address(), cached.address());
    assert_eq!(allocator.block_size(helped).unwrap(), 62 * MIB);
    assert_eq!((reserved(&allocator), allocator.stats().num_alloc_retries), (124, 0));
    // It is the pool's memory still.
    allocator.free(helped).unwrap();
    allocator.empty_cache().unwrap();
    assert_eq!(reserved(&allocator), 64);
    allocator.delete_pool(pool).unwrap();
    assert_eq!(reserved(&allocator), 0);
}

#[test]
fn a_pool_that_was_not_made_to_help_does_not() {
    for use_on_oom in [None, Some(false)] {
        let mut allocator = allocator("", 100);
        let (pool, _) = pool_with(&mut allocator, 64);
        if let Some(use_on_oom) = use_on_oom {
            allocator.set_use_on_oom(pool, true).unwrap();
            allocator.set_use_on_oom(pool, use_on_oom).unwrap();
        }
        let error = allocator.alloc(40 * MIB, MAIN).unwrap_err();
        assert!(error.to_string().contains("64.00 MiB allocated in private pools"), "{error}");
        assert_eq!(allocator.stats().num_alloc_retries, 1);
    }
}

#[test]
fn a_pool_gets_no_memory_to_help_and_helps_no_other_pool() {
    let mut allocator = allocator("", 100);
    let (helper, _) = pool_with(&mut allocator, 64);
    allocator.set_use_on_oom(helper, true).unwrap();
    assert!(is_out_of_memory(&allocator.alloc(66 * MIB, MAIN)), "the cached block is too small");
    assert!(is_out_of_memory(&allocator.alloc(40 * MIB, SIDE)), "the cached block is of another stream");
    let other = allocator.create_pool();
    allocator.begin_pool(other).unwrap();
    assert!(is_out_of_memory(&allocator.alloc(40 * MIB, MAIN)));
    allocator.end_pool().unwrap();
    allocator.alloc(40 * MIB, MAIN).unwrap();
    assert_eq!(reserved(&allocator), 64);
}

#[test]
fn expandable_blocks_of_a_pool_do_not_help() {
    let mut allocator = allocator("expandable_segments:True", 100);
    let (pool, _) = pool_with(&mut allocator, 60);
    allocator.set_use_on_oom(pool, true).unwrap();
    assert!(is_out_of_memory(&allocator.alloc(50 * MIB, MAIN)));
}

#[test]
fn a_pool_that_does_not_split_hands_out_whole_segments() {
    for (config, small, large) in [("", 2 * MIB, 20 * MIB), ("expandable_segments:True", 2 * MIB, 20 * MIB)] {
        let mut allocator = allocator(config, 200);
        let pool = allocator.create_pool();
        allocator.set_no_split(pool).unwrap();
        allocator.begin_pool(pool).unwrap();
        let sizes = [(KIB, small), (KIB, small), (3 * MIB, large), (MIB, small)];
        for (bytes, block) in sizes {
            let allocation = allocator.alloc(bytes, MAIN).unwrap();
            assert_eq!(allocator.block_size(allocation).unwrap(), block, "{bytes} bytes, {config}");
        }
        allocator.end_pool().unwrap();
        let shared = allocator.alloc(KIB, MAIN).unwrap();
        assert_eq!(allocator.block_size(shared).unwrap(), KIB, "the shared pool splits");
    }
}

#[test]
fn what_is_freed_during_a_capture_waits_for_its_end_if_another_stream_used_it() {
    let mut allocator = allocator("", 200);
    let before = allocator.alloc(30 * MIB, MAIN).unwrap();
    allocator.record_stream(before, SIDE).unwrap();
    let pool = allocator.create_pool();
    allocator.begin_capture(pool).unwrap();
    let inside = allocator.alloc(20 * MIB, MAIN).unwrap();
    allocator.record_stream(inside, SIDE).unwrap();
    allocator.free(before).unwrap();
    allocator.free(inside).unwrap();
    assert_eq!(held(&allocator), (0, 50 * MIB));
    let next = allocator.alloc(20 * MIB, MAIN).unwrap();
    assert_ne!(next.address(), inside.address());
    allocator.end_capture().unwrap();
    assert_eq!(held(&allocator), (20 * MIB, 70 * MIB), "the end itself does nothing");
    let calls = allocator.device_mut().take_log();
    assert!(!calls.iter().any(|(_, call)| matches!(call, Call::EventRecord { .. })), "{calls:?}");

    // The next request looks: the use within the graph is over, and that from before is waited for.
    allocator.device_mut().set_stream_busy(SIDE, true).unwrap();
    allocator.alloc(KIB, MAIN).unwrap();
    assert_eq!(held(&allocator), (20 * MIB + KIB, 50 * MIB + KIB));
    let calls = allocator.device_mut().take_log();
    let events = calls.iter().filter(|(_, call)| matches!(call, Call::EventRecord { stream } if *stream == SIDE));
    assert_eq!(events.count(), 1);
    allocator.begin_pool(pool).unwrap();
    assert_eq!(allocator.alloc(20 * MIB, MAIN).unwrap().address(), inside.address());
}

#[test]
fn with_the_setting_it_is_used_again_by_its_own_stream() {
    let mut allocator = allocator("graph_capture_record_stream_reuse:True", 200);
    let pool = allocator.create_pool();
    allocator.begin_capture(pool).unwrap();
    let shared = allocator.alloc(20 * MIB, MAIN).unwrap();
    allocator.record_stream(shared, SIDE).unwrap();
    allocator.free(shared).unwrap();
    allocator.alloc(KIB, SIDE).unwrap();
    assert_eq!(held(&allocator), (KIB, 20 * MIB + KIB), "a request of another stream does not look");
    assert_eq!(allocator.alloc(20 * MIB, MAIN).unwrap().address(), shared.address());
    allocator.end_capture().unwrap();
}

#[test]
fn nothing_is_waited_for_during_a_capture() {
    let mut allocator = allocator("", 100);
    let waiting = allocator.alloc(20 * MIB, MAIN).unwrap();
    allocator.record_stream(waiting, SIDE).unwrap();
    allocator.free(waiting).unwrap();
    let cached = allocator.alloc(30 * MIB, MAIN).unwrap();
    allocator.free(cached).unwrap();
    let counts = |allocator: &Tried| {
        let stats = allocator.stats();
        (stats.num_sync_all_streams, stats.num_alloc_retries, stats.num_ooms)
    };
    let before = counts(&allocator);
    let pool = allocator.create_pool();
    allocator.begin_capture(pool).unwrap();
    allocator.empty_cache().unwrap();
    assert!(is_out_of_memory(&allocator.alloc(60 * MIB, MAIN)), "30 MiB and more are cached, but not given back");
    assert_eq!(counts(&allocator), (before.0, 0, 1));
    assert_eq!(allocator.delete_pool(pool), Err(AllocError::NoSuchPool(pool)), "it is in use");
    let other = allocator.create_pool();
    assert_eq!(allocator.delete_pool(other), Err(AllocError::CaptureUnderWay));
    assert_eq!(allocator.end_pool(), Err(AllocError::NoSuchPool(pool)), "what began last is a capture");
    allocator.end_capture().unwrap();
    assert_eq!(allocator.end_capture(), Err(AllocError::NoSuchPool(0)));
    allocator.alloc(60 * MIB, MAIN).unwrap();
    assert_eq!(counts(&allocator).1, 1);
}

#[test]
fn traces_have_them_too() {
    let trace = |ops: &str| read::trace_from(format!(r#"{{"total_mib": 128, "ops": [{ops}]}}"#).as_bytes()).unwrap();
    let helped = trace(
        r#"{"op": "pool_begin", "pool": 1, "use_on_oom": true, "no_split": true}, {"op": "alloc", "id": 1, "bytes": 67108864},
           {"op": "free", "id": 1}, {"op": "pool_end"}, {"op": "alloc", "id": 2, "bytes": 62914560},
           {"op": "alloc", "id": 3, "bytes": 31457280}, {"op": "capture_begin", "pool": 2},
           {"op": "alloc", "id": 4, "bytes": 512}, {"op": "capture_end", "pool": 2}, {"op": "pool_del", "pool": 2}"#,
    );
    let result = replay(&helped, helped.device()).unwrap();
    assert_eq!(result.columns.get("outcome").unwrap(), [0; 10]);
    // 60 MiB of the shared pool and 64 MiB of the pool, whole.
    assert_eq!(result.columns.get("allocated_cur").unwrap()[5], i64::try_from(124 * MIB).unwrap());
    let json = serde_json::to_string(&result.trace).unwrap();
    assert!(json.contains(r#""use_on_oom":true,"no_split":true"#), "{json}");
    assert_eq!(read::trace_from(json.as_bytes()).unwrap(), helped);

    let begin = r#"{"op": "capture_begin", "pool": 1}"#;
    let refused = |ops: &str| Plan::new(&trace(&format!("{begin}, {ops}"))).unwrap_err().to_string();
    let cases = [
        (r#"{"op": "pool_end"}"#, "op 1: a capture into pool 1 was begun last; end that one first"),
        (r#"{"op": "capture_end", "pool": 2}"#, "op 1: pool 2 cannot end here, since pool 1 was begun last"),
        (r#"{"op": "pool_del", "pool": 1}"#, "op 1: no pool can be dropped while a graph is captured"),
        (r#"{"op": "capture_end"}, {"op": "capture_end"}"#, "op 2: no capture was begun; put a capture_begin before"),
        (
            r#"{"op": "capture_end"}, {"op": "pool_begin", "pool": 1, "no_split": true}"#,
            "op 2: pool 1 was made before, without use_on_oom or no_split; give them where it is begun first",
        ),
    ];
    for (ops, words) in cases {
        let error = refused(ops);
        assert!(error.starts_with(words), "{error}");
    }
}
