//! Any bytes are a trace or an error. A trace that was read runs to its end or is refused, and what came of it can be
//! written, read and compared.

#![no_main]

use labs::trace::{Plan, Recorded, Trace, compare, read, replay};
use libfuzzer_sys::fuzz_target;

/// Operations that are run. Every one of them is followed by a look at all blocks.
const MAX_OPS: usize = 400;
/// MiB of the largest device that is filled; a larger one takes the same ways, only longer.
const MAX_MIB: u64 = 1 << 15;

fuzz_target!(|file: &[u8]| {
    if let Ok(recorded) = serde_json::from_slice::<Recorded>(file) {
        run(recorded.trace.clone(), Some(&recorded));
    } else if let Ok(trace) = read::trace_from(file) {
        run(trace, None);
    }
});

fn run(mut trace: Trace, recorded: Option<&Recorded>) {
    if Plan::new(&trace).is_err() {
        assert!(replay(&trace, trace.device()).is_err());
        return;
    }
    trace.ops.truncate(MAX_OPS);
    trace.total_mib = trace.total_mib.min(MAX_MIB);
    let Ok(found) = replay(&trace, trace.device()) else { return };
    let written = serde_json::to_vec(&found).expect("a result can be written");
    let again: Recorded = serde_json::from_slice(&written).expect("what was written can be read");
    assert_eq!(compare(&again, &found), None);
    if let Some(recorded) = recorded {
        let _ = compare(recorded, &found);
    }
}
