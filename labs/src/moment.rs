//! Snapshots of an allocator at work: at which moment one is taken.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::Arc;

use crate::allocator::Allocator;
use crate::device::Device;
use crate::snapshot::Snapshot;

mod label;

use label::Label;

/// A moment in the work of an allocator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Moment {
    /// The first request that finds no memory; the end, where all of them find some.
    #[default]
    Telling,
    /// When everything is done, before what is left is given back.
    End,
    /// The first request that finds no memory.
    OutOfMemory,
    /// Behind the step with this number: an event of a lab, counted from one, or an operation of a trace, counted from
    /// zero.
    Step(u64),
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("end", _) => Ok(Self::End),
            ("oom", _) => Ok(Self::OutOfMemory),
            (_, Ok(step)) => Ok(Self::Step(step)),
            _ => Err("write end, oom, or the number of a step".to_owned()),
        }
    }
}

/// A snapshot with everything that happened before it, and when it was taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Taken {
    pub snapshot: Snapshot,
    /// What was waited for; never [`Moment::Telling`].
    pub moment: Moment,
    /// The last step before it.
    pub step: u64,
}

impl Display for Taken {
    /// Says when, to stand behind "a snapshot".
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.moment {
            Moment::OutOfMemory => write!(f, "at step {}, which found no memory", self.step),
            Moment::Step(step) => write!(f, "behind step {step}"),
            Moment::End | Moment::Telling => f.write_str("at the end"),
        }
    }
}

/// Takes a snapshot when its moment has come.
#[derive(Debug)]
pub(crate) struct Taker {
    moment: Moment,
    /// The script that the steps are of.
    script: Arc<str>,
    /// The steps, in order.
    labels: Vec<Label>,
    taken: Option<Taken>,
}

impl Taker {
    /// Lets an allocator that was not used yet keep its history, and waits. The script is named in stack frames.
    pub(crate) fn new<D: Device>(moment: Moment, script: &str, allocator: &mut Allocator<D>) -> Self {
        allocator.record_history(usize::MAX);
        Self { moment, script: script.into(), labels: Vec::new(), taken: None }
    }

    /// Names what a step did, all that happened since the step before.
    pub(crate) fn label<D: Device>(&mut self, step: u64, name: &str, allocator: &Allocator<D>) {
        let events = allocator.history().entries().len();
        self.labels.push(Label { step, name: name.into(), events });
    }

    /// A request found no memory in this step.
    pub(crate) fn refused<D: Device>(&mut self, step: u64, allocator: &mut Allocator<D>) {
        if matches!(self.moment, Moment::Telling | Moment::OutOfMemory) {
            self.take(Moment::OutOfMemory, step, allocator);
        }
    }

    /// This step is done.
    pub(crate) fn behind<D: Device>(&mut self, step: u64, allocator: &mut Allocator<D>) {
        if self.moment == Moment::Step(step) {
            self.take(self.moment, step, allocator);
        }
    }

    /// Everything is done. Returns the snapshot, unless its moment never came.
    pub(crate) fn end<D: Device>(mut self, step: u64, allocator: &mut Allocator<D>) -> Option<Taken> {
        if matches!(self.moment, Moment::Telling | Moment::End) {
            self.take(Moment::End, step, allocator);
        }
        if let Some(taken) = &mut self.taken {
            label::apply(&self.script, &self.labels, &mut taken.snapshot);
        }
        self.taken
    }

    /// Of several moments that are meant, the first one counts.
    fn take<D: Device>(&mut self, moment: Moment, step: u64, allocator: &mut Allocator<D>) {
        self.taken.get_or_insert_with(|| Taken { snapshot: allocator.snapshot(), moment, step });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocator::Config;
    use crate::bytes::MIB;
    use crate::device::Stream;
    use crate::device::sim::{Sim, SimOptions};
    use crate::snapshot::Action;

    #[test]
    fn a_moment_is_a_word_or_a_number() {
        assert_eq!("end".parse(), Ok(Moment::End));
        assert_eq!("oom".parse(), Ok(Moment::OutOfMemory));
        assert_eq!("12".parse(), Ok(Moment::Step(12)));
        for wrong in ["", "END", "-1", "1.5", "first"] {
            assert!(wrong.parse::<Moment>().is_err(), "{wrong}");
        }
    }

    /// Takes 20 MiB three times of a device that has 40 MiB, one step each.
    fn taken(moment: Moment) -> Option<Taken> {
        let device = Sim::new(&SimOptions::new(40 * MIB));
        let mut allocator = Allocator::new(device, Config::default()).unwrap();
        let mut taker = Taker::new(moment, "test", &mut allocator);
        for step in 1..=3 {
            if allocator.alloc(20 * MIB, Stream::DEFAULT).is_err() {
                taker.refused(step, &mut allocator);
            }
            taker.label(step, &format!("tensor {step}"), &allocator);
            taker.behind(step, &mut allocator);
        }
        taker.end(3, &mut allocator)
    }

    #[test]
    fn the_first_refusal_counts_and_the_end_does_where_there_is_none() {
        let at = |moment| taken(moment).map(|taken| (taken.moment, taken.step, taken.snapshot.segments.len()));
        assert_eq!(at(Moment::Telling), Some((Moment::OutOfMemory, 3, 2)));
        assert_eq!(at(Moment::OutOfMemory), Some((Moment::OutOfMemory, 3, 2)));
        assert_eq!(at(Moment::End), Some((Moment::End, 3, 2)));
        assert_eq!(at(Moment::Step(1)), Some((Moment::Step(1), 1, 1)));
        assert_eq!(at(Moment::Step(4)), None);
        let actions = taken(Moment::Telling).unwrap().snapshot.device_traces.concat();
        assert_eq!(actions.last().map(|event| &event.action), Some(&Action::Oom));
    }

    #[test]
    fn frames_name_the_step_of_each_event_and_block() {
        let snapshot = taken(Moment::Telling).unwrap().snapshot;
        let name =
            |stack| snapshot.stacks.get(stack).next().map(|frame| format!("{} {}", frame.name, frame.line)).unwrap();
        let names: Vec<String> = snapshot.device_traces[0].iter().map(|event| name(event.stack)).collect();
        // A segment and a block each.
        assert_eq!(names, ["tensor 1 1", "tensor 1 1", "tensor 2 2", "tensor 2 2", "tensor 3 3"]);
        let held: Vec<[String; 2]> =
            snapshot.segments.iter().map(|segment| [name(segment.stack), name(segment.blocks[0].stack)]).collect();
        assert_eq!(held, [["tensor 1 1"; 2], ["tensor 2 2"; 2]]);
        assert_eq!(&*snapshot.stacks.get(snapshot.segments[0].stack).next().unwrap().filename, "test");
    }
}
