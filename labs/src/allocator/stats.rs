//! Statistics (spec section 14, `c10/core/CachingDeviceAllocator.h`).

use std::collections::BTreeMap;

use super::size::SizeClass;

mod flat;
mod summary;

pub use flat::FLAT_KEYS;

/// What is counted, for all pools together and for each size class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Blocks that callers hold.
    Allocation,
    /// Segments got with `cudaMalloc`. Expandable ones are not counted.
    Segment,
    /// Blocks that callers hold or that wait for other streams.
    Active,
    /// Cached blocks that are a part of a segment, so that they cannot be given back. Expandable ones are not counted.
    InactiveSplit,
    /// Bytes of blocks that callers hold, after rounding: `torch.cuda.memory_allocated()`.
    AllocatedBytes,
    /// Bytes got from the device: `torch.cuda.memory_reserved()`.
    ReservedBytes,
    /// Bytes of [`Active`](Self::Active).
    ActiveBytes,
    /// Bytes of [`InactiveSplit`](Self::InactiveSplit).
    InactiveSplitBytes,
    /// Bytes that callers asked for, until the block is free again.
    RequestedBytes,
}

impl Metric {
    /// All of them, in the order of `torch.cuda.memory_stats()`.
    pub const ALL: [Self; 9] = [
        Self::Allocation,
        Self::Segment,
        Self::Active,
        Self::InactiveSplit,
        Self::AllocatedBytes,
        Self::ReservedBytes,
        Self::ActiveBytes,
        Self::InactiveSplitBytes,
        Self::RequestedBytes,
    ];
}

/// Which pools a number is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// All of them.
    All,
    /// Those for blocks of up to 1 MiB.
    SmallPool,
    /// Those for larger blocks.
    LargePool,
}

impl Scope {
    /// All of them, in the order of `torch.cuda.memory_stats()`.
    pub const ALL: [Self; 3] = [Self::All, Self::SmallPool, Self::LargePool];
}

impl From<SizeClass> for Scope {
    fn from(class: SizeClass) -> Self {
        match class {
            SizeClass::Small => Self::SmallPool,
            SizeClass::Large => Self::LargePool,
        }
    }
}

/// A number that goes up and down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stat {
    current: i64,
    peak: i64,
    freed: i64,
    /// What `current` was when the sums were reset.
    start: i64,
}

impl Stat {
    /// Returns the number. Counts of oversize blocks can be negative, after the limit was changed.
    pub const fn current(&self) -> i64 {
        self.current
    }

    /// Returns the highest value since the start or [`Stats::reset_peaks`].
    pub const fn peak(&self) -> i64 {
        self.peak
    }

    /// Returns the sum of all that was added.
    pub const fn allocated(&self) -> i64 {
        self.current + self.freed - self.start
    }

    /// Returns the sum of all that was taken away.
    pub const fn freed(&self) -> i64 {
        self.freed
    }

    pub(super) fn increase(&mut self, amount: u64) {
        self.current += amount.cast_signed();
        self.peak = self.peak.max(self.current);
    }

    pub(super) const fn decrease(&mut self, amount: u64) {
        self.current -= amount.cast_signed();
        self.freed += amount.cast_signed();
    }

    const fn reset_peak(&mut self) {
        self.peak = self.current;
    }

    const fn reset_sums(&mut self) {
        self.freed = 0;
        self.start = self.current;
    }
}

/// The statistics of an allocator.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stats {
    metrics: [[Stat; 3]; 9],
    /// Bytes got from the device, for each private pool that ever got some.
    private: BTreeMap<u64, [Stat; 3]>,
    /// Blocks of at least the split limit that callers hold.
    pub oversize_allocations: Stat,
    /// Segments of at least the split limit.
    pub oversize_segments: Stat,
    /// Times that the cache was flushed because the device had no memory left.
    pub num_alloc_retries: u64,
    /// Requests that failed for want of memory.
    pub num_ooms: u64,
    /// Times that all events were waited for.
    pub num_sync_all_streams: u64,
    /// Segments got, and mappings made.
    pub num_device_alloc: u64,
    /// Segments given back, and ranges unmapped.
    pub num_device_free: u64,
    /// Requests refused before anything was tried (`throw_on_cudamalloc_oom`).
    pub num_oom_rejections: u64,
    /// The split limit when the allocator was made, in bytes; `u64::MAX` for none.
    pub max_split_size: u64,
}

impl Stats {
    /// Returns statistics of an allocator with this split limit that did nothing yet.
    pub(super) fn new(max_split_size: u64) -> Self {
        Self { max_split_size, ..Self::default() }
    }

    /// Returns a number.
    pub const fn get(&self, metric: Metric, scope: Scope) -> &Stat {
        &self.metrics[metric as usize][scope as usize]
    }

    /// Returns the current value of a number that cannot be negative, for all pools.
    pub(super) fn total(&self, metric: Metric) -> u64 {
        u64::try_from(self.get(metric, Scope::All).current).unwrap_or(0)
    }

    pub(super) fn increase(&mut self, metric: Metric, class: SizeClass, amount: u64) {
        let scopes = &mut self.metrics[metric as usize];
        scopes[Scope::All as usize].increase(amount);
        scopes[Scope::from(class) as usize].increase(amount);
    }

    pub(super) fn decrease(&mut self, metric: Metric, class: SizeClass, amount: u64) {
        let scopes = &mut self.metrics[metric as usize];
        scopes[Scope::All as usize].decrease(amount);
        scopes[Scope::from(class) as usize].decrease(amount);
    }

    /// Counts memory that a pool got from the device.
    pub(super) fn reserve(&mut self, class: SizeClass, private: Option<u64>, bytes: u64) {
        self.increase(Metric::ReservedBytes, class, bytes);
        if let Some(pool) = private {
            let scopes = self.private.entry(pool).or_default();
            scopes[Scope::All as usize].increase(bytes);
            scopes[Scope::from(class) as usize].increase(bytes);
        }
    }

    /// Counts memory that a pool gave back to the device.
    pub(super) fn unreserve(&mut self, class: SizeClass, private: Option<u64>, bytes: u64) {
        self.decrease(Metric::ReservedBytes, class, bytes);
        if let Some(pool) = private {
            let scopes = self.private.entry(pool).or_default();
            scopes[Scope::All as usize].decrease(bytes);
            scopes[Scope::from(class) as usize].decrease(bytes);
        }
    }

    /// Returns the bytes that a private pool got from the device; nothing where it never got any.
    pub fn reserved_by_private_pool(&self, pool: u64, scope: Scope) -> Option<&Stat> {
        self.private.get(&pool).map(|scopes| &scopes[scope as usize])
    }

    /// Adds or takes away, in one step, so that sums and peaks see the net change only.
    pub(super) fn change(&mut self, metric: Metric, class: SizeClass, amount: i64) {
        if amount > 0 {
            self.increase(metric, class, amount.unsigned_abs());
        } else if amount < 0 {
            self.decrease(metric, class, amount.unsigned_abs());
        }
    }

    /// Sets each peak to the current value (`torch.cuda.reset_peak_memory_stats`).
    pub fn reset_peaks(&mut self) {
        self.all_mut().for_each(Stat::reset_peak);
    }

    /// Sets sums and counters to zero (`torch.cuda.reset_accumulated_memory_stats`).
    pub fn reset_accumulated(&mut self) {
        self.all_mut().for_each(Stat::reset_sums);
        self.num_alloc_retries = 0;
        self.num_ooms = 0;
        self.num_sync_all_streams = 0;
        self.num_device_alloc = 0;
        self.num_device_free = 0;
        self.num_oom_rejections = 0;
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Stat> {
        let oversize = [&mut self.oversize_allocations, &mut self.oversize_segments];
        let private = self.private.values_mut().flatten();
        self.metrics.iter_mut().flatten().chain(oversize).chain(private)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_start_again_and_peaks_fall_to_the_current_value() {
        let mut stats = Stats::default();
        stats.increase(Metric::Active, SizeClass::Small, 5);
        stats.decrease(Metric::Active, SizeClass::Small, 2);
        stats.num_ooms = 1;
        let stat = *stats.get(Metric::Active, Scope::SmallPool);
        assert_eq!((stat.current(), stat.peak(), stat.allocated(), stat.freed()), (3, 5, 5, 2));

        stats.reset_accumulated();
        stats.reset_peaks();
        stats.increase(Metric::Active, SizeClass::Small, 1);
        let stat = *stats.get(Metric::Active, Scope::All);
        assert_eq!((stat.current(), stat.peak(), stat.allocated(), stat.freed()), (4, 4, 1, 0));
        assert_eq!(stats.num_ooms, 0);
        assert_eq!(stats.get(Metric::Active, Scope::LargePool), &Stat::default());
    }
}
