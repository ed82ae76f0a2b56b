//! The statistics are what counting gives.

use super::{Allocator, Block, Check, Device, Metric, Scope, SizeClass, State, ensure};

/// What is counted for a size class.
#[derive(Debug, Default)]
struct Sums([i64; 9]);

impl Sums {
    fn add(&mut self, count: Metric, bytes: Metric, size: u64) {
        self.0[count as usize] += 1;
        self.0[bytes as usize] += size.cast_signed();
    }

    fn count(&mut self, block: &Block) {
        if block.state != State::Unmapped {
            self.0[Metric::ReservedBytes as usize] += block.size.cast_signed();
        }
        if block.state.is_active() {
            self.add(Metric::Active, Metric::ActiveBytes, block.size);
            self.0[Metric::RequestedBytes as usize] += block.requested.cast_signed();
        }
        if block.state == State::Allocated {
            self.add(Metric::Allocation, Metric::AllocatedBytes, block.size);
        }
        if block.segment.is_none() {
            self.0[Metric::Segment as usize] += i64::from(block.previous.is_none());
            if block.state == State::Free && block.is_split() {
                self.add(Metric::InactiveSplit, Metric::InactiveSplitBytes, block.size);
            }
        }
    }
}

impl<D: Device> Allocator<D> {
    pub(super) fn check_sums(&self) -> Check {
        let (mut small, mut large) = (Sums::default(), Sums::default());
        for (_, block) in self.blocks.iter() {
            match self.class(block.lane) {
                SizeClass::Small => small.count(block),
                SizeClass::Large => large.count(block),
            }
        }
        for metric in Metric::ALL {
            let (small, large) = (small.0[metric as usize], large.0[metric as usize]);
            let counted = [(Scope::SmallPool, small), (Scope::LargePool, large), (Scope::All, small + large)];
            for (scope, counted) in counted {
                let stat = self.stats.get(metric, scope);
                let (current, peak) = (stat.current(), stat.peak());
                ensure(current == counted && peak >= current, || {
                    format!("{metric:?} of {scope:?} is {current} (peak {peak}), but {counted} were counted")
                })?;
            }
        }
        self.check_held()
    }

    /// What pools hold adds up to what was reserved.
    fn check_held(&self) -> Check {
        let held: u64 = self.pools.pools().map(|(_, pool)| pool.held).sum();
        let reserved = self.stats.total(Metric::ReservedBytes);
        ensure(held == reserved, || format!("pools hold {held} bytes, but {reserved} are reserved"))
    }
}
