use super::{LabDevice, Rig, RigError};
use crate::bytes::{GIB, MIB};
use crate::device::cuda::Cuda;
use crate::device::{Capped, Device};

/// Left free on the device, since other programs use it too and the driver needs some for itself.
const SPARED: u64 = GIB;

/// Less is no use to any experiment.
const LEAST: u64 = 256 * MIB;

/// A GPU, of which each device that is opened is a part: its budget.
#[derive(Debug, Clone, Copy)]
pub struct GpuRig {
    index: u32,
}

impl GpuRig {
    /// Returns the rig for the GPU with this number.
    pub const fn new(index: u32) -> Self {
        Self { index }
    }
}

impl Rig for GpuRig {
    fn limit(&mut self) -> Result<Option<u64>, RigError> {
        let mut device = Cuda::open(self.index)?;
        let free = device.memory()?.free;
        let spared = SPARED.min(free / 4);
        if free - spared < LEAST {
            let device = device.description().name;
            return Err(RigError::Full { device, free: free / MIB, needed: (LEAST + spared) / MIB });
        }
        Ok(Some(free - spared))
    }

    fn open(&mut self, bytes: u64) -> Result<Box<dyn LabDevice>, RigError> {
        Ok(Box::new(Capped::new(Cuda::open(self.index)?, bytes)))
    }
}
