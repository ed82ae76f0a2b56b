//! Where things are, and how programs are run there.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::Shell;

/// The crates that run on the machine itself, named together in every command that builds for tests.
///
/// Cargo chooses features of dependencies over the packages it is given. One set for all commands compiles each dependency
/// once; a set for each crate would compile the large ones again and again. `app` has its server side only, as it has in
/// the server; its other side is compiled for the browser, in steps of its own.
pub(crate) const NATIVE: [&str; 14] = [
    "--package",
    "content",
    "--package",
    "labs",
    "--package",
    "app",
    "--package",
    "server",
    "--package",
    "tests",
    "--package",
    "fake-cuda",
    "--features",
    "app/ssr,labs/cuda,labs/conformance",
];

/// The folders of this checkout.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    /// Cargo's target folder, which the environment may move out of the checkout.
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// Returns the workspace that this program was built from.
    pub(crate) fn find() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the workspace")?.to_owned();
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir));
        Ok(Self { root, target })
    }

    /// Returns the folder of built assets. The server's source names it, so it does not follow the target folder.
    pub(crate) fn site(&self) -> PathBuf {
        self.root.join("target/site")
    }

    /// Returns the folder of tools that xtask installs for this checkout alone.
    pub(crate) fn tools(&self) -> PathBuf {
        self.root.join("target/tools")
    }

    /// Returns the folder whose `node_modules` holds what tests and the optimiser take from npm.
    pub(crate) fn npm(&self) -> PathBuf {
        self.root.join("tests/npm")
    }

    /// Returns a shell whose current folder is the root.
    pub(crate) fn shell(&self) -> Result<Shell> {
        let shell = Shell::new()?;
        shell.change_dir(&self.root);
        Ok(shell)
    }

    /// Shortens a path for messages.
    pub(crate) fn relative<'p>(&self, path: &'p Path) -> std::path::Display<'p> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }
}
