//! Values of the kinds that fields have.

use super::super::pickle::{Entries, Items, Text, Value};
use super::error::{ImportError, Mismatch, Result};

/// Returns a size, a count or a time.
#[inline]
pub(super) fn unsigned(value: Value<'_>) -> Result<u64> {
    const EXPECTED: &str = "an int from 0 to 2^64 - 1";
    let Value::Int(number) = value else { return Err(ImportError::new(Mismatch::wrong(EXPECTED, &value))) };
    u64::try_from(number).map_err(|_| ImportError::new(Mismatch::OutOfRange { expected: EXPECTED, found: number }))
}

/// Returns an address, a handle or a line: 64 bits, which PyTorch's C++ writer takes for signed.
#[inline]
pub(super) fn word(value: Value<'_>) -> Result<u64> {
    let Value::Int(number) = value else { return Err(ImportError::new(Mismatch::wrong("an int", &value))) };
    // A pickle holds no integers but these of 64 bits.
    Ok(i64::try_from(number).map_or_else(|_| u64::try_from(number).unwrap_or(u64::MAX), i64::cast_unsigned))
}

/// Returns the number of a device.
pub(super) fn device(value: Value<'_>) -> Result<i32> {
    const EXPECTED: &str = "the number of a device";
    let Value::Int(number) = value else { return Err(ImportError::new(Mismatch::wrong(EXPECTED, &value))) };
    i32::try_from(number).map_err(|_| ImportError::new(Mismatch::OutOfRange { expected: EXPECTED, found: number }))
}

/// Returns a size of which -1 says that there is no limit.
pub(super) fn limit(value: Value<'_>) -> Result<Option<u64>> {
    match value {
        Value::Int(-1) => Ok(None),
        _ => word(value).map(Some),
    }
}

pub(super) fn bool(value: Value<'_>) -> Result<bool> {
    match value {
        Value::Bool(bool) => Ok(bool),
        // A writer without bools, such as C++ with an integer field.
        Value::Int(0) => Ok(false),
        Value::Int(1) => Ok(true),
        _ => Err(ImportError::new(Mismatch::wrong("True or False", &value))),
    }
}

pub(super) fn float(value: Value<'_>) -> Result<f64> {
    match value {
        Value::Float(float) => Ok(float),
        #[expect(clippy::cast_precision_loss, reason = "a fraction that was written without its point")]
        Value::Int(number) => Ok(number as f64),
        _ => Err(ImportError::new(Mismatch::wrong("a float", &value))),
    }
}

#[inline]
pub(super) fn text(value: Value<'_>) -> Result<Text<'_>> {
    match value {
        Value::Text(text) => Ok(text),
        _ => Err(ImportError::new(Mismatch::wrong("a str", &value))),
    }
}

pub(super) fn items<'p>(value: &Value<'p>) -> Result<Items<'p>> {
    match value {
        Value::List(items) | Value::Tuple(items) => Ok(*items),
        _ => Err(ImportError::new(Mismatch::wrong("a list", value))),
    }
}

#[inline]
pub(super) fn entries<'p>(value: &Value<'p>) -> Result<Entries<'p>> {
    match value {
        Value::Dict(entries) => Ok(*entries),
        _ => Err(ImportError::new(Mismatch::wrong("a dict", value))),
    }
}

/// Returns a field that must be there.
pub(super) fn required<T>(field: Option<T>, key: &'static str) -> Result<T> {
    field.ok_or_else(|| ImportError::new(Mismatch::Missing(key)))
}
