//! What should be known about settings that were accepted.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::{Config, Source};
use crate::bytes::MIB;

/// Something about a setting that was accepted: a warning that PyTorch prints too, or one that it does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// PyTorch's own: a reserve is neither a fraction nor an amount.
    InvalidReserve { value: String },
    /// PyTorch's own: pinned memory of some sizes is rounded up but not cached.
    PinnedThresholds { round_mib: u64, cached_mib: u64 },
    /// Something else stands where a separator should.
    Separator { expected: &'static str, found: String },
    /// Only the start of a value was a number.
    Rest { value: String, read: String },
    /// A negative number is a huge one.
    Wraps { value: String, number: u64 },
    /// A key is there twice.
    Repeated { key: String },
    /// Collection needs a memory fraction below one.
    CollectionWithoutFraction,
    /// The rounding of oversize blocks needs a split limit.
    RoundingWithoutSplitLimit,
    /// The reserve is for expandable segments, which are off.
    ReserveWithoutExpandable,
    /// The reserve is for a class of streams, which a program has to give its streams.
    ReserveByClass,
    /// The fraction is read when the allocator starts.
    FractionAtRunTime,
    /// One division is none.
    OneDivision,
    /// Sizes between two boundaries are not rounded.
    DivisionGap { mib: u64 },
    /// A page of so many MiB is not a multiple of what drivers hand out.
    OddPage { mib: u64 },
    /// The setting is about pinned memory of the host.
    Pinned { key: String },
}

impl Notice {
    /// Says whether PyTorch prints this warning too.
    pub const fn is_pytorchs(&self) -> bool {
        matches!(self, Self::InvalidReserve { .. } | Self::PinnedThresholds { .. })
    }
}

impl Display for Notice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidReserve { value } => write!(
                f,
                "Ignoring invalid expandable-segment reserve value '{value}' in PYTORCH_CUDA_ALLOC_CONF (expected a \
                 positive, finite fraction like 0.5 or an absolute size like 40G); using default."
            ),
            Self::PinnedThresholds { round_mib, cached_mib } => write!(
                f,
                "max_round_threshold_mb ({round_mib}) > max_cached_size_mb ({cached_mib}). Allocations between these \
                 thresholds will be rounded up but not cached, which may be unexpected."
            ),
            Self::Separator { expected, found } => {
                write!(f, "`{found}` stands where `{expected}` should; PyTorch reads over it")
            }
            Self::Rest { value, read } => {
                write!(f, "of `{value}` only the digits `{read}` count; write the number without a unit")
            }
            Self::Wraps { value, number } => write!(f, "`{value}` counts as {number}; write a positive number"),
            Self::Repeated { key } => write!(f, "`{key}` is there more than once; the last value counts"),
            Self::CollectionWithoutFraction => f.write_str(
                "garbage_collection_threshold does nothing without a memory fraction below 1; set \
                 per_process_memory_fraction or call torch.cuda.set_per_process_memory_fraction",
            ),
            Self::RoundingWithoutSplitLimit => {
                f.write_str("max_non_split_rounding_mb does nothing without max_split_size_mb; set both")
            }
            Self::ReserveWithoutExpandable => {
                f.write_str("expandable_segments_reserve does nothing without expandable_segments:True; set both")
            }
            Self::ReserveByClass => f.write_str(
                "expandable_segments_reserve_by_class does nothing unless the program gives its streams a class",
            ),
            Self::FractionAtRunTime => f.write_str(
                "per_process_memory_fraction is read when the allocator starts; later, call \
                 torch.cuda.set_per_process_memory_fraction",
            ),
            Self::OneDivision => f.write_str("roundup_power2_divisions:1 is the same as none; use 2 or more"),
            Self::DivisionGap { mib } => write!(
                f,
                "roundup_power2_divisions does not round sizes from {mib} MiB on, between two of its boundaries; name \
                 every power of two"
            ),
            Self::OddPage { mib } => write!(
                f,
                "large_segment_size_mb:{mib} fails with expandable segments, since memory is handed out in multiples \
                 of 2 MiB; use an even number"
            ),
            Self::Pinned { key } => write!(f, "`{key}` is about pinned memory of the host, not about the device"),
        }
    }
}

/// Adds to what was noticed while reading what can be told from the outcome.
pub(super) fn complete(config: &Config, text: &str, source: Source, mut notices: Vec<Notice>) -> Vec<Notice> {
    let keys = keys(text);
    let has = |key: &str| keys.iter().any(|other| other == key);
    let large_mib = config.large_segment_size / MIB;
    let (round, cached) = (config.pinned_max_round_threshold, config.pinned_max_cached_size);
    let outcome = [
        (
            has("pinned_max_round_threshold_mb") && has("pinned_max_cached_size_mb") && round > cached,
            Notice::PinnedThresholds { round_mib: round / MIB, cached_mib: cached / MIB },
        ),
        (config.gc_threshold > 0.0 && config.memory_fraction >= 1.0, Notice::CollectionWithoutFraction),
        (has("max_non_split_rounding_mb") && config.max_split_size == u64::MAX, Notice::RoundingWithoutSplitLimit),
        (has("expandable_segments_reserve") && !config.expandable_segments, Notice::ReserveWithoutExpandable),
        (has("expandable_segments_reserve_by_class"), Notice::ReserveByClass),
        (has("per_process_memory_fraction") && source == Source::RunTime, Notice::FractionAtRunTime),
        (config.divisions == [1; 16], Notice::OneDivision),
        (config.expandable_segments && large_mib % 2 == 1, Notice::OddPage { mib: large_mib }),
    ];
    notices.extend(outcome.into_iter().filter_map(|(applies, notice)| applies.then_some(notice)));
    notices.extend(gap(config));
    let pinned = keys.iter().filter(|key| key.starts_with("pinned_")).cloned();
    notices.extend(pinned.map(|key| Notice::Pinned { key }));
    notices.extend(repeated(&keys));
    notices
}

fn repeated(keys: &[String]) -> Option<Notice> {
    let mut seen = BTreeSet::new();
    keys.iter().find(|key| !seen.insert(*key)).map(|key| Notice::Repeated { key: key.clone() })
}

/// A row without divisions between rows that have some.
fn gap(config: &Config) -> Option<Notice> {
    let rows = &config.divisions;
    let first = rows.iter().position(|&row| row > 0)?;
    let last = rows.iter().rposition(|&row| row > 0)?;
    let gap = (first..last).find(|&row| rows[row] == 0)?;
    Some(Notice::DivisionGap { mib: 1 << gap })
}

/// The words of a text that stand where a key should, outside lists.
fn keys(text: &str) -> Vec<String> {
    let text: String = text.chars().filter(|letter| !letter.is_ascii_whitespace()).collect();
    let mut depth = 0_u32;
    let outside = text.chars().filter(|letter| {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    let outside: String = outside.collect();
    outside
        .split(',')
        .filter_map(|item| item.split(':').next())
        .map(str::to_owned)
        .filter(|key| !key.is_empty())
        .collect()
}
