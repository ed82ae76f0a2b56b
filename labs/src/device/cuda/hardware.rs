//! What the driver tells of a device without a context on it.
#![expect(unsafe_code, reason = "the functions of the driver are C")]

use std::ffi::{CStr, c_char, c_int};
use std::fmt::Write as _;

use cudarc::driver::sys::{CUdevice, CUdevice_attribute, CUuuid};

use super::driver::Driver;
use super::probe::Unusable;
use crate::device::Result;

/// How the driver of the tests names its device.
///
/// Whoever puts that driver in the place of the real one is told of a simulated device on every result, not of a GPU.
const FAKE: &str = "vramlab fake CUDA device";

/// A device that the driver shows.
pub(super) struct Hardware {
    driver: &'static Driver,
    pub(super) device: CUdevice,
}

impl Hardware {
    /// Returns how many devices there are: one at least, or the error that says that there is none.
    pub(super) fn count(driver: &Driver) -> std::result::Result<u32, Unusable> {
        let mut count = 0;
        // SAFETY: the pointer leads to where the answer goes.
        unsafe { driver.device_get_count(&raw mut count) }.map_err(Unusable::from_start)?;
        u32::try_from(count).ok().filter(|count| *count > 0).ok_or(Unusable::NoDevice)
    }

    /// Returns the CUDA version that the driver is for.
    pub(super) fn driver_version(driver: &Driver) -> Result<String> {
        let mut version = 0;
        // SAFETY: the pointer leads to where the answer goes.
        unsafe { driver.driver_get_version(&raw mut version) }?;
        Ok(format!("{}.{}", version / 1000, version % 1000 / 10))
    }

    /// Returns the device with this number, which is below [`count`](Self::count).
    pub(super) fn get(driver: &'static Driver, index: u32) -> Result<Self> {
        let mut device = 0;
        let ordinal = c_int::try_from(index).unwrap_or(c_int::MAX);
        // SAFETY: the pointer leads to where the answer goes; a number too high is an error.
        unsafe { driver.device_get(&raw mut device, ordinal) }?;
        Ok(Self { driver, device })
    }

    pub(super) fn name(&self) -> Result<String> {
        const LENGTH: c_int = 256;
        let mut name: [c_char; LENGTH as usize] = [0; LENGTH as usize];
        // SAFETY: the buffer has this length, of which the driver uses at most all but one when it ends the text.
        unsafe { self.driver.device_get_name(name.as_mut_ptr(), LENGTH - 1, self.device) }?;
        // SAFETY: the last byte of the buffer is still zero, so the text ends inside it.
        Ok(unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned())
    }

    /// Says whether this is the device of the fake driver.
    pub(super) fn is_fake(&self) -> Result<bool> {
        Ok(self.name()?.starts_with(FAKE))
    }

    pub(super) fn uuid(&self) -> Result<String> {
        let mut uuid = CUuuid { bytes: [0; 16] };
        // SAFETY: the pointer leads to where the answer goes.
        unsafe { self.driver.device_get_uuid(&raw mut uuid, self.device) }?;
        let mut text = String::with_capacity(36);
        for (at, byte) in uuid.bytes.iter().enumerate() {
            if matches!(at, 4 | 6 | 8 | 10) {
                text.push('-');
            }
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
        }
        Ok(text)
    }

    pub(super) fn compute_capability(&self) -> Result<String> {
        let major = self.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = self.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        Ok(format!("{major}.{minor}"))
    }

    /// Returns the bytes of memory in all.
    pub(super) fn total(&self) -> Result<u64> {
        let mut bytes = 0;
        // SAFETY: the pointer leads to where the answer goes.
        unsafe { self.driver.device_total_mem(&raw mut bytes, self.device) }?;
        Ok(bytes as u64)
    }

    pub(super) fn has_virtual_memory(&self) -> Result<bool> {
        Ok(self.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED)? != 0)
    }

    fn attribute(&self, attribute: CUdevice_attribute) -> Result<c_int> {
        let mut value = 0;
        // SAFETY: the pointer leads to where the answer goes.
        unsafe { self.driver.device_get_attribute(&raw mut value, attribute, self.device) }?;
        Ok(value)
    }
}
