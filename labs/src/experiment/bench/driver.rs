use std::collections::BTreeMap;

use crate::device::recording::Call;
use crate::report::{DriverCall, DriverLog};

/// Entries of a log that are kept. More than anybody reads would make reports large.
const KEPT: usize = 2_000;

/// Counts the calls, and keeps the first of them.
pub(crate) fn driver_log(log: Vec<(usize, Call)>) -> DriverLog {
    let mut counts = BTreeMap::new();
    for (_, call) in &log {
        for (name, times) in driver_functions(call) {
            *counts.entry(name.to_owned()).or_default() += times;
        }
    }
    let omitted = log.len().saturating_sub(KEPT) as u64;
    let calls = log.into_iter().take(KEPT).map(|(step, call)| DriverCall { step: step as u64, call }).collect();
    DriverLog { calls, omitted, counts }
}

/// The functions of CUDA behind an entry of a log, and how often each was called.
fn driver_functions(call: &Call) -> Vec<(&'static str, u64)> {
    match call {
        Call::Malloc { .. } => vec![("cudaMalloc", 1)],
        Call::Free { .. } => vec![("cudaFree", 1)],
        Call::Reserve { .. } => vec![("cuMemAddressReserve", 1)],
        Call::AddressFree { .. } => vec![("cuMemAddressFree", 1)],
        Call::Create { count, .. } => vec![("cuMemCreate", *count)],
        Call::Map { count, .. } => vec![("cuMemMap", *count)],
        Call::SetAccess { .. } => vec![("cuMemSetAccess", 1)],
        Call::Unmap { .. } => vec![("cuMemUnmap", 1)],
        Call::UnmapRelease { count, .. } => vec![("cuMemUnmap", *count), ("cuMemRelease", *count)],
        Call::Release { count, .. } => vec![("cuMemRelease", *count)],
        Call::StreamSync { .. } => vec![("cudaStreamSynchronize", 1)],
        Call::EventRecord { .. } => vec![("cudaEventRecord", 1)],
        Call::EventSync { .. } => vec![("cudaEventSynchronize", 1)],
        Call::DeviceSync => vec![("cudaDeviceSynchronize", 1)],
    }
}
