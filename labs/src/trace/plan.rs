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
    },
    PoolEnd,
    PoolDel {
        pool: usize,
    },
}

impl Plan {
    /// Checks a trace. What makes no sense in it is an error that names the operation.
    pub fn new(trace: &Trace) -> Result<Self, TraceError> {
        if trace.total_mib > MAX_TOTAL_MIB {
            return Err(TraceError::of_total(trace.total_mib, MAX_TOTAL_MIB));
        }
        check_mib(trace.context_mib).map_err(|reason| TraceError::whole(format!("context_mib: {reason}")))?;
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
    /// The places of pools by number, and whether each was dropped.
    pools: HashMap<u64, (usize, bool)>,
    begun: Vec<u64>,
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
            Op::PoolBegin { pool } => self.begin(pool)?,
            Op::PoolEnd { pool } => self.end(pool)?,
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

    fn begin(&mut self, pool: u64) -> Result<Step, String> {
        let next = self.pools.len();
        let &mut (place, deleted) = self.pools.entry(pool).or_insert((next, false));
        if deleted || self.begun.contains(&pool) {
            return Err(format!("pool {pool} was begun or dropped before; choose another number"));
        }
        if place == MAX_POOLS {
            return Err(format!("pool {pool} is one more than the {MAX_POOLS} that a trace may have"));
        }
        self.begun.push(pool);
        Ok(Step::PoolBegin { pool: place })
    }

    fn end(&mut self, pool: Option<u64>) -> Result<Step, String> {
        let begun = self.begun.pop().ok_or("no pool was begun; put a pool_begin before")?;
        match pool {
            Some(pool) if pool != begun => {
                Err(format!("pool {pool} cannot end here, since pool {begun} was begun last; end that one first"))
            }
            _ => Ok(Step::PoolEnd),
        }
    }

    fn delete(&mut self, pool: u64) -> Result<Step, String> {
        let in_use = self.begun.contains(&pool);
        match self.pools.get_mut(&pool) {
            Some((place, deleted)) if !*deleted && !in_use => {
                *deleted = true;
                Ok(Step::PoolDel { pool: *place })
            }
            _ => Err(format!("there is no pool {pool} to drop; begin it and end it first")),
        }
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
