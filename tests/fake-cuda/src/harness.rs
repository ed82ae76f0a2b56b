//! Puts the library in the place of the driver, and reads what it reported.
//!
//! ```no_run
//! # fn main() -> std::io::Result<()> {
//! let folder = std::path::Path::new("target/fake-driver");
//! fake_cuda::harness::install(folder)?;
//! let run = std::process::Command::new("vramlab").args(["lab", "devices"]).env("LD_LIBRARY_PATH", folder).status()?;
//! # Ok(())
//! # }
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The names that programs look for. One that is looked for earlier may be there in a system folder.
const NAMES: [&str; 2] = ["libcuda.so", "libcuda.so.1"];

/// Puts the library into the folder, which is made, under the names of the driver.
///
/// A process finds it there if `LD_LIBRARY_PATH` is the folder when it starts.
pub fn install(folder: &Path) -> io::Result<()> {
    put(folder, &fs::read(built()?)?)
}

/// As [`install`], with a library that lacks a function of this name: an old driver.
///
/// The name in the table of the library is made illegible. That stands in for building the library a second time.
pub fn install_without(folder: &Path, function: &str) -> io::Result<()> {
    let mut library = fs::read(built()?)?;
    let name = [b"\0", function.as_bytes(), b"\0"].concat();
    let places: Vec<usize> =
        library.windows(name.len()).enumerate().filter(|(_, w)| *w == name).map(|(at, _)| at).collect();
    if places.is_empty() {
        return Err(io::Error::other(format!("the library has no function {function}")));
    }
    for place in places {
        library[place + 1] = b'X';
    }
    put(folder, &library)
}

/// Puts files into the folder that have the names of the driver and are no libraries.
pub fn install_broken(folder: &Path) -> io::Result<()> {
    put(folder, b"This is no library.\n")
}

/// Returns the shared library that cargo built together with the running test.
pub fn built() -> io::Result<PathBuf> {
    let program = env::current_exe()?;
    let folders = program.ancestors().skip(1).take(2);
    let candidates = folders.flat_map(|folder| [folder.to_owned(), folder.join("deps")]);
    let mut libraries = candidates.map(|folder| folder.join("libfake_cuda.so"));
    let missing = || io::Error::new(io::ErrorKind::NotFound, "libfake_cuda.so is not beside the running program");
    libraries.find(|library| library.exists()).ok_or_else(missing)
}

fn put(folder: &Path, library: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    NAMES.iter().try_for_each(|name| fs::write(folder.join(name), library))
}

/// What the library reported at the end of a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report(BTreeMap<String, u64>);

impl Report {
    /// Reads the file that `FAKE_CUDA_REPORT` named. There is none if the process was killed, or made no call.
    pub fn read(path: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(path)?;
        let counts = text.lines().map(|line| {
            let (name, count) = line.rsplit_once(' ')?;
            Some((name.to_owned(), count.parse().ok()?))
        });
        counts.collect::<Option<_>>().map(Self).ok_or_else(|| io::Error::other(format!("this is no report: {text}")))
    }

    /// Returns how many calls were made, but for those of `cuGetErrorName`.
    pub fn calls(&self) -> u64 {
        self.count("calls")
    }

    /// Returns the names of the functions that were called.
    pub fn functions(&self) -> Vec<&str> {
        self.0.keys().filter_map(|name| name.strip_prefix("calls ")).collect()
    }

    /// Returns how many calls of a function were made. It is named without the version: `cuMemAlloc`.
    pub fn calls_of(&self, function: &str) -> u64 {
        self.count(&format!("calls {function}"))
    }

    /// Returns how many calls were made to fail.
    pub fn failed(&self) -> u64 {
        self.count("failed")
    }

    /// Returns what was taken and not given back, as a name and a count.
    pub fn live(&self) -> Vec<(&str, u64)> {
        let calls = |name: &str| name.starts_with("calls") || name == "failed";
        let live = self.0.iter().filter(|(name, count)| !calls(name) && **count > 0);
        live.map(|(name, count)| (name.as_str(), *count)).collect()
    }

    fn count(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or_default()
    }
}
