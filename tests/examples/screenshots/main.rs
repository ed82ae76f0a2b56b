//! Pictures of the main pages: both languages, both themes, a phone's and a desk's width, each page in its full length.
//!
//! Run by `cargo xtask screenshots`, which builds client and server first. The learners whose pages are shown answer over
//! HTTP, so that each setting shows the same state, and the browser only looks.

mod learners;
mod scenes;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use serde_json::json;
use tests::browser::{Browser, Setting};
use tests::paths;
use tests::server::Server;

use learners::Learners;
use scenes::Scene;

/// Take pictures of the main pages.
#[derive(Debug, Parser)]
struct Options {
    /// Folder for the pictures.
    #[arg(long, default_value = "target/screenshots")]
    out: PathBuf,
    /// Also write the pictures that the README shows, into docs/screenshots.
    #[arg(long)]
    readme: bool,
    /// Only scenes whose names hold one of these words.
    words: Vec<String>,
}

const LANGS: [&str; 2] = ["en", "vi"];
const WIDTHS: [u32; 2] = [360, 1280];

/// Largest picture in the README, in bytes: whoever clones the repository carries them along.
const README_MAX: usize = 300_000;

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let server = Server::start().await?;
    let learners = Learners::prepare(&server).await?;
    fs::create_dir_all(&options.out).with_context(|| format!("cannot make {}", options.out.display()))?;
    for lang in LANGS {
        let scenes = scenes::scenes(lang.parse()?, &learners);
        let wanted = |scene: &&Scene| options.words.is_empty() || options.words.iter().any(|w| scene.name.contains(w));
        let scenes: Vec<&Scene> = scenes.iter().filter(wanted).collect();
        for (width, dark) in WIDTHS.into_iter().flat_map(|width| [(width, false), (width, true)]) {
            let setting = Setting { width, dark, lang, ..Setting::default() };
            take_all(&server, setting, &scenes, &options.out).await?;
        }
    }
    if options.readme {
        for (lang, dark, name) in [("en", false, "lesson"), ("vi", true, "certificate")] {
            take_for_readme(&server, lang, dark, name, &learners).await?;
        }
    }
    Ok(())
}

async fn take_all(server: &Server, setting: Setting, scenes: &[&Scene], out: &Path) -> Result<()> {
    let browser = look(server, setting).await?;
    for scene in scenes {
        show(&browser, server, scene).await?;
        let file = out.join(format!("{}.png", file_name(scene.name, setting, Some(setting.width))));
        fs::write(&file, browser.picture("png", true).await?)?;
        let overflow = browser.width_of_page().await? - f64::from(setting.width);
        let note = if overflow > 0.0 { format!(" (scrolls sideways by {overflow} px)") } else { String::new() };
        println!("{}{note}", file.display());
    }
    Ok(())
}

/// Takes what a person sees first of a page, under the name that the README links to.
async fn take_for_readme(
    server: &Server,
    lang: &'static str,
    dark: bool,
    name: &str,
    learners: &Learners,
) -> Result<()> {
    let setting = Setting { width: 1280, dark, lang, ..Setting::default() };
    let scenes = scenes::scenes(lang.parse()?, learners);
    let scene = scenes.iter().find(|scene| scene.name == name).with_context(|| format!("no scene {name}"))?;
    let browser = look(server, setting).await?;
    show(&browser, server, scene).await?;
    let picture = browser.picture("png", false).await?;
    let file = paths::root().join(format!("docs/screenshots/{}.png", file_name(name, setting, None)));
    ensure!(picture.len() <= README_MAX, "{} has {} bytes, more than {README_MAX}", file.display(), picture.len());
    fs::write(&file, picture)?;
    println!("{}", file.display());
    Ok(())
}

fn file_name(scene: &str, setting: Setting, width: Option<u32>) -> String {
    let theme = if setting.dark { "dark" } else { "light" };
    let width = width.map_or_else(String::new, |width| format!("-{width}"));
    format!("{scene}-{}-{theme}{width}", setting.lang)
}

/// Opens a browser on the site: a page can only take cookies once it is there.
async fn look(server: &Server, setting: Setting) -> Result<Browser> {
    let browser = Browser::open(setting).await?;
    browser.goto(&server.url("/robots.txt")).await?;
    Ok(browser)
}

async fn show(browser: &Browser, server: &Server, scene: &Scene) -> Result<()> {
    browser.script("document.cookie = arguments[0]", json!([scene.cookie])).await?;
    browser.goto(&server.url(&scene.path)).await?;
    browser.wait_for_islands().await.with_context(|| format!("{} is not ready", scene.path))
}
