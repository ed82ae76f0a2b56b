use labs::device::cuda;

use crate::domain::DeviceName;

/// Returns the first GPU where there is one that works, and the simulated device elsewhere, with the reason.
pub(super) fn best() -> (DeviceName, Option<String>) {
    let found = match cuda::probe() {
        Ok(found) => found,
        Err(reason) => return (DeviceName::Sim, Some(reason.to_string())),
    };
    match found.devices.iter().find(|device| device.problem.is_none()) {
        Some(device) => (DeviceName::Cuda(device.index), None),
        None => (DeviceName::Sim, found.devices.into_iter().find_map(|device| device.problem)),
    }
}
