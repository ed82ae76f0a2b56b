//! What a recorded trace asks of a device that no allocator asks.

use super::{Device, DeviceError, Result, Stream};

/// A device whose surroundings a trace may change: other users of its memory, work in its streams.
///
/// The defaults are for real devices, where nobody can.
pub trait Adjust: Device {
    /// Makes the memory that somebody else uses so many bytes.
    fn set_external(&mut self, _bytes: u64) -> Result<()> {
        Err(DeviceError::Unsupported { what: "memory of somebody else cannot be set".into() })
    }

    /// Says whether a stream has work to do. Events recorded on a busy stream are not ready.
    fn set_stream_busy(&mut self, _stream: Stream, _busy: bool) -> Result<()> {
        Err(DeviceError::Unsupported { what: "a stream cannot be made busy".into() })
    }

    /// Returns the bytes in use, whoever uses them.
    fn used(&mut self) -> Result<u64> {
        let memory = self.memory()?;
        Ok(memory.total - memory.free)
    }
}
