use proptest::prelude::*;

use super::*;
use crate::bytes::MIB;
use crate::trace::{self, Op};

fn ops(source: &str) -> Vec<Op> {
    compile(source).unwrap().trace.ops
}

/// Returns line, column and width of the error, and its kind.
fn error(source: &str) -> ((u32, u32, u32), ScriptErrorKind) {
    let ScriptError { span, kind } = compile(source).unwrap_err();
    ((span.line, span.column, span.width), kind)
}

fn alloc(id: u64, bytes: u64) -> Op {
    Op::Alloc { id, bytes, stream: 0 }
}

#[test]
fn the_head_of_a_script_is_the_device_of_the_trace() {
    let program =
        compile("device 2 GiB # small\nsettings  expandable_segments:True # grows\nothers 512 MiB\na = alloc 1")
            .unwrap();
    assert_eq!((program.trace.total_mib, program.trace.context_mib), (2048, Some(512)));
    assert_eq!(program.trace.config, "expandable_segments:True");
    assert_eq!((program.trace.ops, program.lines), (vec![alloc(0, 1)], vec![4]));
    assert_eq!(compile("").unwrap().trace.total_mib, 8192);
}

#[test]
fn after_the_first_step_settings_and_others_are_steps() {
    let found = ops("empty_cache\nsettings max_split_size_mb:20\nothers 1 GiB");
    let value = "max_split_size_mb:20".to_owned();
    assert_eq!(found[1..], [Op::SetConfig { value }, Op::External { mib: 1024 }]);
}

#[test]
fn sizes_are_sums_with_units() {
    for (size, bytes) in [
        ("1_000", 1000),
        ("3 MiB", 3 * MIB),
        ("12 MiB + 100 bytes", 12 * MIB + 100),
        ("(1 + 2) * 16 MiB - 512 B", 48 * MIB - 512),
        ("2 KiB * 3 + 7 % 4 / 3", 6145),
        ("10 - 3 - 2", 5),
        ("(1 + 1) GiB", 2048 * MIB),
    ] {
        assert_eq!(ops(&format!("a = alloc {size}")), [alloc(0, bytes)], "{size}");
    }
}

#[test]
fn loops_count_from_zero_and_name_tensors() {
    let program = compile("repeat 2 as i { repeat 2 as j { x[i * 2 + j] = alloc (j + 1) MiB } }; free x[*]").unwrap();
    let sizes: Vec<u64> = program
        .trace
        .ops
        .iter()
        .filter_map(|op| if let Op::Alloc { bytes, .. } = op { Some(bytes / MIB) } else { None })
        .collect();
    assert_eq!(sizes, [1, 2, 1, 2]);
    assert_eq!(program.names, ["x[0]", "x[1]", "x[2]", "x[3]"]);
    let freed: Vec<Op> = (0..4).map(|id| Op::Free { id }).collect();
    assert_eq!(program.trace.ops[4..], freed);
}

#[test]
fn several_are_freed_by_number_and_all_by_age() {
    let freed = |source: &str| -> Vec<u64> {
        ops(source).into_iter().filter_map(|op| if let Op::Free { id } = op { Some(id) } else { None }).collect()
    };
    let made = "x[9] = alloc 1\nx[2] = alloc 1\ny = alloc 1\n";
    assert_eq!(freed(&format!("{made}free x[*]")), [1, 0]);
    assert_eq!(freed(&format!("{made}free *")), [0, 1, 2]);
    assert_eq!(freed(&format!("{made}free y, x[2]")), [2, 1]);
    assert_eq!(freed("free *"), [0_u64; 0]);
}

#[test]
fn blocks_choose_streams_and_pools() {
    let found = ops("stream 2 {\n a = alloc 8\n stream 0 { b = alloc 8 }\n}\nrecord_stream a 3\nbusy 3; idle 3\n\
                     pool p { c = alloc 8 }\nfree c\ndrop_pool p");
    let expected = [
        Op::Alloc { id: 0, bytes: 8, stream: 2 },
        alloc(1, 8),
        Op::RecordStream { id: 0, stream: 3 },
        Op::StreamBusy { stream: 3, value: true },
        Op::StreamBusy { stream: 3, value: false },
        Op::PoolBegin { pool: 0, use_on_oom: false, no_split: false },
        alloc(2, 8),
        Op::PoolEnd { pool: Some(0) },
        Op::Free { id: 2 },
        Op::PoolDel { pool: 0 },
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_mistake_is_told_where_it_is() {
    use ScriptErrorKind as Kind;
    let unexpected = |found: &str, wanted| Kind::Unexpected { found: found.to_owned(), wanted };
    let name = || "x".to_owned();
    for (source, place, kind) in [
        ("x = alloc 3 MB", (1, 13, 2), Kind::AmbiguousUnit { unit: "MB".to_owned(), instead: "MiB (1024 KiB)" }),
        ("\n  x = alloc", (2, 12, 1), Kind::Missing { wanted: "a number" }),
        ("x = alloc 1 2", (1, 13, 1), unexpected("2", "the end of the statement")),
        ("x = new 1", (1, 5, 3), unexpected("new", "`alloc`")),
        ("x = alloc 1.5 MiB", (1, 11, 3), Kind::Fraction),
        ("x = alloc 99999999999999999999", (1, 11, 20), Kind::TooLarge),
        ("x = alloc 20000000000 GiB", (1, 11, 15), Kind::TooLarge),
        ("x = alloc 1 - 2", (1, 11, 5), Kind::Negative),
        ("x = alloc 1 / 0", (1, 11, 5), Kind::DivisionByZero),
        ("x = alloc n", (1, 11, 1), Kind::UnknownNumber { name: "n".to_owned(), known: "none".to_owned() }),
        ("x = alloc 1\nx = alloc 2", (2, 1, 1), Kind::Alive { name: name(), since: 1 }),
        ("x = alloc 1\nfree x\nfree x", (3, 6, 1), Kind::Freed { name: name(), freed: 2 }),
        ("free x", (1, 6, 1), Kind::NoTensor { name: name() }),
        ("free x[*]", (1, 6, 4), Kind::NoTensor { name: "x[*]".to_owned() }),
        ("free = alloc 1", (1, 6, 1), unexpected("=", "the name of a tensor")),
        ("free stream", (1, 6, 6), Kind::Reserved { name: "stream".to_owned() }),
        ("repeat 3 {\nx = alloc 1", (1, 10, 1), Kind::Unclosed),
        ("}", (1, 1, 1), Kind::NotOpen),
        ("repeat 2 as i { repeat 2 as i { } }", (1, 17, 6), Kind::LoopTwice { name: "i".to_owned() }),
        ("empty_cache\ndevice 1 GiB", (2, 1, 6), Kind::DeviceLate),
        ("device 1 GiB\ndevice 1 GiB", (2, 1, 6), Kind::DeviceTwice { line: 1 }),
        ("device 100 B", (1, 8, 5), Kind::DeviceSize),
        ("others 1", (1, 8, 1), Kind::OthersSize),
        ("busy 2000", (1, 6, 4), Kind::StreamNumber { most: 1024 }),
        ("fraction 1.5", (1, 10, 3), Kind::FractionRange),
        ("drop_pool p", (1, 1, 9), Kind::NoPool { name: "p".to_owned() }),
        ("pool p { drop_pool p }", (1, 10, 9), Kind::PoolInUse { name: "p".to_owned() }),
        ("khối = alloc 1 $", (1, 16, 1), Kind::Stranger('$')),
    ] {
        assert_eq!(error(source), (place, kind), "{source}");
    }
    let (place, kind) = error("a = alloc 1\nalocate 3");
    assert_eq!(place, (2, 1, 7));
    assert!(
        kind.to_string().starts_with("there is no statement `alocate`; the statements are: device, settings"),
        "{kind}"
    );
}

#[test]
fn a_script_is_bounded() {
    let limits = Limits { source: 200, operations: 10, depth: 2 };
    let kind = |source: &str| compile_within(source, limits).unwrap_err().kind;
    let many = ScriptErrorKind::TooManyOperations { most: 10 };
    assert_eq!(kind("repeat 11 { empty_cache }"), many);
    assert_eq!(kind("repeat 1000000000000 { }"), many);
    assert_eq!(kind("repeat 9000000000 { repeat 9000000000 { } }"), many);
    assert_eq!(kind("repeat 9 { repeat 9 { free * } }"), many);
    assert_eq!(kind("repeat 1 { repeat 1 { repeat 1 { } } }"), ScriptErrorKind::TooDeep { most: 2 });
    assert_eq!(kind("x = alloc (((1)))"), ScriptErrorKind::TooDeep { most: 2 });
    assert_eq!(kind(&" ".repeat(201)), ScriptErrorKind::TooLong { bytes: 201, most: 200 });
    assert!(compile_within("repeat 10 { empty_cache }", limits).is_ok());
}

/// The numbers are those of the allocator that agrees with PyTorch's, by way of the trace.
#[test]
fn a_script_fails_as_the_lab_on_fragmentation_does() {
    let program = compile(
        "device 8 GiB\nothers 512 MiB\nrepeat 58 as i { a[i] = alloc 128 MiB }\nfree a[*]\n\
         repeat 58 as i { big[i] = alloc 100 MiB; small[i] = alloc 20 MiB }\nfree big[*]\nlast = alloc 512 MiB",
    )
    .unwrap();
    let result = trace::replay(&program.trace, program.trace.device()).unwrap();
    let last = program.trace.ops.len() - 1;
    let column = |name: &str| result.columns.get(name).unwrap()[last];
    assert_eq!(column("outcome"), 1);
    assert_eq!((column("allocated_cur"), column("reserved_cur")), (1160 << 20, 7424 << 20));
    assert_eq!(program.lines[last], 7);
}

proptest! {
    #[test]
    fn any_text_is_a_script_or_a_mistake_within_it(source in "([a-z]{1,6}|[0-9]{1,3}|[=+*/%(){}\\[\\];,# \n-]|alloc|repeat|MiB){0,40}") {
        let limits = Limits { operations: 1000, ..Limits::default() };
        if let Err(error) = compile_within(&source, limits) {
            let lines = source.lines().count().max(1);
            prop_assert!((1..=lines).contains(&(error.span.line as usize)), "{error}");
            prop_assert!(error.span.column >= 1 && error.span.width >= 1);
        }
    }
}
