//! Settings, as `PYTORCH_CUDA_ALLOC_CONF` gives them (spec section 16, `c10/core/AllocatorConfig.cpp`,
//! `c10/cuda/CUDAAllocatorConfig.cpp`).
//!
//! The parser accepts what PyTorch's accepts, nonsense included, and fails with its words. What looks like a mistake, or
//! does nothing, is told in a [`Notice`] beside.

use std::collections::BTreeMap;

use super::size::Divisions;
use crate::bytes::MIB;
use crate::snapshot::{RoundupDivisions, Settings};

mod error;
mod notice;
mod number;
mod parse;
mod reserve;
mod tokens;

pub use error::{ConfigError, ErrorKind, Stage};
pub use notice::Notice;
pub use reserve::Reserve;

/// Where a text of settings comes from. It decides the words of some errors, and which error is found first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The variable `PYTORCH_CUDA_ALLOC_CONF`, read when PyTorch is imported and when CUDA starts.
    Environment,
    /// `torch.cuda.memory._set_allocator_settings`.
    RunTime,
}

/// The settings of an allocator.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are PyTorch's settings")]
pub struct Config {
    /// The text that was given last, whether or not all of it was accepted.
    pub text: String,
    /// Bytes. A block at least this large is never split, and serves only requests that are as large. `u64::MAX`: none.
    pub max_split_size: u64,
    /// Bytes that may be left over when an oversize block serves a request.
    pub max_non_split_rounding: u64,
    /// Bytes of a segment for requests of 1 to 10 MiB, and of a page of large expandable segments.
    pub large_segment_size: u64,
    /// Steps that each power of two is divided into, for rounding.
    pub divisions: Divisions,
    /// Part of the allowed memory above which cached segments are collected. Zero: never.
    pub gc_threshold: f64,
    /// Whether segments grow (`expandable_segments`).
    pub expandable_segments: bool,
    /// Part of the device that may be taken. It applies when an allocator is made.
    pub memory_fraction: f64,
    /// Whether a request that cannot fit is refused before anything is released (`throw_on_cudamalloc_oom`).
    pub throw_on_oom: bool,
    /// How many addresses an expandable segment reserves; `None`: 9/8 of the device.
    pub reserve: Option<Reserve>,
    /// The same for streams that were given a class. No stream here has one.
    pub reserve_by_class: BTreeMap<String, Reserve>,
    /// Whether memory that several streams used is used again while a CUDA graph is captured.
    pub graph_capture_record_stream_reuse: bool,
    /// Kept for snapshots, as they concern threads and pinned memory.
    pub release_lock_on_cudamalloc: bool,
    pub pinned_use_cuda_host_register: bool,
    pub pinned_use_background_threads: bool,
    pub pinned_free_catch_all: bool,
    pub pinned_num_register_threads: u64,
    pub pinned_reserve_segment_size_mb: u64,
    /// Bytes; `u64::MAX`: no limit.
    pub pinned_max_round_threshold: u64,
    /// Bytes; `u64::MAX`: no limit.
    pub pinned_max_cached_size: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            text: String::new(),
            max_split_size: u64::MAX,
            max_non_split_rounding: 20 * MIB,
            large_segment_size: 20 * MIB,
            divisions: [0; 16],
            gc_threshold: 0.0,
            expandable_segments: false,
            memory_fraction: 1.0,
            throw_on_oom: false,
            reserve: None,
            reserve_by_class: BTreeMap::new(),
            release_lock_on_cudamalloc: false,
            graph_capture_record_stream_reuse: false,
            pinned_use_cuda_host_register: false,
            pinned_use_background_threads: false,
            pinned_free_catch_all: false,
            pinned_num_register_threads: 1,
            pinned_reserve_segment_size_mb: 0,
            pinned_max_round_threshold: u64::MAX,
            pinned_max_cached_size: u64::MAX,
        }
    }
}

impl Config {
    /// Returns the settings that a text gives, as a process that starts reads them from its environment.
    ///
    /// ```
    /// use labs::allocator::Config;
    ///
    /// let (config, notices) = Config::parse("max_split_size_mb:128MB")?;
    /// assert_eq!(config.max_split_size, 128 << 20);
    /// assert!(notices[0].to_string().contains("only the digits"));
    /// # Ok::<(), labs::allocator::ConfigError>(())
    /// ```
    pub fn parse(text: &str) -> Result<(Self, Vec<Notice>), ConfigError> {
        let mut config = Self::default();
        let notices = config.apply(text, Source::Environment)?;
        Ok((config, notices))
    }

    /// Applies a text. Some settings go back to their defaults first: the split limit, its rounding, the divisions and
    /// the threshold of collection. Where the text has an error, what stands before it is in force nevertheless.
    pub fn apply(&mut self, text: &str, source: Source) -> Result<Vec<Notice>, ConfigError> {
        parse::apply(self, text, source)
    }

    /// Returns the bytes of addresses that an expandable segment reserves, where that was configured.
    pub fn reserve_bytes(&self, capacity: u64) -> Option<u64> {
        self.reserve.map(|reserve| reserve.bytes(capacity))
    }

    /// Returns the settings as a snapshot holds them.
    pub fn settings(&self) -> Settings {
        let limit = |bytes: u64| (bytes != u64::MAX).then_some(bytes);
        Settings {
            conf: self.text.as_str().into(),
            max_split_size: limit(self.max_split_size),
            garbage_collection_threshold: self.gc_threshold,
            expandable_segments: self.expandable_segments,
            pinned_num_register_threads: self.pinned_num_register_threads,
            release_lock_on_cudamalloc: self.release_lock_on_cudamalloc,
            pinned_use_cuda_host_register: self.pinned_use_cuda_host_register,
            graph_capture_record_stream_reuse: self.graph_capture_record_stream_reuse,
            max_round_threshold: limit(self.pinned_max_round_threshold),
            max_cached_size: limit(self.pinned_max_cached_size),
            roundup_power2_divisions: RoundupDivisions(self.divisions),
        }
    }
}

#[cfg(test)]
mod tests;
