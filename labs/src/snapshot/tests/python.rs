//! What Python's own pickle makes of a file, and what ours does.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

use super::super::{Segment, Settings, Snapshot, StackId, TraceEvent};
use super::files;

/// Returns what Python reads in a file.
fn facts(file: &[u8]) -> Json {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("snapshot.pickle");
    std::fs::write(&path, file).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/snapshot/tests/facts.py");
    let output = Command::new("python3")
        .arg("-I")
        .arg(script)
        .arg(&path)
        .output()
        .expect("this test compares with Python's pickle: install python3, or put it on the PATH");
    assert!(output.status.success(), "python3 could not read the file: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("facts.py prints JSON")
}

/// Compares a snapshot with what Python reads in the same file.
struct Comparison<'s> {
    snapshot: &'s Snapshot,
    facts: &'s Json,
    /// Which of our traces each of Python's was found to be, so that each is compared once.
    same: BTreeMap<u64, StackId>,
}

impl Comparison<'_> {
    fn run(&mut self) {
        let (snapshot, facts) = (self.snapshot, self.facts);
        self.segments(&snapshot.segments, &facts["segments"]);
        self.segments(&snapshot.host_segments, &facts["host_segments"]);
        let traces = facts["device_traces"].as_array().unwrap();
        assert_eq!(snapshot.device_traces.len(), traces.len());
        for (ours, theirs) in snapshot.device_traces.iter().zip(traces) {
            self.events(ours, theirs);
        }
        self.events(&snapshot.host_traces, &facts["host_traces"]);
        assert_eq!(serde_json::to_value(&snapshot.external_annotations).unwrap(), facts["external_annotations"]);
        settings(snapshot.allocator_settings.as_ref().unwrap(), &facts["allocator_settings"]);
    }

    fn segments(&mut self, ours: &[Segment], theirs: &Json) {
        let theirs = theirs.as_array().unwrap();
        assert_eq!(ours.len(), theirs.len());
        for (ours, theirs) in ours.iter().zip(theirs) {
            let mut theirs = theirs.clone();
            self.stack(ours.stack, &theirs["frames"]);
            let blocks = theirs["blocks"].take();
            let blocks = blocks.as_array().unwrap();
            assert_eq!(ours.blocks.len(), blocks.len());
            for (ours, theirs) in ours.blocks.iter().zip(blocks) {
                self.stack(ours.stack, &theirs["frames"]);
                assert_same(&serde_json::to_value(ours).unwrap(), theirs);
            }
            let ours = Segment { blocks: Vec::new(), ..ours.clone() };
            theirs["blocks"] = json!([]);
            assert_same(&serde_json::to_value(ours).unwrap(), &theirs);
        }
    }

    fn events(&mut self, ours: &[TraceEvent], theirs: &Json) {
        let theirs = theirs.as_array().unwrap();
        assert_eq!(ours.len(), theirs.len());
        for (ours, theirs) in ours.iter().zip(theirs) {
            self.stack(ours.stack, &theirs["frames"]);
            assert_same(&serde_json::to_value(ours).unwrap(), theirs);
        }
    }

    fn stack(&mut self, ours: StackId, theirs: &Json) {
        let Some(theirs) = theirs.as_u64() else { return assert_eq!(ours, StackId::EMPTY) };
        if let Some(&known) = self.same.get(&theirs) {
            return assert_eq!(known, ours);
        }
        self.same.insert(theirs, ours);
        let frames = self.facts["shared"][usize::try_from(theirs).unwrap()].as_array().unwrap();
        let stack = self.snapshot.stacks.get(ours);
        assert_eq!(stack.len(), frames.len());
        for (ours, theirs) in stack.zip(frames) {
            let theirs = &self.facts["shared_frames"][usize::try_from(theirs.as_u64().unwrap()).unwrap()];
            assert_eq!(&serde_json::to_value(ours).unwrap(), theirs);
        }
    }
}

/// Compares a record, without its stack trace. What Python has not is `null` with us.
fn assert_same(ours: &Json, theirs: &Json) {
    let strip = |record: &Json| {
        let mut record = record.as_object().unwrap().clone();
        record.retain(|key, value| !["stack", "frames"].contains(&key.as_str()) && !value.is_null());
        record
    };
    assert_eq!(strip(ours), strip(theirs));
}

fn settings(ours: &Settings, theirs: &Json) {
    let mut ours = serde_json::to_value(ours).unwrap();
    for key in ["max_split_size", "max_round_threshold", "max_cached_size"] {
        if ours[key].is_null() {
            ours[key] = json!(-1);
        }
    }
    let divisions = ours["roundup_power2_divisions"].take();
    for (power, divisions) in divisions.as_array().unwrap().iter().enumerate() {
        assert_eq!(&theirs["roundup_power2_divisions"][(1_u64 << power).to_string()], divisions);
    }
    for (key, theirs) in theirs.as_object().unwrap() {
        if key != "roundup_power2_divisions" {
            assert_eq!(&ours[key], theirs, "{key}");
        }
    }
}

fn compare(snapshot: &Snapshot, facts: &Json) {
    Comparison { snapshot, facts, same: BTreeMap::new() }.run();
    let reserved: u64 = snapshot.segments.iter().map(|segment| segment.total_size).sum();
    assert_eq!(facts["total_reserved"].as_u64(), Some(reserved));
}

#[test]
fn every_field_of_every_file_is_what_python_reads() {
    for (name, file) in files::all() {
        println!("{name}");
        let snapshot = Snapshot::from_pickle(file).unwrap_or_else(|error| panic!("{name}: {error}"));
        compare(&snapshot, &facts(file));
    }
}

#[test]
fn python_reads_what_we_write() {
    for (name, file) in files::all() {
        println!("{name}");
        let snapshot = Snapshot::from_pickle(file).unwrap();
        let written = snapshot.to_pickle();
        assert_eq!(Snapshot::from_pickle(&written).unwrap(), snapshot, "{name}");
        // As long as PyTorch's own, more or less: what is shared stays shared.
        assert!(written.len() <= file.len() + 400, "{name}: {} bytes, {} before", written.len(), file.len());
        compare(&snapshot, &facts(&written));
    }
}
