//! What came of a trace.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

use super::{Columns, Trace};
use crate::device::Address;
use crate::device::recording::Call;
use crate::snapshot::{BlockState, SegmentType, Settings};

/// The version of the format of results.
pub const FORMAT: u32 = 1;

/// What came of a trace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// The version of this format: [`FORMAT`].
    #[serde(deserialize_with = "known_format")]
    pub format: u32,
    /// What made it.
    pub torch: String,
    pub trace: Trace,
    /// The state after each operation.
    pub columns: Columns,
    /// The calls to the driver, in order.
    pub driver: Vec<DriverCall>,
    /// The words of errors, by operation.
    pub messages: Vec<(usize, String)>,
    pub snapshots: Vec<(usize, Moment, Vec<SegmentView>)>,
    /// All of `memory_stats()` at the end.
    pub final_stats: BTreeMap<String, i64>,
    /// The settings at the end, as a snapshot tells them.
    pub allocator_settings: Value,
}

/// When a snapshot was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Moment {
    /// Where the trace asks for one.
    Op,
    /// After a request that found no memory.
    Oom,
    /// Behind the last operation.
    End,
}

/// A call to the driver, and the operation that caused it: `[op, "malloc", size, address]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriverCall {
    pub op: usize,
    pub call: Call,
}

/// A segment in a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentView {
    pub addr: Address,
    pub total_size: u64,
    pub allocated_size: u64,
    pub active_size: u64,
    pub requested_size: u64,
    #[serde(rename = "type")]
    pub kind: SegmentType,
    pub stream: u64,
    pub expandable: bool,
    /// Zero for the pool that serves everybody; private ones are counted as they appear in snapshots.
    pub pool: u64,
    pub blocks: Vec<BlockView>,
}

/// A block in a snapshot: offset, size, bytes asked for, state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockView(pub u64, pub u64, pub u64, pub BlockState);

/// Returns the settings as PyTorch writes them into a snapshot.
pub fn settings_json(settings: &Settings) -> Value {
    let limit = |bytes: Option<u64>| bytes.map_or(-1, u64::cast_signed);
    let divisions = settings.roundup_power2_divisions.by_mib();
    let divisions: serde_json::Map<_, _> = divisions.map(|(mib, steps)| (mib.to_string(), json!(steps))).collect();
    json!({
        "PYTORCH_CUDA_ALLOC_CONF": settings.conf,
        "max_split_size": limit(settings.max_split_size),
        "garbage_collection_threshold": settings.garbage_collection_threshold,
        "expandable_segments": settings.expandable_segments,
        "pinned_num_register_threads": settings.pinned_num_register_threads,
        "release_lock_on_cudamalloc": settings.release_lock_on_cudamalloc,
        "pinned_use_cuda_host_register": settings.pinned_use_cuda_host_register,
        "graph_capture_record_stream_reuse": settings.graph_capture_record_stream_reuse,
        "max_round_threshold": limit(settings.max_round_threshold),
        "max_cached_size": limit(settings.max_cached_size),
        "roundup_power2_divisions": divisions,
    })
}

fn known_format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        FORMAT => Ok(FORMAT),
        other => Err(serde::de::Error::custom(format!("format {other} is not known; this version reads {FORMAT}"))),
    }
}

impl Serialize for DriverCall {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, numbers) = self.call.parts();
        let head = [json!(self.op), json!(name)];
        serializer.collect_seq(head.into_iter().chain(numbers.into_iter().map(Value::from)))
    }
}

impl<'de> Deserialize<'de> for DriverCall {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = Vec::<Value>::deserialize(deserializer)?;
        let op = parts.first().and_then(Value::as_u64).and_then(|op| usize::try_from(op).ok());
        let op = op.ok_or_else(|| serde::de::Error::custom("a driver call starts with the number of its operation"))?;
        let call = Call::from_json(&parts[1..]).map_err(serde::de::Error::custom)?;
        Ok(Self { op, call })
    }
}
