//! The settings of an allocator, as a snapshot holds them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The key `allocator_settings`. The defaults are those of PyTorch 2.15.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "they are PyTorch's keys")]
pub struct Settings {
    /// The settings string that was given last, whether or not all of it was accepted.
    #[serde(rename = "PYTORCH_CUDA_ALLOC_CONF")]
    pub conf: Arc<str>,
    /// Bytes. A block at least this large is never split. `None`: no limit, which PyTorch writes as -1.
    pub max_split_size: Option<u64>,
    /// Part of the allowed memory above which cached blocks are collected. 0: never.
    pub garbage_collection_threshold: f64,
    pub expandable_segments: bool,
    pub pinned_num_register_threads: u64,
    pub release_lock_on_cudamalloc: bool,
    pub pinned_use_cuda_host_register: bool,
    pub graph_capture_record_stream_reuse: bool,
    /// Bytes, for pinned memory. `None`: no limit, which PyTorch writes as -1.
    pub max_round_threshold: Option<u64>,
    /// Bytes, for pinned memory. `None`: no limit, which PyTorch writes as -1.
    pub max_cached_size: Option<u64>,
    pub roundup_power2_divisions: RoundupDivisions,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            conf: Arc::default(),
            max_split_size: None,
            garbage_collection_threshold: 0.0,
            expandable_segments: false,
            pinned_num_register_threads: 1,
            release_lock_on_cudamalloc: false,
            pinned_use_cuda_host_register: false,
            graph_capture_record_stream_reuse: false,
            max_round_threshold: None,
            max_cached_size: None,
            roundup_power2_divisions: RoundupDivisions::default(),
        }
    }
}

/// Into how many steps each power of two is divided when sizes are rounded up, by power of two from 1 MiB to 32 GiB.
/// Zero: not at all. PyTorch writes it as a dict with the MiB as text: `{"1": 0, "2": 0, …, "32768": 0}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RoundupDivisions(pub [u64; 16]);

impl RoundupDivisions {
    /// Returns the divisions with the MiB that each begins at.
    pub fn by_mib(&self) -> impl Iterator<Item = (u64, u64)> {
        (0_u32..).zip(self.0).map(|(power, divisions)| (1 << power, divisions))
    }

    /// Returns the divisions by the keys that a snapshot has.
    pub(super) fn named(&self) -> impl Iterator<Item = (&'static str, u64)> {
        const KEYS: [&str; 16] = [
            "1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024", "2048", "4096", "8192", "16384", "32768",
        ];
        KEYS.into_iter().zip(self.0)
    }
}
