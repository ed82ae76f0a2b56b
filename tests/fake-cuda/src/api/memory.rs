//! Plain memory and contents.
#![expect(unsafe_code, reason = "the functions of a driver are C")]

use std::ffi::c_void;
use std::slice;

use super::call_in_context;
use super::device::answer;
use crate::gpu::{Answer, Code};

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemGetInfo_v2(free: *mut u64, total: *mut u64) -> u32 {
    call_in_context("cuMemGetInfo", |driver| {
        // SAFETY: the caller's pointers, see the note in the module above.
        unsafe {
            answer(free, driver.gpu.free())?;
            answer(total, driver.gpu.total())
        }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemAlloc_v2(address: *mut u64, bytes: usize) -> u32 {
    call_in_context("cuMemAlloc", |driver| {
        let start = driver.gpu.allocate(bytes as u64)?;
        // SAFETY: the caller's pointer, see the note in the module above.
        unsafe { answer(address, start) }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuMemFree_v2(address: u64) -> u32 {
    call_in_context("cuMemFree", |driver| driver.gpu.deallocate(address))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemcpyHtoD_v2(to: u64, from: *const c_void, bytes: usize) -> u32 {
    call_in_context("cuMemcpyHtoD", |driver| {
        not_null(from)?;
        // SAFETY: the caller says that so many bytes are there.
        driver.gpu.write(to, unsafe { slice::from_raw_parts(from.cast(), bytes) })
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemcpyDtoH_v2(to: *mut c_void, from: u64, bytes: usize) -> u32 {
    call_in_context("cuMemcpyDtoH", |driver| {
        not_null(to)?;
        // SAFETY: the caller says that so many bytes may be written there, and that they hold something.
        driver.gpu.read(from, unsafe { slice::from_raw_parts_mut(to.cast(), bytes) })
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuMemcpyDtoD_v2(to: u64, from: u64, bytes: usize) -> u32 {
    call_in_context("cuMemcpyDtoD", |driver| driver.gpu.copy(to, from, bytes as u64))
}

fn not_null(pointer: *const c_void) -> Answer {
    if pointer.is_null() { Err(Code::INVALID_VALUE) } else { Ok(()) }
}
