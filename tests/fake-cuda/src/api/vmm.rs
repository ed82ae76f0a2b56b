//! Virtual memory. As with the real driver, none of this needs a context.
#![expect(unsafe_code, reason = "the functions of a driver are C")]

use std::ffi::{c_int, c_ulonglong, c_void};

use super::call_on_virtual_memory;
use super::device::answer;
use crate::GRANULARITY;
use crate::gpu::{Answer, Code};

/// `CU_MEM_ALLOCATION_TYPE_PINNED`, the only type of memory there is.
const PINNED: u32 = 1;
/// `CU_MEM_LOCATION_TYPE_DEVICE`.
const ON_DEVICE: u32 = 1;
/// `CU_MEM_ACCESS_FLAGS_PROT_READWRITE`.
const READ_AND_WRITE: u32 = 3;

/// `CUmemLocation`.
#[derive(Clone, Copy)]
#[repr(C)]
struct Location {
    kind: u32,
    id: c_int,
}

/// `CUmemAllocationProp`.
#[derive(Clone, Copy)]
#[repr(C)]
struct Properties {
    kind: u32,
    shared_as: u32,
    location: Location,
    windows: *mut c_void,
    compression: u8,
    remote: u8,
    usage: u16,
    reserved: [u8; 4],
}

/// `CUmemAccessDesc`.
#[derive(Clone, Copy)]
#[repr(C)]
struct Access {
    location: Location,
    flags: u32,
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemGetAllocationGranularity(bytes: *mut u64, properties: *const Properties, which: u32) -> u32 {
    call_on_virtual_memory("cuMemGetAllocationGranularity", |_| {
        // SAFETY: the caller's pointers, see the note in the module above.
        unsafe {
            check(properties)?;
            if which > 1 {
                return Err(Code::INVALID_VALUE);
            }
            answer(bytes, GRANULARITY)
        }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemAddressReserve(
    address: *mut u64,
    bytes: usize,
    alignment: usize,
    _wanted: u64,
    flags: c_ulonglong,
) -> u32 {
    call_on_virtual_memory("cuMemAddressReserve", |gpu| {
        // An alignment beyond the unit would be a promise that is not kept here.
        if flags != 0 || alignment as u64 > GRANULARITY {
            return Err(Code::INVALID_VALUE);
        }
        let start = gpu.reserve(bytes as u64)?;
        // SAFETY: the caller's pointer, see the note in the module above.
        unsafe { answer(address, start) }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuMemAddressFree(address: u64, bytes: usize) -> u32 {
    call_on_virtual_memory("cuMemAddressFree", |gpu| gpu.free_reservation(address, bytes as u64))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemCreate(
    handle: *mut u64,
    bytes: usize,
    properties: *const Properties,
    flags: c_ulonglong,
) -> u32 {
    call_on_virtual_memory("cuMemCreate", |gpu| {
        // SAFETY: the caller's pointer, see the note in the module above.
        unsafe { check(properties) }?;
        if flags != 0 {
            return Err(Code::INVALID_VALUE);
        }
        let made = gpu.create(bytes as u64)?;
        // SAFETY: as above.
        unsafe { answer(handle, made) }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuMemMap(address: u64, bytes: usize, offset: usize, handle: u64, flags: c_ulonglong) -> u32 {
    call_on_virtual_memory("cuMemMap", |gpu| {
        if offset != 0 || flags != 0 {
            return Err(Code::INVALID_VALUE);
        }
        gpu.map(address, bytes as u64, handle)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemSetAccess(address: u64, bytes: usize, access: *const Access, count: usize) -> u32 {
    call_on_virtual_memory("cuMemSetAccess", |gpu| {
        if access.is_null() || count != 1 {
            return Err(Code::INVALID_VALUE);
        }
        // SAFETY: it is not null, and the caller says that one description is there.
        let access = unsafe { access.read() };
        on_device(access.location)?;
        gpu.set_access(address, bytes as u64, access.flags == READ_AND_WRITE)
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuMemUnmap(address: u64, bytes: usize) -> u32 {
    call_on_virtual_memory("cuMemUnmap", |gpu| gpu.unmap(address, bytes as u64))
}

#[unsafe(no_mangle)]
extern "C" fn cuMemRelease(handle: u64) -> u32 {
    call_on_virtual_memory("cuMemRelease", |gpu| gpu.release(handle))
}

/// Refuses what the device does not have: other kinds of memory, other places, memory that other processes may use.
///
/// # Safety
///
/// The pointer is null, or it leads to properties.
unsafe fn check(properties: *const Properties) -> Answer {
    if properties.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    // SAFETY: it is not null, and the caller answers for the rest.
    let properties = unsafe { properties.read() };
    let plain = properties.kind == PINNED
        && properties.shared_as == 0
        && properties.windows.is_null()
        && (properties.compression, properties.remote, properties.usage) == (0, 0, 0)
        && properties.reserved == [0; 4];
    if plain { on_device(properties.location) } else { Err(Code::INVALID_VALUE) }
}

fn on_device(location: Location) -> Answer {
    if (location.kind, location.id) == (ON_DEVICE, 0) { Ok(()) } else { Err(Code::INVALID_DEVICE) }
}
