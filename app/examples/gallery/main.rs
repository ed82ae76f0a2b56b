//! Writes every page in every state to a folder, in each language and theme, to look at and to run checkers over.
//!
//! `cargo run -p app --features ssr --example gallery -- FOLDER`

mod data;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use app::view::Theme;
use content::lang::Lang;

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "target/gallery".to_owned()));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("style.css"), style_sheet()?)?;
    for lang in [Lang::EN, Lang::VI] {
        for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            for page in data::pages(lang, theme) {
                fs::write(folder.join(format!("{}.{lang}.{name}.html", page.name)), page.html)?;
            }
        }
    }
    println!("{}", folder.display());
    Ok(())
}

/// The style sheet as the build makes it.
fn style_sheet() -> io::Result<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("style");
    let index = fs::read_to_string(folder.join("index.txt"))?;
    index
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|name| fs::read_to_string(folder.join(name)))
        .collect()
}
