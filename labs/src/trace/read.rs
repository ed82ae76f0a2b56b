//! Reading traces and results from files.

use std::fmt::{self, Display, Formatter};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::GzDecoder;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::{Recorded, Trace};
use crate::allocator::ConfigError;
use crate::bytes::MIB;
use crate::device::DeviceError;
use crate::printable;

/// The bytes that a file may have, unpacked. A result of ten thousand operations has about a hundredth of that.
pub const MAX_BYTES: u64 = 256 * MIB;

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

    /// The device would be too large.
    pub(super) fn of_total(total: u64, most: u64) -> Self {
        Self::whole(format!("`total_mib` is {total}; a device has {most} MiB at most"))
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
            write!(f, "{}: ", printable::line(&file.display().to_string()))?;
        }
        match self.place {
            Place::Whole => {}
            Place::Text { line, column } => write!(f, "line {line}, column {column}: ")?,
            Place::Op(op) => write!(f, "op {op}: ")?,
            Place::Settings => f.write_str("config: ")?,
        }
        f.write_str(&printable::line(&self.reason))
    }
}

/// Reads a result, packed with gzip or not.
pub fn recorded(file: &Path) -> Result<Recorded, TraceError> {
    let bytes = bytes(file)?;
    no_list(&bytes).and_then(|()| from_json(&bytes)).map_err(|error| error.in_file(file))
}

/// Reads a trace, or that of a result, packed with gzip or not.
pub fn trace(file: &Path) -> Result<Trace, TraceError> {
    trace_from(&bytes(file)?).map_err(|error| error.in_file(file))
}

/// Reads a trace, or that of a result, from JSON.
pub fn trace_from(json: &[u8]) -> Result<Trace, TraceError> {
    no_list(json)?;
    // A first pass keeps nothing, so that a large file is not in memory in parts that nobody wants.
    let probe: Holder<IgnoredAny> = from_json(json)?;
    match probe.trace {
        Some(_) => from_json::<Holder<Trace>>(json).and_then(|holder| holder.trace.ok_or_else(no_trace)),
        None => from_json(json),
    }
}

/// What may have a trace in it.
#[derive(serde::Deserialize)]
#[serde(expecting = "a trace or a result", bound(deserialize = "T: serde::Deserialize<'de>"))]
struct Holder<T> {
    #[serde(default)]
    trace: Option<T>,
}

fn no_trace() -> TraceError {
    TraceError::whole("its `trace` is empty".to_owned())
}

/// Refuses a list, of which serde would take the items for the fields.
fn no_list(json: &[u8]) -> Result<(), TraceError> {
    if without_mark(json).trim_ascii_start().starts_with(b"[") {
        return Err(TraceError::whole(
            "it is a list; a trace is an object with `total_mib` and `ops`, and a result is one with `trace`"
                .to_owned(),
        ));
    }
    Ok(())
}

fn from_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, TraceError> {
    if json.starts_with(&UTF_16_LE) || json.starts_with(&UTF_16_BE) {
        return Err(TraceError::whole("it is UTF-16; save it as UTF-8".to_owned()));
    }
    serde_json::from_slice(without_mark(json)).map_err(|error| TraceError::in_json(&error))
}

/// Reads anything in JSON, packed with gzip or not.
pub(super) fn load<T: DeserializeOwned>(file: &Path) -> Result<T, TraceError> {
    let bytes = bytes(file)?;
    from_json(&bytes).map_err(|error| error.in_file(file))
}

/// Returns what is in a file, unpacked.
fn bytes(file: &Path) -> Result<Vec<u8>, TraceError> {
    read(file).and_then(unpack).map_err(|error| error.in_file(file))
}

fn read(file: &Path) -> Result<Vec<u8>, TraceError> {
    let mut raw = Vec::new();
    let read = File::open(file).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut raw));
    match read {
        Ok(length) if length as u64 > MAX_BYTES => Err(too_large("")),
        Ok(_) => Ok(raw),
        Err(error) => Err(TraceError::whole(error.to_string())),
    }
}

/// Unpacks what was packed with gzip, in one part or several.
pub fn unpack(raw: Vec<u8>) -> Result<Vec<u8>, TraceError> {
    if !raw.starts_with(&GZIP) {
        return Ok(raw);
    }
    let mut unpacked = Vec::new();
    let mut rest = raw.as_slice();
    while rest.starts_with(&GZIP) {
        let room = MAX_BYTES + 1 - unpacked.len() as u64;
        let mut part = GzDecoder::new(rest);
        (&mut part).take(room).read_to_end(&mut unpacked).map_err(|error| damaged(&error, unpacked.len()))?;
        if unpacked.len() as u64 > MAX_BYTES {
            return Err(too_large(" when unpacked"));
        }
        rest = part.into_inner();
    }
    match rest.len() {
        0 => Ok(unpacked),
        more => Err(TraceError::whole(format!("{more} bytes that are not packed follow its end; copy the file again"))),
    }
}

const GZIP: [u8; 2] = [0x1F, 0x8B];

/// What some editors write before a text (U+FEFF), in the encodings that they use.
const UTF_8: [u8; 3] = [0xEF, 0xBB, 0xBF];
const UTF_16_LE: [u8; 2] = [0xFF, 0xFE];
const UTF_16_BE: [u8; 2] = [0xFE, 0xFF];

/// Returns a text without the mark that says that it is UTF-8.
fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(&UTF_8).unwrap_or(text)
}

fn too_large(when: &str) -> TraceError {
    TraceError::whole(format!("it is larger than {} MiB{when}; split the trace", MAX_BYTES / MIB))
}

fn damaged(error: &std::io::Error, unpacked: usize) -> TraceError {
    TraceError::whole(match error.kind() {
        ErrorKind::UnexpectedEof => format!("it ends early, {unpacked} bytes were unpacked; copy the file again"),
        _ => format!("it is damaged behind {unpacked} unpacked bytes: {error}"),
    })
}
