//! Streams and events.
#![expect(unsafe_code, reason = "the functions of the driver are C")]

use std::collections::BTreeMap;
use std::ptr;

use cudarc::driver::sys::{CUevent, CUevent_flags, CUstream, CUstream_flags};

use super::code;
use super::driver::Driver;
use super::invalid;
use crate::device::{DeviceError, Event, Result, Stream};

/// The streams and events that are in use.
#[derive(Debug, Default)]
pub(super) struct Streams {
    /// All but the default stream, each made when it is first named.
    made: BTreeMap<Stream, CUstream>,
    events: BTreeMap<Event, CUevent>,
    /// The number of the next event.
    next: u64,
}

impl Streams {
    pub(super) fn record_event(&mut self, driver: &Driver, stream: Stream) -> Result<Event> {
        let stream = self.stream(driver, stream)?;
        let event = self.event(driver)?;
        // SAFETY: both were made and not destroyed.
        if let Err(error) = unsafe { driver.event_record(self.events[&event], stream) } {
            // Nobody will know of the event. What cannot be destroyed now is tried again at the end.
            let _ = self.destroy_event(driver, event);
            return Err(error);
        }
        Ok(event)
    }

    pub(super) fn query_event(&self, driver: &Driver, event: Event) -> Result<bool> {
        let event = self.known(event, "cuEventQuery")?;
        // SAFETY: the event was made and not destroyed.
        match unsafe { driver.event_query(event) } {
            Ok(()) => Ok(true),
            Err(DeviceError::Driver { code: code::NOT_READY, .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(super) fn synchronize_event(&self, driver: &Driver, event: Event) -> Result<()> {
        let event = self.known(event, "cuEventSynchronize")?;
        // SAFETY: the event was made and not destroyed.
        unsafe { driver.event_synchronize(event) }
    }

    pub(super) fn destroy_event(&mut self, driver: &Driver, event: Event) -> Result<()> {
        destroy_event(driver, self.known(event, "cuEventDestroy")?)?;
        self.events.remove(&event);
        Ok(())
    }

    pub(super) fn synchronize_stream(&mut self, driver: &Driver, stream: Stream) -> Result<()> {
        let stream = self.stream(driver, stream)?;
        // SAFETY: the stream was made and not destroyed, or it is the default stream.
        unsafe { driver.stream_synchronize(stream) }
    }

    /// Destroys everything. What the driver does not take back stays in use.
    pub(super) fn give_back(&mut self, driver: &Driver) {
        self.events.retain(|_, event| destroy_event(driver, *event).is_err());
        // SAFETY: the streams were made and not destroyed.
        self.made.retain(|_, stream| unsafe { driver.stream_destroy(*stream) }.is_err());
    }

    /// Returns the driver's stream, which is made if it is not there.
    ///
    /// Streams do not wait for the default stream, as those of PyTorch do not.
    fn stream(&mut self, driver: &Driver, stream: Stream) -> Result<CUstream> {
        if stream == Stream::DEFAULT {
            return Ok(ptr::null_mut());
        }
        if let Some(made) = self.made.get(&stream) {
            return Ok(*made);
        }
        let mut made = ptr::null_mut();
        // SAFETY: the pointer leads to where the answer goes.
        unsafe { driver.stream_create(&raw mut made, CUstream_flags::CU_STREAM_NON_BLOCKING as u32) }?;
        self.made.insert(stream, made);
        Ok(made)
    }

    /// Makes an event that takes no time stamps, which makes it cheap.
    fn event(&mut self, driver: &Driver) -> Result<Event> {
        let mut made = ptr::null_mut();
        // SAFETY: the pointer leads to where the answer goes.
        unsafe { driver.event_create(&raw mut made, CUevent_flags::CU_EVENT_DISABLE_TIMING as u32) }?;
        let event = Event(self.next);
        self.next += 1;
        self.events.insert(event, made);
        Ok(event)
    }

    fn known(&self, event: Event, call: &'static str) -> Result<CUevent> {
        self.events.get(&event).copied().ok_or_else(|| invalid(call))
    }
}

fn destroy_event(driver: &Driver, event: CUevent) -> Result<()> {
    // SAFETY: the event was made and not destroyed. The driver keeps it for as long as work in a stream needs it.
    unsafe { driver.event_destroy(event) }
}
