use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{fixtures, vramlab};

/// A recorded result of PyTorch's allocator, replayed by the binary.
fn replayed(file: &str) -> Value {
    let path = fixtures("golden").join(file);
    vramlab(&["lab", "replay", path.to_str().unwrap(), "--json"]).json()
}

fn small_result() -> Value {
    replayed("hand_best_fit_mixed.json.gz")
}

/// A folder that holds the results.
fn folder(results: &[(&str, &Value)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, result) in results {
        fs::write(folder.path().join(name), result.to_string()).unwrap();
    }
    folder
}

fn verify(folder: &Path) -> super::Ran {
    vramlab(&["lab", "verify", folder.to_str().unwrap()])
}

#[test]
fn every_recorded_trace_agrees() {
    let golden = fixtures("golden");
    let is_recorded = |name: &str| name.contains(".json");
    let files = fs::read_dir(&golden).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let count = files.filter(|name| is_recorded(name)).count();
    assert!(count > 300, "the fixtures are there");
    let said = verify(&golden).ok();
    assert_eq!(said.lines().last(), Some(format!("{count} passed, 0 failed").as_str()), "{said}");
}

#[test]
fn a_replay_is_a_result_that_verifies() {
    let result = small_result();
    for key in ["trace", "columns", "driver", "messages", "snapshots", "final_stats", "allocator_settings"] {
        assert!(result.get(key).is_some(), "{key}");
    }
    let operations = result["trace"]["ops"].as_array().unwrap().len();
    assert_eq!(result["columns"]["outcome"].as_array().unwrap().len(), operations);
    let folder = folder(&[("mine.json", &result)]);
    assert_eq!(verify(folder.path()).ok(), "1 passed, 0 failed\n");
    // Without --json it is the same, in more lines. A bare trace will do as well.
    let trace = folder.path().join("trace.json");
    fs::write(&trace, result["trace"].to_string()).unwrap();
    let lines = vramlab(&["lab", "replay", trace.to_str().unwrap()]).ok();
    assert!(lines.lines().count() > 20);
    assert_eq!(serde_json::from_str::<Value>(&lines).unwrap(), result);
}

#[test]
fn the_first_difference_of_each_failing_trace_is_told() {
    let right = small_result();
    let mut wrong = right.clone();
    wrong["columns"]["reserved_cur"][2] = json!(12_345);
    let folder = folder(&[("a-right.json", &right), ("b-wrong.json", &wrong), ("c-wrong.json", &wrong)]);
    let ran = verify(folder.path());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!((lines.len(), lines[2]), (3, "1 passed, 2 failed"), "{ran:?}");
    for (line, name) in lines.iter().zip(["b-wrong.json", "c-wrong.json"]) {
        assert!(line.contains(name) && line.contains("reserved_cur") && line.contains("12345"), "{line}");
    }
}

#[test]
fn settings_in_the_folder_are_checked_and_subfolders_are_not() {
    let cases = fs::read(fixtures("golden/config_cases.json")).unwrap();
    let mut cases: Value = serde_json::from_slice(&cases).unwrap();
    let folder = folder(&[("config_cases.json", &cases)]);
    fs::create_dir(folder.path().join("old")).unwrap();
    fs::write(folder.path().join("old/broken.json"), "{").unwrap();
    fs::write(folder.path().join("README.md"), "no trace").unwrap();
    assert_eq!(verify(folder.path()).ok(), "1 passed, 0 failed\n");

    let accepted = cases[3]["accepted"].as_bool().unwrap();
    cases[3]["accepted"] = json!(!accepted);
    fs::write(folder.path().join("config_cases.json"), cases.to_string()).unwrap();
    let ran = verify(folder.path());
    assert_eq!(ran.code, Some(1));
    assert!(ran.stdout.contains("config_cases.json: case 3"), "{ran:?}");
    assert!(ran.stdout.ends_with("0 passed, 1 failed\n"), "{ran:?}");
}

#[test]
fn a_folder_with_nothing_to_verify_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let error = verify(folder.path()).error();
    assert!(error.contains("there is nothing to verify in") && error.contains("*.json.gz"), "{error}");
    let error = verify(&folder.path().join("missing")).error();
    assert!(error.contains("cannot read the folder") && error.contains("missing"), "{error}");
    let file = folder.path().join("file.txt");
    fs::write(&file, "").unwrap();
    assert!(verify(&file).error().contains("cannot read the folder"));
}

#[test]
fn a_damaged_trace_names_its_file_the_place_and_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let packed = fs::read(fixtures("golden/hand_best_fit_mixed.json.gz")).unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let cases = [
        (write("cut.json.gz", &packed[..packed.len() / 2]), "it ends early"),
        (write("text.json", b"{\"total_mib\": 64,\n \"ops\": [}"), "line 2, column 10"),
        (write("op.json", br#"{"total_mib": 64, "ops": [{"op": "alloc", "id": 1}]}"#), "missing field `bytes`"),
        (write("free.json", br#"{"total_mib": 64, "ops": [{"op": "free", "id": 7}]}"#), "op 0"),
        (folder.path().join("missing.json"), "No such file"),
    ];
    for (path, reason) in &cases {
        let error = vramlab(&["lab", "replay", path.to_str().unwrap()]).error();
        assert!(error.contains(path.to_str().unwrap()) && error.contains(reason), "{reason}: {error}");
    }
    let ran = verify(folder.path());
    assert_eq!((ran.code, ran.stdout.lines().last()), (Some(1), Some("0 passed, 4 failed")), "{ran:?}");
}
