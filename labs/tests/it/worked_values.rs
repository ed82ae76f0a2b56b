//! Sequences whose figures PyTorch's allocator was seen to give, in MiB: (reserved, allocated, inactive split).

use labs::allocator::{Allocation, Allocator, Config, Metric, Scope};
use labs::bytes::{GIB, MIB};
use labs::device::Stream;
use labs::device::sim::{Sim, SimOptions};

struct Lab(Allocator<Sim>);

impl Lab {
    fn new(config: &str) -> Self {
        let (config, _) = Config::parse(config).unwrap();
        Self(Allocator::new(Sim::new(&SimOptions::new(8 * GIB)), config).unwrap())
    }

    fn both() -> [Self; 2] {
        ["", "expandable_segments:True"].map(Self::new)
    }

    fn alloc(&mut self, bytes: u64) -> Allocation {
        self.0.alloc(bytes, Stream::DEFAULT).unwrap()
    }

    fn allocs(&mut self, count: usize, bytes: u64) -> Vec<Allocation> {
        (0..count).map(|_| self.alloc(bytes)).collect()
    }

    fn free(&mut self, blocks: impl IntoIterator<Item = Allocation>) {
        blocks.into_iter().for_each(|block| self.0.free(block).unwrap());
    }

    fn mib(&self, metric: Metric) -> i64 {
        self.0.stats().get(metric, Scope::All).current() / MIB.cast_signed()
    }

    fn reserved(&self) -> i64 {
        self.mib(Metric::ReservedBytes)
    }
}

#[test]
fn small_ones_first_need_twice_the_memory() {
    let reserved = Lab::both().map(|mut lab| {
        let blocks = lab.allocs(8, 16 * MIB);
        lab.free(blocks);
        let before = lab.reserved();
        lab.allocs(4, 32 * MIB);
        (before, lab.reserved())
    });
    assert_eq!(reserved, [(128, 256), (140, 140)]);
}

#[test]
fn large_ones_first_are_split() {
    let reserved = Lab::both().map(|mut lab| {
        let blocks = lab.allocs(4, 32 * MIB);
        lab.free(blocks);
        lab.allocs(8, 16 * MIB);
        lab.reserved()
    });
    assert_eq!(reserved, [128, 140]);
}

#[test]
fn holes_do_not_add_up() {
    let reserved = Lab::both().map(|mut lab| {
        let blocks = lab.allocs(4, 16 * MIB);
        lab.free([blocks[0], blocks[2]]);
        let before = lab.reserved();
        lab.alloc(32 * MIB);
        (before, lab.reserved())
    });
    assert_eq!(reserved, [(64, 96), (80, 100)]);
}

#[test]
fn every_fifth_block_pins_its_segment() {
    let figures = Lab::both().map(|mut lab| {
        let first = lab.alloc(2 * MIB);
        let blocks = lab.allocs(40, 4 * MIB);
        let before = lab.reserved();
        let (_, dropped): (Vec<_>, Vec<_>) = blocks.iter().enumerate().partition(|(index, _)| index % 5 == 0);
        lab.free(dropped.into_iter().map(|(_, &block)| block));
        lab.0.empty_cache().unwrap();
        let after = (lab.reserved(), lab.mib(Metric::AllocatedBytes), lab.mib(Metric::InactiveSplitBytes));
        lab.free([first]);
        (before, after)
    });
    assert_eq!(figures, [(180, (160, 34, 126)), (180, (160, 34, 0))]);
}

#[test]
fn what_is_left_over_is_split_off_above_one_mib() {
    let sizes = |asked: u64| {
        Lab::both().map(|mut lab| {
            let block = lab.alloc(20 * MIB);
            lab.free([block]);
            let block = lab.alloc(asked);
            lab.0.block_size(block).unwrap()
        })
    };
    assert_eq!(sizes(19 * MIB), [20 * MIB, 19 * MIB]);
    assert_eq!(sizes(19 * MIB - 512), [19 * MIB - 512; 2]);
}

#[test]
fn one_mib_is_small() {
    let reserved = Lab::both().map(|mut lab| {
        lab.alloc(MIB);
        lab.alloc(MIB - 512);
        lab.reserved()
    });
    assert_eq!(reserved, [2, 2]);
}

#[test]
fn pages_that_are_partly_used_stay() {
    let mut lab = Lab::new("expandable_segments:True");
    lab.alloc(600);
    let three = lab.alloc(3 * MIB);
    let before = lab.reserved();
    let large = lab.alloc(25 * MIB);
    assert_eq!((before, lab.reserved()), (22, 42));
    lab.free([three]);
    lab.0.empty_cache().unwrap();
    assert_eq!(lab.reserved(), 42);
    lab.alloc(30 * MIB);
    assert_eq!(lab.reserved(), 62);
    lab.free([large]);
    lab.0.empty_cache().unwrap();
    assert_eq!(lab.reserved(), 42);
}

#[test]
fn below_the_threshold_nothing_is_collected() {
    let mut lab = Lab::new("garbage_collection_threshold:0.5,per_process_memory_fraction:0.5");
    let blocks = lab.allocs(5, 300 * MIB);
    lab.free(blocks);
    lab.alloc(900 * MIB);
    assert_eq!(lab.reserved(), 2400);
}

#[test]
fn a_segment_made_to_measure_is_a_multiple_of_two_mib() {
    let mut lab = Lab::new("");
    let block = lab.alloc(12 * MIB + 100);
    assert_eq!((lab.reserved(), lab.0.block_size(block).unwrap()), (14, 12_583_424));
}

#[test]
fn a_part_of_a_segment_is_not_released_as_one() {
    let mut lab = Lab::new("");
    let whole = lab.alloc(100 * MIB);
    lab.free([whole]);
    let front = lab.alloc(30 * MIB);
    lab.0.configure("max_split_size_mb:20").unwrap();
    assert!(lab.0.alloc(9 * GIB, Stream::DEFAULT).is_err());
    assert_eq!((lab.reserved(), lab.mib(Metric::InactiveSplitBytes)), (100, 70));
    lab.free([front]);
}
