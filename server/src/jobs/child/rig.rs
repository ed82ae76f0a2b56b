//! Devices by name, with no more memory than the operator gives to a run.

use labs::experiment::{GpuRig, LabDevice, Rig, RigError, SimRig};

use crate::domain::DeviceName;

/// Returns what gives an experiment its devices.
pub fn rig(device: DeviceName) -> Box<dyn Rig> {
    match device {
        DeviceName::Sim => Box::new(SimRig),
        DeviceName::Cuda(index) => Box::new(GpuRig::new(index)),
    }
}

/// Of a real device, a run gets so many bytes at the most. Simulated ones may be of any size.
#[derive(Debug)]
pub(super) struct Budgeted<R> {
    pub(super) rig: R,
    pub(super) bytes: u64,
}

impl Rig for Budgeted<Box<dyn Rig>> {
    fn limit(&mut self) -> Result<Option<u64>, RigError> {
        Ok(self.rig.limit()?.map(|limit| limit.min(self.bytes)))
    }

    fn open(&mut self, bytes: u64) -> Result<Box<dyn LabDevice>, RigError> {
        self.rig.open(bytes)
    }
}
