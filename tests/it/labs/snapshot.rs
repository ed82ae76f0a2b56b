use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use super::{fixtures, vramlab};

fn info(name: &str, more: &[&str]) -> super::Ran {
    let path = fixtures("snapshots").join(name);
    vramlab(&[&["snapshot", "info", path.to_str().unwrap()], more].concat())
}

#[test]
fn figures_are_a_table_or_json() {
    let table = info("t215_small.pickle", &[]).ok();
    for words in
        ["device 0", "reserved", "allocated", "requested", "inactive split", "largest free", "events", "segment_alloc"]
    {
        assert!(table.contains(words), "{words}: {table}");
    }
    let json = info("t215_small.pickle", &["--json"]).json();
    assert!(json["total"]["reserved"].as_u64().unwrap() > 0, "{json}");
    assert!(json["events"]["alloc"].as_u64().unwrap() > 0, "{json}");
}

#[test]
fn what_is_no_snapshot_is_refused_with_the_byte() {
    let folder = tempfile::tempdir().unwrap();
    let whole = std::fs::read(fixtures("snapshots/t215_tiny.pickle")).unwrap();
    let cases: [(&str, &[u8], &str); 4] = [
        ("cut.pickle", &whole[..whole.len() / 2], "at byte "),
        ("text.pickle", b"hello", "at byte 0"),
        ("hostile.pickle", b"\x80\x04cos\nsystem\n.", "at byte 2"),
        ("empty.pickle", b"", "at byte 0"),
    ];
    for (name, bytes, words) in cases {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let error = vramlab(&["snapshot", "info", path.to_str().unwrap()]).error();
        assert!(error.contains(name) && error.contains(words), "{name}: {error}");
    }
    let missing = vramlab(&["snapshot", "info", "missing.pickle"]).error();
    assert!(missing.contains("cannot read missing.pickle"), "{missing}");
}

/// Writes a snapshot into a folder, and returns what was said of it, and its figures.
fn written(folder: &TempDir, arguments: &[&str]) -> (String, Value) {
    let file = folder.path().join("snapshot.pickle");
    let ran = vramlab(&[arguments, &["--force", "--snapshot", file.to_str().unwrap()]].concat());
    let said = ran.stderr.clone();
    assert!(!ran.ok().is_empty(), "the result is printed as well");
    (said, vramlab(&["snapshot", "info", file.to_str().unwrap(), "--json"]).json())
}

#[test]
fn a_lab_leaves_a_snapshot_of_the_moment_that_memory_ran_out() {
    let folder = tempfile::tempdir().unwrap();
    let lab = ["lab", "run", "fragmentation-oom", "--device", "sim"];
    let (said, figures) = written(&folder, &lab);
    assert!(
        said.contains("snapshot of allocator 1 of 1, default settings, at step 292, which found no memory"),
        "{said}"
    );
    assert_eq!(figures["total"]["reserved"], 7424_u64 << 20);
    assert_eq!(figures["total"]["allocated"], 1160_u64 << 20);
    assert_eq!(figures["events"]["oom"], 1);
    assert_eq!(figures["events"]["alloc"], 58 + 116);

    // The script frees the 58 large tensors first, and has none of the pairs then.
    let (said, figures) = written(&folder, &[&lab[..], &["--at", "116"]].concat());
    assert!(said.contains("behind step 116"), "{said}");
    assert_eq!(
        (figures["total"]["allocated"].as_u64(), figures["total"]["free_segment_count"].as_u64()),
        (Some(0), Some(58))
    );

    let refused = |more: &[&str]| {
        let file = folder.path().join("none.pickle");
        let error = vramlab(&[&lab[..], &["--snapshot", file.to_str().unwrap()], more].concat()).error();
        assert!(!file.exists(), "{error}");
        error
    };
    assert!(refused(&["--at", "9999"]).contains("there is no step 9999"));
    assert!(refused(&["--of", "2"]).contains("--of takes the number of an allocator of this lab: 1, default settings"));
    assert!(refused(&["--of", "0"]).contains("--of takes"));
}

#[test]
fn one_of_several_allocators_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let segments = |more: &[&str]| {
        let lab = ["lab", "run", "order-of-sizes", "--device", "sim"];
        let (said, figures) = written(&folder, &[&lab[..], more].concat());
        (
            said,
            figures["total"]["segments"].as_u64().unwrap(),
            figures["total"]["expandable_segments"].as_u64().unwrap(),
        )
    };
    let (said, count, expandable) = segments(&[]);
    assert!(said.contains("allocator 1 of 4, small tensors first, at the end"), "{said}");
    assert_eq!((count, expandable), (12, 0));
    let (said, _, expandable) = segments(&["--of", "3"]);
    assert!(said.contains("allocator 3 of 4, small tensors first, expandable segments"), "{said}");
    assert_eq!(expandable, 1);
    // What goes straight to the driver has no allocator.
    let (said, _) = written(&folder, &["lab", "run", "driver-vs-cache", "--device", "sim", "--of", "1"]);
    assert!(said.contains("allocator 1 of 1, through the caching allocator"), "{said}");
}

#[test]
fn a_trace_leaves_a_snapshot_that_python_reads() {
    let folder = tempfile::tempdir().unwrap();
    let trace = fixtures("golden/hand_best_fit_mixed.json.gz");
    let replay = ["lab", "replay", trace.to_str().unwrap(), "--json"];
    let (said, figures) = written(&folder, &replay);
    assert!(said.contains("snapshot of the trace at the end"), "{said}");
    let result = vramlab(&replay).json();
    let last = |column: &str| result["columns"][column].as_array().unwrap().last().unwrap().clone();
    assert_eq!(figures["total"]["reserved"], last("reserved_cur"));
    assert_eq!(figures["total"]["allocated"], last("allocated_cur"));
    assert_eq!(figures["total"]["requested"], last("requested_cur"));

    let script = "import pickle, sys\n\
                  s = pickle.load(open(sys.argv[1], 'rb'))\n\
                  print(sum(x['total_size'] for x in s['segments']), len(s['device_traces'][0]), sorted(s))\n\
                  print(all(x['frames'][0]['line'] < 999 for x in s['device_traces'][0]))";
    let output = Command::new("python3").args(["-I", "-c", script]).arg(folder.path().join("snapshot.pickle")).output();
    let output = output.expect("this test needs python3 on the PATH");
    let events: u64 = figures["events"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
    let expected = format!(
        "{} {events} ['allocator_settings', 'device_traces', 'external_annotations', 'host_segments', 'host_traces', \
         'segments']\nTrue\n",
        figures["total"]["reserved"]
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{output:?}");
}

#[test]
fn a_file_that_exists_is_replaced_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.pickle");
    std::fs::write(&file, "mine").unwrap();
    let lab = ["lab", "run", "order-of-sizes", "--device", "sim", "--snapshot", file.to_str().unwrap()];
    let error = vramlab(&lab).error();
    assert!(error.contains("mine.pickle exists; name another file, or replace it with --force"), "{error}");
    assert_eq!(std::fs::read(&file).unwrap(), b"mine");
    vramlab(&[&lab[..], &["--force"]].concat()).ok();
    assert!(std::fs::read(&file).unwrap().starts_with(b"\x80\x04"));
    let nowhere = folder.path().join("missing/x.pickle");
    let error =
        vramlab(&["lab", "run", "order-of-sizes", "--device", "sim", "--snapshot", nowhere.to_str().unwrap()]).error();
    assert!(error.contains("cannot write") && error.contains("x.pickle"), "{error}");
}

#[test]
fn a_snapshot_on_standard_output_stands_there_alone() {
    let trace = fixtures("golden/hand_best_fit_mixed.json.gz");
    let run = |more: &[&str]| {
        let mut command = Command::new(tests::paths::server_binary().unwrap());
        command.args(["lab", "replay"]).arg(&trace).args(["--snapshot", "-"]).args(more).output().unwrap()
    };
    let output = run(&[]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert!(output.stdout.starts_with(b"\x80\x04") && output.stdout.ends_with(b"."));
    assert!(!Path::new("-").exists());
    let both = run(&["--json"]);
    assert!(both.stdout.is_empty() && !both.status.success());
    let said = String::from_utf8_lossy(&both.stderr);
    assert!(said.contains("--json is printed to standard output as well"), "{said}");
}

#[test]
fn a_snapshot_that_contradicts_itself_is_shown_with_warnings() {
    // A segment of 2 MiB whose only block has 3 MiB.
    let mut file = b"\x80\x02}(X\x08\0\0\0segments](}(X\x07\0\0\0addressM\0\x20".to_vec();
    file.extend(b"X\x0a\0\0\0total_sizeJ\0\0\x20\0X\x0c\0\0\0segment_typeX\x05\0\0\0smallX\x06\0\0\0blocks](");
    file.extend(b"}(X\x04\0\0\0sizeJ\0\0\x30\0X\x05\0\0\0stateX\x08\0\0\0inactiveueueu.");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.pickle");
    std::fs::write(&path, file).unwrap();
    let warnings = [
        "segments[0] at 0x2000: blocks[0] at 0x2000 has 3145728 bytes, 1048576 too many for the segment",
        "segments[0] at 0x2000: its total_size is 2097152, but that of its blocks is 3145728",
    ];
    let json = vramlab(&["snapshot", "info", path.to_str().unwrap(), "--json"]).json();
    assert_eq!(json["warnings"], serde_json::json!(warnings));
    let table = vramlab(&["snapshot", "info", path.to_str().unwrap()]).ok();
    for warning in warnings {
        assert!(table.contains(&format!("warning: {warning}")), "{table}");
    }
    assert!(table.contains("device 0"), "{table}");
    assert_eq!(info("t215_small.pickle", &["--json"]).json()["warnings"], serde_json::json!([]));
}
