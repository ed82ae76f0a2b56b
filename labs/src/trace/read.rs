//! Reading traces and results from files.

use std::fmt::{self, Display, Formatter};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Recorded, Trace};
use crate::allocator::ConfigError;
use crate::device::DeviceError;

/// The bytes that a file may have, unpacked. A trace of a million operations has a hundredth of that.
pub const MAX_BYTES: u64 = 4 << 30;

/// Why a trace could not be read or run: where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceError {
    file: Option<PathBuf>,
    place: Place,
    reason: String,
}

/// Where something is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Whole,
    Text { line: usize, column: usize },
    Op(usize),
    Settings,
}

impl TraceError {
    /// Something is wrong with an operation.
    pub(super) const fn at_op(op: usize, reason: String) -> Self {
        Self { file: None, place: Place::Op(op), reason }
    }

    /// Something is wrong with the settings.
    #[expect(clippy::needless_pass_by_value, reason = "for map_err")]
    pub(super) fn in_settings(error: ConfigError) -> Self {
        Self { file: None, place: Place::Settings, reason: error.to_string() }
    }

    /// The device cannot be used.
    pub(super) fn of_device(error: &DeviceError) -> Self {
        Self::whole(error.to_string())
    }

    pub(super) const fn whole(reason: String) -> Self {
        Self { file: None, place: Place::Whole, reason }
    }

    fn in_json(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let reason = text.split(" at line ").next().unwrap_or(&text).to_owned();
        Self { file: None, place: Place::Text { line: error.line(), column: error.column() }, reason }
    }

    /// Names the file.
    pub(super) fn in_file(self, file: &Path) -> Self {
        Self { file: Some(file.to_owned()), ..self }
    }
}

impl std::error::Error for TraceError {}

impl Display for TraceError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}: ", file.display())?;
        }
        match self.place {
            Place::Whole => {}
            Place::Text { line, column } => write!(f, "line {line}, column {column}: ")?,
            Place::Op(op) => write!(f, "op {op}: ")?,
            Place::Settings => f.write_str("config: ")?,
        }
        f.write_str(&self.reason)
    }
}

/// Reads a result, packed with gzip or not.
pub fn recorded(file: &Path) -> Result<Recorded, TraceError> {
    load(file)
}

/// Reads a trace, or that of a result, packed with gzip or not.
pub fn trace(file: &Path) -> Result<Trace, TraceError> {
    trace_from(&bytes(file)?).map_err(|error| error.in_file(file))
}

/// Reads a trace, or that of a result, from JSON.
pub fn trace_from(json: &[u8]) -> Result<Trace, TraceError> {
    let value: Value = serde_json::from_slice(json).map_err(|error| TraceError::in_json(&error))?;
    if value.get("trace").is_some() {
        return serde_json::from_slice(json).map(|Holder { trace }| trace).map_err(|error| TraceError::in_json(&error));
    }
    serde_json::from_slice(json).map_err(|error| TraceError::in_json(&error))
}

/// What has a trace in it.
#[derive(serde::Deserialize)]
struct Holder {
    trace: Trace,
}

/// Reads anything in JSON, packed with gzip or not.
pub(super) fn load<T: DeserializeOwned>(file: &Path) -> Result<T, TraceError> {
    let bytes = bytes(file)?;
    serde_json::from_slice(&bytes).map_err(|error| TraceError::in_json(&error).in_file(file))
}

/// Returns what is in a file, unpacked.
fn bytes(file: &Path) -> Result<Vec<u8>, TraceError> {
    let raw = std::fs::read(file).map_err(|error| TraceError::whole(error.to_string()).in_file(file))?;
    unpack(raw).map_err(|error| error.in_file(file))
}

/// Unpacks what was packed with gzip.
pub fn unpack(raw: Vec<u8>) -> Result<Vec<u8>, TraceError> {
    const GZIP: [u8; 2] = [0x1F, 0x8B];
    if !raw.starts_with(&GZIP) {
        return Ok(raw);
    }
    let mut unpacked = Vec::new();
    let read = MultiGzDecoder::new(raw.as_slice()).take(MAX_BYTES + 1).read_to_end(&mut unpacked);
    match read {
        Ok(length) if length as u64 > MAX_BYTES => {
            Err(TraceError::whole(format!("it is larger than {MAX_BYTES} bytes when unpacked")))
        }
        Ok(_) => Ok(unpacked),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(TraceError::whole(format!(
            "it ends early, {} bytes were unpacked; copy the file again",
            unpacked.len()
        ))),
        Err(error) => {
            Err(TraceError::whole(format!("it is damaged behind {} unpacked bytes: {error}", unpacked.len())))
        }
    }
}
