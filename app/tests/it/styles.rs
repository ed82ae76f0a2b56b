//! The style sheet's files: all are listed, and what stands twice is the same.

use std::fs;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("style")
}

fn file(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect("a style file")
}

#[test]
fn the_index_lists_every_file_once() {
    let index = file("index.txt");
    let mut listed: Vec<&str> = index.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert_eq!(listed.first(), Some(&"layers.css"), "the order of the layers stands first");
    let paths = fs::read_dir(folder()).expect("the folder").map(|entry| entry.expect("an entry").path());
    let sheets = paths.filter(|path| path.extension().is_some_and(|extension| extension == "css"));
    let mut present: Vec<String> = sheets.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
    listed.sort_unstable();
    present.sort_unstable();
    assert_eq!(listed, present);
}

#[test]
fn the_two_dark_schemes_are_the_same() {
    let tokens = file("tokens.css");
    let block = |selector: &str| -> Vec<String> {
        let start = tokens.find(selector).expect("the block");
        let end = tokens[start..].find('}').expect("its end");
        tokens[start..start + end].lines().skip(1).map(|line| line.trim().to_owned()).collect()
    };
    let chosen = block(":root[data-theme=\"dark\"]");
    assert!(chosen.len() > 20);
    assert_eq!(chosen, block(":root[data-theme=\"system\"]"));
}

#[test]
fn every_custom_property_that_is_used_exists() {
    let index = file("index.txt");
    let names = index.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let sheet: String = names.map(file).collect();
    for used in sheet.split("var(").skip(1) {
        let name: String = used.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        assert!(sheet.contains(&format!("{name}:")), "{name} is used and nowhere set");
    }
}

#[test]
fn the_browsers_frame_has_the_colour_of_the_paper() {
    let tokens = file("tokens.css");
    let head = fs::read_to_string(folder().join("../src/shell/head.rs")).expect("the head");
    let papers = tokens.split("--paper: ").skip(1).filter_map(|rest| rest.split(';').next());
    let papers: Vec<&str> = papers.filter(|paper| paper.starts_with('#')).collect();
    assert_eq!(papers.len(), 3, "light, and dark twice");
    for paper in papers {
        assert!(head.contains(paper), "{paper} is not the theme colour in shell/head.rs");
    }
}
