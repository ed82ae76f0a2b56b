//! What the playground does with a script, the same in the browser as on the server.

pub mod examples;
pub mod highlight;

use labs::allocator::Config;
use labs::report::Action;
use labs::script::{self, Limits};
use labs::trace::Trace;

use crate::film::Film;
use crate::film::trace::{Screening, screen};

/// Bounds on what a script or a trace may come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub script: Limits,
    /// Calls to the driver. One request can take thousands of them where segments are expandable.
    pub calls: u64,
}

/// What the server runs of a script while a page waits for it.
pub const ON_THE_SERVER: Bounds =
    Bounds { script: Limits { source: 4 * 1024, operations: 1_000, depth: 8 }, calls: 50_000 };
/// What a browser runs.
pub const IN_THE_BROWSER: Bounds =
    Bounds { script: Limits { source: 64 * 1024, operations: 20_000, depth: 8 }, calls: 500_000 };

/// Memory of the largest device, in MiB: more than any GPU has, and no more pages than a moment's work.
const LARGEST_DEVICE: u64 = 1 << 20;

/// What came of a script.
#[derive(Debug, Clone)]
pub enum Attempt {
    /// It cannot be read. Lines, columns and widths count characters, the first two from one.
    Wrong {
        line: u32,
        column: u32,
        width: u32,
        message: String,
    },
    /// It can be read and not run, in the words of the engine or, for settings, of PyTorch.
    Refused(String),
    Ran(Box<Played>),
}

/// A script that was run.
#[derive(Debug, Clone)]
pub struct Played {
    pub trace: Trace,
    pub screening: Screening,
    /// What should be known about the settings that were accepted.
    pub notices: Vec<String>,
}

/// Runs a script.
pub fn run(source: &str, bounds: Bounds) -> Attempt {
    let program = match script::compile_within(source, bounds.script) {
        Ok(program) => program,
        Err(error) => {
            let (span, message) = (error.span, error.kind.to_string());
            return Attempt::Wrong { line: span.line, column: span.column, width: span.width, message };
        }
    };
    let lines: Vec<&str> = source.lines().collect();
    let name = |id: u64| usize::try_from(id).ok().and_then(|id| program.names.get(id).cloned()).unwrap_or_default();
    let said = |step: usize| {
        let line = program.lines.get(step).copied().unwrap_or(1);
        let text = lines.get(line as usize - 1).map_or("", |line| line.split('#').next().unwrap_or("").trim());
        format!("{line}: {text}")
    };
    play(&program.trace, bounds.calls, name, said)
}

/// Runs a trace, such as one that was read from a file.
pub fn run_trace(trace: &Trace, bounds: Bounds) -> Attempt {
    if trace.ops.len() > bounds.script.operations {
        return Attempt::Refused(format!(
            "the trace has {} operations; {} are the most here; the command line runs longer ones: vramlab lab replay",
            trace.ops.len(),
            bounds.script.operations
        ));
    }
    let said = |step: usize| {
        let op = trace.ops.get(step).map(|op| serde_json::to_string(op).unwrap_or_default());
        format!("{step}: {}", op.unwrap_or_default())
    };
    play(trace, bounds.calls, |id| format!("#{id}"), said)
}

fn play(trace: &Trace, calls: u64, name: impl Fn(u64) -> String, said: impl Fn(usize) -> String) -> Attempt {
    if trace.total_mib > LARGEST_DEVICE {
        return Attempt::Refused(format!(
            "the device has {} MiB; {LARGEST_DEVICE} MiB, that is 1 TiB, are the most here",
            trace.total_mib
        ));
    }
    let notices = match Config::parse(&trace.config) {
        Ok((_, notices)) => notices.iter().map(ToString::to_string).collect(),
        Err(error) => return Attempt::Refused(format!("{}: {}", error.kind.name(), error.text)),
    };
    match screen(trace, calls, name, said) {
        Ok(screening) => Attempt::Ran(Box::new(Played { trace: trace.clone(), screening, notices })),
        Err(error) => Attempt::Refused(error.to_string()),
    }
}

/// A number to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figure {
    /// The key of its name among the UI strings.
    pub key: &'static str,
    pub value: u64,
    pub is_bytes: bool,
}

/// Returns the figures of a film.
pub fn figures(film: &Film) -> [Figure; 7] {
    let last = film.shots.last().map(|shot| shot.point).unwrap_or_default();
    let most = |of: fn(&labs::report::Point) -> u64| film.shots.iter().map(|shot| of(&shot.point)).max().unwrap_or(0);
    let bytes = |key, value| Figure { key, value, is_bytes: true };
    let count = |key, value: usize| Figure { key, value: value as u64, is_bytes: false };
    [
        bytes("playground-allocated", last.allocated),
        bytes("playground-allocated-peak", most(|point| point.allocated)),
        bytes("playground-reserved", last.reserved),
        bytes("playground-reserved-peak", most(|point| point.reserved)),
        bytes("playground-split", last.inactive_split),
        count("playground-calls", film.shots.iter().map(|shot| shot.calls.len()).sum()),
        count("playground-refused", film.shots.iter().filter(|shot| shot.action == Action::OutOfMemory).count()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_runs_within_what_the_server_allows() {
        for example in examples::ALL {
            let Attempt::Ran(played) = run(example.script, ON_THE_SERVER) else { panic!("{}", example.key) };
            assert!(!played.screening.film.shots.is_empty(), "{}", example.key);
        }
    }

    #[test]
    fn an_error_has_a_place_and_settings_have_pytorchs_words() {
        let Attempt::Wrong { line: 2, column: 11, .. } = run("a = alloc 1 MiB\nb = alloc x MiB", ON_THE_SERVER) else {
            panic!("it cannot be read")
        };
        let Attempt::Refused(words) = run("settings max_split_size_mb:1\na = alloc 1 MiB", ON_THE_SERVER) else {
            panic!("PyTorch refuses these settings")
        };
        assert!(words.starts_with("ValueError: ") && words.contains("max_split_size_mb"), "{words}");
    }

    #[test]
    fn what_takes_too_many_calls_ends_soon_and_says_so() {
        let refused = |script: &str| match run(script, ON_THE_SERVER) {
            Attempt::Refused(words) => words,
            Attempt::Ran(_) | Attempt::Wrong { .. } => panic!("{script}"),
        };
        let pages = "settings expandable_segments:True\nrepeat 300 { a = alloc 900 GiB\nfree a\nempty_cache }";
        let words = refused(&format!("device 1000 GiB\n{pages}"));
        assert!(words.contains("50000 calls to the driver"), "{words}");
        assert!(refused("device 16777216 MiB\na = alloc 1 MiB").contains("1 TiB"));
        let trace = script::compile("device 16777216 MiB\na = alloc 1 MiB").unwrap().trace;
        assert!(matches!(run_trace(&trace, IN_THE_BROWSER), Attempt::Refused(_)));
        // The memory of the largest machine, page by page, is no such thing.
        let full = "device 640 GiB\nsettings expandable_segments:True\na = alloc 300 GiB";
        assert!(matches!(run(full, ON_THE_SERVER), Attempt::Ran(_)));
    }

    #[test]
    fn the_figures_are_those_of_a_replay() {
        for example in examples::ALL {
            let program = script::compile(example.script).unwrap();
            let recorded = labs::trace::replay(&program.trace, program.trace.device()).unwrap();
            let Attempt::Ran(played) = run(example.script, ON_THE_SERVER) else { panic!("{}", example.key) };
            let column = |name: &str| recorded.columns.get(name).unwrap().to_vec();
            let [_, allocated, _, reserved, ..] =
                figures(&played.screening.film).map(|figure| figure.value.cast_signed());
            assert_eq!(Some(&allocated), column("allocated_peak").iter().max(), "{}", example.key);
            assert_eq!(Some(&reserved), column("reserved_peak").iter().max(), "{}", example.key);
            let outcomes = column("outcome").iter().filter(|outcome| **outcome == 1).count();
            assert_eq!(figures(&played.screening.film)[6].value, outcomes as u64, "{}", example.key);
        }
    }
}
