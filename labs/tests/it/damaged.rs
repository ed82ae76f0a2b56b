//! A damaged trace is an error that says where and why.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use labs::trace::read::{MAX_BYTES, recorded, trace, trace_from, unpack};
use labs::trace::{Plan, Trace, replay};

fn trace_of(ops: &str) -> Trace {
    trace_from(format!(r#"{{"total_mib": 64, "ops": [{ops}]}}"#).as_bytes()).unwrap()
}

fn plan_error(ops: &str) -> String {
    Plan::new(&trace_of(ops)).unwrap_err().to_string()
}

#[test]
fn broken_json_is_told_by_line_and_column() {
    let error = trace_from(b"{\n  \"total_mib\": 64,\n  \"ops\": [}\n}").unwrap_err().to_string();
    assert!(error.starts_with("line 3, column 11: "), "{error}");
    let error = trace_from(br#"{"total_mib": 64, "ops": [{"op": "alloc", "id": 1}]}"#).unwrap_err().to_string();
    assert!(error.contains("missing field `bytes`"), "{error}");
    let error = trace_from(br#"{"total_mib": 64, "ops": [{"op": "lend"}]}"#).unwrap_err().to_string();
    assert!(error.contains("unknown variant `lend`"), "{error}");
}

#[test]
fn a_list_is_no_trace_and_the_error_says_what_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list.json");
    for list in ["[]", " [{\"op\": \"sync\"}]", "\u{feff}[5]"] {
        std::fs::write(&file, list).unwrap();
        for error in [trace(&file).unwrap_err(), recorded(&file).unwrap_err()] {
            let error = error.to_string();
            assert!(
                error.contains("list.json: it is a list; a trace is an object with `total_mib` and `ops`"),
                "{error}"
            );
        }
    }
    let error = trace_from(b"5").unwrap_err().to_string();
    assert!(error.contains("expected a trace or a result"), "{error}");
}

#[test]
fn the_mark_of_an_encoding_is_passed_over_or_named() {
    let text = r#"{"total_mib": 64, "ops": []}"#;
    let marked = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    assert_eq!(trace_from(&marked).unwrap(), trace_of(""));
    let wide: Vec<u8> = "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(trace_from(&wide).unwrap_err().to_string(), "it is UTF-16; save it as UTF-8");
    // Cases of settings are a list, and may be marked, too.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config_cases.json");
    std::fs::write(&file, "\u{feff}[]").unwrap();
    assert_eq!(labs::trace::verify::file(&file), Err("it holds no cases, so there is nothing to compare".to_owned()));
}

#[test]
fn a_trace_is_written_as_it_was_given() {
    let read = |json: &str| serde_json::to_value(trace_from(json.as_bytes()).unwrap()).unwrap();
    let given = read(r#"{"total_mib": 64, "context_mib": 0, "addr": "bump", "nvml": true, "ops": []}"#);
    assert_eq!(given["context_mib"], 0);
    assert_eq!(given["addr"], "bump");
    assert_eq!(given["nvml"], true);
    let silent = read(r#"{"total_mib": 64, "ops": []}"#);
    for key in ["context_mib", "addr", "nvml"] {
        assert!(silent.get(key).is_none(), "{key}: {silent}");
    }
}

#[test]
fn operations_that_make_no_sense_are_told_by_number() {
    let alloc = r#"{"op": "alloc", "id": 1, "bytes": 5}"#;
    assert!(plan_error(r#"{"op": "free", "id": 1}"#).starts_with("op 0: there is no allocation 1"));
    assert!(plan_error(&format!("{alloc}, {alloc}")).starts_with("op 1: allocation 1 is there already"));
    assert!(plan_error(r#"{"op": "pool_end"}"#).starts_with("op 0: no pool was begun"));
    assert!(plan_error(r#"{"op": "pool_del", "pool": 3}"#).starts_with("op 0: there is no pool 3"));
    let settings = Trace { config: "bogus:1".into(), ..trace_of(alloc) };
    let error = replay(&settings, settings.device()).unwrap_err().to_string();
    assert_eq!(error, "config: Unrecognized key 'bogus' in CUDA allocator config.");
}

#[test]
fn packed_files_that_end_early_say_how_far_they_went() {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(&[b' '; 5000]).unwrap();
    let packed = packer.finish().unwrap();
    assert_eq!(unpack(packed.clone()).unwrap().len(), 5000);
    let cut = unpack(packed[..packed.len() - 4].to_vec()).unwrap_err().to_string();
    assert!(cut.contains("it ends early"), "{cut}");
    let mut followed = packed.clone();
    followed.extend(b"more");
    let followed = unpack(followed).unwrap_err().to_string();
    assert!(followed.starts_with("4 bytes that are not packed follow its end"), "{followed}");
    let twice = unpack([packed.clone(), packed.clone()].concat()).unwrap();
    assert_eq!(twice.len(), 10_000, "a file may be packed in several parts");
    let mut flipped = packed;
    flipped[12] ^= 0xFF;
    let damaged = unpack(flipped).unwrap_err().to_string();
    assert!(damaged.contains("unpacked"), "{damaged}");
}

#[test]
fn numbers_beyond_any_device_are_refused() {
    let error = plan_error(r#"{"op": "external", "mib": 18446744073709551615}"#);
    assert!(error.starts_with("op 0: ") && error.contains(" above "), "{error}");
    let text = r#"{"total_mib": 64, "context_mib": 18446744073709551615, "ops": []}"#;
    let trace = trace_from(text.as_bytes()).unwrap();
    let error = replay(&trace, trace.device()).unwrap_err().to_string();
    assert!(error.contains("context_mib: ") && error.contains(" above "), "{error}");
}

#[test]
fn addresses_that_cannot_be_reserved_are_a_failed_operation() {
    let configs = ["expandable_segments:True,expandable_segments_reserve:1e-30", "expandable_segments:True"];
    for (config, total_mib) in configs.into_iter().zip([64, 0]) {
        let trace = Trace { config: config.into(), total_mib, ..trace_of(r#"{"op": "alloc", "id": 1, "bytes": 5}"#) };
        let recorded = replay(&trace, trace.device()).unwrap();
        assert_eq!(recorded.messages, [(0, "CUDA driver error: invalid argument".to_owned())]);
    }
}

#[test]
fn a_small_file_that_unpacks_to_a_large_one_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("spaces.json.gz");
    let mut packer = GzEncoder::new(std::fs::File::create(&file).unwrap(), Compression::fast());
    let spaces = vec![b' '; 1 << 20];
    for _ in 0..=MAX_BYTES >> 20 {
        packer.write_all(&spaces).unwrap();
    }
    packer.finish().unwrap();
    let error = trace(&file).unwrap_err().to_string();
    assert!(error.contains("spaces.json.gz: it is larger than 256 MiB when unpacked"), "{error}");
}

#[test]
fn a_stream_without_a_handle_is_refused() {
    for op in ["alloc", "record_stream", "stream_busy"] {
        let bytes = r#""id": 1, "bytes": 1, "stream": 1152921504606846976"#;
        let ops = match op {
            "alloc" => format!(r#"{{"op": "alloc", {bytes}}}"#),
            "stream_busy" => r#"{"op": "stream_busy", "stream": 1152921504606846976, "value": true}"#.to_owned(),
            _ => r#"{"op": "alloc", "id": 1, "bytes": 1}, {"op": "record_stream", "id": 1, "stream": 1152921504606846976}"#
                .to_owned(),
        };
        let error = plan_error(&ops);
        assert!(error.contains(": stream 1152921504606846976 is too large; "), "{error}");
    }
    let last = trace_of(r#"{"op": "alloc", "id": 1, "bytes": 1, "stream": 1152921504606842879}"#);
    assert!(replay(&last, last.device()).is_ok());
}

#[test]
fn the_time_of_a_trace_does_not_grow_with_the_device() {
    let ops = r#"{"op": "alloc", "id": 1, "bytes": 100}, {"op": "alloc", "id": 2, "bytes": 3145728}"#;
    let config = "expandable_segments:True".to_owned();
    let largest = Trace { config, total_mib: 16 << 20, ..trace_of(ops) };
    // Walking the nine million pages of its reservations each time would take minutes.
    for _ in 0..100 {
        replay(&largest, largest.device()).unwrap();
    }
    let error = Plan::new(&Trace { total_mib: (16 << 20) + 1, ..largest }).unwrap_err().to_string();
    assert_eq!(error, "`total_mib` is 16777217; a device has 16777216 MiB at most");
}

#[test]
fn a_field_that_nobody_knows_is_refused_with_those_that_are_known() {
    let error = |json: &str| trace_from(json.as_bytes()).unwrap_err().to_string();
    let text = error(r#"{"total_mib": 64, "ops": [{"op": "alloc", "id": 1, "bytes": 1, "stram": 1}]}"#);
    assert!(text.contains("unknown field `stram`, expected one of `id`, `bytes`, `stream`"), "{text}");
    let text = error(r#"{"total_mib": 64, "totl": 64, "ops": []}"#);
    assert!(text.contains("unknown field `totl`") && text.contains("`total_mib`"), "{text}");
    for op in ["empty_cache", "sync", "reset_peak", "snapshot", "pool_end", "capture_end"] {
        let text = error(&format!(r#"{{"total_mib": 64, "ops": [{{"op": "{op}", "stream": 1}}]}}"#));
        assert!(text.contains("unknown field `stream`"), "{op}: {text}");
    }
    let text = plan_error(r#"{"op": "pool_begin", "pool": 1}, {"op": "pool_end", "pool": 2}"#);
    assert!(text.starts_with("op 1: pool 2 cannot end here, since pool 1 was begun last"), "{text}");
}
