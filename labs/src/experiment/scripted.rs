//! A learner's own script on a device: the steps that the playground simulates, asked of an allocator on a real one.
//!
//! A script is data. What a device cannot be told to do (other streams, work that is unfinished when one says so, a
//! fraction of the device, settings that change under way) is refused before anything runs, with its line.

use super::bench::Bench;
use super::lab::Lab;
use super::parameter::Parameter;
use super::progress::Tell;
use super::values::DEVICE;
use super::{Experiment, Rig, RunError, anything};
use crate::allocator::Config;
use crate::bytes::MIB;
use crate::moment::{Moment, Taken};
use crate::report::{Outcome, Point, Report, Unit, Words};
use crate::script::{self, Limits, Program};
use crate::trace::Op;

/// What a run of a script is called among the labs.
pub const NAME: &str = "playground";
/// The one parameter of such a run.
pub const SCRIPT: &str = "script";
/// How much a script may ask of a device.
pub const LIMITS: Limits = Limits { source: 4 * 1024, operations: 1_000, depth: 8 };

/// The device of a script that names none.
const DEFAULT_MIB: u64 = 8192;

static PARAMETERS: [Parameter; 1] = [Parameter::number(
    DEVICE,
    Words::new("parameter-device", "memory of the device"),
    Unit::Mib,
    (1, 262_144),
    DEFAULT_MIB,
)];

static EXPERIMENT: Experiment = Experiment {
    name: NAME,
    title: "a script of the learner's own",
    question: "what does the allocator do with these steps?",
    parameters: &PARAMETERS,
    figures: &[
        ("allocated", Unit::Bytes),
        ("allocated_peak", Unit::Bytes),
        ("reserved", Unit::Bytes),
        ("reserved_peak", Unit::Bytes),
        ("inactive_split", Unit::Bytes),
        ("driver_calls", Unit::Count),
        ("refused", Unit::Count),
    ],
    runs_out: None,
    check: anything,
    run: |_| Ok(()),
};

/// A script that a device can run.
#[derive(Debug, Clone, PartialEq)]
pub struct Scripted {
    program: Program,
    /// MiB that somebody else holds from the start.
    held: u64,
}

/// Why a script is not run on a device.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScriptedError {
    #[error("line {line}, column {column}: {message}")]
    Unreadable { line: u32, column: u32, message: String },
    #[error("{0}")]
    Settings(String),
    #[error(
        "line {line}: `{what}` cannot be done on a device; a run takes `device`, `settings` and `others` at the \
         beginning, `alloc` and `free` on the default stream, `empty_cache` and `synchronize`"
    )]
    NotOnADevice { line: u32, what: &'static str },
    #[error("the device of the script has {mib} MiB, and a run takes 262144 at the most")]
    Device { mib: u64 },
    #[error("the script allocates nothing")]
    Nothing,
    /// A run of the playground has this parameter and no other.
    #[error("a run of the playground takes one parameter, `script`")]
    Parameters,
}

impl Scripted {
    /// Reads the script of an order.
    pub fn of(parameters: &[(String, String)]) -> Result<Self, ScriptedError> {
        match parameters {
            [(name, source)] if name == SCRIPT => Self::read(source),
            _ => Err(ScriptedError::Parameters),
        }
    }

    /// Reads a script, and says what is in it that a device cannot do.
    pub fn read(source: &str) -> Result<Self, ScriptedError> {
        let program = script::compile_within(source, LIMITS).map_err(|error| ScriptedError::Unreadable {
            line: error.span.line,
            column: error.span.column,
            message: error.kind.to_string(),
        })?;
        Config::parse(&program.trace.config)
            .map_err(|error| ScriptedError::Settings(format!("{}: {}", error.kind.name(), error.text)))?;
        if EXPERIMENT.resolve(&given(&program), None).is_err() {
            return Err(ScriptedError::Device { mib: program.trace.total_mib });
        }
        let mut held = program.trace.context_mib.unwrap_or(0);
        let mut begun = false;
        for (step, op) in program.trace.ops.iter().enumerate() {
            match op {
                Op::External { mib } if !begun => held = *mib,
                op => {
                    if let Some(what) = beyond(op) {
                        let line = program.lines.get(step).copied().unwrap_or(1);
                        return Err(ScriptedError::NotOnADevice { line, what });
                    }
                    begun = true;
                }
            }
        }
        if !program.trace.ops.iter().any(|op| matches!(op, Op::Alloc { .. })) {
            return Err(ScriptedError::Nothing);
        }
        Ok(Self { program, held })
    }

    /// Runs it. Running out of memory is a result, and the steps behind it are taken all the same.
    pub fn run_and_take(
        &self,
        rig: &mut dyn Rig,
        moment: Moment,
        tell: Tell,
    ) -> Result<(Report, Vec<Option<Taken>>), RunError> {
        let values = EXPERIMENT.resolve(&given(&self.program), rig.limit()?)?;
        let mut lab = Lab::new(&EXPERIMENT, values, rig, Some(moment), tell);
        let title = Words::new("run-script", "your script");
        let mut bench = lab.bench_beside(title, &self.program.trace.config, self.held * MIB)?;
        self.play(&mut bench)?;
        bench.map(Words::new("map-script-end", "at the end"));
        bench.summarize();
        let closed = bench.close()?;
        let refused = closed.run.refusals.len() as u64;
        let last: Point = closed.run.timeline.last().copied().unwrap_or_default();
        let most = |of: fn(&Point) -> u64| closed.run.timeline.iter().map(of).max().unwrap_or(0);
        let figures = [
            ("allocated", Words::new("figure-script-allocated", "allocated at the end"), last.allocated),
            ("allocated_peak", Words::new("figure-script-allocated-peak", "allocated at most"), most(|p| p.allocated)),
            ("reserved", Words::new("figure-script-reserved", "reserved at the end"), last.reserved),
            ("reserved_peak", Words::new("figure-script-reserved-peak", "reserved at most"), most(|p| p.reserved)),
            ("inactive_split", Words::new("figure-script-split", "free parts of segments"), last.inactive_split),
        ];
        let calls = closed.run.driver.total();
        lab.keep(closed);
        for (name, label, found) in figures {
            lab.bytes(name, label, None, found);
        }
        lab.figure("driver_calls", Words::new("figure-script-calls", "calls to the driver"), Unit::Count, None, calls);
        lab.figure("refused", Words::new("figure-script-refused", "requests refused"), Unit::Count, None, refused);
        let (mut report, taken) = lab.finish()?;
        // What a script asks for in vain is what it is about.
        report.outcome = if refused > 0 { Outcome::OutOfMemory } else { Outcome::Done };
        Ok((report, taken))
    }

    fn play(&self, bench: &mut Bench) -> Result<(), RunError> {
        let name =
            |id: u64| usize::try_from(id).ok().and_then(|id| self.program.names.get(id)).map_or("", String::as_str);
        let mut tensors = std::collections::HashMap::new();
        let mut told = false;
        for op in &self.program.trace.ops {
            match op {
                Op::Alloc { id, bytes, .. } => match bench.allocate(name(*id), *bytes)? {
                    Some(tensor) => {
                        tensors.insert(*id, tensor);
                    }
                    None if !told => {
                        bench.map(Words::new("map-script-refused", "where memory ran out"));
                        told = true;
                    }
                    None => {}
                },
                Op::Free { id } => {
                    if let Some(tensor) = tensors.remove(id) {
                        bench.free(tensor)?;
                    }
                }
                Op::EmptyCache {} => bench.empty_cache()?,
                Op::Sync {} => bench.synchronize()?,
                // Peaks are those of the whole run; the rest was refused when the script was read.
                _ => {}
            }
        }
        Ok(())
    }
}

/// The parameters of the run. The usual device is lowered to what there is; one that the script names is not.
fn given(program: &Program) -> Vec<(String, String)> {
    let mib = program.trace.total_mib;
    if mib == DEFAULT_MIB { Vec::new() } else { vec![(DEVICE.to_owned(), mib.to_string())] }
}

/// Returns what an operation is called that no device does when told to.
fn beyond(op: &Op) -> Option<&'static str> {
    match op {
        Op::Alloc { stream: 0, .. }
        | Op::Free { .. }
        | Op::EmptyCache {}
        | Op::Sync {}
        | Op::ResetPeak {}
        | Op::Snapshot {} => None,
        Op::Alloc { .. } => Some("stream"),
        Op::RecordStream { .. } => Some("record_stream"),
        Op::StreamBusy { value: true, .. } => Some("busy"),
        Op::StreamBusy { value: false, .. } => Some("idle"),
        Op::SetFraction { .. } => Some("fraction"),
        Op::SetConfig { .. } => Some("settings"),
        Op::External { .. } => Some("others"),
        _ => Some("pool"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{SimRig, progress};

    fn run(source: &str) -> Report {
        let script = Scripted::read(source).unwrap();
        script.run_and_take(&mut SimRig, Moment::Telling, progress::nobody()).unwrap().0
    }

    #[test]
    fn a_script_has_the_figures_of_its_replay() {
        for source in [
            "a = alloc 3 MiB\nb = alloc 12 MiB + 100 B\nfree a\nempty_cache",
            "device 1 GiB\nothers 256 MiB\nrepeat 8 as i { a[i] = alloc 96 MiB }\nfree a[*]\nc = alloc 512 MiB",
            "settings expandable_segments:True\na = alloc 30 MiB\nb = alloc 30 MiB\nfree a\nempty_cache\nsynchronize",
        ] {
            let program = script::compile(source).unwrap();
            let recorded = crate::trace::replay(&program.trace, program.trace.device()).unwrap();
            let column = |name: &str| recorded.columns.get(name).unwrap().to_vec();
            let report = run(source);
            let found = |name: &str| report.found(name).unwrap().cast_signed();
            assert_eq!(found("allocated"), *column("allocated_cur").last().unwrap(), "{source}");
            assert_eq!(found("reserved"), *column("reserved_cur").last().unwrap(), "{source}");
            assert_eq!(Some(&found("reserved_peak")), column("reserved_peak").iter().max(), "{source}");
            let refused = column("outcome").iter().filter(|outcome| **outcome == 1).count();
            assert_eq!(found("refused"), i64::try_from(refused).unwrap(), "{source}");
            assert_eq!(report.outcome == Outcome::OutOfMemory, refused > 0, "{source}");
        }
    }

    #[test]
    fn what_no_device_does_is_named_with_its_line() {
        for (source, line, what) in [
            ("a = alloc 1 MiB\nstream 1 { b = alloc 1 MiB }", 2, "stream"),
            ("a = alloc 1 MiB\nrecord_stream a 2", 2, "record_stream"),
            ("a = alloc 1 MiB\nbusy 1", 2, "busy"),
            ("fraction 0.5\na = alloc 1 MiB", 1, "fraction"),
            ("a = alloc 1 MiB\nothers 512 MiB", 2, "others"),
        ] {
            assert_eq!(Scripted::read(source), Err(ScriptedError::NotOnADevice { line, what }), "{source}");
        }
        assert_eq!(Scripted::read("empty_cache"), Err(ScriptedError::Nothing));
        assert!(matches!(Scripted::read("a = alloc x"), Err(ScriptedError::Unreadable { line: 1, .. })));
        assert!(matches!(Scripted::read("settings nonsense:1\na = alloc 1"), Err(ScriptedError::Settings(_))));
        assert!(matches!(Scripted::read("device 900 GiB\na = alloc 1 MiB"), Err(ScriptedError::Device { .. })));
        assert_eq!(Scripted::of(&[]), Err(ScriptedError::Parameters));
        let much = "a = alloc 1 MiB\n".repeat(1001);
        assert!(matches!(Scripted::read(&much), Err(ScriptedError::Unreadable { .. })), "too long");
        let loops = "repeat 1001 as i { a[i] = alloc 1 MiB }";
        assert!(matches!(Scripted::read(loops), Err(ScriptedError::Unreadable { .. })), "too many operations");
    }
}
