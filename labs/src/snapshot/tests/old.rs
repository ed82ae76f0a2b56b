//! Snapshots that older versions and other writers made, built here from what is known of their layout.

use super::super::pickle::Writer;
use super::super::{Action, BlockState, PoolId, Snapshot, StackId, Subject};
use crate::device::Address;

/// Writes the keys that every version has of a segment.
fn segment<'t>(w: &mut Writer<'t>, blocks: impl FnOnce(&mut Writer<'t>)) {
    w.dict(|w| {
        for (key, number) in [("device", 0), ("address", 0x7f00_0000_0000_i64), ("total_size", 2 << 20), ("stream", 0)]
        {
            w.text(key);
            w.int(number);
        }
        w.text("segment_type");
        w.text("small");
        w.text("blocks");
        blocks(w);
    });
}

fn frame(w: &mut Writer<'_>) {
    w.dict(|w| {
        w.text("name");
        w.text("forward");
        w.text("filename");
        w.text("model.py");
        w.text("line");
        w.int(-1);
    });
}

/// Writes a block with a history, as 1.13 did.
fn old_block(w: &mut Writer<'_>, size: i64, state: &'static str, history: Option<i64>) {
    w.dict(|w| {
        w.text("size");
        w.int(size);
        w.text("state");
        w.text(state);
        let Some(real_size) = history else { return };
        w.text("history");
        w.list(&[()], |w, ()| {
            w.dict(|w| {
                w.text("addr");
                w.int(0x7f00_0000_0000_i64);
                w.text("real_size");
                w.int(real_size);
                w.text("frames");
                w.list(&[()], |w, ()| frame(w));
            });
        });
    });
}

#[test]
fn a_list_of_segments_with_histories_is_a_snapshot() {
    let mut writer = Writer::default();
    writer.list(&[()], |w, ()| {
        segment(w, |w| {
            const BLOCKS: [(i64, &str, Option<i64>); 3] = [
                (512, "active_allocated", Some(40)),
                (1024, "active_allocated", None),
                ((2 << 20) - 1536, "inactive", Some(99)),
            ];
            w.list(&BLOCKS, |w, &(size, state, history)| old_block(w, size, state, history));
        });
    });
    let snapshot = Snapshot::from_pickle(&writer.finish()).unwrap();
    assert_eq!(snapshot.allocator_settings, None);
    let [segment] = &snapshot.segments[..] else { panic!("{snapshot:?}") };
    assert_eq!((segment.segment_pool_id, segment.is_expandable), (PoolId::DEFAULT, false));
    assert_eq!((segment.allocated_size, segment.active_size, segment.requested_size), (1536, 1536, None));
    let [first, second, free] = segment.blocks[..] else { panic!("{segment:?}") };
    assert_eq!((first.requested_size, first.state), (40, BlockState::ActiveAllocated));
    assert_eq!(second.requested_size, 1024, "without a history, the whole block is taken to have been asked for");
    assert_eq!((free.address, free.requested()), (Address::new(0x7f00_0000_0600), 0));
    let frames: Vec<_> = snapshot.stacks.get(first.stack).collect();
    assert_eq!((&*frames[0].name, frames[0].line), ("forward", u64::MAX));
    assert_eq!(second.stack, StackId::EMPTY);
}

#[test]
fn events_may_lack_what_came_later() {
    let mut writer = Writer::default();
    writer.dict(|w| {
        w.text("segments");
        w.list::<()>(&[], |_, ()| ());
        w.text("device_traces");
        w.list(&[()], |w, ()| {
            w.list(&["free_completed", "oom", "snapshot", "teleport"], |w, &action| {
                w.dict(|w| {
                    w.text("action");
                    w.text(action);
                    w.text(if action == "oom" { "device_free" } else { "addr" });
                    // As the writer in C++ has it: 64 bits taken for signed.
                    w.int(-4096);
                    w.text("size");
                    w.int(7);
                    w.text("stream");
                    w.int(0);
                });
            });
        });
    });
    let snapshot = Snapshot::from_pickle(&writer.finish()).unwrap();
    let [free, oom, taken, other] = &snapshot.device_traces[0][..] else { panic!("{snapshot:?}") };
    let high = 0_u64.wrapping_sub(4096);
    assert_eq!((&free.action, free.subject), (&Action::FreeCompleted, Subject::Address(Address::new(high))));
    assert_eq!((&oom.action, oom.subject), (&Action::Oom, Subject::DeviceFree(high)));
    assert_eq!(taken.action, Action::Snapshot);
    assert_eq!(other.action, Action::Other("teleport".into()));
    assert_eq!((free.time_us, &free.compile_context, free.pool_id), (None, &None, None));
    let again = Snapshot::from_pickle(&snapshot.to_pickle()).unwrap();
    assert_eq!(again, snapshot);
}

/// Protocol 2 as PyTorch's C++ writes it: `BINPUT` after texts, `BINUNICODE` only, `LONG1` of eight bytes.
#[test]
fn what_cpp_writes_is_read() {
    let mut file = b"\x80\x02}(X\x08\0\0\0segmentsq\0](".to_vec();
    file.extend_from_slice(b"}(X\x07\0\0\0addressq\x01\x8a\x08\0\0\0\0\0\x7f\0\0X\x0a\0\0\0total_sizeq\x02J\0\0\x20\0");
    file.extend_from_slice(b"X\x0c\0\0\0segment_typeq\x03X\x05\0\0\0smallr\x04\0\0\0X\x06\0\0\0blocksq\x05](");
    file.extend_from_slice(b"}(X\x04\0\0\0sizeq\x06J\0\0\x20\0X\x05\0\0\0stateq\x07X\x08\0\0\0inactiveq\x08ueueu.");
    let snapshot = Snapshot::from_pickle(&file).unwrap();
    assert_eq!(snapshot.segments[0].address, Address::new(0x7f00_0000_0000));
    assert_eq!(snapshot.segments[0].blocks[0].size, 2 << 20);
}

#[test]
fn mistakes_are_named_with_path_and_byte() {
    let mut writer = Writer::default();
    writer.dict(|w| {
        w.text("segments");
        w.list(&["inactive", "active"], |w, &state| {
            segment(w, |w| w.list(&[()], |w, ()| old_block(w, 2 << 20, state, None)));
        });
    });
    let file = writer.finish();
    let error = Snapshot::from_pickle(&file).unwrap_err();
    let text = error.to_string();
    let expected = "segments[1].blocks[0].state (byte 189): expected 'active_allocated', 'active_pending_free' or 'inactive', \
                    found 'active'";
    assert_eq!(text, expected);
    assert_eq!(file[usize::try_from(error.offset()).unwrap()], b'}', "the block's dict begins there");
}

#[test]
fn missing_keys_are_named() {
    let cases: [(&[u8], &str); 5] = [
        (b"\x80\x04}.", "the file (byte 2): the key 'segments' is missing"),
        (b"\x80\x04N.", "the file (byte 0): expected a dict, found None"),
        (b"\x80\x04}\x8c\x08segments]}as.", "segments[0] (byte 14): the key 'address' is missing"),
        (b"\x80\x04}\x8c\x08segmentsK\x01s.", "segments (byte 2): expected a list, found int"),
        (b"\x80\x04](}}e.", "[0] (byte 4): the key 'address' is missing"),
    ];
    for (file, expected) in cases {
        assert_eq!(Snapshot::from_pickle(file).unwrap_err().to_string(), expected);
    }
}
