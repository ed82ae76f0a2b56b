//! Steps of questions, taken by the simulated device: what they come to when the content is loaded, and step by step when a
//! learner has answered.

use app::film::Film;
use app::film::trace::screen;
use content::lab::Measure;
use content::steps::{Engine, Place, Steps, StepsError};
use labs::allocator::Config;
use labs::script::{self, Limits, Program};
use labs::trace::{Recorded, replay};

/// What steps of a question may come to: few enough to be read.
const LIMITS: Limits = Limits { source: 2 * 1024, operations: 200, depth: 4 };

/// Calls to the driver that they may come to.
const CALLS: u64 = 20_000;

/// The figures that questions ask for.
const FIGURES: [Figure; 16] = [
    Figure { key: "figure-allocated", column: "allocated_cur", measure: Measure::Bytes },
    Figure { key: "figure-allocated-peak", column: "allocated_peak", measure: Measure::Bytes },
    Figure { key: "figure-reserved", column: "reserved_cur", measure: Measure::Bytes },
    Figure { key: "figure-reserved-peak", column: "reserved_peak", measure: Measure::Bytes },
    Figure { key: "figure-active", column: "active_cur", measure: Measure::Bytes },
    Figure { key: "figure-active-peak", column: "active_peak", measure: Measure::Bytes },
    Figure { key: "figure-requested", column: "requested_cur", measure: Measure::Bytes },
    Figure { key: "figure-inactive-split", column: "inactive_split_cur", measure: Measure::Bytes },
    Figure { key: "figure-device-used", column: "driver_used", measure: Measure::Bytes },
    Figure { key: "figure-segments", column: "n_segment", measure: Measure::Count },
    Figure { key: "figure-blocks", column: "n_allocation", measure: Measure::Count },
    Figure { key: "figure-inactive-split-blocks", column: "n_inactive_split", measure: Measure::Count },
    Figure { key: "figure-device-allocations", column: "num_device_alloc", measure: Measure::Count },
    Figure { key: "figure-device-frees", column: "num_device_free", measure: Measure::Count },
    Figure { key: "figure-retries", column: "num_alloc_retries", measure: Measure::Count },
    Figure { key: "figure-out-of-memory", column: "num_ooms", measure: Measure::Count },
];

/// A figure.
#[derive(Debug, Clone, Copy)]
struct Figure {
    /// Of its name among the UI strings; what is behind the prefix is its name in the content.
    key: &'static str,
    /// Its column in a recorded trace.
    column: &'static str,
    measure: Measure,
}

impl Figure {
    fn name(self) -> &'static str {
        self.key.strip_prefix("figure-").unwrap_or(self.key)
    }

    fn named(name: &str) -> Option<Self> {
        FIGURES.into_iter().find(|figure| figure.name() == name)
    }
}

/// PyTorch's allocator on the simulated device.
#[derive(Debug)]
pub struct Simulated;

/// What came of steps.
#[derive(Debug, Clone)]
pub struct Taken {
    pub film: Film,
    /// Bytes of memory of the device.
    pub device: u64,
    pub rows: Vec<Row>,
    /// The key of the figure's name among the UI strings, and what it measures.
    pub figure: &'static str,
    pub measure: Measure,
}

/// A line of the script, and the figure after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub line: String,
    pub value: u64,
    /// The allocator found no memory.
    pub refused: bool,
}

impl Engine for Simulated {
    fn figures(&self) -> Vec<(&'static str, Measure)> {
        FIGURES.into_iter().map(|figure| (figure.name(), figure.measure)).collect()
    }

    fn figure(&self, steps: &Steps) -> Result<u64, StepsError> {
        let figure = Figure::named(&steps.figure).ok_or_else(|| nowhere("there is no such figure".to_owned()))?;
        let (_, recorded) = run(&steps.script)?;
        let last = column(&recorded, figure.column).last().copied();
        last.map(i64::cast_unsigned).ok_or_else(|| nowhere("there is no step in it".to_owned()))
    }
}

/// Takes the steps of a question; nothing for steps that the check of the content would have refused.
pub fn take(steps: &Steps) -> Option<Taken> {
    let figure = Figure::named(&steps.figure)?;
    let (program, recorded) = run(&steps.script).ok()?;
    let name = |id: u64| usize::try_from(id).ok().and_then(|id| program.names.get(id).cloned()).unwrap_or_default();
    let lines: Vec<&str> = steps.script.lines().map(statement).collect();
    let line = |step: usize| {
        let number = program.lines.get(step).map_or(0, |line| line.saturating_sub(1));
        lines.get(number as usize).copied().unwrap_or_default()
    };
    let screening = screen(&program.trace, CALLS, name, |step| line(step).to_owned()).ok()?;
    let outcomes = column(&recorded, "outcome");
    let mut rows: Vec<Row> = Vec::new();
    for (step, value) in column(&recorded, figure.column).iter().enumerate() {
        let refused = outcomes.get(step) == Some(&1);
        let row = Row { line: line(step).to_owned(), value: value.cast_unsigned(), refused };
        // A loop on one line is one row, whose figure is that after the last round.
        match rows.last_mut().filter(|_| step > 0 && program.lines.get(step) == program.lines.get(step - 1)) {
            Some(same) => *same = Row { refused: refused || same.refused, ..row },
            None => rows.push(row),
        }
    }
    Some(Taken { film: screening.film, device: screening.device, rows, figure: figure.key, measure: figure.measure })
}

/// Returns a line without its comment.
fn statement(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

fn run(script: &str) -> Result<(Program, Recorded), StepsError> {
    let program = script::compile_within(script, LIMITS).map_err(|error| StepsError {
        place: Some(Place { line: error.span.line, column: error.span.column, width: error.span.width }),
        message: error.kind.to_string(),
    })?;
    Config::parse(&program.trace.config).map_err(|error| nowhere(error.text))?;
    let recorded = replay(&program.trace, program.trace.device()).map_err(|error| nowhere(error.to_string()))?;
    Ok((program, recorded))
}

fn nowhere(message: String) -> StepsError {
    StepsError { place: None, message }
}

fn column<'r>(recorded: &'r Recorded, name: &str) -> &'r [i64] {
    recorded.columns.get(name).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(script: &str, figure: &str) -> Steps {
        Steps { script: script.to_owned(), figure: figure.to_owned() }
    }

    /// Two segments of 20 MiB, of which one goes back; what is left of the other is split.
    const SCRIPT: &str = "repeat 2 as i { a[i] = alloc 12 MiB + 100 B }\nfree a[0]\nempty_cache # one is free\n";

    #[test]
    fn each_figure_is_the_allocators_own() {
        const MIB: u64 = 1 << 20;
        for (figure, value) in [
            ("allocated", 12 * MIB + 512),
            ("allocated-peak", 24 * MIB + 1024),
            ("reserved", 14 * MIB),
            ("reserved-peak", 28 * MIB),
            ("active", 12 * MIB + 512),
            ("active-peak", 24 * MIB + 1024),
            ("requested", 12 * MIB + 100),
            ("inactive-split", 2 * MIB - 512),
            ("segments", 1),
            ("blocks", 1),
            ("inactive-split-blocks", 1),
            ("device-allocations", 2),
            ("device-frees", 1),
            ("retries", 0),
            ("out-of-memory", 0),
        ] {
            assert_eq!(Simulated.figure(&steps(SCRIPT, figure)), Ok(value), "{figure}");
        }
        let used = Simulated.figure(&steps(SCRIPT, "device-used")).unwrap();
        let more = Simulated.figure(&steps(&format!("others 100 MiB\n{SCRIPT}"), "device-used")).unwrap();
        assert_eq!(more - used, 100 * MIB);
    }

    #[test]
    fn every_figure_has_a_name_in_every_language() {
        for figure in FIGURES {
            assert!(figure.name() != figure.key && Figure::named(figure.name()).is_some(), "{figure:?}");
            for lang in [content::lang::Lang::EN, content::lang::Lang::VI] {
                assert!(!app::i18n::Text::new(lang).get(figure.key).contains("figure-"), "{figure:?} in {lang}");
            }
        }
    }

    #[test]
    fn a_loop_on_one_line_is_one_row_and_comments_are_left_out() {
        let taken = take(&steps(SCRIPT, "segments")).unwrap();
        let rows: Vec<_> = taken.rows.iter().map(|row| (row.line.as_str(), row.value)).collect();
        let first = "repeat 2 as i { a[i] = alloc 12 MiB + 100 B }";
        assert_eq!(rows, [(first, 2), ("free a[0]", 2), ("empty_cache", 1)]);
        assert_eq!(taken.film.shots.len(), 4);
    }

    #[test]
    fn a_step_without_memory_is_marked_and_the_last_figure_counts() {
        let taken = take(&steps("device 1 GiB\na = alloc 2 GiB\nb = alloc 2 MiB", "reserved")).unwrap();
        let rows: Vec<_> = taken.rows.iter().map(|row| (row.value, row.refused)).collect();
        assert_eq!(rows, [(0, true), (20 << 20, false)]);
    }

    #[test]
    fn faults_have_a_place_where_there_is_one() {
        let fault = |script| Simulated.figure(&steps(script, "reserved")).unwrap_err();
        let place = fault("a = alloc 1 MiB\nb = aloc 1 MiB").place.unwrap();
        assert_eq!((place.line, place.column), (2, 5));
        assert_eq!(fault("settings max_split_size_mb:1\na = alloc 1 MiB").place, None);
        assert!(fault("# nothing").message.contains("no step"));
        assert!(fault("repeat 201 { a = alloc 1 MiB\nfree a }").message.contains("operations"));
    }
}
