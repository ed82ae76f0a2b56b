//! The error that says that there is no memory left, word for word as PyTorch 2.15 writes it (spec section 12).

use std::fmt::{self, Display, Formatter};

use crate::bytes::{GIB, KIB, MIB};

/// Why there is no memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutOfMemory {
    /// More than an exbibyte was asked for.
    Exbibyte,
    /// The request was refused before anything was tried, since it would not fit (`throw_on_cudamalloc_oom`).
    Rejected {
        /// Bytes of the segment that would have been asked for.
        bytes: u64,
    },
    /// Everything was tried.
    Exhausted(Figures),
}

/// The figures of the message, in bytes, as they are after everything was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// The segment that was asked for, not the tensor.
    pub asked: u64,
    /// What the device has.
    pub total: u64,
    /// What is left of it, whoever uses the rest.
    pub free: u64,
    /// What this process uses, where NVML says it.
    pub process: Option<u64>,
    /// The limit, where a memory fraction was set.
    pub allowed: Option<u64>,
    /// Blocks that callers hold.
    pub allocated: u64,
    /// Cached blocks of private pools. The message calls them allocated.
    pub cached_in_private_pools: u64,
    /// What the allocator got of the device.
    pub reserved: u64,
    /// What could help.
    pub advice: Advice,
}

/// The last sentence of the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// Expandable segments are off.
    UseExpandableSegments,
    /// They are on.
    LowerReserve,
    /// They are on, and their reserve was configured too small for the request.
    RaiseReserve {
        /// Bytes that were configured.
        reserve: u64,
        /// Bytes that the request needs.
        needed: u64,
    },
}

impl std::error::Error for OutOfMemory {}

impl Display for OutOfMemory {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("CUDA out of memory. ")?;
        match self {
            Self::Exbibyte => f.write_str("Tried to allocate more than 1EB memory."),
            Self::Rejected { bytes } => write!(
                f,
                "Allocation was preemptively rejected because it would exceed per_process_memory_fraction limit. \
                 Requested size: {}",
                Size(*bytes)
            ),
            Self::Exhausted(figures) => figures.fmt(f),
        }
    }
}

impl Display for Figures {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Tried to allocate {}. GPU 0 has a total capacity of {} ", Size(self.asked), Size(self.total))?;
        write!(f, "of which {} is free. ", Size(self.free))?;
        if let Some(process) = self.process {
            write!(f, "Including non-PyTorch memory, this process has {} memory in use. ", Size(process))?;
        }
        if let Some(allowed) = self.allowed {
            write!(f, "{} allowed; ", Size(allowed))?;
        }
        let private = self.cached_in_private_pools;
        write!(f, "Of the allocated memory {} is allocated by PyTorch, ", Size(self.allocated + private))?;
        if private > 0 {
            write!(f, "with {} allocated in private pools (e.g., CUDA Graphs), ", Size(private))?;
        }
        let cached = self.reserved.wrapping_sub(self.allocated).wrapping_sub(private);
        write!(f, "and {} is reserved by PyTorch but unallocated. {}", Size(cached), self.advice)
    }
}

impl Display for Advice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            // The two double spaces are PyTorch's.
            Self::UseExpandableSegments => f.write_str(
                "If reserved but unallocated memory is large try setting \
                 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  \
                 See documentation for Memory Management  \
                 (https://docs.pytorch.org/docs/stable/notes/cuda.html\
                 #optimizing-memory-usage-with-pytorch-cuda-alloc-conf)",
            ),
            Self::LowerReserve => f.write_str(
                "expandable_segments is enabled. If instead the process is running out of virtual address space (VSZ), \
                 expandable segments may be over-reserving VA (each segment reserves ~9/8 of device memory, times the \
                 number of streams); reduce it via PYTORCH_CUDA_ALLOC_CONF expandable_segments_reserve / \
                 expandable_segments_reserve_by_class.",
            ),
            Self::RaiseReserve { reserve, needed } => write!(
                f,
                "This allocation exceeds the expandable-segment reserve of {} for this stream, and a single \
                 allocation cannot span expandable segments. Raise PYTORCH_CUDA_ALLOC_CONF \
                 expandable_segments_reserve or expandable_segments_reserve_by_class (or unset it) so that a segment \
                 is at least {}.",
                Size(*reserve),
                Size(*needed)
            ),
        }
    }
}

/// Bytes as the message writes them (`format_size`): a unit is used up to and including the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size(pub u64);

impl Display for Size {
    #[expect(clippy::cast_precision_loss, reason = "two decimals are shown")]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 <= KIB {
            return write!(f, "{} bytes", self.0);
        }
        let units = [(KIB, "KiB", MIB), (MIB, "MiB", GIB)];
        let (unit, name) =
            units.into_iter().find(|&(_, _, next)| self.0 <= next).map_or((GIB, "GiB"), |(unit, name, _)| (unit, name));
        write!(f, "{:.2} {name}", self.0 as f64 / unit as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_change_unit_above_the_next_one() {
        let sizes = [0, KIB, KIB + 512, MIB, MIB + 1, GIB, GIB + 1, 90 * GIB].map(|bytes| Size(bytes).to_string());
        let expected =
            ["0 bytes", "1024 bytes", "1.50 KiB", "1024.00 KiB", "1.00 MiB", "1024.00 MiB", "1.00 GiB", "90.00 GiB"];
        assert_eq!(sizes, expected);
    }
}
