//! Files under names that hold a hash of their content.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use super::Options;

/// A file for the browser, under its plain name.
#[derive(Debug)]
pub(super) struct Asset {
    name: String,
    bytes: Vec<u8>,
}

/// What was written of an asset.
#[derive(Debug)]
pub(super) struct Written {
    /// Name with the hash.
    pub(super) name: String,
    pub(super) bytes: usize,
    /// Size as brotli, or as it is where compressing gains nothing.
    pub(super) brotli: usize,
}

/// Formats that are not compressed already.
const COMPRESSIBLE: [&str; 9] = ["css", "html", "ico", "js", "json", "svg", "txt", "wasm", "webmanifest"];

impl Asset {
    pub(super) fn new(name: &str, bytes: Vec<u8>) -> Self {
        Self { name: name.to_owned(), bytes }
    }

    /// Returns the name with the hash before the extension, such as `style-0123456789abcdef.css`.
    fn hashed_name(&self) -> String {
        let hash = hash(&self.bytes);
        match self.name.rfind('.') {
            Some(dot) if dot > 0 => format!("{}-{hash}{}", &self.name[..dot], &self.name[dot..]),
            _ => format!("{}-{hash}", self.name),
        }
    }

    /// Says whether compressing is worth the time: a quick build's module is large and read once.
    fn compressible(&self, options: Options) -> bool {
        let extension = Path::new(&self.name).extension().and_then(OsStr::to_str).unwrap_or_default();
        COMPRESSIBLE.contains(&extension) && !(options.fast && extension == "wasm")
    }
}

/// Returns the first 64 bits of SHA-256 in hexadecimal: enough to tell versions of a file apart.
pub(super) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..8].iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Writes the assets and their manifest, and removes what earlier builds left.
pub(super) fn write(folder: &Path, assets: &[Asset], options: Options) -> Result<Vec<Written>> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut manifest = BTreeMap::new();
    let mut written = Vec::new();
    for asset in assets {
        let name = asset.hashed_name();
        let path = folder.join(&name);
        if !path.exists() {
            replace(&path, &asset.bytes)?;
        }
        let brotli = if asset.compressible(options) { compress(&path, &asset.bytes)? } else { asset.bytes.len() };
        written.push(Written { name: name.clone(), bytes: asset.bytes.len(), brotli });
        manifest.insert(asset.name.clone(), name);
    }
    // Last, so that a manifest never names a file that is not there.
    replace(&folder.join("manifest.json"), &serde_json::to_vec_pretty(&manifest)?)?;
    remove_others(folder, &manifest)?;
    Ok(written)
}

/// Writes `.br` and `.gz` beside the file unless they are there, and returns the size of the first.
fn compress(path: &Path, bytes: &[u8]) -> Result<usize> {
    let (br, gz) = (suffixed(path, "br"), suffixed(path, "gz"));
    if !br.exists() {
        let params = brotli::enc::BrotliEncoderParams { quality: 11, size_hint: bytes.len(), ..Default::default() };
        let mut output = Vec::new();
        brotli::BrotliCompress(&mut &bytes[..], &mut output, &params)?;
        replace(&br, &output)?;
    }
    if !gz.exists() {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes)?;
        replace(&gz, &encoder.finish()?)?;
    }
    Ok(usize::try_from(fs::metadata(&br)?.len())?)
}

fn suffixed(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(suffix);
    PathBuf::from(name)
}

/// Writes a file whole or not at all: a running server may read it at any moment.
fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let draft = suffixed(path, "draft");
    fs::write(&draft, bytes).with_context(|| format!("cannot write {}", draft.display()))?;
    fs::rename(&draft, path).with_context(|| format!("cannot write {}", path.display()))
}

/// Removes every file that the manifest does not name.
fn remove_others(folder: &Path, manifest: &BTreeMap<String, String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let plain = name.trim_end_matches(".br").trim_end_matches(".gz");
        if plain != "manifest.json" && !manifest.values().any(|kept| kept == plain) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_stands_before_the_extension() {
        let name = |name: &str| Asset::new(name, b"x".to_vec()).hashed_name();
        assert_eq!(name("style.css"), "style-2d711642b726b044.css");
        assert_eq!(name("a.b.svg"), "a.b-2d711642b726b044.svg");
        assert_eq!(name("LICENSE"), "LICENSE-2d711642b726b044");
        assert_eq!(name(".nojekyll"), ".nojekyll-2d711642b726b044");
    }

    #[test]
    fn a_changed_file_replaces_the_old_one() -> Result<()> {
        let folder = std::env::temp_dir().join(format!("xtask-site-{}", std::process::id()));
        let write = |text: &str| write(&folder, &[Asset::new("a.css", text.into())], Options::default());
        write("a{}")?;
        let [Written { name, .. }] = &write("b{}")?[..] else { panic!("one asset was written") };
        let mut left =
            fs::read_dir(&folder)?.map(|entry| entry.map(|e| e.file_name())).collect::<Result<Vec<_>, _>>()?;
        left.sort();
        assert_eq!(left, [name, &format!("{name}.br"), &format!("{name}.gz"), "manifest.json"]);
        let manifest: BTreeMap<String, String> = serde_json::from_slice(&fs::read(folder.join("manifest.json"))?)?;
        assert_eq!(manifest, BTreeMap::from([("a.css".to_owned(), name.clone())]));
        fs::remove_dir_all(folder)?;
        Ok(())
    }
}
