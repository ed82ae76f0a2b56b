use super::{Source, assert_none, sources};

fn workspace() -> Source {
    sources(&["Cargo.toml"]).into_iter().find(|file| file.path == "Cargo.toml").expect("the root has a manifest")
}

/// Returns the lines that declare a dependency of the workspace from a registry.
fn dependencies(manifest: &str) -> impl Iterator<Item = &str> {
    let section = manifest.split("[workspace.dependencies]").nth(1).unwrap_or_default();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    lines.filter(|line| line.contains(" = ") && !line.starts_with('#') && !line.contains("path = "))
}

#[test]
fn every_dependency_says_what_it_is_for() {
    let manifest = workspace();
    assert!(dependencies(&manifest.text).count() > 10, "the dependencies were found");
    let silent = dependencies(&manifest.text)
        .filter(|line| line.rsplit_once('#').is_none_or(|(_, reason)| reason.trim().is_empty()));
    let found: Vec<String> = silent.map(str::to_owned).collect();
    assert_none(&found, "dependencies without a reason behind them");
}

#[test]
fn every_dependency_is_used() {
    let members: String = sources(&["/Cargo.toml"]).into_iter().map(|file| file.text).collect();
    let manifest = workspace();
    let names = dependencies(&manifest.text).filter_map(|line| line.split(" = ").next());
    let used = |name: &str| {
        members.lines().any(|line| {
            line.starts_with(&format!("{name}.workspace")) || line.starts_with(&format!("{name} = {{ workspace"))
        })
    };
    let found: Vec<String> = names.filter(|name| !used(name)).map(str::to_owned).collect();
    assert_none(&found, "dependencies that no crate uses");
}

#[test]
fn every_crate_takes_its_lints_from_the_workspace() {
    let members = sources(&["/Cargo.toml"]);
    let without = members.iter().filter(|file| !file.text.contains("[lints]\nworkspace = true"));
    let found: Vec<String> = without.map(|file| file.path.clone()).collect();
    assert_none(&found, "crates without the lints of the workspace");
}
