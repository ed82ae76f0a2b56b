use std::fs;

use tests::paths;

use super::{assert_none, sources};

/// Returns the names of the islands in a text: the functions that the attribute stands before.
fn islands(text: &str) -> Vec<String> {
    let after = text.split(concat!("#[", "island")).skip(1);
    after.filter_map(|rest| rest.split("fn ").nth(1)?.split(['(', '<']).next().map(str::to_owned)).collect()
}

#[test]
fn islands_lie_in_their_folder() {
    let outside = sources(&[".rs"]).into_iter().filter(|file| !file.path.starts_with("app/src/islands"));
    let found: Vec<String> = outside.filter(|file| !islands(&file.text).is_empty()).map(|file| file.path).collect();
    assert_none(&found, "islands outside of app/src/islands");
}

#[test]
fn every_island_is_exported_from_the_built_client() {
    let names: Vec<String> = sources(&[".rs"])
        .into_iter()
        .filter(|file| file.path.starts_with("app/src/islands"))
        .flat_map(|file| islands(&file.text))
        .collect();
    assert!(!names.is_empty(), "the site has islands");
    let glue: String = fs::read_dir(paths::site())
        .expect("the client is built; run the tests with `cargo xtask test`")
        .flatten()
        .filter(|entry| {
            entry.file_name().to_string_lossy().starts_with("client-")
                && entry.path().extension().is_some_and(|e| e == "js")
        })
        .map(|entry| fs::read_to_string(entry.path()).expect("the glue is text"))
        .collect();
    // Leptos names an island's entry after its function and a hash of where it stands.
    let missing: Vec<String> =
        names.into_iter().filter(|name| !glue.contains(&format!("export function {name}_"))).collect();
    assert_none(&missing, "islands that the linker dropped");
}
