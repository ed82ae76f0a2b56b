//! Any text is a configuration or an error; what is left of it, a second time changes nothing; and the allocator keeps
//! its books under it.

#![no_main]

use labs::allocator::{AllocError, Allocator, Config, Source};
use labs::bytes::{GIB, KIB, MIB};
use labs::device::sim::SimOptions;
use labs::device::{Sim, Stream};
use libfuzzer_sys::fuzz_target;

const SIZES: [u64; 8] = [1, 600 * KIB, MIB, MIB + 1, 9 * MIB, 25 * MIB + 1, 600 * MIB, (1 << 60) - 1];

fuzz_target!(|text: &str| {
    let parsed = Config::parse(text);
    for source in [Source::Environment, Source::RunTime] {
        let mut config = Config::default();
        let first = config.apply(text, source);
        let after_first = format!("{config:?}");
        let second = config.apply(text, source);
        assert_eq!(first.is_ok(), second.is_ok(), "{first:?}, then {second:?}");
        assert_eq!(after_first, format!("{config:?}"));
        if source == Source::Environment {
            assert_eq!(parsed.is_ok(), first.is_ok());
        }
        if source == Source::RunTime {
            exercise(config, text);
        }
    }
});

/// Some of everything: hits and misses, splits and merges, a change of settings while blocks are held, no memory left.
/// The allocator checks itself after each operation, as fuzzing builds have debug assertions.
fn exercise(config: Config, text: &str) {
    let sim = Sim::new(&SimOptions::new(GIB));
    let mut allocator = Allocator::new(sim, config).expect("the device works");
    let mut held = Vec::new();
    for round in 0..2 {
        for (index, &size) in SIZES.iter().enumerate() {
            match allocator.alloc(size, Stream(index as u64 % 2)) {
                Ok(allocation) => held.push(allocation),
                Err(AllocError::OutOfMemory(error)) => assert!(!error.to_string().is_empty()),
                // A page need not be a multiple of the granularity of the device.
                Err(AllocError::Device(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
        if round == 0 {
            let _ = allocator.configure(text);
        }
        let mut index = 0;
        held.retain(|&allocation| {
            index += 1;
            index % 2 == round || allocator.free(allocation).is_err()
        });
    }
    for allocation in held {
        allocator.free(allocation).expect("it is held");
    }
    allocator.empty_cache().expect("the device works");
    allocator.check().expect("the books are kept");
    assert!(!allocator.stats().flat().is_empty());
    allocator.into_device().expect("the device works").assert_empty();
}
