//! What the environment says the driver is to be.

use std::path::PathBuf;
use std::process::abort;
use std::str::FromStr;

use crate::BASE;
use crate::fault::{Fault, Named, Plan};
use crate::space::Policy;

/// What kind of machine this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Device,
    NoDevice,
    Stub,
}

#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) mode: Mode,
    /// Bytes.
    pub(crate) total: u64,
    /// Bytes in use by somebody else.
    pub(crate) others: u64,
    pub(crate) has_virtual_memory: bool,
    pub(crate) policy: Policy,
    /// The lowest address.
    pub(crate) base: u64,
    /// How often an event is not ready.
    pub(crate) not_ready: u32,
    pub(crate) plan: Plan,
    pub(crate) report: Option<PathBuf>,
}

impl Settings {
    /// Reads the environment.
    pub(crate) fn read() -> Self {
        Self {
            mode: value("FAKE_CUDA_MODE").unwrap_or(Mode::Device),
            total: mebibytes("FAKE_CUDA_TOTAL_MIB").unwrap_or(8 << 30),
            others: mebibytes("FAKE_CUDA_CONTEXT_MIB").unwrap_or(0),
            has_virtual_memory: value::<u32>("FAKE_CUDA_VMM") != Some(0),
            policy: value("FAKE_CUDA_ADDRESSES").unwrap_or(Policy::Bump),
            base: mebibytes("FAKE_CUDA_BASE_MIB").unwrap_or(BASE),
            not_ready: value("FAKE_CUDA_NOT_READY").unwrap_or(0),
            plan: Plan::new(value::<Fault>("FAKE_CUDA_FAIL"), value::<Named>("FAKE_CUDA_FAIL_CALL")),
            report: variable("FAKE_CUDA_REPORT").map(PathBuf::from),
        }
    }
}

impl FromStr for Mode {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "device" => Ok(Self::Device),
            "no-device" => Ok(Self::NoDevice),
            "stub" => Ok(Self::Stub),
            _ => Err(()),
        }
    }
}

fn mebibytes(name: &str) -> Option<u64> {
    value::<u32>(name).map(|number| u64::from(number) << 20)
}

fn value<T: FromStr>(name: &str) -> Option<T> {
    let text = variable(name)?;
    let value = text.parse().ok();
    if value.is_none() {
        eprintln!("the fake CUDA driver cannot read {name}={text}; see the crate fake-cuda for what it may be");
        abort();
    }
    value
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|text| !text.is_empty())
}
