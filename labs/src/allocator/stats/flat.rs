//! The statistics as one flat table, as `torch.cuda.memory_stats()` gives them.

use std::collections::BTreeMap;

use super::{Metric, Scope, Stat, Stats};

/// How many keys the table has without those of private pools.
pub const FLAT_KEYS: usize = 7 + 4 * (Metric::ALL.len() * Scope::ALL.len() + 2);

impl Metric {
    /// Returns the name as `memory_stats` writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allocation => "allocation",
            Self::Segment => "segment",
            Self::Active => "active",
            Self::InactiveSplit => "inactive_split",
            Self::AllocatedBytes => "allocated_bytes",
            Self::ReservedBytes => "reserved_bytes",
            Self::ActiveBytes => "active_bytes",
            Self::InactiveSplitBytes => "inactive_split_bytes",
            Self::RequestedBytes => "requested_bytes",
        }
    }
}

impl Scope {
    /// Returns the name as `memory_stats` writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::SmallPool => "small_pool",
            Self::LargePool => "large_pool",
        }
    }
}

impl Stat {
    /// Returns its four numbers by name.
    pub const fn named(&self) -> [(&'static str, i64); 4] {
        [("current", self.current()), ("peak", self.peak()), ("allocated", self.allocated()), ("freed", self.freed())]
    }
}

impl Stats {
    /// Returns all numbers by key, such as `allocated_bytes.all.current`. No split limit is -1.
    pub fn flat(&self) -> BTreeMap<String, i64> {
        let mut table = BTreeMap::from(self.scalars().map(|(key, number)| (key.to_owned(), number.cast_signed())));
        let oversize =
            [("oversize_allocations", &self.oversize_allocations), ("oversize_segments", &self.oversize_segments)];
        for (name, stat) in oversize {
            table.extend(stat.named().map(|(part, number)| (format!("{name}.{part}"), number)));
        }
        for (pool, scopes) in &self.private {
            for scope in Scope::ALL {
                let prefix = format!("reserved_bytes_by_private_pools.(0, {pool}).{}", scope.name());
                let numbers = scopes[scope as usize].named();
                table.extend(numbers.map(|(part, number)| (format!("{prefix}.{part}"), number)));
            }
        }
        for metric in Metric::ALL {
            for scope in Scope::ALL {
                let prefix = format!("{}.{}", metric.name(), scope.name());
                let numbers = self.get(metric, scope).named();
                table.extend(numbers.map(|(part, number)| (format!("{prefix}.{part}"), number)));
            }
        }
        table
    }

    const fn scalars(&self) -> [(&'static str, u64); 7] {
        [
            ("num_alloc_retries", self.num_alloc_retries),
            ("num_ooms", self.num_ooms),
            ("max_split_size", self.max_split_size),
            ("num_sync_all_streams", self.num_sync_all_streams),
            ("num_device_alloc", self.num_device_alloc),
            ("num_device_free", self.num_device_free),
            ("num_oom_rejections", self.num_oom_rejections),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_the_keys_of_memory_stats() {
        let stats = Stats { max_split_size: u64::MAX, ..Stats::default() };
        let flat = stats.flat();
        assert_eq!(flat.len(), FLAT_KEYS);
        assert_eq!(flat.len(), 123);
        assert_eq!(flat["max_split_size"], -1);
        assert!(flat.contains_key("inactive_split_bytes.small_pool.freed"));
    }
}
