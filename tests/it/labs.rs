//! Labs on the command line, as somebody tries them who has just installed vramlab: with a GPU, without one, with one that
//! does not work.

mod devices;
mod run;
mod snapshot;
mod traces;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What a command came to.
#[derive(Debug)]
struct Ran {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

/// Runs vramlab without a driver for CUDA, whatever the machine has.
fn vramlab(arguments: &[&str]) -> Ran {
    vramlab_with(&no_driver(), arguments, &[])
}

/// Runs vramlab with the driver for CUDA that the folder holds.
fn vramlab_with(driver: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Ran {
    let mut command = Command::new(tests::paths::server_binary().unwrap());
    command.args(arguments).env("LD_LIBRARY_PATH", driver).envs(environment.iter().copied());
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let ran = Ran { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code() };
    assert!(ran.code.is_some() && !ran.stderr.contains("panicked"), "{arguments:?}: {ran:?}");
    ran
}

impl Ran {
    /// Returns what was printed, once the command is seen to have gone well.
    fn ok(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.stdout
    }

    fn json(self) -> Value {
        let stdout = self.ok();
        serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}"))
    }

    /// Returns the error message, once the command is seen to have failed with nothing but that.
    fn error(self) -> String {
        assert!(self.code == Some(1) && self.stdout.is_empty(), "{self:?}");
        self.stderr
    }

    /// Returns what is wrong with the arguments.
    fn misuse(self) -> String {
        assert!(self.code == Some(2) && self.stdout.is_empty(), "{self:?}");
        self.stderr
    }
}

/// A folder with something that has the name of the driver and is none.
pub(crate) fn no_driver() -> PathBuf {
    installed("no-driver", fake_cuda::harness::install_broken)
}

/// A folder with the driver of the tests.
pub(crate) fn fake_driver() -> PathBuf {
    installed("fake-driver", fake_cuda::harness::install)
}

/// Fills a folder beside the binary once in each process, as tests run at the same time.
fn installed(name: &str, install: fn(&Path) -> std::io::Result<()>) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("vramlab-{name}-{}", std::process::id()));
    let _guard = INSTALLING.lock().unwrap();
    if !folder.exists() {
        install(&folder).unwrap();
    }
    folder
}

static INSTALLING: std::sync::Mutex<()> = std::sync::Mutex::new(());

fn fixtures(name: &str) -> PathBuf {
    tests::paths::root().join("tests/fixtures").join(name)
}

fn lab_names() -> Vec<String> {
    let labs = vramlab(&["lab", "list", "--json"]).json();
    labs.as_array().unwrap().iter().map(|lab| lab["name"].as_str().unwrap().to_owned()).collect()
}

/// Returns what was found for a figure of a report.
fn found(report: &Value, name: &str) -> u64 {
    let figures = report["figures"].as_array().unwrap();
    let figure = figures.iter().find(|figure| figure["name"] == name).unwrap_or_else(|| panic!("{name}: {figures:?}"));
    figure["found"].as_u64().unwrap()
}
