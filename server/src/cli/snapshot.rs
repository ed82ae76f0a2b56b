//! Memory snapshots on the command line.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};
use labs::snapshot::Snapshot;
use labs::snapshot::pickle::Limits;

use super::{say, say_json};

#[derive(Debug, Subcommand)]
pub(super) enum SnapshotCommand {
    /// Print the figures of a snapshot: what is reserved, allocated, free in which way, and what happened how often
    Info(InfoArgs),
}

#[derive(Debug, Args)]
pub(super) struct InfoArgs {
    /// What `torch.cuda.memory._dump_snapshot` wrote; nothing in it is run
    file: PathBuf,

    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

impl SnapshotCommand {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let Self::Info(InfoArgs { file, json }) = self;
        let name = file.display();
        let bytes = read(&file).with_context(|| format!("cannot read {name}"))?;
        let snapshot = Snapshot::from_pickle(&bytes).map_err(|error| anyhow!("{name}: {error}"))?;
        let figures = snapshot.figures();
        if json {
            say_json(&figures)?;
        } else {
            say(&figures.to_string())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads a file, but not much more of it than a snapshot may have: it may be a device that never ends.
fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    let limit = u64::from(Limits::default().bytes) + 1;
    let mut bytes = Vec::new();
    File::open(file)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
