//! Saying what happens, and how long it took.

use std::time::{Duration, Instant};

use anyhow::Result;

/// Says the step, runs it, and says how long it took.
pub(crate) fn step<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    say(name);
    let started = Instant::now();
    let result = work();
    match &result {
        Ok(_) => say(&format!("{name}: done in {}", seconds(started.elapsed()))),
        Err(_) => say(&format!("{name}: failed after {}", seconds(started.elapsed()))),
    }
    result
}

/// Prints a line of progress, set apart from the output of the programs that run.
pub(crate) fn say(line: &str) {
    eprintln!("==> {line}");
}

/// Formats a duration as people read it.
pub(crate) fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 100.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{} min {:02} s", duration.as_secs() / 60, duration.as_secs() % 60)
    }
}

/// Formats a size in bytes as people read it.
pub(crate) fn kilobytes(bytes: usize) -> String {
    format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_sizes_read_well() {
        assert_eq!(seconds(Duration::from_millis(1250)), "1.2 s");
        assert_eq!(seconds(Duration::from_secs(125)), "2 min 05 s");
        assert_eq!(kilobytes(35_461), "35.4 kB");
    }
}
