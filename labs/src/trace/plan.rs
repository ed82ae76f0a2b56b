//! A trace made ready to run: checked, and with places instead of ids.

use std::collections::HashMap;

use super::{Op, Trace, TraceError};
use crate::device::Stream;

/// The MiB that a device may have: 16 TiB, many times what any has. Addresses for more than it would not fit 64 bits.
pub const MAX_TOTAL_MIB: u64 = 16 << 20;
/// Private pools that a trace may have. They are looked for one by one.
const MAX_POOLS: usize = 10_000;

/// A trace made ready to run.
#[derive(Debug, Clone)]
pub struct Plan {
    pub(super) steps: Vec<Step>,
    /// How many allocations are there at once, at the most.
    pub(super) places: usize,
    /// How many private pools there are.
    pub(super) pools: usize,
}

/// An operation, with places instead of ids.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Step {
    Alloc {
        place: usize,
        bytes: u64,
        stream: Stream,
    },
    Free {
        place: usize,
    },
    EmptyCache,
    Sync,
    ResetPeak,
    RecordStream {
        place: usize,
        stream: Stream,
    },
    StreamBusy {
        stream: Stream,
        busy: bool,
    },
    SetFraction(f64),
    SetConfig(Box<str>),
    External {
        mib: u64,
    },
    Snapshot,
    /// An allocation is meant that was freed before.
    Skip,
    PoolBegin {
        pool: usize,
        marks: Marks,
    },
    PoolEnd,
    PoolDel {
        pool: usize,
    },
    CaptureBegin {
        pool: usize,
    },
    CaptureEnd,
}

/// How a private pool is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Marks {
    pub(super) use_on_oom: bool,
    pub(super) no_split: bool,
}

impl Plan {
    /// Checks a trace. What makes no sense in it is an error that names the operation.
    pub fn new(trace: &Trace) -> Result<Self, TraceError> {
        if trace.total_mib > MAX_TOTAL_MIB {
            return Err(TraceError::of_total(trace.total_mib, MAX_TOTAL_MIB));
        }
        check_mib(trace.context_mib.unwrap_or(0))
            .map_err(|reason| TraceError::whole(format!("context_mib: {reason}")))?;
        let mut planner = Planner::default();
        let mut steps = Vec::with_capacity(trace.ops.len());
        for (index, op) in trace.ops.iter().enumerate() {
            let step = planner.step(op).map_err(|reason| TraceError::at_op(index, reason))?;
            steps.push(step);
        }
        Ok(Self { steps, places: planner.places, pools: planner.pools.len() })
    }

    /// Returns how many operations there are.
    pub const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Says whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

#[derive(Debug, Default)]
struct Planner {
    /// The places of allocations by id; nothing for those that were freed.
    live: HashMap<u64, Option<usize>>,
    vacant: Vec<usize>,
    places: usize,
    pools: HashMap<u64, PlannedPool>,
    /// Those that were begun, and not ended yet.
    begun: Vec<Begun>,
}

#[derive(Debug, Clone, Copy)]
struct PlannedPool {
    place: usize,
    marks: Marks,
    deleted: bool,
}

#[derive(Debug, Clone, Copy)]
struct Begun {
    pool: u64,
    capture: bool,
}

impl Planner {
    fn step(&mut self, op: &Op) -> Result<Step, String> {
        Ok(match *op {
            Op::Alloc { id, bytes, stream } => {
                Step::Alloc { place: self.occupy(id)?, bytes, stream: stream_of(stream)? }
            }
            Op::Free { id } => match self.find(id)?.take() {
                Some(place) => {
                    self.vacant.push(place);
                    Step::Free { place }
                }
                None => Step::Skip,
            },
            Op::RecordStream { id, stream } => match *self.find(id)? {
                Some(place) => Step::RecordStream { place, stream: stream_of(stream)? },
                None => Step::Skip,
            },
            Op::StreamBusy { stream, value } => Step::StreamBusy { stream: stream_of(stream)?, busy: value },
            Op::SetFraction { value } => Step::SetFraction(value),
            Op::SetConfig { ref value } => Step::SetConfig(value.as_str().into()),
            Op::External { mib } => {
                check_mib(mib)?;
                Step::External { mib }
            }
            Op::PoolBegin { pool, use_on_oom, no_split } => {
                let marks = Marks { use_on_oom, no_split };
                Step::PoolBegin { pool: self.begin(pool, Some(marks))?, marks }
            }
            Op::CaptureBegin { pool } => Step::CaptureBegin { pool: self.begin(pool, None)? },
            Op::PoolEnd { pool } => self.end(pool, false)?,
            Op::CaptureEnd { pool } => self.end(pool, true)?,
            Op::PoolDel { pool } => self.delete(pool)?,
            Op::EmptyCache {} => Step::EmptyCache,
            Op::Sync {} => Step::Sync,
            Op::ResetPeak {} => Step::ResetPeak,
            Op::Snapshot {} => Step::Snapshot,
        })
    }

    fn occupy(&mut self, id: u64) -> Result<usize, String> {
        let place = self.vacant.pop().unwrap_or_else(|| {
            self.places += 1;
            self.places - 1
        });
        match self.live.insert(id, Some(place)) {
            None | Some(None) => Ok(place),
            Some(Some(_)) => Err(format!("allocation {id} is there already; free it first or choose another id")),
        }
    }

    fn find(&mut self, id: u64) -> Result<&mut Option<usize>, String> {
        self.live.get_mut(&id).ok_or_else(|| format!("there is no allocation {id}; allocate it before it is used"))
    }

    /// Begins a pool, or a capture into it, which marks nothing. Returns the place of the pool.
    fn begin(&mut self, pool: u64, marks: Option<Marks>) -> Result<usize, String> {
        let next = PlannedPool { place: self.pools.len(), marks: marks.unwrap_or_default(), deleted: false };
        let planned = *self.pools.entry(pool).or_insert(next);
        if planned.deleted || self.begun.iter().any(|begun| begun.pool == pool) {
            return Err(format!("pool {pool} was begun or dropped before; choose another number"));
        }
        if planned.place == MAX_POOLS {
            return Err(format!("pool {pool} is one more than the {MAX_POOLS} that a trace may have"));
        }
        if marks.is_some_and(|marks| marks.exceed(planned.marks)) {
            return Err(format!(
                "pool {pool} was made before, without use_on_oom or no_split; give them where it is begun first"
            ));
        }
        self.begun.push(Begun { pool, capture: marks.is_none() });
        Ok(planned.place)
    }

    fn end(&mut self, pool: Option<u64>, capture: bool) -> Result<Step, String> {
        let what = if capture { "capture" } else { "pool" };
        let begun = self.begun.pop().ok_or_else(|| format!("no {what} was begun; put a {what}_begin before"))?;
        if begun.capture != capture {
            let other = if begun.capture { "a capture into pool" } else { "pool" };
            return Err(format!("{other} {} was begun last; end that one first", begun.pool));
        }
        match pool {
            Some(pool) if pool != begun.pool => Err(format!(
                "pool {pool} cannot end here, since pool {} was begun last; end that one first",
                begun.pool
            )),
            _ if capture => Ok(Step::CaptureEnd),
            _ => Ok(Step::PoolEnd),
        }
    }

    fn delete(&mut self, pool: u64) -> Result<Step, String> {
        if let Some(capture) = self.begun.iter().find(|begun| begun.capture) {
            return Err(format!(
                "no pool can be dropped while a graph is captured, since that waits for streams; end the capture into \
                 pool {} first",
                capture.pool
            ));
        }
        let in_use = self.begun.iter().any(|begun| begun.pool == pool);
        match self.pools.get_mut(&pool) {
            Some(planned) if !planned.deleted && !in_use => {
                planned.deleted = true;
                Ok(Step::PoolDel { pool: planned.place })
            }
            _ => Err(format!("there is no pool {pool} to drop; begin it and end it first")),
        }
    }
}

impl Marks {
    /// Says whether a pool that is there lacks one of these.
    const fn exceed(self, made: Self) -> bool {
        (self.use_on_oom && !made.use_on_oom) || (self.no_split && !made.no_split)
    }
}

fn stream_of(number: u64) -> Result<Stream, String> {
    super::stream_of(number)
        .ok_or_else(|| format!("stream {number} is too large; the numbers of streams go up to {}", super::MAX_STREAM))
}

fn check_mib(mib: u64) -> Result<(), String> {
    let fits = mib <= MAX_TOTAL_MIB;
    fits.then_some(())
        .ok_or_else(|| format!("{mib} MiB are above {MAX_TOTAL_MIB} MiB, the most that a device may have"))
}
