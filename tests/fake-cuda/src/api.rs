//! The functions of the driver, as C calls them.
//!
//! # Note: what makes them safe enough
//!
//! The caller is a program under test. A pointer to where an answer goes is refused if it is null; otherwise it is
//! trusted, as the real driver trusts it. Numbers of the device (addresses, handles, streams, events) are looked up and
//! never followed.

mod device;
mod memory;
mod stream;
mod vmm;

use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::gpu::{Answer, Code, Gpu};
use crate::settings::{Mode, Settings};

/// The driver of this process, once it was called.
static DRIVER: Mutex<Option<Driver>> = Mutex::new(None);

thread_local! {
    /// Whether the context of the device is current in this thread.
    static CURRENT: Cell<bool> = const { Cell::new(false) };
}

struct Driver {
    settings: Settings,
    gpu: Gpu,
    initialized: bool,
}

/// Carries a call out, unless it is made to fail or comes before `cuInit`.
fn call(name: &str, work: impl FnOnce(&mut Driver) -> Answer) -> u32 {
    let mut driver = driver();
    let driver = driver.get_or_insert_with(Driver::start);
    match driver.enter(name).and_then(|()| work(driver)) {
        Ok(()) => 0,
        Err(Code(code)) => code,
    }
}

/// Carries out a call that needs a current context.
fn call_in_context(name: &str, work: impl FnOnce(&mut Driver) -> Answer) -> u32 {
    call(name, |driver| {
        if driver.gpu.contexts == 0 || !CURRENT.get() {
            return Err(Code::INVALID_CONTEXT);
        }
        work(driver)
    })
}

/// Carries out a call on virtual memory, which the device may not have.
fn call_on_virtual_memory(name: &str, work: impl FnOnce(&mut Gpu) -> Answer) -> u32 {
    call(name, |driver| {
        if !driver.settings.has_virtual_memory {
            return Err(Code::NOT_SUPPORTED);
        }
        work(&mut driver.gpu)
    })
}

impl Driver {
    fn start() -> Self {
        let settings = Settings::read();
        if settings.report.is_some() {
            device::at_exit(report);
        }
        Self { gpu: Gpu::new(&settings), settings, initialized: false }
    }

    fn enter(&mut self, name: &str) -> Answer {
        if self.settings.mode == Mode::Stub {
            return Err(Code::STUB_LIBRARY);
        }
        if let Some(code) = self.settings.plan.next(name) {
            return Err(Code(code));
        }
        let any_time = matches!(name, "cuInit" | "cuDriverGetVersion");
        if self.initialized || any_time { Ok(()) } else { Err(Code::NOT_INITIALIZED) }
    }
}

/// Writes what was not given back, how many calls there were and how many were made to fail.
fn report() {
    let Some(driver) = driver().take() else { return };
    let Some(path) = &driver.settings.report else { return };
    let text = driver.gpu.report() + &driver.settings.plan.report();
    if let Err(error) = std::fs::write(path, text) {
        eprintln!("the fake CUDA driver cannot write its report to {}: {error}", path.display());
    }
}

fn driver() -> MutexGuard<'static, Option<Driver>> {
    DRIVER.lock().unwrap_or_else(PoisonError::into_inner)
}
