//! The calls to the driver.

use std::fmt::{self, Formatter};

use super::table::{Align, Grid};
use crate::device::Address;
use crate::device::recording::Call;
use crate::report::unit::grouped;
use crate::report::{DriverLog, Unit};

/// Lines that are shown. JSON has more.
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
    writeln!(f, "{grid}\nin order, addresses of the first")?;
    let lines = lines(log);
    let mut grid = Grid::new(&[Align::Left, Align::Right, Align::Left]);
    for line in lines.iter().take(SHOWN) {
        grid.push(line.clone());
    }
    writeln!(f, "{grid}")?;
    if lines.len() > SHOWN || log.omitted > 0 { writeln!(f, "  … and more (--json has them)") } else { Ok(()) }
}

/// Tells the calls, those that are repeated once.
fn lines(log: &DriverLog) -> Vec<[String; 3]> {
    let calls = &log.calls;
    let mut lines = Vec::new();
    for fold in log.folded_calls() {
        for (first, last) in fold.places() {
            let (step, end) = (calls[first].step, calls[last].step);
            let steps = if step == end { format!("step {step}") } else { format!("steps {step}-{end}") };
            let times = if fold.turns > 1 { format!("{} ×", grouped(fold.turns as u64)) } else { String::new() };
            let turns = if fold.length > 1 { ", taking turns" } else { "" };
            lines.push([steps, times, format!("{}{turns}", describe(&calls[first].call))]);
        }
    }
    lines
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::MIB;
    use crate::report::DriverCall;

    #[test]
    fn calls_that_take_turns_are_told_once() {
        let address = |number: u64| Address::new(number << 20);
        let pair = |number: u64| {
            let malloc = Call::Malloc { bytes: 2 * MIB, address: Some(address(number)) };
            [malloc, Call::Free { address: address(number), ok: true }]
        };
        let calls = (1..=3).flat_map(|step| pair(step).map(|call| DriverCall { step, call }));
        let refused = DriverCall { step: 4, call: Call::Malloc { bytes: 2 * MIB, address: None } };
        let log = DriverLog { calls: calls.chain([refused]).collect(), ..DriverLog::default() };
        let lines = lines(&log);
        let lines: Vec<String> = lines.iter().map(|line| line.join("|")).collect();
        let expected = [
            "steps 1-3|3 ×|cudaMalloc 2 MiB at 0x100000, taking turns",
            "steps 1-3|3 ×|cudaFree 0x100000, taking turns",
            "step 4||cudaMalloc 2 MiB: out of memory",
        ];
        assert_eq!(lines, expected);
    }
}
