//! Faults on demand.

use crate::device::{DeviceError, Result};

/// A call that will fail.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    /// Calls that go well before it.
    pub(super) after: u64,
    pub(super) error: DeviceError,
}

/// Counts a call, and fails when it is the one.
pub(super) fn take(fault: &mut Option<Fault>) -> Result<()> {
    match fault {
        None => Ok(()),
        Some(Fault { after: 0, error }) => {
            let error = error.clone();
            *fault = None;
            Err(error)
        }
        Some(Fault { after, .. }) => {
            *after -= 1;
            Ok(())
        }
    }
}
