use std::fs::OpenOptions;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use clap::Args;
use labs::moment::{Moment, Taken};

/// The snapshot that a run leaves behind.
#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// Write what the allocator held and did to FILE as a memory snapshot, which PyTorch's tools read; `-` writes it to
    /// standard output, and nothing else
    #[arg(long, value_name = "FILE")]
    snapshot: Option<PathBuf>,

    /// When the snapshot is taken: `end`, `oom` for the first request that finds no memory, or behind the step with this
    /// number [default: `oom` where memory runs out, else `end`]
    #[arg(long, value_name = "MOMENT", requires = "snapshot")]
    at: Option<Moment>,

    /// Replace FILE if it exists
    #[arg(long, requires = "snapshot")]
    force: bool,
}

impl ExportArgs {
    /// Returns the moment at which a snapshot is wanted, if one is.
    pub(super) fn moment(&self) -> Option<Moment> {
        self.snapshot.as_ref().map(|_| self.at.unwrap_or_default())
    }

    /// Says whether the snapshot takes the place of what is printed otherwise.
    pub(super) fn takes_stdout(&self) -> bool {
        self.snapshot.as_deref().is_some_and(is_stdout)
    }

    /// Refuses what would be refused once everything has run.
    pub(super) fn check(&self, json: bool) -> anyhow::Result<()> {
        let Some(file) = self.snapshot.as_deref() else { return Ok(()) };
        if is_stdout(file) {
            ensure!(!json, "--json is printed to standard output as well; write the snapshot to a file");
            ensure!(
                !std::io::stdout().is_terminal(),
                "a snapshot is no text for a terminal; write it to a file, or send it on with |"
            );
        } else if !self.force && file.symlink_metadata().is_ok() {
            return Err(is_there(file));
        }
        Ok(())
    }

    /// Writes the snapshot of `subject`, and says on standard error what it is of.
    pub(super) fn write(&self, taken: Option<Taken>, subject: &str) -> anyhow::Result<()> {
        let Some(file) = self.snapshot.as_deref() else { return Ok(()) };
        let taken = taken.ok_or_else(|| self.never_came(subject))?;
        let pickle = taken.snapshot.to_pickle();
        if is_stdout(file) {
            return match std::io::stdout().lock().write_all(&pickle) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot write the snapshot"),
                _ => Ok(()),
            };
        }
        create(file, &pickle, self.force)?;
        eprintln!("{}: snapshot of {subject} {taken}", labs::printable::line(&file.display().to_string()));
        Ok(())
    }

    fn never_came(&self, subject: &str) -> anyhow::Error {
        match self.at {
            Some(Moment::Step(step)) => anyhow!("there is no step {step} in {subject}; its steps are listed by --json"),
            _ => anyhow!("no request of {subject} was refused, so there is no snapshot; write --at end"),
        }
    }
}

fn is_stdout(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// Writes a file. One that is there already is replaced only by `force`.
fn create(file: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    let mut open = match options.open(file) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(is_there(file)),
        other => other.with_context(|| format!("cannot write {}", file.display()))?,
    };
    open.write_all(bytes).with_context(|| format!("cannot write all of {}", file.display()))
}

fn is_there(file: &Path) -> anyhow::Error {
    anyhow!("{} exists; name another file, or replace it with --force", file.display())
}
