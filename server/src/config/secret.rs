//! Values of flags that may hold a password.

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};

/// Parses a value and says why it cannot, but never repeats it: a wrong address of a database still has its password in
/// it, and what a program prints at its start ends in a log.
#[derive(Debug)]
pub(super) struct Unechoed<T>(PhantomData<fn() -> T>);

impl<T> Unechoed<T> {
    pub(super) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Clone for Unechoed<T> {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl<T> TypedValueParser for Unechoed<T>
where
    T: FromStr<Err: Display> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let parsed = match value.to_str() {
            Some(text) => text.parse().map_err(|reason: T::Err| reason.to_string()),
            None => Err("it is not text".to_owned()),
        };
        parsed.map_err(|reason| {
            let flag = arg.map(ToString::to_string).unwrap_or_default();
            Error::raw(ErrorKind::ValueValidation, format!("invalid value for '{flag}': {reason}\n")).with_cmd(command)
        })
    }
}
