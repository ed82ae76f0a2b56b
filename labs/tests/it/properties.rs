//! Whatever is asked of the allocator, under whatever settings: it is consistent, keeps its books, and never touches
//! what somebody holds.

use labs::allocator::AllocError;
use labs::device::sim::AddressPolicy;
use labs::trace::{Op, Trace, compare, replay};
use proptest::prelude::*;

use crate::script::{self, Player, Step};

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn random_scripts_keep_every_invariant(
        config in script::config(),
        total_mib in prop::sample::select(vec![64_u64, 256, 1024]),
        first_fit in any::<bool>(),
        steps in script::steps(120),
    ) {
        let addresses = if first_fit { AddressPolicy::FirstFit } else { AddressPolicy::Bump };
        let mut player = Player::new(config, total_mib, addresses);
        for step in &steps {
            match player.step(step) {
                Ok(()) | Err(AllocError::OutOfMemory(_)) => {}
                Err(error) => prop_assert!(false, "{step:?}: {error}"),
            }
            player.audit();
        }
        player.finish();
    }

    #[test]
    fn traces_survive_being_written_and_read(config in script::config(), steps in script::steps(60)) {
        let trace = trace(config, &steps);
        let recorded = replay(&trace, trace.device()).unwrap();
        let json = serde_json::to_vec(&recorded).unwrap();
        let read = serde_json::from_slice(&json).unwrap();
        prop_assert_eq!(&recorded, &read);
        prop_assert_eq!(compare(&read, &replay(&read.trace, read.trace.device()).unwrap()), None);
    }
}

/// The allocations, frees and streams of a script, as a trace.
fn trace(config: &str, steps: &[Step]) -> Trace {
    let mut live = Vec::new();
    let mut ops = Vec::new();
    // Pools that were begun and not ended. None is dropped, and a number is begun again.
    let mut begun: Vec<(u64, bool)> = Vec::new();
    for (id, step) in (0..).zip(steps) {
        match *step {
            Step::Alloc { bytes, stream } => {
                live.push(id);
                ops.push(Op::Alloc { id, bytes, stream });
            }
            Step::Free(which) if !live.is_empty() => ops.push(Op::Free { id: live.remove(which % live.len()) }),
            Step::RecordStream { which, stream } if !live.is_empty() => {
                ops.push(Op::RecordStream { id: live[which % live.len()], stream });
            }
            Step::Busy { stream, busy } => ops.push(Op::StreamBusy { stream, value: busy }),
            Step::EmptyCache => ops.extend([Op::EmptyCache {}, Op::Snapshot {}]),
            Step::Configure(text) => ops.push(Op::SetConfig { value: text.into() }),
            Step::Fraction(value) => ops.push(Op::SetFraction { value }),
            Step::External { mib } => ops.push(Op::External { mib }),
            Step::Synchronize => ops.extend([Op::Sync {}, Op::ResetPeak {}]),
            Step::BeginPool(pool) | Step::BeginCapture(pool)
                if begun.iter().all(|&(other, _)| other != pool as u64) =>
            {
                let (number, capture) = (pool as u64, matches!(step, Step::BeginCapture(_)));
                begun.push((number, capture));
                ops.push(if capture {
                    Op::CaptureBegin { pool: number }
                } else {
                    Op::PoolBegin { pool: number, use_on_oom: false, no_split: false }
                });
            }
            Step::EndPool | Step::EndCapture => ops.extend(begun.pop().map(|(pool, capture)| {
                if capture { Op::CaptureEnd { pool: Some(pool) } } else { Op::PoolEnd { pool: None } }
            })),
            _ => {}
        }
    }
    let empty: Trace = serde_json::from_value(serde_json::json!({ "total_mib": 256, "ops": [] })).unwrap();
    Trace { config: config.into(), ops, ..empty }
}
