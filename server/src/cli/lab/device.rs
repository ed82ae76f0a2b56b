use std::str::FromStr;

use labs::device::cuda;
use labs::experiment::{GpuRig, Rig, SimRig};

/// A device by its name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeviceName {
    Sim,
    Cuda(u32),
}

impl FromStr for DeviceName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let index = text.strip_prefix("cuda:").and_then(|index| index.parse().ok());
        match (text, index) {
            ("sim", _) => Ok(Self::Sim),
            (_, Some(index)) => Ok(Self::Cuda(index)),
            _ => Err("write sim, or cuda: and the number of a GPU, such as cuda:0".to_owned()),
        }
    }
}

impl DeviceName {
    /// Returns the first GPU where there is one that works, and the simulated device elsewhere, with the reason.
    pub(super) fn best() -> (Self, Option<String>) {
        let found = match cuda::probe() {
            Ok(found) => found,
            Err(reason) => return (Self::Sim, Some(reason.to_string())),
        };
        match found.devices.iter().find(|device| device.problem.is_none()) {
            Some(device) => (Self::Cuda(device.index), None),
            None => (Self::Sim, found.devices.into_iter().find_map(|device| device.problem)),
        }
    }

    pub(super) fn rig(self) -> Box<dyn Rig> {
        match self {
            Self::Sim => Box::new(SimRig),
            Self::Cuda(index) => Box::new(GpuRig::new(index)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_named_in_full() {
        assert_eq!("sim".parse(), Ok(DeviceName::Sim));
        assert_eq!("cuda:12".parse(), Ok(DeviceName::Cuda(12)));
        for wrong in ["", "cuda", "cuda:", "cuda:-1", "cuda:x", "gpu", "SIM", "cuda:99999999999"] {
            assert!(wrong.parse::<DeviceName>().is_err(), "{wrong}");
        }
    }
}
