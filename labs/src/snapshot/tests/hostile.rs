//! Files that mean harm, or are none.

use std::time::{Duration, Instant};

use super::super::Snapshot;
use super::super::import::ReadError;
use super::super::pickle::op::{Refusal, refused};
use super::super::pickle::{Limits, Pickle, PickleError, Problem};

/// Written out, what these files refer to would take hours. A busy machine may take seconds.
const PATIENCE: Duration = Duration::from_secs(30);

fn error_of(file: &[u8]) -> PickleError {
    match Pickle::read(file, &Limits::default()) {
        Ok(pickle) => panic!("{file:x?} was read: {:?}", pickle.root()),
        Err(error) => error,
    }
}

#[test]
fn damage_and_malice_are_named_with_the_byte() {
    let cases: &[(&[u8], u64, &str)] = &[
        (b"", 0, "the file is empty"),
        (b"\x1f\x8b\x08", 0, "gzip"),
        (b"PK\x03\x04", 0, "zip archive"),
        (b"{\"segments\": []}", 0, "JSON"),
        (b"(dp0\n.", 0, "protocol 0 or 1"),
        (b"\x80", 0, "2 more bytes are needed here, but the file has 1"),
        (b"\x80\x01N.", 1, "protocol 1 is not known"),
        (b"\x80\x06N.", 1, "protocol 6 is not known"),
        (b"\x80\x04", 2, "1 more bytes"),
        (b"\x80\x04N", 3, "1 more bytes are needed here, but the file has 0"),
        (b"\x80\x04.", 2, "ends with 0 values"),
        (b"\x80\x04NN.", 4, "ends with 2 values"),
        (b"\x80\x04N.N.", 4, "2 bytes follow"),
        // Lengths that are lies.
        (b"\x80\x04\x8c\xffabc", 4, "255 more bytes are needed here, but the file has 3"),
        (b"\x80\x04X\xff\xff\xff\xff.", 7, "4294967295 more bytes"),
        (b"\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xff.", 11, "18446744073709551615 more bytes"),
        (b"\x80\x04\x8e\xff\xff\xff\xff\xff\xff\xff\x7f.", 11, "9223372036854775807 more bytes"),
        (b"\x80\x04\x96\0\0\0\0\0\0\0\x80.", 11, "9223372036854775808 more bytes"),
        (b"\x80\x04\x8b\xff\xff\xff\xff.", 3, "the length -1 is negative"),
        (b"\x80\x04\x8b\xff\xff\xff\x7f.", 7, "2147483647 more bytes"),
        (b"\x80\x04T\0\0\0\x80.", 3, "is negative"),
        (b"\x80\x04\x95\xff\0\0\0\0\0\0\0N.", 11, "255 more bytes"),
        (b"\x80\x04J\0\0.", 3, "4 more bytes"),
        (b"\x80\x04G\0\0.", 3, "8 more bytes"),
        // Values of the wrong kind, or none.
        (b"\x80\x04a.", 2, "APPEND needs a value"),
        (b"\x80\x04Na.", 3, "APPEND needs a value"),
        (b"\x80\x04NNa.", 4, "APPEND needs a list, but there is a None"),
        (b"\x80\x04}Na.", 4, "APPEND needs a list, but there is a dict"),
        (b"\x80\x04](Na.", 5, "APPEND needs a value"),
        (b"\x80\x04]e.", 3, "APPENDS has no MARK"),
        (b"\x80\x04(Ne.", 4, "APPENDS needs a value"),
        (b"\x80\x04](NNu.", 6, "SETITEMS needs a dict, but there is a list"),
        (b"\x80\x04}(Nu.", 5, "SETITEMS has a key without a value"),
        (b"\x80\x04}]Ns.", 5, "a list cannot be the key"),
        (b"\x80\x04(Nd.", 4, "DICT has a key without a value"),
        (b"\x80\x04N\x86.", 3, "TUPLE2 needs a value"),
        (b"\x80\x04t.", 2, "TUPLE has no MARK"),
        (b"\x80\x040.", 2, "POP needs a value"),
        (b"\x80\x042.", 2, "DUP needs a value"),
        (b"\x80\x041.", 2, "POP_MARK has no MARK"),
        (b"\x80\x04\x94.", 2, "MEMOIZE needs a value"),
        (b"\x80\x04q\x01.", 2, "BINPUT needs a value"),
        (b"\x80\x04h\x07.", 2, "nothing was stored under the number 7"),
        (b"\x80\x04j\xff\xff\xff\xff.", 2, "nothing was stored under the number 4294967295"),
        (b"\x80\x04\x8c\x02\xc3\x28.", 4, "not UTF-8"),
        (b"\x80\x04\x8a\x09\0\0\0\0\0\0\0\0\x01.", 2, "does not fit in 64 bits"),
        (b"\x80\x04\xff.", 2, "0xff is no instruction"),
    ];
    for &(file, offset, text) in cases {
        let error = error_of(file);
        let named = error.offset == offset && error.to_string().contains(text);
        assert!(named, "{}: expected '{text}' at byte {offset}, got {error}", file.escape_ascii());
    }
}

#[test]
fn every_instruction_that_could_run_code_is_refused() {
    for code in 0..=u8::MAX {
        let file = [0x80, 4, b'N', b'N', code, 4, 0, 0, 0, b'\n', b'\n', b'.'];
        let Some((name, refusal)) = refused(code) else { continue };
        let error = error_of(&file);
        assert_eq!(error, PickleError { offset: 4, problem: Problem::Refused { name, code, refusal } });
        assert!(error.to_string().contains(name), "{error}");
    }
    let executes = (0..=u8::MAX).filter(|&code| refused(code).is_some_and(|refused| refused.1 == Refusal::Executes));
    // What Python's documentation of `pickletools` has for classes, calls, persistent ids and extensions.
    assert_eq!(executes.collect::<Vec<_>>(), b"PQRbcio\x81\x82\x83\x84\x92\x93");
}

/// What Python itself would run on opening such a file.
#[test]
fn a_call_is_not_made() {
    let error = error_of(b"\x80\x04\x8c\x05posix\x8c\x06system\x93\x8c\x04true\x85R.");
    assert_eq!(
        error.to_string(),
        "at byte 17: the instruction STACK_GLOBAL (0x93) could run code and is refused; a memory \
                                   snapshot never needs it"
    );
}

#[test]
fn a_large_memo_number_makes_no_large_table() {
    let file = b"\x80\x04Nr\xfe\xff\xff\xffq\xff\x94\x940h\xff0h\x020j\xfe\xff\xff\xff.";
    assert!(Pickle::read(file, &Limits::default()).is_ok());
}

#[test]
fn limits_hold() {
    let limits = Limits { bytes: 100, operations: 20, depth: 3 };
    let read = |file: &[u8]| Pickle::read(file, &limits).unwrap_err();
    assert_eq!(read(&[0x80; 101]).problem, Problem::TooLong { length: 101, limit: 100 });
    let mut many = b"\x80\x04".to_vec();
    many.extend([b'N'; 30]);
    let error = read(&many);
    assert_eq!((error.offset, error.problem), (22, Problem::TooManyOperations { limit: 20 }));
    let error = read(b"\x80\x04((((((");
    assert_eq!((error.offset, error.problem), (5, Problem::TooDeep { limit: 3 }));
}

/// Nested without marks, a million deep: nothing may recurse.
#[test]
fn depth_costs_no_stack() {
    let mut file = b"\x80\x04)".to_vec();
    file.resize(1_000_000, 0x85);
    file.push(b'.');
    let pickle = Pickle::read(&file, &Limits::default()).unwrap();
    assert!(format!("{:?}", pickle.root()).len() < 100, "printing a value does not print what it holds");
    assert!(matches!(Snapshot::from_pickle(&file), Err(ReadError::Import(_))));
}

/// A list that holds itself, where segments, blocks and frames belong.
#[test]
fn a_list_in_itself_is_an_error() {
    for file in
        [&b"\x80\x04]\x94h\0a."[..], b"\x80\x04}\x94\x8c\x08segmentsh\0s.", b"\x80\x04}\x8c\x08segments]\x94h\0as."]
    {
        assert!(matches!(Snapshot::from_pickle(file), Err(ReadError::Import(_))), "{file:x?}");
    }
}

/// Writes a list of `count` references to what was stored under `number`.
fn references(file: &mut Vec<u8>, number: u8, count: usize) {
    file.extend_from_slice(b"](");
    for _ in 0..count {
        file.extend_from_slice(&[b'h', number]);
    }
    file.push(b'e');
}

#[test]
fn a_memo_bomb_is_not_expanded() {
    // Forty lists of ten times the one before: 10^40 values, if they were written out.
    let mut file = b"\x80\x04N\x940".to_vec();
    for level in 0..40 {
        references(&mut file, level, 10);
        file.push(0x94);
        if level < 39 {
            file.push(b'0');
        }
    }
    file.push(b'.');
    let start = now();
    let pickle = Pickle::read(&file, &Limits::default()).unwrap();
    assert!(pickle.items() == 400 && start.elapsed() < PATIENCE);
    assert!(matches!(Snapshot::from_pickle(&file), Err(ReadError::Import(_))));
}

/// A thousand events that are one event, in a hundred traces that are one trace, and so on: written out, terabytes.
#[test]
fn records_are_not_multiplied_by_references() {
    let event = b"}(\x8c\x06action\x8c\x05alloc\x8c\x04addrK\x01\x8c\x04sizeK\x01u\x940";
    let mut file = b"\x80\x04}\x8c\x08segments]s".to_vec();
    file.extend_from_slice(event);
    references(&mut file, 0, 100_000);
    file.extend_from_slice(b"\x940\x8c\x0ddevice_traces");
    references(&mut file, 1, 100_000);
    file.extend_from_slice(b"s.");
    let start = now();
    let error = Snapshot::from_pickle(&file).unwrap_err();
    assert!(error.to_string().starts_with("device_traces["), "{error}");
    assert!(error.to_string().contains("again and again"), "{error}");
    assert!(start.elapsed() < PATIENCE);
}

/// One long text as the name of a hundred thousand frames, and a long list of settings over and over.
#[test]
fn long_texts_are_copied_once() {
    let mut file = b"\x80\x04X\0\0\x10\0".to_vec();
    file.resize(file.len() + (1 << 20), b'x');
    file.extend_from_slice(b"\x940}(\x8c\x08segments](}(\x8c\x06frames](");
    for _ in 0..100_000 {
        file.extend_from_slice(b"}\x8c\x04nameh\0s");
    }
    file.extend_from_slice(
        b"e\x8c\x07addressK\0\x8c\x0atotal_sizeK\0\x8c\x0csegment_type\x8c\x05small\x8c\x06blocks]ue",
    );
    file.extend_from_slice(b"\x8c\x12allocator_settings}(");
    for _ in 0..100_000 {
        file.extend_from_slice(b"\x8c\x17PYTORCH_CUDA_ALLOC_CONFh\0");
    }
    file.extend_from_slice(b"uu.");
    let start = now();
    let snapshot = Snapshot::from_pickle(&file).unwrap();
    assert_eq!(snapshot.stacks.get(snapshot.segments[0].stack).len(), 100_000);
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

/// A dict that sets the same key again and again to the same long list.
#[test]
fn a_key_that_comes_again_is_not_read_for_ever() {
    let mut file = b"\x80\x04}\x940".to_vec();
    references(&mut file, 0, 50_000);
    file.extend_from_slice(b"\x940}(\x8c\x08segments]\x8c\x12allocator_settings}(");
    file.extend_from_slice(b"\x8c\x18roundup_power2_divisions\x94}(");
    for _ in 0..20_000 {
        file.extend_from_slice(b"\x8c\x011K\0");
    }
    file.extend_from_slice(b"u\x94");
    for _ in 0..20_000 {
        file.extend_from_slice(b"h\x02h\x03");
    }
    file.extend_from_slice(b"uu.");
    let start = now();
    let error = Snapshot::from_pickle(&file).unwrap_err().to_string();
    assert!(error.contains("again and again"), "{error}");
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

#[expect(clippy::disallowed_methods, reason = "to notice when a hostile file takes minutes")]
fn now() -> Instant {
    Instant::now()
}
