//! A damaged trace is an error that says where and why.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use labs::trace::read::{trace_from, unpack};
use labs::trace::{Plan, Trace, replay};

fn trace(ops: &str) -> Trace {
    trace_from(format!(r#"{{"total_mib": 64, "ops": [{ops}]}}"#).as_bytes()).unwrap()
}

fn plan_error(ops: &str) -> String {
    Plan::new(&trace(ops)).unwrap_err().to_string()
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
fn operations_that_make_no_sense_are_told_by_number() {
    let alloc = r#"{"op": "alloc", "id": 1, "bytes": 5}"#;
    assert!(plan_error(r#"{"op": "free", "id": 1}"#).starts_with("op 0: there is no allocation 1"));
    assert!(plan_error(&format!("{alloc}, {alloc}")).starts_with("op 1: allocation 1 is there already"));
    assert!(plan_error(r#"{"op": "pool_end"}"#).starts_with("op 0: no pool was begun"));
    assert!(plan_error(r#"{"op": "pool_del", "pool": 3}"#).starts_with("op 0: there is no pool 3"));
    let settings = Trace { config: "bogus:1".into(), ..trace(alloc) };
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
    let mut flipped = packed;
    flipped[12] ^= 0xFF;
    let damaged = unpack(flipped).unwrap_err().to_string();
    assert!(damaged.contains("unpacked"), "{damaged}");
}

#[test]
fn numbers_beyond_any_device_are_refused() {
    let refused = [
        r#"{"op": "alloc", "id": 1, "bytes": 5, "stream": 1152921504606846976}"#,
        r#"{"op": "stream_busy", "stream": 18446744073709551615, "value": true}"#,
        r#"{"op": "external", "mib": 18446744073709551615}"#,
    ];
    for op in refused {
        let error = plan_error(op);
        assert!(error.starts_with("op 0: ") && error.contains(" above "), "{error}");
    }
    for text in [r#""total_mib": 17592186044415"#, r#""total_mib": 64, "context_mib": 18446744073709551615"#] {
        let trace = trace_from(format!(r#"{{{text}, "ops": []}}"#).as_bytes()).unwrap();
        let error = replay(&trace, trace.device()).unwrap_err().to_string();
        assert!(error.contains("_mib: ") && error.contains(" above "), "{error}");
    }
}

#[test]
fn addresses_that_cannot_be_reserved_are_a_failed_operation() {
    let configs = ["expandable_segments:True,expandable_segments_reserve:1e-30", "expandable_segments:True"];
    for (config, total_mib) in configs.into_iter().zip([64, 0]) {
        let trace = Trace { config: config.into(), total_mib, ..trace(r#"{"op": "alloc", "id": 1, "bytes": 5}"#) };
        let recorded = replay(&trace, trace.device()).unwrap();
        assert_eq!(recorded.messages, [(0, "CUDA driver error: invalid argument".to_owned())]);
    }
}
