//! Stack traces that are equal are one, however often a file writes them.

use super::super::{Action, Frame, Snapshot, StackId, Stacks, Subject, TraceEvent};
use crate::device::{Address, Stream};

fn event(stack: StackId) -> TraceEvent {
    TraceEvent {
        action: Action::Alloc,
        subject: Subject::Address(Address::new(512)),
        size: 512,
        stream: Stream::DEFAULT,
        time_us: None,
        compile_context: None,
        user_metadata: None,
        internal_metadata: None,
        pool_id: None,
        stack,
    }
}

#[test]
fn equal_traces_become_one() {
    let mut stacks = Stacks::default();
    let frames = ["f", "g", "h", "i", "j", "k"].map(|name| {
        stacks.add_frame(Frame { name: name.into(), filename: "f.py".into(), ..Frame::default() }).unwrap()
    });
    let lists: [&[usize]; 8] =
        [&[0, 1], &[1, 0], &[0, 1], &[], &[0, 1, 2, 3, 4, 5], &[1, 0, 2, 3, 4, 5], &[0, 1, 2, 3, 4, 5], &[0]];
    let written = lists.map(|list| stacks.add(list.iter().map(|&frame| frames[frame])).unwrap());
    let device_traces = vec![written.map(event).to_vec()];
    let snapshot = Snapshot { device_traces, stacks, ..Snapshot::default() };
    let read = Snapshot::from_pickle(&snapshot.to_pickle()).unwrap();
    let found: Vec<StackId> = read.device_traces[0].iter().map(|event| event.stack).collect();
    for (one, list) in lists.iter().enumerate() {
        for (other, another) in lists.iter().enumerate() {
            assert_eq!(found[one] == found[other], list == another, "{list:?} and {another:?}");
        }
        let names = |snapshot: &Snapshot, stack| snapshot.stacks.get(stack).cloned().collect::<Vec<_>>();
        assert_eq!(names(&read, found[one]), names(&snapshot, written[one]));
    }
    assert_eq!(read.stacks.len(), 6);
}
