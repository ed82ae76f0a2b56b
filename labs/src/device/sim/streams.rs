//! Streams and events. Work is not modelled: a stream is idle, or busy until it is said to be idle or waited for.

use std::collections::BTreeMap;

use crate::device::{Event, Stream};

#[derive(Debug, Default)]
pub(super) struct Streams {
    states: BTreeMap<Stream, State>,
    events: BTreeMap<Event, Mark>,
    next: u64,
}

#[derive(Debug, Default)]
struct State {
    busy: bool,
    /// Marks so far.
    recorded: u64,
    /// Marks behind work that is done.
    done: u64,
}

#[derive(Debug, Clone, Copy)]
struct Mark {
    stream: Stream,
    /// Its number in the stream, from one.
    number: u64,
}

impl State {
    fn finish(&mut self, number: u64) {
        self.done = self.done.max(number);
    }
}

impl Streams {
    pub(super) fn set_busy(&mut self, stream: Stream, busy: bool) {
        let state = self.states.entry(stream).or_default();
        state.busy = busy;
        if !busy {
            state.finish(state.recorded);
        }
    }

    pub(super) fn record(&mut self, stream: Stream) -> Event {
        let state = self.states.entry(stream).or_default();
        state.recorded += 1;
        if !state.busy {
            state.done = state.recorded;
        }
        let mark = Mark { stream, number: state.recorded };
        self.next += 1;
        self.events.insert(Event(self.next), mark);
        Event(self.next)
    }

    pub(super) fn query(&self, event: Event) -> bool {
        let mark = self.mark(event);
        self.states.get(&mark.stream).is_some_and(|state| mark.number <= state.done)
    }

    pub(super) fn synchronize_event(&mut self, event: Event) {
        let mark = self.mark(event);
        self.states.entry(mark.stream).or_default().finish(mark.number);
    }

    pub(super) fn destroy(&mut self, event: Event) {
        assert!(self.events.remove(&event).is_some(), "{event:?} was destroyed before");
    }

    pub(super) fn synchronize(&mut self, stream: Stream) {
        let state = self.states.entry(stream).or_default();
        state.finish(state.recorded);
    }

    pub(super) fn synchronize_all(&mut self) {
        for state in self.states.values_mut() {
            state.finish(state.recorded);
        }
    }

    pub(super) fn assert_empty(&self) {
        assert!(self.events.is_empty(), "not destroyed: {:?}", self.events.keys());
    }

    fn mark(&self, event: Event) -> Mark {
        *self.events.get(&event).unwrap_or_else(|| panic!("there is no {event:?}"))
    }
}
