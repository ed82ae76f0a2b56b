//! Values that go into a query.

use std::borrow::Cow;

use content::id::{CourseId, LessonId, OptionId, QuestionId};
use content::lang::Lang;
use content::text::Version;
use sqlx::query::Query;
use sqlx::{Database, Encode, Type};

use crate::domain::{AttemptId, CertificateId, DeviceName, LearnerId, ReportId, RunId, Timestamp, TokenHash};

/// A value in one of the four types that both databases have. Ids are text: the id in an address or a log can be pasted
/// into the shell of either database, and it sorts the same in both.
#[derive(Debug)]
pub(in crate::storage) enum Param<'q> {
    Text(Cow<'q, str>),
    Int(i64),
    Bool(bool),
    Bytes(&'q [u8]),
}

/// The values of a query, in the order of `$1`, `$2`, …
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::storage::engine::Param::from($value)),*] };
}
pub(in crate::storage) use params;

/// Makes a query with its values.
pub(super) fn query<'q, DB>(
    sql: &'static str,
    params: &'q [Param<'q>],
) -> Result<Query<'q, DB, DB::Arguments>, sqlx::Error>
where
    DB: Database,
    i64: Encode<'q, DB> + Type<DB>,
    bool: Encode<'q, DB> + Type<DB>,
    &'q str: Encode<'q, DB> + Type<DB>,
    &'q [u8]: Encode<'q, DB> + Type<DB>,
{
    let mut query = sqlx::query(sql);
    for param in params {
        match param {
            Param::Text(text) => query.try_bind(text.as_ref()),
            Param::Int(int) => query.try_bind(*int),
            Param::Bool(flag) => query.try_bind(*flag),
            Param::Bytes(bytes) => query.try_bind(*bytes),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(query)
}

impl<'q> From<&'q str> for Param<'q> {
    fn from(text: &'q str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Param<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<i64> for Param<'_> {
    fn from(int: i64) -> Self {
        Self::Int(int)
    }
}

impl From<u32> for Param<'_> {
    fn from(int: u32) -> Self {
        Self::Int(int.into())
    }
}

impl From<bool> for Param<'_> {
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
    }
}

impl From<Timestamp> for Param<'_> {
    fn from(time: Timestamp) -> Self {
        Self::Int(time.as_millis())
    }
}

impl<'q> From<&'q TokenHash> for Param<'q> {
    fn from(hash: &'q TokenHash) -> Self {
        Self::Bytes(hash.as_bytes())
    }
}

impl<'q> From<&'q [u8]> for Param<'q> {
    fn from(bytes: &'q [u8]) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'q> From<&'q Version> for Param<'q> {
    fn from(version: &'q Version) -> Self {
        Self::from(version.0.as_str())
    }
}

macro_rules! written_out {
    ($($name:ident),*) => {$(
        impl From<$name> for Param<'_> {
            fn from(value: $name) -> Self {
                Self::Text(Cow::Owned(value.to_string()))
            }
        }
    )*};
}

macro_rules! slugs {
    ($($name:ident),*) => {$(
        impl<'q> From<&'q $name> for Param<'q> {
            fn from(slug: &'q $name) -> Self {
                Self::from(slug.as_str())
            }
        }
    )*};
}

written_out!(LearnerId, AttemptId, CertificateId, ReportId, RunId, DeviceName, Lang);
slugs!(CourseId, LessonId, QuestionId, OptionId);
