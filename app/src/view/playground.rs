//! `/{lang}/playground`.

use crate::playground::Attempt;

use super::{DeviceChoice, Link};

/// The script as it was written, and what came of it.
#[derive(Debug, Clone)]
pub struct PlaygroundView {
    /// Where the form asks.
    pub action: String,
    pub script: String,
    pub attempt: Attempt,
    pub examples: Vec<Link>,
    /// Devices that take the script now; empty when none does.
    pub devices: Vec<DeviceChoice>,
    /// Why the script was not sent to a device.
    pub problem: Option<DeviceProblem>,
}

/// Why a script was not sent to a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceProblem {
    /// What is in it cannot be run on one, in the words of the engine.
    Unfit(String),
    /// The device takes no runs now.
    Away,
    /// As many runs wait as may.
    QueueFull,
}
