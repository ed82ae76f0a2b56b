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
