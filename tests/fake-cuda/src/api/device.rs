//! Starting, the device and its context.
#![expect(unsafe_code, reason = "the functions of a driver are C")]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr;

use super::{CURRENT, call, call_in_context};
use crate::NAME;
use crate::gpu::{Answer, Code};
use crate::settings::Mode;

/// What the driver says that it is for: CUDA 12.4.
const VERSION: c_int = 12040;

/// The only device.
const DEVICE: c_int = 0;

/// The number of its context. It is looked at and never followed.
const CONTEXT: *mut c_void = ptr::without_provenance_mut(0x10);

/// Attributes of a device that are asked for.
const COMPUTE_CAPABILITY_MAJOR: u32 = 75;
const COMPUTE_CAPABILITY_MINOR: u32 = 76;
const VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: u32 = 102;

#[unsafe(no_mangle)]
extern "C" fn cuInit(flags: c_uint) -> u32 {
    call("cuInit", |driver| {
        if flags != 0 {
            return Err(Code::INVALID_VALUE);
        }
        if driver.settings.mode == Mode::NoDevice {
            return Err(Code::NO_DEVICE);
        }
        driver.initialized = true;
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDriverGetVersion(version: *mut c_int) -> u32 {
    // SAFETY: the caller's pointer, see the note in the module above.
    call("cuDriverGetVersion", |_| unsafe { answer(version, VERSION) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuGetErrorName(code: u32, name: *mut *const c_char) -> u32 {
    // SAFETY: the caller's pointer, see the note in the module above.
    match known_name(code).map_or(Err(Code::INVALID_VALUE), |text| unsafe { answer(name, text.as_ptr()) }) {
        Ok(()) => 0,
        Err(Code(code)) => code,
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGetCount(count: *mut c_int) -> u32 {
    // SAFETY: the caller's pointer, see the note in the module above.
    call("cuDeviceGetCount", |_| unsafe { answer(count, 1) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGet(device: *mut c_int, ordinal: c_int) -> u32 {
    call("cuDeviceGet", |_| {
        existing(ordinal)?;
        // SAFETY: the caller's pointer, see the note in the module above.
        unsafe { answer(device, DEVICE) }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGetName(name: *mut c_char, length: c_int, device: c_int) -> u32 {
    call("cuDeviceGetName", |_| {
        existing(device)?;
        let room = usize::try_from(length).ok().and_then(|length| length.checked_sub(1)).ok_or(Code::INVALID_VALUE)?;
        if name.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        let text = &NAME.as_bytes()[..NAME.len().min(room)];
        // SAFETY: the caller's buffer has room for the text and the zero behind it, as the caller says.
        unsafe {
            ptr::copy_nonoverlapping(text.as_ptr().cast(), name, text.len());
            name.add(text.len()).write(0);
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGetUuid_v2(uuid: *mut [u8; 16], device: c_int) -> u32 {
    call("cuDeviceGetUuid", |_| {
        existing(device)?;
        // SAFETY: the caller's pointer, see the note in the module above.
        unsafe { answer(uuid, *b"vramlab fake GPU") }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGetAttribute(value: *mut c_int, attribute: u32, device: c_int) -> u32 {
    call("cuDeviceGetAttribute", |driver| {
        existing(device)?;
        let number = match attribute {
            COMPUTE_CAPABILITY_MAJOR | COMPUTE_CAPABILITY_MINOR => 0,
            VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED => c_int::from(driver.settings.has_virtual_memory),
            _ => return Err(Code::INVALID_VALUE),
        };
        // SAFETY: the caller's pointer, see the note in the module above.
        unsafe { answer(value, number) }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceTotalMem_v2(bytes: *mut u64, device: c_int) -> u32 {
    call("cuDeviceTotalMem", |driver| {
        existing(device)?;
        // SAFETY: the caller's pointer, see the note in the module above.
        unsafe { answer(bytes, driver.gpu.total()) }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDevicePrimaryCtxRetain(context: *mut *mut c_void, device: c_int) -> u32 {
    call("cuDevicePrimaryCtxRetain", |driver| {
        existing(device)?;
        // SAFETY: the caller's pointer, see the note in the module above.
        unsafe { answer(context, CONTEXT) }?;
        driver.gpu.contexts += 1;
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuDevicePrimaryCtxRelease_v2(device: c_int) -> u32 {
    call("cuDevicePrimaryCtxRelease", |driver| {
        existing(device)?;
        driver.gpu.contexts = driver.gpu.contexts.checked_sub(1).ok_or(Code::INVALID_CONTEXT)?;
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuCtxSetCurrent(context: *mut c_void) -> u32 {
    call("cuCtxSetCurrent", |driver| {
        if !context.is_null() && (context != CONTEXT || driver.gpu.contexts == 0) {
            return Err(Code::INVALID_CONTEXT);
        }
        CURRENT.set(!context.is_null());
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuCtxSynchronize() -> u32 {
    call_in_context("cuCtxSynchronize", |driver| {
        driver.gpu.finish(None);
        Ok(())
    })
}

/// Puts an answer where the caller wants it.
///
/// # Safety
///
/// The pointer is null, or it leads to where a `T` may be written.
pub(super) unsafe fn answer<T>(place: *mut T, value: T) -> Answer {
    if place.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    // SAFETY: it is not null, and the caller answers for the rest.
    unsafe { place.write(value) };
    Ok(())
}

/// Has a function called when the process ends.
pub(super) fn at_exit(function: fn()) {
    use std::sync::OnceLock;

    static FUNCTION: OnceLock<fn()> = OnceLock::new();

    extern "C" fn run() {
        if let Some(function) = FUNCTION.get() {
            function();
        }
    }

    unsafe extern "C" {
        fn atexit(function: extern "C" fn()) -> c_int;
    }

    if FUNCTION.set(function).is_ok() {
        // SAFETY: the function takes and returns nothing. The C library calls it before this library is unloaded.
        unsafe { atexit(run) };
    }
}

fn existing(device: c_int) -> Answer {
    if device == DEVICE { Ok(()) } else { Err(Code::INVALID_DEVICE) }
}

fn known_name(code: u32) -> Option<&'static CStr> {
    Some(match code {
        0 => c"CUDA_SUCCESS",
        1 => c"CUDA_ERROR_INVALID_VALUE",
        2 => c"CUDA_ERROR_OUT_OF_MEMORY",
        3 => c"CUDA_ERROR_NOT_INITIALIZED",
        34 => c"CUDA_ERROR_STUB_LIBRARY",
        100 => c"CUDA_ERROR_NO_DEVICE",
        101 => c"CUDA_ERROR_INVALID_DEVICE",
        201 => c"CUDA_ERROR_INVALID_CONTEXT",
        208 => c"CUDA_ERROR_ALREADY_MAPPED",
        400 => c"CUDA_ERROR_INVALID_HANDLE",
        600 => c"CUDA_ERROR_NOT_READY",
        700 => c"CUDA_ERROR_ILLEGAL_ADDRESS",
        801 => c"CUDA_ERROR_NOT_SUPPORTED",
        999 => c"CUDA_ERROR_UNKNOWN",
        _ => return None,
    })
}
