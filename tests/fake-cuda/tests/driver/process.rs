//! Runs this test program once more, with one script and one driver.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use fake_cuda::harness::{self, Report};

use crate::child;

/// A child process to be.
pub(crate) struct Process {
    command: Command,
    report: PathBuf,
}

/// What a child process came to.
#[derive(Debug)]
pub(crate) struct Ended {
    /// What the script returned.
    pub(crate) answer: String,
    /// What the driver reported, if it was called at all.
    pub(crate) report: Option<Report>,
}

impl Process {
    /// Prepares a run of the script on the fake driver.
    pub(crate) fn new(script: &str) -> Self {
        Self::with_driver(script, Some(fake_driver()))
    }

    /// Prepares a run of the script with the driver in the folder, or else with that of this machine.
    pub(crate) fn with_driver(script: &str, folder: Option<&Path>) -> Self {
        let report = scratch("report");
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["child::child", "--exact", "--ignored", "--nocapture", "--test-threads=1"]);
        command.env_remove("LD_LIBRARY_PATH").env(child::SCRIPT, script).env("FAKE_CUDA_REPORT", &report);
        if let Some(folder) = folder {
            command.env("LD_LIBRARY_PATH", folder);
        }
        Self { command, report }
    }

    pub(crate) fn set(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs it. It must end in order: without a panic, and not by a signal.
    pub(crate) fn run(mut self) -> Ended {
        let output = self.command.output().unwrap();
        let said = said(&output);
        assert!(output.status.success() && !said.contains("panicked"), "{:?}: {said}", self.command);
        let answer = said.lines().find_map(|line| line.split_once(child::MARK)).map(|(_, answer)| answer.to_owned());
        let answer = answer.unwrap_or_else(|| panic!("{:?} gave no answer: {said}", self.command));
        let report = self.report.exists().then(|| Report::read(&self.report).unwrap());
        let _ = fs::remove_file(&self.report);
        Ended { answer, report }
    }
}

impl Ended {
    pub(crate) fn report(&self) -> &Report {
        self.report.as_ref().expect("the driver was called")
    }

    /// Asserts that all that was taken of the device was given back.
    pub(crate) fn nothing_is_left(&self) {
        assert_eq!(self.report().live(), [], "after {}", self.answer);
    }
}

/// Returns a path that nobody else uses.
pub(crate) fn scratch(name: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}-{number}", std::process::id()))
}

/// Returns the folder in which the fake driver is installed, once for all tests.
fn fake_driver() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fake-driver");
        harness::install(&folder).unwrap();
        folder
    })
}

fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}
