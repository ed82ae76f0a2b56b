//! Things that exist twice and must agree: migrations on both databases, strings in every language.

use std::collections::{BTreeMap, BTreeSet};

use super::{assert_none, sources};

#[test]
fn both_databases_have_the_same_migrations() {
    let mut sides: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in sources(&[".sql"]) {
        if let Some((side, name)) = file.path.strip_prefix("migrations/").and_then(|path| path.split_once('/')) {
            sides.entry(side.to_owned()).or_default().push(name.to_owned());
        }
    }
    let [(_, one), (_, other)] = &sides.iter().collect::<Vec<_>>()[..] else {
        panic!("migrations for two databases, found {:?}", sides.keys());
    };
    assert_eq!(one, other);
    for (number, name) in one.iter().enumerate() {
        assert!(name.starts_with(&format!("{:04}_", number + 1)), "migrations are numbered without gaps: {name}");
    }
}

/// Returns the keys of a Fluent file with the variables that each message uses.
fn messages(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut key = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((name, _)) = line.split_once(" =").filter(|_| line.starts_with(|c: char| c.is_ascii_alphabetic())) {
            key = name.to_owned();
            messages.entry(key.clone()).or_default();
        }
        let variables =
            line.split('$').skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '-').next());
        messages.entry(key.clone()).or_default().extend(variables.flatten().map(str::to_owned));
    }
    messages.retain(|key, _| !key.is_empty());
    messages
}

#[test]
fn every_language_has_the_same_strings() {
    let mut languages: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for file in sources(&[".ftl"]) {
        if let Some((lang, name)) = file.path.strip_prefix("app/locales/").and_then(|path| path.split_once('/')) {
            let keyed = messages(&file.text).into_iter().map(|(key, variables)| (format!("{name}: {key}"), variables));
            languages.entry(lang.to_owned()).or_default().extend(keyed);
        }
    }
    assert!(languages.len() > 1, "strings in more than one language, found {:?}", languages.keys());
    let all: BTreeSet<&String> = languages.values().flat_map(BTreeMap::keys).collect();
    let mut found = Vec::new();
    for key in all {
        let variables: BTreeSet<_> = languages.values().map(|strings| strings.get(key)).collect();
        let missing = languages.iter().filter(|(_, strings)| !strings.contains_key(key));
        found.extend(missing.map(|(lang, _)| format!("{key} is missing in {lang}")));
        if variables.len() > 1 && !variables.contains(&None) {
            found.push(format!("{key} uses other variables in each language"));
        }
    }
    assert_none(&found, "languages differ");
}

#[test]
fn a_message_is_read_with_its_variables() {
    let read =
        messages("# a = b\nsite-name = vramlab\nquiz-score = { $score } of { $max-score }\n    .title = { $x }\n");
    let variables = |key: &str| read[key].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(read.keys().collect::<Vec<_>>(), ["quiz-score", "site-name"]);
    assert_eq!(variables("quiz-score"), ["max-score", "score", "x"]);
}
