//! The figures as a table for people.

use std::fmt;

use super::super::printable;
use super::{DeviceFigures, Figures, Peaks, Tally};
use crate::bytes::{GIB, KIB, MIB};

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for warning in &self.warnings {
            writeln!(f, "warning: {}", printable(warning))?;
        }
        if !self.warnings.is_empty() {
            writeln!(f, "The snapshot contradicts itself; the figures are sums over its blocks.\n")?;
        }
        if !self.settings.is_empty() {
            writeln!(f, "settings  {}\n", printable(&self.settings))?;
        }
        for device in &self.devices {
            write_device(f, device)?;
        }
        if self.devices.len() > 1 {
            writeln!(f, "all devices")?;
            write_tally(f, &self.total)?;
            writeln!(f)?;
        }
        if let Some(host) = &self.host {
            writeln!(f, "pinned memory of the host")?;
            write_tally(f, host)?;
            writeln!(f)?;
        }
        writeln!(f, "events")?;
        if self.events.is_empty() {
            writeln!(f, "  none: history was not recorded, or not yet")?;
        }
        for (action, count) in &self.events {
            writeln!(f, "  {:<24}{count:>12}", printable(action))?;
        }
        if self.annotations > 0 {
            writeln!(f, "  {:<24}{:>12}", "(annotations)", self.annotations)?;
        }
        Ok(())
    }
}

fn write_device(f: &mut fmt::Formatter<'_>, device: &DeviceFigures) -> fmt::Result {
    writeln!(f, "device {}", device.device)?;
    write_tally(f, &device.total)?;
    if let Some(peaks) = device.peaks {
        write_peaks(f, &peaks)?;
    }
    if !device.pools.is_empty() {
        let [pool, class] = ["pool", "class"];
        writeln!(f, "\n  {pool:<10}{class:<8}{:>14}{:>14}{:>14}{:>14}", "reserved", "active", "free", "largest free")?;
    }
    for pool in &device.pools {
        let (name, class) = (format!("({}, {})", pool.pool.0, pool.pool.1), pool.segment_type.name());
        let tally = &pool.tally;
        let free = tally.reserved.saturating_sub(tally.active);
        let [reserved, active, free, largest] = [tally.reserved, tally.active, free, tally.largest_free].map(size);
        writeln!(f, "  {name:<10}{class:<8}{reserved:>14}{active:>14}{free:>14}{largest:>14}")?;
    }
    writeln!(f)
}

fn write_tally(f: &mut fmt::Formatter<'_>, tally: &Tally) -> fmt::Result {
    let segments = match tally.expandable_segments {
        0 => count(tally.segments, "segment"),
        runs => format!("{}, {runs} of them mapped runs of expandable ones", count(tally.segments, "segment")),
    };
    row(f, "reserved", tally.reserved, &segments)?;
    row(f, "allocated", tally.allocated, &count(tally.allocations, "block"))?;
    if tally.pending_free > 0 {
        row(f, "pending free", tally.pending_free, "given back, still in use by another stream")?;
    }
    row(f, "active", tally.active, "allocated and pending free")?;
    row(f, "requested", tally.requested, &format!("{} lost to rounding", size(tally.rounding)))?;
    let split = format!("{}, pinned by active neighbours", count(tally.inactive_split_blocks, "free block"));
    row(f, "inactive split", tally.inactive_split, &split)?;
    let whole = format!("{}, empty_cache gives them back", count(tally.free_segment_count, "segment"));
    row(f, "whole free segments", tally.free_segments, &whole)?;
    if tally.expandable_segments > 0 {
        row(f, "free in expandable", tally.free_expandable, "empty_cache gives whole pages back")?;
    }
    row(f, "largest free block", tally.largest_free, "")
}

fn write_peaks(f: &mut fmt::Formatter<'_>, peaks: &Peaks) -> fmt::Result {
    let place = |after: u64| format!("after event {after} of {} in the trace", peaks.events);
    row(f, "peak requested", peaks.requested.bytes, &place(peaks.requested.after_events))?;
    row(f, "peak reserved", peaks.reserved.bytes, &place(peaks.reserved.after_events))
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, bytes: u64, note: &str) -> fmt::Result {
    let line = format!("  {name:<20}{:>14}{bytes:>22} B  {note}", size(bytes));
    writeln!(f, "{}", line.trim_end())
}

fn count(number: u64, name: &str) -> String {
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}

/// Returns a size in the unit that suits it, two digits after the point.
#[expect(clippy::cast_precision_loss, reason = "two digits are printed")]
fn size(bytes: u64) -> String {
    match bytes {
        0..KIB => format!("{bytes} B"),
        KIB..MIB => format!("{:.2} KiB", bytes as f64 / KIB as f64),
        MIB..GIB => format!("{:.2} MiB", bytes as f64 / MIB as f64),
        _ => format!("{:.2} GiB", bytes as f64 / GIB as f64),
    }
}
