//! A file that cannot be compared does not pass.

use std::path::Path;

use labs::trace::read::trace_from;
use labs::trace::{replay, verify};
use serde_json::{Value, json};

fn result() -> Value {
    let trace = br#"{"total_mib": 64, "ops": [{"op": "alloc", "id": 1, "bytes": 5}]}"#;
    let trace = trace_from(trace).unwrap();
    serde_json::to_value(replay(&trace, trace.device()).unwrap()).unwrap()
}

/// Returns what becomes of a file with this text.
fn outcome(name: &str, text: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), text).unwrap();
    only(folder.path())
}

fn only(folder: &Path) -> Result<(), String> {
    let mut outcomes = verify::folder(folder).unwrap();
    let outcome = outcomes.next().expect("the file is looked at");
    assert!(outcomes.next().is_none());
    outcome.result
}

fn refused(change: impl Fn(&mut Value)) -> String {
    let mut result = result();
    change(&mut result);
    outcome("a.json", &result.to_string()).unwrap_err()
}

#[test]
fn a_result_must_be_complete() {
    assert_eq!(outcome("a.json", &result().to_string()), Ok(()));
    let reason = refused(|result| result["columns"] = json!({}));
    assert!(reason.contains("the column `outcome` is missing"), "{reason}");
    let reason = refused(|result| {
        result["columns"].as_object_mut().unwrap().remove("driver_used");
    });
    assert!(reason.contains("the column `driver_used` is missing"), "{reason}");
    let reason = refused(|result| result["columns"]["addr"] = json!([]));
    assert!(reason.contains("op 0: addr is 0"), "{reason}");
    let reason = refused(|result| result["format"] = json!(2));
    assert!(reason.contains("format 2 is not known; this version reads 1"), "{reason}");
    let reason = refused(|result| result["messages"] = json!([[7, "late"]]));
    assert!(reason.contains("the number of messages is 0, recorded was 1"), "{reason}");
}

#[test]
fn settings_without_cases_are_no_check() {
    let reason = outcome("config_cases.json", "[]").unwrap_err();
    assert_eq!(reason, "it holds no cases, so there is nothing to compare");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_fails() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("gone.json.gz", folder.path().join("a.json.gz")).unwrap();
    std::fs::create_dir(folder.path().join("more.json")).unwrap();
    let reason = only(folder.path()).unwrap_err();
    assert!(reason.contains("a.json.gz: No such file"), "{reason}");
}
