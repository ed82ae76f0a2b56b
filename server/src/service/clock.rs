//! The one place that reads the clock and the system's randomness; everything else is handed both.

use std::time::SystemTime;

use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::domain::Timestamp;

/// The time of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock;

impl Clock {
    /// Returns the time now.
    #[expect(clippy::disallowed_methods, reason = "this is where the time comes from")]
    pub fn now(self) -> Timestamp {
        Timestamp::from_system_time(SystemTime::now())
    }
}

/// Returns a generator fit for cryptography, seeded by the operating system.
#[expect(clippy::disallowed_methods, reason = "this is where randomness comes from")]
pub fn rng() -> StdRng {
    StdRng::from_rng(&mut rand::rng())
}
