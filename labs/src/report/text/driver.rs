//! The calls to the driver.

use std::fmt::{self, Formatter};

use super::table::{Align, Grid};
use crate::device::Address;
use crate::device::recording::Call;
use crate::report::unit::grouped;
use crate::report::{DriverLog, Unit};

/// Entries that are shown. JSON has more.
const SHOWN: usize = 12;

pub(super) fn write(f: &mut Formatter<'_>, log: &DriverLog) -> fmt::Result {
    let total = log.total();
    writeln!(f, "\n{} driver call{}", grouped(total), if total == 1 { "" } else { "s" })?;
    if total == 0 {
        return Ok(());
    }
    let mut grid = Grid::new(&[Align::Right, Align::Left]);
    for (name, count) in &log.counts {
        grid.push([grouped(*count), name.clone()]);
    }
    writeln!(f, "{grid}")?;
    let mut grid = Grid::new(&[Align::Left, Align::Left]);
    for entry in log.calls.iter().take(SHOWN) {
        grid.push([format!("step {}", entry.step), describe(&entry.call)]);
    }
    writeln!(f, "{}\n{grid}", if log.calls.len() > SHOWN { "the first of them" } else { "in order" })?;
    let more = log.calls.len().saturating_sub(SHOWN) as u64 + log.omitted;
    if more > 0 { writeln!(f, "  … and {} more lines (--json has them)", grouped(more)) } else { Ok(()) }
}

fn describe(call: &Call) -> String {
    let size = |bytes: &u64| Unit::Bytes.format(*bytes);
    let at = |address: &Address| format!("{:#x}", address.get());
    let ok = |ok: &bool| if *ok { "" } else { ": refused" };
    match call {
        Call::Malloc { bytes, address: Some(address) } => format!("cudaMalloc {} at {}", size(bytes), at(address)),
        Call::Malloc { bytes, address: None } => format!("cudaMalloc {}: out of memory", size(bytes)),
        Call::Free { address, ok: fine } => format!("cudaFree {}{}", at(address), ok(fine)),
        Call::Reserve { bytes, address } => format!("cuMemAddressReserve {} at {}", size(bytes), at(address)),
        Call::AddressFree { address, ok: fine } => format!("cuMemAddressFree {}{}", at(address), ok(fine)),
        Call::Create { bytes, ok: true, count } => format!("cuMemCreate {} × {}", count, size(bytes)),
        Call::Create { bytes, ok: false, .. } => format!("cuMemCreate {}: out of memory", size(bytes)),
        Call::Map { address, bytes, count } => format!("cuMemMap {} × {} from {}", count, size(bytes), at(address)),
        Call::SetAccess { address, bytes } => format!("cuMemSetAccess {} at {}", size(bytes), at(address)),
        Call::Unmap { address, bytes } => format!("cuMemUnmap {} at {}", size(bytes), at(address)),
        Call::UnmapRelease { address, bytes, count } => {
            format!("cuMemUnmap and cuMemRelease {} × {} from {}", count, size(bytes), at(address))
        }
        Call::Release { bytes, count } => format!("cuMemRelease {} × {}", count, size(bytes)),
        Call::StreamSync { stream } => format!("cudaStreamSynchronize {}", stream.0),
        Call::EventRecord { stream } => format!("cudaEventRecord in stream {}", stream.0),
        Call::EventSync { stream } => format!("cudaEventSynchronize in stream {}", stream.0),
        Call::DeviceSync => "cudaDeviceSynchronize".to_owned(),
    }
}
