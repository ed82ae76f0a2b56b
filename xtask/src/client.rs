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

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::progress::{kilobytes, say, step};
use crate::workspace::Workspace;
use site::Asset;
pub(crate) use target::WASM;

#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct Options {
    /// Compile quickly, without optimising for size: for work on the islands.
    #[arg(long)]
    pub(crate) fast: bool,
}

pub(crate) fn run(workspace: &Workspace, options: Options) -> Result<()> {
    let module = step("Compile the client to WebAssembly", || compile::compile(workspace, options))?;
    let bundle = step("Make the JavaScript glue", || glue::bundle(workspace, &module, options))?;
    step("Write target/site", || {
        let mut assets = vec![
            Asset::new("client.js", bundle.script),
            Asset::new("client_bg.wasm", bundle.module),
            Asset::new("loader.js", read(&workspace.root.join("app/src/islands/loader.js"))?),
            Asset::new("style.css", style::sheet(&workspace.root.join("app/style"))?.into_bytes()),
        ];
        public_files(&workspace.root.join("app/public"), "", &mut assets)?;
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

/// Collects the files of `app/public`, with their folders in the name.
fn public_files(folder: &Path, prefix: &str, assets: &mut Vec<Asset>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let Some(name) = entry.file_name().to_str().map(|name| format!("{prefix}{name}")) else {
            bail!("{} has a name that is not UTF-8; rename it", entry.path().display());
        };
        if entry.file_type()?.is_dir() {
            public_files(&entry.path(), &format!("{name}/"), assets)?;
        } else {
            assets.push(Asset::new(&name, fs::read(entry.path())?));
        }
    }
    Ok(())
}
