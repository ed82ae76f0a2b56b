//! A compiler that can make WebAssembly: found, or fetched.

use std::path::Path;

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::progress::say;
use crate::tools::{Package, apt_install, may_install};

/// The target that the client is compiled for.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// How the client is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compiler {
    /// The toolchain of the workspace, which has the target's standard library.
    Workspace,
    /// Debian's compiler, which brings the source of the standard library and builds it along.
    Debian,
}

const DEBIAN: [Package; 4] = [
    Package { name: "rustc-web", why: "compiles for WebAssembly" },
    Package { name: "cargo-web", why: "drives it" },
    Package { name: "rust-web-src", why: "source of the standard library" },
    Package { name: "rust-web-llvm", why: "its linker" },
];
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_SOURCE: &str = "/usr/share/doc/rust-web-src";

/// Returns a compiler for the client: the workspace's own, with the target added by rustup when it is missing, else Debian's.
pub(crate) fn compiler(shell: &Shell) -> Result<Compiler> {
    if has_standard_library(shell) {
        return Ok(Compiler::Workspace);
    }
    say(&format!("This toolchain lacks the target {WASM}; asking rustup for it"));
    if cmd!(shell, "rustup target add {WASM}").run().is_ok() && has_standard_library(shell) {
        return Ok(Compiler::Workspace);
    }
    if Path::new(DEBIAN_SOURCE).exists() && Path::new(DEBIAN_RUSTC).exists() {
        say("rustup could not add it; using Debian's compiler, which builds the standard library along (some minutes)");
        return Ok(Compiler::Debian);
    }
    if may_install(shell) {
        say("rustup could not add it; installing Debian's compiler for WebAssembly");
        apt_install(shell, &DEBIAN).context("cannot install Debian's compiler for WebAssembly")?;
        return Ok(Compiler::Debian);
    }
    bail!(
        "no compiler for {WASM}: run `rustup target add {WASM}`, or on Debian as root `apt-get install {}`",
        DEBIAN.map(|package| package.name).join(" ")
    )
}

fn has_standard_library(shell: &Shell) -> bool {
    cmd!(shell, "rustc --print target-libdir --target {WASM}")
        .quiet()
        .ignore_stderr()
        .read()
        .is_ok_and(|folder| Path::new(&folder).is_dir())
}
