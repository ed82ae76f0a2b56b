//! The UI strings: the same in every language, all used, none missing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::parse;

/// The variables of each message.
pub(crate) type Messages = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found
}

fn locale(folder: &Path) -> Messages {
    let mut messages = Messages::new();
    for path in files(folder, "ftl") {
        let resource = parse(fs::read_to_string(&path).expect("a file"))
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
        for entry in resource.body {
            let message = match entry {
                Entry::Message(message) => message,
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => continue,
                other => panic!("{}: {other:?}", path.display()),
            };
            let mut variables = BTreeSet::new();
            of_pattern(&message.value.expect("a value"), &mut variables);
            let earlier = messages.insert(message.id.name.clone(), variables);
            assert_eq!(earlier, None, "{} stands twice, last in {}", message.id.name, path.display());
        }
    }
    messages
}

fn of_pattern(pattern: &Pattern<String>, variables: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, variables);
        }
    }
}

fn of_expression(expression: &Expression<String>, variables: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => of_inline(inline, variables),
        Expression::Select { selector, variants } => {
            of_inline(selector, variables);
            for variant in variants {
                of_pattern(&variant.value, variables);
            }
        }
    }
}

fn of_inline(inline: &InlineExpression<String>, variables: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            variables.insert(id.name.clone());
        }
        InlineExpression::Placeable { expression } => of_expression(expression, variables),
        _ => {}
    }
}

pub(crate) fn locales() -> BTreeMap<String, Messages> {
    let folders =
        fs::read_dir(root().join("locales")).expect("the locales").map(|entry| entry.expect("an entry").path());
    folders.map(|path| (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), locale(&path))).collect()
}

#[test]
fn every_language_has_the_same_strings_with_the_same_variables() {
    let locales = locales();
    let english = &locales["en"];
    assert!(locales.len() > 1 && english.len() > 100);
    for (language, messages) in &locales {
        let missing: Vec<_> = english.keys().filter(|key| !messages.contains_key(*key)).collect();
        let unknown: Vec<_> = messages.keys().filter(|key| !english.contains_key(*key)).collect();
        assert_eq!((missing, unknown), (vec![], vec![]), "{language} against en");
        for (key, variables) in messages {
            // A language without plural forms may leave the number out of a branch, but not out of the message.
            assert_eq!(variables, &english[key], "variables of {key} in {language}");
        }
    }
}

#[test]
fn every_string_is_used_and_every_key_in_the_code_exists() {
    let english = &locales()["en"];
    let source: String =
        files(&root().join("src"), "rs").iter().map(|path| fs::read_to_string(path).expect("a file")).collect();
    // The words of the lab engine are looked up by their ids, see labels.rs, and figures of questions by the server's names.
    let own = english.keys().filter(|key| !key.starts_with("lab-") && !key.starts_with("figure-"));
    let unused: Vec<_> = own.filter(|key| !source.contains(&format!("\"{key}\""))).collect();
    assert!(unused.is_empty(), "not used: {unused:?}");
    for call in [".get(\"", ".with(\"", ".count(\""] {
        for rest in source.split(call).skip(1) {
            let key = rest.split('"').next().unwrap_or_default();
            let is_key =
                rest[key.len() + 1..].starts_with([')', ',']) && key.contains('-') && !key.starts_with("data-");
            assert!(!is_key || english.contains_key(key), "the code asks for {key}");
        }
    }
}

#[test]
fn vietnamese_is_written_with_composed_letters() {
    for path in files(&root().join("locales"), "ftl") {
        let text = fs::read_to_string(&path).expect("a file");
        let combining = text.chars().find(|c| ('\u{300}'..='\u{36f}').contains(c));
        assert_eq!(combining, None, "{}", path.display());
    }
}
