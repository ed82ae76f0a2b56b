//! A device that fails: each call in turn, once. The allocator stays consistent, keeps what callers hold, and loses
//! nothing but what the failing call itself could not give back.

use labs::device::DeviceError;
use labs::device::sim::AddressPolicy;

use crate::script::{Player, Step};

/// Every kind of call to the device, on plain and on expandable segments.
fn script() -> Vec<Step> {
    const MIB: u64 = 1 << 20;
    let alloc = |mib: u64, stream| Step::Alloc { bytes: mib * MIB, stream };
    vec![
        alloc(3, 0),
        alloc(30, 0),
        Step::RecordStream { which: 1, stream: 1 },
        Step::RecordStream { which: 1, stream: 2 },
        Step::Free(1),
        Step::Configure("expandable_segments:True"),
        alloc(50, 0),
        alloc(15, 0),
        alloc(45, 1),
        Step::Free(1),
        Step::EmptyCache,
        alloc(70, 0),
        Step::Busy { stream: 1, busy: true },
        Step::RecordStream { which: 2, stream: 1 },
        Step::Free(2),
        alloc(200, 0),
        Step::Free(0),
        Step::EmptyCache,
        Step::Configure("expandable_segments:False,max_split_size_mb:20"),
        alloc(40, 1),
        Step::Free(1),
        alloc(100, 1),
    ]
}

/// Plays the script with a fault, and returns which call failed; none where the script has fewer calls.
fn play(after: u64, error: &DeviceError) -> Option<&'static str> {
    let mut player = Player::new("", 256, AddressPolicy::Bump);
    player.allocator.device_mut().fail_call(after, error.clone());
    for step in &script() {
        // A step that failed was not made; what it wanted to free is freed at the end.
        let _ = player.step(step);
    }
    let failed = player.allocator.device_mut().failed_call()?;
    // What cannot be given back because giving back failed is lost.
    if !matches!(failed, "release" | "destroy_event") {
        player.audit();
        player.finish();
    }
    Some(failed)
}

#[test]
fn every_call_may_fail_once() {
    for error in [DeviceError::Lost { code: 999, name: "CUDA_ERROR_UNKNOWN".into() }, DeviceError::OutOfMemory] {
        let failed: Vec<_> = (0..).map_while(|after| play(after, &error)).collect();
        let kinds =
            ["allocate", "free", "reserve", "free_reservation", "create", "map", "set_access", "unmap", "release"];
        let events = ["record_event", "query_event", "synchronize_event", "destroy_event", "synchronize_stream"];
        for kind in kinds.iter().chain(&events) {
            assert!(failed.contains(kind), "the script never calls {kind}: {failed:?}");
        }
    }
}
