//! What the process says about itself: the log and the panic hook.

mod lines;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, IsTerminal as _, Stderr};
use std::panic::PanicHookInfo;
use std::sync::OnceLock;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::{SubscriberInitExt as _, TryInitError};

use self::lines::Lines;

/// Lines that wait to be written.
static LINES: OnceLock<Lines<Stderr>> = OnceLock::new();

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum LogFormat {
    /// Human where standard error is a terminal, JSON otherwise.
    #[default]
    Auto,
    /// One readable line an event.
    Human,
    /// One JSON object an event.
    Json,
}

/// Levels without a filter given: requests and what matters, without the chatter of libraries.
pub const DEFAULT_FILTER: &str = "info,apalis_core=warn,sqlx=warn,hyper=warn,tower=warn";

/// Why logging could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    #[error("the log filter `{filter}` cannot be read: {reason}; write it as info,server=debug")]
    Filter { filter: String, reason: String },
    #[error("logging is set up already: {0}")]
    Twice(#[from] TryInitError),
    #[error("cannot start the thread that writes the log: {0}")]
    Thread(#[from] io::Error),
}

/// Sends events to standard error and panics to the log. Call it once, first thing in `main`.
pub fn init(format: LogFormat, filter: &str) -> Result<(), TelemetryError> {
    let levels = EnvFilter::builder()
        .parse(filter)
        .map_err(|reason| TelemetryError::Filter { filter: filter.to_owned(), reason: reason.to_string() })?;
    let registry = tracing_subscriber::registry().with(levels);
    let terminal = io::stderr().is_terminal();
    let lines = Lines::to(io::stderr())?;
    let layer = tracing_subscriber::fmt::layer();
    match (is_human(format, terminal), terminal) {
        // Somebody looks on.
        (true, true) => registry.with(layer.with_writer(io::stderr)).try_init()?,
        (true, false) => registry.with(layer.with_writer(lines.clone()).with_ansi(false)).try_init()?,
        (false, _) => {
            let layer = layer.with_writer(lines.clone()).json().flatten_event(true).with_span_list(false);
            registry.with(layer).try_init()?;
        }
    }
    let _ = LINES.set(lines);
    std::panic::set_hook(Box::new(log_panic));
    Ok(())
}

/// Writes what waits to be written. Call it last in `main`.
pub fn flush() {
    if let Some(lines) = LINES.get() {
        lines.flush();
    }
}

fn is_human(format: LogFormat, terminal: bool) -> bool {
    match format {
        LogFormat::Auto => terminal,
        LogFormat::Human => true,
        LogFormat::Json => false,
    }
}

/// Logs a panic where it happened. Inside a request the current span adds the request id.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let thread = std::thread::current().name().unwrap_or("unnamed").to_owned();
    let message = message(panic);
    let backtrace = Backtrace::capture();
    if backtrace.status() == BacktraceStatus::Captured {
        tracing::error!(target: "panic", place, thread, message, %backtrace);
    } else {
        tracing::error!(target: "panic", place, thread, message);
    }
}

/// A message that stands in the source is shown. One made at run time may hold an answer, a name or a token, so only
/// debug builds show it; the place says enough to find the cause.
fn message(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    if let Some(literal) = payload.downcast_ref::<&'static str>() {
        return (*literal).to_owned();
    }
    match payload.downcast_ref::<String>() {
        Some(made) if cfg!(debug_assertions) => made.clone(),
        _ => "(withheld: made at run time)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_decides_unless_told_otherwise() {
        assert!(is_human(LogFormat::Auto, true) && !is_human(LogFormat::Auto, false));
        assert!(is_human(LogFormat::Human, false) && !is_human(LogFormat::Json, true));
    }

    #[test]
    fn a_filter_that_cannot_be_read_is_named() {
        let error = init(LogFormat::Json, "server=loud").unwrap_err().to_string();
        assert!(error.starts_with("the log filter `server=loud` cannot be read"), "{error}");
        assert!(EnvFilter::builder().parse(DEFAULT_FILTER).is_ok());
    }
}
