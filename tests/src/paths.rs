//! Where things are, found from the source tree and the environment that `cargo xtask test` sets.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

/// Returns the root of the checkout.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the server's binary: the one that `VRAMLAB_BIN` names, or the debug build.
pub fn server_binary() -> Result<PathBuf> {
    let named = env::var_os("VRAMLAB_BIN").map(PathBuf::from);
    let path = named.unwrap_or_else(|| target().join("debug/vramlab"));
    ensure!(
        path.is_file(),
        "there is no server at {}; run the tests with `cargo xtask test`, which builds it",
        path.display()
    );
    Ok(path)
}

/// Returns the folder of a package from npm.
pub fn npm_package(name: &str) -> Result<PathBuf> {
    let path = root().join("tests/npm/node_modules").join(name);
    ensure!(
        path.is_dir(),
        "the npm package {name} is not installed; run the tests with `cargo xtask test`, which installs it"
    );
    Ok(path)
}

/// Returns the folder with the built client.
pub fn site() -> PathBuf {
    root().join("target/site")
}

fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
