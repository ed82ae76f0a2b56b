//! What CUDA there is on this machine, or why there is none. Nothing here panics, whatever the machine lacks.

use serde::Serialize;

use super::code;
use super::context::Context;
use super::driver::Driver;
use super::hardware::Hardware;
use crate::device::DeviceError;

/// Why CUDA cannot be used on this machine. Each text says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The library of the driver is not here, or it cannot be loaded.
    #[error(
        "no NVIDIA driver was found (the library libcuda.so.1 cannot be loaded); install the driver, or use \
         --device sim"
    )]
    NoLibrary,
    /// The library is the one that programs are linked with where there is no driver.
    #[error(
        "the libcuda that was found is the stub of the CUDA toolkit, which answers nothing but errors; take its folder \
         out of LD_LIBRARY_PATH and install the NVIDIA driver"
    )]
    StubLibrary,
    /// The driver lacks functions that this program calls.
    #[error(
        "the NVIDIA driver is too old or incomplete: it lacks {}; install one for CUDA 11.4 or later",
        list(symbols)
    )]
    MissingFunctions { symbols: Vec<&'static str> },
    /// The part of the driver in the kernel is not of the version that the library is.
    #[error(
        "the library of the NVIDIA driver and its kernel module differ in version; restart the machine after the \
         driver was updated"
    )]
    VersionMismatch,
    /// There is a driver, and no device that it would show.
    #[error(
        "the NVIDIA driver sees no device; check that nvidia-smi lists one, that this process may open /dev/nvidia0, \
         and that CUDA_VISIBLE_DEVICES does not hide it"
    )]
    NoDevice,
    /// The driver failed otherwise.
    #[error("the NVIDIA driver does not work: {0}; see what nvidia-smi says")]
    Broken(#[from] DeviceError),
}

impl Unusable {
    /// Explains what the driver answered when it was started.
    pub(super) fn from_start(error: DeviceError) -> Self {
        match error {
            DeviceError::Driver { code: code::STUB_LIBRARY, .. } => Self::StubLibrary,
            DeviceError::Driver { code: code::NO_DEVICE, .. } => Self::NoDevice,
            DeviceError::Driver { code: code::SYSTEM_DRIVER_MISMATCH, .. } => Self::VersionMismatch,
            error => Self::Broken(error),
        }
    }
}

/// Returns the first names of a list that may be long.
fn list(symbols: &[&str]) -> String {
    const SHOWN: usize = 3;
    let shown = symbols.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    match symbols.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// What the driver shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The CUDA version that the driver is for, such as `13.2`.
    pub driver: String,
    /// In the order of their numbers.
    pub devices: Vec<FoundDevice>,
}

/// A device as `vramlab lab devices` lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FoundDevice {
    /// The number behind `cuda:`.
    pub index: u32,
    pub name: String,
    /// Says that the driver is the one of the tests, and this no GPU.
    pub simulated: bool,
    /// As nvidia-smi writes it, without what stands before the first hyphen there.
    pub uuid: String,
    /// Such as `9.0`.
    pub compute_capability: String,
    /// Bytes of memory in all.
    pub total: u64,
    /// Bytes that nobody uses; nothing where no context could be made to ask in.
    pub free: Option<u64>,
    /// Says whether memory can be reserved and mapped apart, which expandable segments need.
    pub virtual_memory: bool,
    /// Why the device cannot be used now, if it cannot.
    pub problem: Option<String>,
}

/// Returns what CUDA there is on this machine, or why there is none.
///
/// Asking a device for its free memory makes a context on it, which takes some hundred MiB of it until this returns.
pub fn probe() -> Result<Found, Unusable> {
    let driver = Driver::start()?;
    let count = Hardware::count(driver)?;
    let devices = (0..count).map(|index| look(driver, index)).collect::<Result<_, _>>()?;
    Ok(Found { driver: Hardware::driver_version(driver)?, devices })
}

fn look(driver: &'static Driver, index: u32) -> Result<FoundDevice, DeviceError> {
    let hardware = Hardware::get(driver, index)?;
    let free = Context::retain(driver, hardware.device).and_then(|context| context.memory());
    Ok(FoundDevice {
        index,
        name: hardware.name()?,
        simulated: hardware.is_fake()?,
        uuid: hardware.uuid()?,
        compute_capability: hardware.compute_capability()?,
        total: hardware.total()?,
        free: free.as_ref().ok().map(|memory| memory.free),
        virtual_memory: hardware.has_virtual_memory()?,
        problem: free.err().map(|error| error.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_of_missing_functions_is_cut() {
        let error = |symbols: &[&'static str]| Unusable::MissingFunctions { symbols: symbols.to_vec() }.to_string();
        assert!(error(&["cuMemMap"]).contains("lacks cuMemMap; install"));
        assert!(error(&["a", "b", "c", "d", "e"]).contains("lacks a, b, c and 2 more; install"));
    }

    #[test]
    fn the_answers_to_starting_are_told_apart() {
        let answer = |code| Unusable::from_start(DeviceError::Driver { call: "cuInit", code, name: String::new() });
        assert_eq!(answer(34), Unusable::StubLibrary);
        assert_eq!(answer(100), Unusable::NoDevice);
        assert_eq!(answer(803), Unusable::VersionMismatch);
        assert!(matches!(answer(999), Unusable::Broken(_)));
    }
}
