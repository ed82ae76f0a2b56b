//! The primary context of a device: what the driver keeps for this process there, and what calls are made in.
#![expect(unsafe_code, reason = "the functions of the driver are C")]

use std::ptr;

use cudarc::driver::sys::{CUcontext, CUdevice};

use super::driver::Driver;
use crate::device::{Memory, Result};

/// The primary context of a device, retained until this is dropped.
#[derive(Debug)]
pub(super) struct Context {
    driver: &'static Driver,
    device: CUdevice,
    raw: CUcontext,
}

impl Context {
    /// Retains the context, and makes it if nobody has.
    pub(super) fn retain(driver: &'static Driver, device: CUdevice) -> Result<Self> {
        let mut raw = ptr::null_mut();
        // SAFETY: the pointer leads to where the answer goes. What is retained here is released when `Self` is dropped.
        unsafe { driver.primary_ctx_retain(&raw mut raw, device) }?;
        Ok(Self { driver, device, raw })
    }

    /// Makes this the context in which the calls of this thread are made, and returns the driver to call.
    pub(super) fn bind(&self) -> Result<&'static Driver> {
        // SAFETY: the context is retained.
        unsafe { self.driver.ctx_set_current(self.raw) }?;
        Ok(self.driver)
    }

    /// Returns how much memory the device has and how much of it is free.
    pub(super) fn memory(&self) -> Result<Memory> {
        let driver = self.bind()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: the pointers lead to where the answers go.
        unsafe { driver.mem_get_info(&raw mut free, &raw mut total) }?;
        Ok(Memory { free: free as u64, total: total as u64 })
    }

    /// Waits until all work on the device is done.
    pub(super) fn synchronize(&self) -> Result<()> {
        let driver = self.bind()?;
        // SAFETY: it has no arguments.
        unsafe { driver.ctx_synchronize() }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: no context is a context that may be current. The next call on another device binds its own.
        let _ = unsafe { self.driver.ctx_set_current(ptr::null_mut()) };
        // What fails for a passing reason is worth a second try, and nobody is left to tell of what fails again.
        // SAFETY: it was retained once, and is released once.
        let release = || unsafe { self.driver.primary_ctx_release(self.device) };
        let _ = release().or_else(|_| release());
    }
}
