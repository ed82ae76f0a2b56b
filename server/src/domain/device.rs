//! Devices that labs run on, by name.

use std::fmt;
use std::str::FromStr;

/// A device by its name: `sim`, or `cuda:` and the number of a GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeviceName {
    /// The simulated device.
    Sim,
    /// A GPU of the machine that the run gets to.
    Cuda(u32),
}

/// The text names no device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write sim, or cuda: and the number of a GPU, such as cuda:0")]
pub struct DeviceNameError;

impl FromStr for DeviceName {
    type Err = DeviceNameError;

    fn from_str(text: &str) -> Result<Self, DeviceNameError> {
        if text == "sim" {
            return Ok(Self::Sim);
        }
        let digits = text.strip_prefix("cuda:").ok_or(DeviceNameError)?;
        let index: u32 = digits.parse().map_err(|_| DeviceNameError)?;
        // One name for each device, since names are compared as text too.
        if index.to_string() == digits { Ok(Self::Cuda(index)) } else { Err(DeviceNameError) }
    }
}

impl fmt::Display for DeviceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sim => f.write_str("sim"),
            Self::Cuda(index) => write!(f, "cuda:{index}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_named_in_full_and_in_one_way() {
        for (text, device) in
            [("sim", DeviceName::Sim), ("cuda:0", DeviceName::Cuda(0)), ("cuda:12", DeviceName::Cuda(12))]
        {
            assert_eq!(text.parse(), Ok(device));
            assert_eq!(device.to_string(), text);
        }
        for wrong in ["", "cuda", "cuda:", "cuda:-1", "cuda:+1", "cuda:01", "cuda:x", "gpu", "SIM", "cuda:99999999999"]
        {
            assert_eq!(wrong.parse::<DeviceName>(), Err(DeviceNameError), "{wrong}");
        }
    }
}
