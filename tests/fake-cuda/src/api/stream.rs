//! Streams and events. Work takes no time, so that waiting is looking whether what is waited for exists.
#![expect(unsafe_code, reason = "the functions of a driver are C")]

use std::ffi::{c_uint, c_void};
use std::ptr;

use super::call_in_context;
use super::device::answer;
use crate::gpu::{Answer, Code, Gpu, Mark};

#[unsafe(no_mangle)]
unsafe extern "C" fn cuStreamCreate(stream: *mut *mut c_void, flags: c_uint) -> u32 {
    call_in_context("cuStreamCreate", |driver| {
        if flags > 1 {
            return Err(Code::INVALID_VALUE);
        }
        let number = driver.gpu.number();
        driver.gpu.streams.insert(number);
        // SAFETY: the caller's pointer, see the note in the module above.
        unsafe { answer(stream, pointer(number)) }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamSynchronize(stream: *mut c_void) -> u32 {
    call_in_context("cuStreamSynchronize", |driver| {
        known_stream(&driver.gpu, stream)?;
        driver.gpu.finish(Some(number(stream)));
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamDestroy_v2(stream: *mut c_void) -> u32 {
    call_in_context("cuStreamDestroy", |driver| {
        if driver.gpu.streams.remove(&number(stream)) { Ok(()) } else { Err(Code::INVALID_HANDLE) }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuEventCreate(event: *mut *mut c_void, _flags: c_uint) -> u32 {
    call_in_context("cuEventCreate", |driver| {
        let number = driver.gpu.number();
        driver.gpu.events.insert(number, Mark::default());
        // SAFETY: the caller's pointer, see the note in the module above.
        unsafe { answer(event, pointer(number)) }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuEventRecord(event: *mut c_void, stream: *mut c_void) -> u32 {
    call_in_context("cuEventRecord", |driver| {
        known_stream(&driver.gpu, stream)?;
        *known_event(&mut driver.gpu, event)? = Mark { stream: number(stream), not_ready: driver.settings.not_ready };
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuEventQuery(event: *mut c_void) -> u32 {
    call_in_context("cuEventQuery", |driver| {
        let mark = known_event(&mut driver.gpu, event)?;
        match mark.not_ready.checked_sub(1) {
            Some(fewer) => {
                mark.not_ready = fewer;
                Err(Code::NOT_READY)
            }
            None => Ok(()),
        }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuEventSynchronize(event: *mut c_void) -> u32 {
    call_in_context("cuEventSynchronize", |driver| {
        known_event(&mut driver.gpu, event)?.not_ready = 0;
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuEventDestroy_v2(event: *mut c_void) -> u32 {
    call_in_context("cuEventDestroy", |driver| {
        driver.gpu.events.remove(&number(event)).map(drop).ok_or(Code::INVALID_HANDLE)
    })
}

fn known_stream(gpu: &Gpu, stream: *mut c_void) -> Answer {
    if stream.is_null() || gpu.streams.contains(&number(stream)) { Ok(()) } else { Err(Code::INVALID_HANDLE) }
}

fn known_event(gpu: &mut Gpu, event: *mut c_void) -> Answer<&mut Mark> {
    gpu.events.get_mut(&number(event)).ok_or(Code::INVALID_HANDLE)
}

/// Returns a number as C hands it around: as a pointer that is never followed.
fn pointer(number: u64) -> *mut c_void {
    ptr::without_provenance_mut(usize::try_from(number).unwrap_or_default())
}

fn number(pointer: *mut c_void) -> u64 {
    pointer.addr() as u64
}
