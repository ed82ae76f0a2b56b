//! A CUDA driver without a GPU, for tests.
//!
//! Built as a shared library and put in the place of `libcuda.so.1` (see [`harness`]), it answers the part of the
//! driver API that `labs` calls. Its memory is memory of the host with a fixed capacity; every byte, handle, mapping,
//! event and context is counted, and when the process ends a report says what was not given back. Any call can be made
//! to fail. The environment decides, see [Settings](self#settings).
//!
//! It behaves as the fake device under the golden traces does: plain memory is charged in units of 2 MiB, physical
//! memory exactly; addresses ascend, are a multiple of 2 MiB and start at a base; events are done at once. Where the
//! real driver would crash or go on with nonsense, it answers `CUDA_ERROR_INVALID_VALUE`.
//!
//! # Settings
//!
//! | variable | meaning | unset |
//! |---|---|---|
//! | `FAKE_CUDA_TOTAL_MIB` | MiB of memory | 8192 |
//! | `FAKE_CUDA_CONTEXT_MIB` | MiB in use from the start by somebody else | 0 |
//! | `FAKE_CUDA_MODE` | `stub`: every call answers as the toolkit's stub does; `no-device`: there is none | `device` |
//! | `FAKE_CUDA_VMM` | `0`: the device has no virtual memory management | it has |
//! | `FAKE_CUDA_ADDRESSES` | `bump`: never used again; `firstfit`: the lowest gap that fits | `bump` |
//! | `FAKE_CUDA_BASE_MIB` | the lowest address, in MiB, a multiple of 2 | [`BASE`] |
//! | `FAKE_CUDA_NOT_READY` | how often an event answers that it is not ready yet | 0 |
//! | `FAKE_CUDA_FAIL` | `N`: call number N of the process fails; `N+`: all from then on; `N:CODE`, `N+:CODE` | none |
//! | `FAKE_CUDA_FAIL_CALL` | `NAME:N` and so on: the same, counting calls of that name, such as `cuMemMap:3:2` | none |
//! | `FAKE_CUDA_REPORT` | the file that the report is written to when the process ends | none |
//!
//! Calls are counted from 1; `cuGetErrorName` cannot fail and is not counted. A call that is made to fail answers with
//! `CUDA_ERROR_UNKNOWN` (999) unless a code is given, and does nothing else. A setting that cannot be read ends the
//! process, since a test that runs without its fault would prove nothing.

mod api;
mod contents;
mod fault;
mod gpu;
pub mod harness;
mod settings;
mod space;

/// The name of the device. It shows wherever a device is named, so nobody takes it for a GPU.
pub const NAME: &str = "vramlab fake CUDA device (not a GPU)";

/// Where addresses start, unless the environment says otherwise. Nothing of the host is there.
pub const BASE: u64 = 1 << 48;

/// Bytes that plain memory is charged in, that addresses are multiples of, and that physical memory is a multiple of.
pub const GRANULARITY: u64 = 2 << 20;
