//! A request that the cache serves takes no memory of the host.

use labs::allocator::{Allocator, Config};
use labs::bytes::{KIB, MIB};
use labs::device::Stream;
use labs::device::sim::{Sim, SimOptions};

#[global_allocator]
static HEAP: dhat::Alloc = dhat::Alloc;

/// Debug builds check every invariant, for which they do allocate.
#[test]
#[cfg_attr(debug_assertions, ignore = "counts in release builds only")]
fn a_cache_hit_allocates_nothing() {
    let profiler = dhat::Profiler::builder().testing().build();
    for settings in ["", "expandable_segments:True", "max_split_size_mb:64,roundup_power2_divisions:4"] {
        let (config, _) = Config::parse(settings).unwrap();
        let mut allocator = Allocator::new(Sim::new(&SimOptions::new(1024 * MIB)), config).unwrap();
        let sizes = [512, 8 * KIB, 3 * MIB, 30 * MIB];
        let mut round = || {
            let blocks = sizes.map(|bytes| allocator.alloc(bytes, Stream::DEFAULT).unwrap());
            for block in blocks {
                allocator.free(block).unwrap();
            }
        };
        round();
        let before = dhat::HeapStats::get().total_blocks;
        (0..100).for_each(|_| round());
        assert_eq!(dhat::HeapStats::get().total_blocks, before, "with `{settings}`");
    }
    drop(profiler);
}
