//! Building the server.

use std::path::PathBuf;

use anyhow::Result;
use xshell::cmd;

use crate::workspace::{NATIVE, Workspace};

/// How the server is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    Debug,
    Release,
}

impl Profile {
    pub(crate) fn of(release: bool) -> Self {
        if release { Self::Release } else { Self::Debug }
    }
}

/// Builds the binary and returns where it is.
pub(crate) fn build(workspace: &Workspace, profile: Profile) -> Result<PathBuf> {
    let shell = workspace.shell()?;
    let (flag, folder) = match profile {
        Profile::Debug => (None, "debug"),
        Profile::Release => (Some("--release"), "release"),
    };
    cmd!(shell, "cargo build {NATIVE...} --bin vramlab {flag...}").run()?;
    Ok(workspace.target.join(folder).join("vramlab"))
}
