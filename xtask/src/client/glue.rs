//! From the compiler's module to what the browser loads: JavaScript glue, and a module made small.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;
use xshell::{Shell, cmd};

use super::Options;
use super::site::hash;
use crate::progress::say;
use crate::tools;
use crate::workspace::Workspace;

/// The two files that hydrate islands.
#[derive(Debug)]
pub(super) struct Bundle {
    pub(super) script: Vec<u8>,
    pub(super) module: Vec<u8>,
}

/// Returns the bundle of a compiled module, from the last time when the module is the same.
pub(super) fn bundle(workspace: &Workspace, module: &Path, options: Options) -> Result<Bundle> {
    let input = fs::read(module).with_context(|| format!("cargo left no module at {}", module.display()))?;
    let optimiser = if options.fast { None } else { optimiser(workspace)? };
    let key = hash(&[&input[..], if optimiser.is_some() { b"optimised" } else { b"plain" }].concat());
    let folder = workspace.target.join("client-glue").join(key);
    if !folder.join("complete").exists() {
        fs::create_dir_all(&folder)?;
        bind(&input, &folder)?;
        if let Some(program) = optimiser {
            optimise(&workspace.shell()?, &program, &folder.join("client_bg.wasm"))?;
        }
        fs::write(folder.join("complete"), "")?;
    }
    Ok(Bundle { script: fs::read(folder.join("client.js"))?, module: fs::read(folder.join("client_bg.wasm"))? })
}

fn bind(module: &[u8], folder: &Path) -> Result<()> {
    let mut output = Bindgen::new()
        .input_bytes("client", module.to_vec())
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        // The loader passes the module's address, which holds a hash, so the glue need not know one.
        .omit_default_module_path(true)
        .generate_output()?;
    let scripts: Vec<&String> = output.local_modules().keys().collect();
    ensure!(
        scripts.is_empty() && output.snippets().values().all(Vec::is_empty),
        "a dependency of the client brings JavaScript of its own, which target/site has no place for yet: {scripts:?}"
    );
    fs::write(folder.join("client.js"), output.js())?;
    fs::write(folder.join("client_bg.wasm"), output.wasm_mut().emit_wasm())?;
    Ok(())
}

/// Returns `wasm-opt` from npm, or nothing where there is no npm; the client works without it and is a tenth larger.
fn optimiser(workspace: &Workspace) -> Result<Option<PathBuf>> {
    let shell = workspace.shell()?;
    if !tools::has("node") || !tools::has("npm") {
        say("No node and npm here: the client is not optimised by wasm-opt, and a tenth larger for it");
        return Ok(None);
    }
    if let Err(error) = tools::npm_packages(workspace, &shell) {
        say(&format!("npm could not install wasm-opt, so the client is a tenth larger: {error:#}"));
        return Ok(None);
    }
    Ok(Some(workspace.npm().join("node_modules/.bin/wasm-opt")))
}

fn optimise(shell: &Shell, program: &Path, module: &Path) -> Result<()> {
    let optimised = module.with_extension("wasm.optimised");
    cmd!(shell, "{program} -Oz {module} -o {optimised}").run()?;
    fs::rename(optimised, module)?;
    Ok(())
}
