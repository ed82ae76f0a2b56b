//! From a client crate to a WebAssembly module.

use std::path::PathBuf;

use anyhow::Result;
use xshell::{Cmd, cmd};

use super::Options;
use super::target::{Compiler, WASM, compiler};
use crate::workspace::Workspace;

/// Compiles a client and returns the path of the module. Cargo decides whether anything has to be done. Each is compiled
/// by itself, since cargo would give all of them the features of each.
pub(super) fn compile(workspace: &Workspace, package: &str, options: Options) -> Result<PathBuf> {
    let shell = workspace.shell()?;
    let (profile, folder) = if options.fast { ("dev", "debug") } else { ("client", "client") };
    let target = match compiler(&shell)? {
        Compiler::Workspace => {
            let target = workspace.target.clone();
            let command = cmd!(
                shell,
                "cargo build --package {package} --profile {profile} --target {WASM} --target-dir {target}"
            );
            without_flags(command).run()?;
            target
        }
        Compiler::Debian => {
            // Another compiler must not share a folder with the workspace's: each would undo the other's work.
            let target = workspace.target.join("debian");
            let std = "-Zbuild-std=std,panic_abort";
            let command = cmd!(
                shell,
                "/usr/bin/cargo build --package {package} --profile {profile} --target {WASM} --target-dir {target} {std}"
            );
            without_flags(command).env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1").run()?;
            target
        }
    };
    let module = format!("{}.wasm", package.replace('-', "_"));
    Ok(target.join(WASM).join(folder).join(module))
}

/// Flags meant for the machine's own processor would break the client.
fn without_flags(command: Cmd<'_>) -> Cmd<'_> {
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("CARGO_BUILD_RUSTFLAGS")
}
