//! What the child does.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use labs::allocator::AllocError;
use labs::device::DeviceError;
use labs::experiment::progress::{Listener, Progress};
use labs::experiment::scripted::{self, Scripted};
use labs::experiment::{self, RigError, RunError};
use labs::moment::{Moment, Taken};
use labs::report::Report;
use labs::snapshot::Snapshot;
use rustix::process::{Resource, Rlimit, setrlimit};

use super::protocol::{FailureKind, Line, Request};
use super::rig::{Budgeted, rig};
use crate::domain::DeviceName;

/// Longest request, in bytes.
const MAX_REQUEST: u64 = 64 * 1024;

/// Why the child cannot even begin, or say what it has to say.
#[derive(Debug, thiserror::Error)]
pub enum ChildError {
    #[error("cannot read the request: {0}")]
    Unreadable(#[from] io::Error),
    #[error("the request is not what a parent writes: {0}")]
    Malformed(#[from] serde_json::Error),
    #[error("the child cannot be confined: {0}")]
    Unconfined(#[from] rustix::io::Errno),
}

/// Reads a request from standard input, carries it out and writes what happens to standard output.
///
/// `delay` is waited after each step, so that a test can watch a run, stop it, or kill it.
pub fn carry_out(delay: Option<Duration>) -> Result<(), ChildError> {
    die_with_parent()?;
    let mut line = String::new();
    io::stdin().lock().take(MAX_REQUEST).read_line(&mut line)?;
    let request: Request = serde_json::from_str(&line)?;
    end_when_standard_input_does();
    confine(&request)?;
    let teller = Rc::new(Teller::new(request.steps, delay));
    match run(&request, &teller) {
        Ok((report, snapshot)) => teller.finish(&report, snapshot.as_ref()),
        Err((kind, message)) => teller.say(&Line::Failure { kind, message }),
    }
    Ok(())
}

#[cfg(target_os = "linux")]
fn die_with_parent() -> Result<(), ChildError> {
    use rustix::process::{Signal, set_parent_process_death_signal};
    Ok(set_parent_process_death_signal(Some(Signal::KILL))?)
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent() -> Result<(), ChildError> {
    Ok(())
}

/// Nothing more is ever written to standard input. When it ends, the parent has died or has no more use for this run.
fn end_when_standard_input_does() {
    std::thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        // Not `exit`: a driver that hangs would be asked to tidy up first.
        std::process::abort();
    });
}

/// Lowers what this process may have. No core is dumped, as it would hold what the device held.
fn confine(request: &Request) -> Result<(), ChildError> {
    let at_most = |bytes| Rlimit { current: Some(bytes), maximum: Some(bytes) };
    setrlimit(Resource::Core, at_most(0))?;
    if let Some(memory) = request.memory {
        setrlimit(Resource::As, at_most(memory))?;
    }
    Ok(())
}

type Failure = (FailureKind, String);

fn run(request: &Request, teller: &Rc<Teller>) -> Result<(Report, Option<Snapshot>), Failure> {
    let malformed = |error: &dyn fmt::Display| (FailureKind::Request, error.to_string());
    let device: DeviceName = request.device.parse().map_err(|error| malformed(&error))?;
    let mut rig = Budgeted { rig: rig(device), bytes: request.gpu };
    let told: Rc<dyn Listener> = Rc::clone(teller) as Rc<dyn Listener>;
    let done = if request.lab == scripted::NAME {
        let script = Scripted::of(&request.parameters).map_err(|error| malformed(&error))?;
        script.run_and_take(&mut rig, Moment::Telling, told)
    } else {
        let experiment = experiment::find(&request.lab).map_err(|error| malformed(&error))?;
        experiment.run_and_take(&mut rig, &request.parameters, Moment::Telling, told)
    };
    done.map(|(report, taken)| (report, of_most_interest(taken))).map_err(|error| (kind(&error), error.to_string()))
}

/// Of several allocators, the last that ran out of memory is of most interest, or else the last.
fn of_most_interest(taken: Vec<Option<Taken>>) -> Option<Snapshot> {
    let interest = |taken: &Taken| taken.moment == Moment::OutOfMemory;
    taken.into_iter().flatten().max_by_key(interest).map(|taken| taken.snapshot)
}

fn kind(error: &RunError) -> FailureKind {
    match error {
        RunError::Device(error) | RunError::Allocator(AllocError::Device(error)) => kind_of_device(error),
        RunError::Rig(RigError::Device(_) | RigError::Open(_) | RigError::Full { .. }) => FailureKind::Device,
        _ => FailureKind::Request,
    }
}

/// What the device cannot do at all is no fault of it.
const fn kind_of_device(error: &DeviceError) -> FailureKind {
    match error {
        DeviceError::Unsupported { .. } | DeviceError::OutOfMemory => FailureKind::Request,
        DeviceError::Lost { .. } | DeviceError::Driver { .. } => FailureKind::Device,
    }
}

/// Writes what happens to standard output.
struct Teller {
    output: RefCell<io::Stdout>,
    /// Steps that may still be told.
    steps: Cell<u32>,
    omitted: Cell<u64>,
    delay: Option<Duration>,
}

impl fmt::Debug for Teller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Teller").field("steps", &self.steps).finish_non_exhaustive()
    }
}

impl Teller {
    fn new(steps: u32, delay: Option<Duration>) -> Self {
        Self { output: RefCell::new(io::stdout()), steps: Cell::new(steps), omitted: Cell::new(0), delay }
    }

    fn say(&self, line: &Line) {
        // What cannot be written as JSON is a defect, and the parent sees that there is no report.
        let Ok(mut text) = serde_json::to_vec(line) else { return };
        text.push(b'\n');
        self.write(&text);
    }

    /// A parent that does not listen any more has ended this run.
    fn write(&self, bytes: &[u8]) {
        let mut output = self.output.borrow_mut();
        if output.write_all(bytes).and_then(|()| output.flush()).is_err() {
            std::process::abort();
        }
    }

    fn finish(&self, report: &Report, snapshot: Option<&Snapshot>) {
        if self.omitted.get() > 0 {
            self.say(&Line::Omitted { steps: self.omitted.get() });
        }
        if let Some(gzip) = snapshot.and_then(|snapshot| pack(&snapshot.to_pickle()).ok()) {
            self.say(&Line::Snapshot { gzip: STANDARD.encode(gzip) });
        }
        let Ok(mut text) = serde_json::to_vec(report) else { return };
        self.say(&Line::Report { outcome: report.outcome });
        text.push(b'\n');
        self.write(&text);
    }
}

impl Listener for Teller {
    fn hear(&self, progress: &Progress) {
        if matches!(progress, Progress::Step { .. }) {
            if self.steps.get() == 0 {
                self.omitted.set(self.omitted.get() + 1);
                return;
            }
            self.steps.set(self.steps.get() - 1);
        }
        self.say(&Line::Progress(progress.clone()));
        if let Some(delay) = self.delay {
            std::thread::sleep(delay);
        }
    }
}

fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes)?;
    packer.finish()
}
