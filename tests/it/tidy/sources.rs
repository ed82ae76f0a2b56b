use super::{assert_none, sources};

/// Longest file of code. Tests and tables may be longer.
const LINES: usize = 600;

#[test]
fn no_file_is_too_long_to_read() {
    let files = sources(&[".rs", ".css", ".js", ".mjs"]);
    let is_test = |path: &str| path.starts_with("tests/") || path.contains("/tests/") || path.ends_with("/tests.rs");
    let long = files.iter().filter(|file| !is_test(&file.path)).filter(|file| file.text.lines().count() > LINES);
    let found: Vec<String> = long.map(|file| format!("{}: {} lines", file.path, file.text.lines().count())).collect();
    assert_none(&found, "files over 600 lines");
}

/// Where code is unsafe: the functions of the CUDA driver are C, those of the real one and those of the fake one.
const UNSAFE: [&str; 2] = ["labs/src/device/cuda/", "tests/fake-cuda/src/api/"];

#[test]
fn nothing_else_is_unsafe() {
    // Written in two parts, so that this file does not find itself.
    let words = ["{", "fn", "impl", "extern", "trait"].map(|next| format!("{} {next}", "unsafe"));
    let lint = format!("{}_code", "unsafe");
    let mut found = lines_with(&[".rs"], |line| words.iter().any(|word| line.contains(word)) || line.contains(&lint));
    let all = found.len();
    found.retain(|line| !UNSAFE.iter().any(|folder| line.starts_with(folder)));
    assert!(found.len() < all, "no unsafe code was found where there is some");
    assert_none(&found, "there is no other unsafe code, and the lint against it is not switched off");
}

#[test]
fn the_tree_names_no_machine_and_no_registry() {
    let homes = ["root", "work", "home"].map(|folder| format!("/{folder}/"));
    let hosts = ["index.crates", "static.crates", "registry.npmjs", "pypi", "pythonhosted", "deb.debian"];
    let hosts = hosts.map(|host| format!("{host}.{}", if host.contains("crates") { "io" } else { "org" }));
    let found = lines_with(&[""], |line| homes.iter().chain(&hosts).any(|word| names(line, word)));
    assert_none(&found, "paths of a machine or addresses of a package registry");
}

/// Returns whether the word stands in the line as the beginning of a path, and not in the middle of one.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !word.starts_with('/')
            || before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '/' | '.' | '_' | '-' | '}' | '*'))
    })
}

#[test]
fn a_path_of_a_machine_is_told_from_an_address() {
    let home = format!("/{}/", "home");
    assert!(names(&format!("see {home}me"), &home) && names(&format!("\"{home}me\""), &home));
    assert!(!names(&format!("https://site.example{home}page"), &home));
}

fn lines_with(endings: &[&str], bad: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for file in sources(endings) {
        let bad = file.text.lines().enumerate().filter(|(_, line)| bad(line));
        found.extend(bad.map(|(number, line)| format!("{}:{}: {}", file.path, number + 1, line.trim())));
    }
    found
}
