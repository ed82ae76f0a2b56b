//! Where an experiment runs.

use std::fmt::Debug;

use crate::device::sim::{Sim, SimOptions};
use crate::device::{Capped, Device, DeviceError};

#[cfg(feature = "cuda")]
mod gpu;

#[cfg(feature = "cuda")]
pub use gpu::GpuRig;

/// A device that says who refused memory.
pub trait LabDevice: Device + Debug {
    /// Returns how often memory was refused because of a budget, and not by the device.
    fn budget_refusals(&self) -> u64;
}

/// Gives an experiment its devices: a fresh one for each allocator, so that nothing is left of the one before.
pub trait Rig {
    /// Returns the bytes that an experiment may take of the device; nothing where it may have as many as it wants.
    fn limit(&mut self) -> Result<Option<u64>, RigError>;

    /// Returns a device with so many bytes of memory. Of a larger one, only so many may be taken.
    fn open(&mut self, bytes: u64) -> Result<Box<dyn LabDevice>, RigError>;
}

/// Why there is no device.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RigError {
    #[error(transparent)]
    Device(#[from] DeviceError),
    #[cfg(feature = "cuda")]
    #[error(transparent)]
    Open(#[from] crate::device::cuda::OpenError),
    /// Less than any experiment needs.
    #[error("{device} has {free} MiB free, and an experiment needs {needed} MiB at least; end what uses the rest")]
    Full { device: String, free: u64, needed: u64 },
}

/// Simulated devices of any size.
#[derive(Debug, Clone, Copy, Default)]
pub struct SimRig;

impl Rig for SimRig {
    fn limit(&mut self) -> Result<Option<u64>, RigError> {
        Ok(None)
    }

    fn open(&mut self, bytes: u64) -> Result<Box<dyn LabDevice>, RigError> {
        Ok(Box::new(Sim::new(&SimOptions::new(bytes))))
    }
}

impl LabDevice for Sim {
    fn budget_refusals(&self) -> u64 {
        0
    }
}

impl<D: Device + Debug> LabDevice for Capped<D> {
    fn budget_refusals(&self) -> u64 {
        self.refusals()
    }
}
