//! docs/authoring.md lists every code, and no other.

use std::collections::BTreeSet;
use std::path::Path;

use content::finding::{Code, Severity};

use crate::site::Site;

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/authoring.md");
    std::fs::read_to_string(path).expect("docs/authoring.md")
}

#[test]
fn the_worked_example_is_in_order() {
    let text = document();
    let section = text.split_once("## A worked example").expect("the section").1;
    let example = section.split_once("```toml").and_then(|(_, rest)| rest.split_once("```")).expect("the example").0;
    let mut site = Site::new().append("first/quiz.toml", example);
    for name in ["first/lesson.en.md", "first/lesson.vi.md"] {
        site = site.append(name, "\n::question free-but-refused\n");
    }
    assert_eq!(site.codes(), [Code::KeysNotLocked], "{}", site.report().render_text(false));
}

#[test]
fn the_table_of_codes_is_complete() {
    let text = document();
    let mut severity = Severity::Error;
    let mut documented = BTreeSet::new();
    for line in text.lines() {
        match line {
            "### Errors" => severity = Severity::Error,
            "### Warnings" => severity = Severity::Warning,
            _ => {}
        }
        if let Some(name) = line.strip_prefix("| `").and_then(|rest| rest.split_once("` |")).map(|(name, _)| name) {
            documented.insert((name.to_owned(), severity));
        }
    }
    let codes: BTreeSet<_> = Code::ALL.iter().map(|code| (code.as_str().to_owned(), code.severity())).collect();
    let lacking: Vec<_> = codes.difference(&documented).collect();
    let extra: Vec<_> = documented.difference(&codes).collect();
    assert!(lacking.is_empty() && extra.is_empty(), "not documented: {lacking:?}; no such code: {extra:?}");
}
