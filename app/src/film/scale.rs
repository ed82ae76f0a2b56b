/// How many bytes a strip is long. All runs of a report share it, so that they can be compared by eye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    pub bytes: u64,
    /// The strip is the whole device, so that what is free on it is seen.
    pub whole_device: bool,
}

impl Scale {
    /// Returns the scale of runs that took at most so much of their device: the device where one of them came near its
    /// limits, or else what they took.
    pub fn new(device: u64, most: u64, refused: bool) -> Self {
        if refused || most.saturating_mul(2) >= device {
            Self { bytes: device.max(most), whole_device: true }
        } else {
            Self { bytes: most.max(1), whole_device: false }
        }
    }
}
