use super::{Source, assert_none, sources};

/// The modules of the server, low to high. One imports only those of a lower layer, and itself.
const LAYERS: [&[&str]; 5] = [
    &["domain", "private_file"],
    &["storage", "certificate", "jobs"],
    &["service"],
    &["http"],
    &["config", "telemetry", "cli", "main"],
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// Returns the module that a file of the server belongs to.
fn module_of(path: &str) -> Option<&str> {
    let inside = path.strip_prefix("server/src/")?;
    Some(inside.split_once('/').map_or(inside.trim_end_matches(".rs"), |(module, _)| module))
}

/// Returns the modules that a text names as `crate::module`, in a path or in the braces of a `use`.
fn imported(text: &str) -> Vec<&str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>();
    let mut found = Vec::new();
    for line in code {
        for part in line.split("crate::").skip(1) {
            let names = part.strip_prefix('{').map_or(part, |list| list.split('}').next().unwrap_or_default());
            let listed = part.starts_with('{');
            for name in names.split(',').take(if listed { usize::MAX } else { 1 }) {
                let name = name.trim();
                found.push(name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default());
            }
        }
    }
    found
}

fn violations(source: &Source) -> Vec<String> {
    let Some(module) = module_of(&source.path).filter(|module| *module != "lib") else { return Vec::new() };
    let Some(own) = layer(module) else { return vec![format!("{}: no layer is named for {module}", source.path)] };
    let upward = imported(&source.text).into_iter().filter(|other| {
        *other != module && layer(other).is_some_and(|layer| layer > own || (layer == own && own + 1 < LAYERS.len()))
    });
    upward.map(|other| format!("{} imports crate::{other}", source.path)).collect()
}

#[test]
fn imports_in_the_server_only_point_down() {
    let files = sources(&[".rs"]);
    assert!(files.iter().any(|file| module_of(&file.path) == Some("storage")), "the server's files were found");
    let found: Vec<String> = files.iter().flat_map(violations).collect();
    assert_none(&found, "a layer of the server imports one that is not below it");
}

#[test]
fn what_lies_below_http_knows_nothing_of_it() {
    let below = |file: &Source| {
        let module = module_of(&file.path).and_then(layer);
        module.is_some_and(|layer| layer < LAYERS.iter().position(|modules| modules.contains(&"http")).unwrap_or(0))
    };
    let speaks = |text: &str| {
        let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.any(|line| ["axum", "hyper", "tower", "http"].iter().any(|name| names_crate(line, name)))
    };
    let found: Vec<String> =
        sources(&[".rs"]).into_iter().filter(below).filter(|file| speaks(&file.text)).map(|file| file.path).collect();
    assert_none(&found, "a module below http that names a crate of HTTP");
    assert!(speaks("use axum::http::Uri;") && !speaks("let url = \"https://x\"; crate::http::x"));
}

/// Returns whether a path in the line begins with this crate, and not with one of a longer name or a module of ours.
fn names_crate(line: &str, name: &str) -> bool {
    line.match_indices(&format!("{name}::")).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':')
    })
}

#[test]
fn an_upward_import_is_noticed_however_it_is_written() {
    let file = |path: &str, text: &str| violations(&Source { path: path.into(), text: text.into() });
    for text in ["use crate::http::page;", "use crate::{domain, http};", "let x = crate::http::f();"] {
        assert_eq!(file("server/src/service/quiz.rs", text).len(), 1, "{text}");
    }
    assert_eq!(file("server/src/storage.rs", "use crate::certificate::Jwt;").len(), 1);
    for text in [
        "use crate::domain::Learner;",
        "use crate::service::clock;",
        "// crate::http",
        "use crate::storage::{Http, http};",
    ] {
        assert!(file("server/src/service/quiz.rs", text).is_empty(), "{text}");
    }
}
