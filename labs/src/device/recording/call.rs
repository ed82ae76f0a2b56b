//! The calls that a log holds, and how they are written: `["map", addr, size, count]`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::device::{Address, Stream};

/// A call of an allocator to its device, or several that only count up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Call {
    /// `cudaMalloc`; without address where memory ran out.
    Malloc { bytes: u64, address: Option<Address> },
    /// `cudaFree`.
    Free { address: Address, ok: bool },
    /// `cuMemAddressReserve`.
    Reserve { bytes: u64, address: Address },
    /// `cuMemAddressFree`.
    AddressFree { address: Address, ok: bool },
    /// `cuMemCreate`, so many in a row.
    Create { bytes: u64, ok: bool, count: u64 },
    /// `cuMemMap`, so many in a row at ascending addresses.
    Map { address: Address, bytes: u64, count: u64 },
    /// `cuMemSetAccess`.
    SetAccess { address: Address, bytes: u64 },
    /// `cuMemUnmap`, where no release follows.
    Unmap { address: Address, bytes: u64 },
    /// `cuMemUnmap` and `cuMemRelease`, so many in a row at ascending addresses.
    UnmapRelease { address: Address, bytes: u64, count: u64 },
    /// `cuMemRelease`, so many in a row.
    Release { bytes: u64, count: u64 },
    /// `cudaStreamSynchronize`.
    StreamSync { stream: Stream },
    /// `cudaEventRecord`.
    EventRecord { stream: Stream },
    /// `cudaEventSynchronize`, with the stream of the event.
    EventSync { stream: Stream },
    /// `cudaDeviceSynchronize`.
    DeviceSync,
}

/// Why a written call could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a driver call; write it like [\"malloc\", size, address]")]
pub struct CallError(String);

impl Call {
    /// Returns how many calls of the driver it stands for; an unmapping with its release is two.
    pub const fn times(&self) -> u64 {
        match self {
            Self::Create { count, .. } | Self::Map { count, .. } | Self::Release { count, .. } => *count,
            Self::UnmapRelease { count, .. } => 2 * *count,
            _ => 1,
        }
    }

    /// Takes the next call in, where both are one entry of a log. Says whether it did.
    pub(super) fn absorb(&mut self, next: &Self) -> bool {
        match (&mut *self, next) {
            (Self::Create { bytes, ok, count }, Self::Create { bytes: more, ok: same, .. })
                if bytes == more && ok == same =>
            {
                *count += 1;
            }
            (Self::Release { bytes, count }, Self::Release { bytes: more, .. }) if bytes == more => *count += 1,
            (Self::Map { address, bytes, count }, Self::Map { address: next, bytes: more, .. })
                if bytes == more && follows(*address, *bytes, *count, *next) =>
            {
                *count += 1;
            }
            (Self::UnmapRelease { address, bytes, count }, Self::UnmapRelease { address: next, bytes: more, .. })
                if bytes == more && follows(*address, *bytes, *count, *next) =>
            {
                *count += 1;
            }
            (&mut Self::Unmap { address, bytes }, Self::Release { bytes: more, .. }) if bytes == *more => {
                *self = Self::UnmapRelease { address, bytes, count: 1 };
            }
            _ => return false,
        }
        true
    }

    /// Returns the name and the numbers, as written.
    pub fn parts(&self) -> (&'static str, Vec<i64>) {
        let at = |address: &Address| number(address.get());
        match self {
            Self::Malloc { bytes, address } => ("malloc", vec![number(*bytes), address.as_ref().map_or(-1, at)]),
            Self::Free { address, ok } => ("free", vec![at(address), i64::from(*ok)]),
            Self::Reserve { bytes, address } => ("reserve", vec![number(*bytes), at(address)]),
            Self::AddressFree { address, ok } => ("address_free", vec![at(address), i64::from(*ok)]),
            Self::Create { bytes, ok, count } => ("create", vec![number(*bytes), sign(*ok), number(*count)]),
            Self::Map { address, bytes, count } => ("map", vec![at(address), number(*bytes), number(*count)]),
            Self::SetAccess { address, bytes } => ("set_access", vec![at(address), number(*bytes)]),
            Self::Unmap { address, bytes } => ("unmap", vec![at(address), number(*bytes)]),
            Self::UnmapRelease { address, bytes, count } => {
                ("unmap_release", vec![at(address), number(*bytes), number(*count)])
            }
            Self::Release { bytes, count } => ("release", vec![number(*bytes), number(*count)]),
            Self::StreamSync { stream } => ("stream_sync", vec![number(stream.0)]),
            Self::EventRecord { stream } => ("event_record", vec![number(stream.0)]),
            Self::EventSync { stream } => ("event_sync", vec![number(stream.0)]),
            Self::DeviceSync => ("device_sync", vec![]),
        }
    }

    /// Reads what [`parts`](Self::parts) gives.
    pub fn from_parts(name: &str, numbers: &[i64]) -> Result<Self, CallError> {
        let place = |number: i64| Address::new(number.cast_unsigned());
        let size = i64::cast_unsigned;
        let stream = |number: i64| Stream(number.cast_unsigned());
        Ok(match (name, numbers) {
            ("malloc", &[bytes, -1]) => Self::Malloc { bytes: size(bytes), address: None },
            ("malloc", &[bytes, address]) => Self::Malloc { bytes: size(bytes), address: Some(place(address)) },
            ("free", &[address, ok]) => Self::Free { address: place(address), ok: ok > 0 },
            ("reserve", &[bytes, address]) => Self::Reserve { bytes: size(bytes), address: place(address) },
            ("address_free", &[address, ok]) => Self::AddressFree { address: place(address), ok: ok > 0 },
            ("create", &[bytes, ok, count]) => Self::Create { bytes: size(bytes), ok: ok > 0, count: size(count) },
            ("map", &[address, bytes, count]) => {
                Self::Map { address: place(address), bytes: size(bytes), count: size(count) }
            }
            ("set_access", &[address, bytes]) => Self::SetAccess { address: place(address), bytes: size(bytes) },
            ("unmap", &[address, bytes]) => Self::Unmap { address: place(address), bytes: size(bytes) },
            ("unmap_release", &[address, bytes, count]) => {
                Self::UnmapRelease { address: place(address), bytes: size(bytes), count: size(count) }
            }
            ("release", &[bytes, count]) => Self::Release { bytes: size(bytes), count: size(count) },
            ("stream_sync", &[number]) => Self::StreamSync { stream: stream(number) },
            ("event_record", &[number]) => Self::EventRecord { stream: stream(number) },
            ("event_sync", &[number]) => Self::EventSync { stream: stream(number) },
            ("device_sync", []) => Self::DeviceSync,
            _ => return Err(CallError(format!("{name} with {} numbers", numbers.len()))),
        })
    }
}

fn follows(address: Address, bytes: u64, count: u64, next: Address) -> bool {
    count.checked_mul(bytes).and_then(|length| address.checked_add(length)) == Some(next)
}

/// Numbers are written signed, since -1 says that a call failed.
const fn number(number: u64) -> i64 {
    number.cast_signed()
}

const fn sign(ok: bool) -> i64 {
    if ok { 1 } else { -1 }
}

impl Serialize for Call {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, numbers) = self.parts();
        let name = std::iter::once(Value::from(name));
        serializer.collect_seq(name.chain(numbers.into_iter().map(Value::from)))
    }
}

impl<'de> Deserialize<'de> for Call {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = Vec::<Value>::deserialize(deserializer)?;
        Self::from_json(&parts).map_err(serde::de::Error::custom)
    }
}

impl Call {
    /// Reads a call from the parts of a JSON array.
    pub fn from_json(parts: &[Value]) -> Result<Self, CallError> {
        let wrong = || CallError(Value::from(parts.to_vec()).to_string());
        let (name, numbers) = parts.split_first().ok_or_else(wrong)?;
        let numbers: Option<Vec<i64>> = numbers.iter().map(Value::as_i64).collect();
        Self::from_parts(name.as_str().ok_or_else(wrong)?, &numbers.ok_or_else(wrong)?)
    }
}
