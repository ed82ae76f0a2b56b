//! `cargo xtask client`: everything that a browser loads, built into `target/site`.
//!
//! Each file stands there under a name that holds a hash of its content, with brotli and gzip beside it, and
//! `manifest.json` maps plain names to those. A file whose content did not change keeps its name, so it is neither
//! written nor compressed again.

mod compile;
mod glue;
mod site;
mod style;
mod target;

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::progress::{kilobytes, say, step};
use crate::workspace::Workspace;
use site::Asset;
pub(crate) use target::WASM;

/// The crates that are bundles of islands. A page loads the one that has its islands.
pub(crate) const CLIENTS: [&str; 3] = ["client", "client-lab", "client-playground"];

#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct Options {
    /// Compile quickly, without optimising for size: for work on the islands.
    #[arg(long)]
    pub(crate) fast: bool,
}

pub(crate) fn run(workspace: &Workspace, options: Options) -> Result<()> {
    let mut assets = Vec::new();
    for package in CLIENTS {
        let module =
            step(&format!("Compile {package} to WebAssembly"), || compile::compile(workspace, package, options))?;
        let bundle = step("Make the JavaScript glue", || glue::bundle(workspace, &module, options))?;
        assets.push(Asset::new(&format!("{package}.js"), bundle.script));
        assets.push(Asset::new(&format!("{package}_bg.wasm"), bundle.module));
    }
    step("Write target/site", || {
        assets.push(Asset::new("loader.js", read(&workspace.root.join("app/src/islands/loader.js"))?));
        assets.push(Asset::new("style.css", style::sheet(&workspace.root.join("app/style"))?.into_bytes()));
        public_files(&workspace.root.join("app/public"), &mut assets)?;
        let written = site::write(&workspace.site(), &assets, options)?;
        for file in written {
            say(&format!("  {:<36} {:>10}  brotli {:>10}", file.name, kilobytes(file.bytes), kilobytes(file.brotli)));
        }
        Ok(())
    })
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}, which every page with an island loads", path.display()))
}

/// Collects the files of `app/public`. The server knows no folders among assets.
fn public_files(folder: &Path, assets: &mut Vec<Asset>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().and_then(OsStr::to_str);
        let name = name.with_context(|| format!("{} has a name that is not UTF-8; rename it", path.display()))?;
        ensure!(path.is_file(), "{} is no file; assets lie side by side", path.display());
        assets.push(Asset::new(name, fs::read(&path)?));
    }
    Ok(())
}
