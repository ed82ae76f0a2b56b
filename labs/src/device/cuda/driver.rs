//! The driver as a table of functions, each looked up by name once.
//!
//! # Note: why these are not cudarc's functions
//!
//! cudarc knows where to look for the library and how its structures are laid out, and both are taken from it. Its
//! functions are another matter. They panic when the driver lacks one, and they return codes as an enum of the codes
//! that were known when the bindings were made: where a newer driver answers with a newer code, such as 226 for a
//! contained memory fault, that is undefined behaviour. So all names are looked up before the first call, missing
//! ones are an ordinary error, and codes are numbers here.
#![expect(unsafe_code, reason = "the functions of the driver are C")]

use std::ffi::{CStr, c_char, c_int, c_uint, c_ulonglong, c_void};
use std::panic::catch_unwind;
use std::ptr;
use std::sync::OnceLock;

use cudarc::driver::sys;

use super::code;
use super::probe::Unusable;
use crate::device::{DeviceError, Result};

macro_rules! functions {
    ($($name:ident = $symbol:literal ($($argument:ident: $type:ty),*);)*) => {
        /// The functions that this crate calls, each named after the driver's.
        ///
        /// All are unsafe in the same way: what the driver's manual asks of the arguments must hold. What it answers
        /// with an error is an error here and no harm.
        #[derive(Debug)]
        pub(super) struct Driver {
            $($name: unsafe extern "C" fn($($type),*) -> u32,)*
            error_name: unsafe extern "C" fn(u32, *mut *const c_char) -> u32,
        }

        impl Driver {
            /// Looks all functions up in the library, which was [loaded](load). The error names those that it lacks.
            fn look_up() -> std::result::Result<Self, Vec<&'static str>> {
                let mut missing = Vec::new();
                // SAFETY: this is the signature in the driver's manual; the name holds the function's version.
                $(let $name = unsafe { symbol($symbol, &mut missing) };)*
                // SAFETY: as above. The code is a number here, for which any value will do.
                let error_name = unsafe { symbol("cuGetErrorName", &mut missing) };
                match ($($name,)* error_name) {
                    ($(Some($name),)* Some(error_name)) => Ok(Self { $($name,)* error_name }),
                    _ => Err(missing),
                }
            }

            $(
                pub(super) unsafe fn $name(&self, $($argument: $type),*) -> Result<()> {
                    // SAFETY: the caller answers for the arguments.
                    let code = unsafe { (self.$name)($($argument),*) };
                    self.check($symbol, code)
                }
            )*
        }
    };
}

functions! {
    init = "cuInit"(flags: c_uint);
    driver_get_version = "cuDriverGetVersion"(version: *mut c_int);

    device_get_count = "cuDeviceGetCount"(count: *mut c_int);
    device_get = "cuDeviceGet"(device: *mut sys::CUdevice, ordinal: c_int);
    device_get_name = "cuDeviceGetName"(name: *mut c_char, length: c_int, device: sys::CUdevice);
    device_get_uuid = "cuDeviceGetUuid_v2"(uuid: *mut sys::CUuuid, device: sys::CUdevice);
    device_get_attribute = "cuDeviceGetAttribute"(
        value: *mut c_int, attribute: sys::CUdevice_attribute, device: sys::CUdevice
    );
    device_total_mem = "cuDeviceTotalMem_v2"(bytes: *mut usize, device: sys::CUdevice);

    primary_ctx_retain = "cuDevicePrimaryCtxRetain"(context: *mut sys::CUcontext, device: sys::CUdevice);
    primary_ctx_release = "cuDevicePrimaryCtxRelease_v2"(device: sys::CUdevice);
    ctx_set_current = "cuCtxSetCurrent"(context: sys::CUcontext);
    ctx_synchronize = "cuCtxSynchronize"();

    mem_get_info = "cuMemGetInfo_v2"(free: *mut usize, total: *mut usize);
    mem_alloc = "cuMemAlloc_v2"(address: *mut sys::CUdeviceptr, bytes: usize);
    mem_free = "cuMemFree_v2"(address: sys::CUdeviceptr);
    memcpy_host_to_device = "cuMemcpyHtoD_v2"(to: sys::CUdeviceptr, from: *const c_void, bytes: usize);
    memcpy_device_to_host = "cuMemcpyDtoH_v2"(to: *mut c_void, from: sys::CUdeviceptr, bytes: usize);
    memcpy_device_to_device = "cuMemcpyDtoD_v2"(to: sys::CUdeviceptr, from: sys::CUdeviceptr, bytes: usize);

    mem_get_allocation_granularity = "cuMemGetAllocationGranularity"(
        bytes: *mut usize, properties: *const sys::CUmemAllocationProp, which: sys::CUmemAllocationGranularity_flags
    );
    mem_address_reserve = "cuMemAddressReserve"(
        address: *mut sys::CUdeviceptr, bytes: usize, alignment: usize, wanted: sys::CUdeviceptr, flags: c_ulonglong
    );
    mem_address_free = "cuMemAddressFree"(address: sys::CUdeviceptr, bytes: usize);
    mem_create = "cuMemCreate"(
        handle: *mut sys::CUmemGenericAllocationHandle, bytes: usize, properties: *const sys::CUmemAllocationProp,
        flags: c_ulonglong
    );
    mem_map = "cuMemMap"(
        address: sys::CUdeviceptr, bytes: usize, offset: usize, handle: sys::CUmemGenericAllocationHandle,
        flags: c_ulonglong
    );
    mem_set_access = "cuMemSetAccess"(
        address: sys::CUdeviceptr, bytes: usize, access: *const sys::CUmemAccessDesc, count: usize
    );
    mem_unmap = "cuMemUnmap"(address: sys::CUdeviceptr, bytes: usize);
    mem_release = "cuMemRelease"(handle: sys::CUmemGenericAllocationHandle);

    stream_create = "cuStreamCreate"(stream: *mut sys::CUstream, flags: c_uint);
    stream_synchronize = "cuStreamSynchronize"(stream: sys::CUstream);
    stream_destroy = "cuStreamDestroy_v2"(stream: sys::CUstream);
    event_create = "cuEventCreate"(event: *mut sys::CUevent, flags: c_uint);
    event_record = "cuEventRecord"(event: sys::CUevent, stream: sys::CUstream);
    event_query = "cuEventQuery"(event: sys::CUevent);
    event_synchronize = "cuEventSynchronize"(event: sys::CUevent);
    event_destroy = "cuEventDestroy_v2"(event: sys::CUevent);
}

impl Driver {
    /// Returns the driver of this process, started. The library is loaded once and stays.
    pub(super) fn start() -> std::result::Result<&'static Self, Unusable> {
        static DRIVER: OnceLock<Driver> = OnceLock::new();
        let driver = if let Some(driver) = DRIVER.get() {
            driver
        } else {
            load()?;
            let found = Self::look_up().map_err(|symbols| Unusable::MissingFunctions { symbols })?;
            DRIVER.get_or_init(|| found)
        };
        // SAFETY: the manual wants the flags to be zero. Starting it again changes nothing.
        unsafe { driver.init(0) }.map_err(Unusable::from_start)?;
        Ok(driver)
    }

    fn check(&self, symbol: &'static str, code: u32) -> Result<()> {
        // What the manual calls cuMemAlloc is cuMemAlloc_v2 in the library.
        let call = symbol.strip_suffix("_v2").unwrap_or(symbol);
        match code {
            code::SUCCESS => Ok(()),
            code::OUT_OF_MEMORY => Err(DeviceError::OutOfMemory),
            code::NOT_SUPPORTED => Err(DeviceError::Unsupported { what: call.to_owned() }),
            code if code::is_lost(code) => Err(DeviceError::Lost { code, name: self.name_of(code) }),
            code => Err(DeviceError::Driver { call, code, name: self.name_of(code) }),
        }
    }

    /// Returns the driver's name of a code.
    fn name_of(&self, code: u32) -> String {
        let mut name = ptr::null();
        // SAFETY: any number may be asked for, and the pointer leads to where the answer goes.
        let answer = unsafe { (self.error_name)(code, &raw mut name) };
        if answer != code::SUCCESS || name.is_null() {
            return "an error without a name".to_owned();
        }
        // SAFETY: the driver gave the address of a constant of its own, a text that ends with a zero.
        unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
    }
}

/// Loads the library of the driver, which then stays.
fn load() -> std::result::Result<(), Unusable> {
    // cudarc panics if the library vanishes between the look and the load.
    let loaded = catch_unwind(|| {
        // SAFETY: loading the library runs its initialisers, which is what the driver has them for.
        let present = unsafe { sys::is_culib_present() };
        present.then(|| {
            // SAFETY: as above.
            unsafe { sys::culib() };
        })
    });
    loaded.ok().flatten().ok_or(Unusable::NoLibrary)
}

/// Returns the function with this name, or adds the name to the missing ones.
///
/// # Safety
///
/// The library was [loaded](load), and `F` is the type of a C function with the signature of the one in the library.
unsafe fn symbol<F: Copy>(name: &'static str, missing: &mut Vec<&'static str>) -> Option<F> {
    // SAFETY: the caller answers for both.
    let found = unsafe { sys::culib().get::<F>(name) }.ok().map(|function| *function);
    if found.is_none() {
        missing.push(name);
    }
    found
}
