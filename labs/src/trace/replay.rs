//! Running a trace.

use std::collections::HashMap;

use super::columns::row;
use super::plan::{Marks, Step};
use super::recorded::{BlockView, DriverCall, Moment, SegmentView, settings_json};
use super::{Columns, Op, Plan, Recorded, Trace, TraceError, number_of};
use crate::allocator::{AllocError, Allocation, Allocator, Config};
use crate::bytes::MIB;
use crate::device::recording::Call;
use crate::device::{Address, Adjust, Device, DeviceError, Recording};
use crate::moment::{Moment as Wanted, Taken, Taker};
use crate::snapshot::{PoolId, Segment};

/// How many snapshots are taken of requests that find no memory.
const OOM_SNAPSHOTS: usize = 6;

/// How many blocks all snapshots of a result may hold: half a gigabyte of them.
const SNAPSHOT_BLOCKS: usize = 1 << 24;

/// How an operation ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Well, with the address of a new block.
    Done(Option<Address>),
    /// Without memory.
    OutOfMemory(String),
    /// With another error.
    Failed(String),
    /// Not at all, since its allocation had failed.
    Skipped,
}

impl Outcome {
    /// Returns the number that results use.
    pub const fn number(&self) -> i64 {
        match self {
            Self::Done(_) => 0,
            Self::OutOfMemory(_) => 1,
            Self::Failed(_) => 2,
            Self::Skipped => 3,
        }
    }

    /// Returns the words of the error.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::OutOfMemory(message) | Self::Failed(message) => Some(message),
            Self::Done(_) | Self::Skipped => None,
        }
    }
}

impl<T> From<Result<T, AllocError>> for Outcome {
    fn from(result: Result<T, AllocError>) -> Self {
        match result {
            Ok(_) => Self::Done(None),
            Err(AllocError::OutOfMemory(error)) => Self::OutOfMemory(error.to_string()),
            Err(AllocError::Device(DeviceError::Driver { code: 1, .. })) => {
                Self::Failed("CUDA driver error: invalid argument".into())
            }
            Err(error) => Self::Failed(error.to_string()),
        }
    }
}

/// Runs a trace and returns what came of it. The device is as large as the trace says, or stands in for one that is.
pub fn replay<D: Adjust>(trace: &Trace, device: D) -> Result<Recorded, TraceError> {
    play(trace, device, None).map(|(recorded, _)| recorded)
}

/// Runs a trace as [`replay`] does, and takes a snapshot that PyTorch's tools read. There is none where its moment never
/// came.
pub fn replay_and_take<D: Adjust>(
    trace: &Trace,
    device: D,
    moment: Wanted,
) -> Result<(Recorded, Option<Taken>), TraceError> {
    play(trace, device, Some(moment))
}

fn play<D: Adjust>(trace: &Trace, device: D, moment: Option<Wanted>) -> Result<(Recorded, Option<Taken>), TraceError> {
    let plan = Plan::new(trace)?;
    let mut player = Player::new(trace, &plan, Recording::new(device))?;
    let mut taker = moment.map(|moment| Taker::new(moment, &trace.name, &mut player.allocator));
    let mut recorder = Recorder::default();
    for step in 0..plan.len() {
        player.allocator.device_mut().set_step(step);
        let outcome = player.step(step);
        recorder.note(step, &outcome, &mut player)?;
        if let Some(taker) = &mut taker {
            if matches!(outcome, Outcome::OutOfMemory(_)) {
                taker.refused(step as u64, &mut player.allocator);
            }
            taker.label(step as u64, &op_text(&trace.ops[step]), &player.allocator);
            taker.behind(step as u64, &mut player.allocator);
        }
    }
    recorder.snapshot(plan.len(), Moment::End, &player.allocator)?;
    let taken = taker.and_then(|taker| taker.end(plan.len().saturating_sub(1) as u64, &mut player.allocator));
    Ok((recorder.finish(trace, &mut player), taken))
}

/// Returns an operation as it stands in a trace.
fn op_text(op: &Op) -> String {
    serde_json::to_string(op).unwrap_or_else(|error| error.to_string())
}

/// Runs a plan step by step.
#[derive(Debug)]
pub struct Player<'plan, D> {
    plan: &'plan Plan,
    allocator: Allocator<D>,
    /// What each place holds; nothing where the request failed.
    places: Vec<Option<Allocation>>,
    /// The numbers of private pools. They are made at first use.
    pools: Vec<Option<u64>>,
}

impl<'plan, D: Adjust> Player<'plan, D> {
    /// Returns a player before the first step.
    pub fn new(trace: &Trace, plan: &'plan Plan, device: D) -> Result<Self, TraceError> {
        let (config, _) = Config::parse(&trace.config).map_err(TraceError::in_settings)?;
        let mut allocator = Allocator::new(device, config).map_err(|error| TraceError::of_device(&error))?;
        if trace.nvml.unwrap_or(true) {
            allocator.count_all_memory_as_own();
        }
        Ok(Self { plan, allocator, places: vec![None; plan.places], pools: vec![None; plan.pools] })
    }

    /// Returns the allocator.
    pub const fn allocator_mut(&mut self) -> &mut Allocator<D> {
        &mut self.allocator
    }

    /// Runs all steps, and returns how many ended without memory or with an error.
    pub fn run(&mut self) -> usize {
        (0..self.plan.len()).filter(|&step| self.step(step).message().is_some()).count()
    }

    /// Runs a step.
    pub fn step(&mut self, step: usize) -> Outcome {
        match &self.plan.steps[step] {
            &Step::Alloc { place, bytes, stream } => {
                let result = self.allocator.alloc(bytes, stream);
                self.places[place] = result.as_ref().ok().copied();
                match result {
                    Ok(allocation) => Outcome::Done(allocation.address()),
                    failed => failed.into(),
                }
            }
            &Step::Free { place } => match self.places[place].take() {
                Some(allocation) => self.allocator.free(allocation).into(),
                None => Outcome::Skipped,
            },
            &Step::RecordStream { place, stream } => match self.places[place] {
                Some(allocation) => self.allocator.record_stream(allocation, stream).into(),
                None => Outcome::Skipped,
            },
            other => self.rare_step(other),
        }
    }

    fn rare_step(&mut self, step: &Step) -> Outcome {
        match step {
            &Step::PoolBegin { pool, marks } => self.begin_pool(pool, marks).into(),
            Step::PoolEnd => self.allocator.end_pool().into(),
            &Step::PoolDel { pool } => self.allocator.delete_pool(self.pools[pool].unwrap_or(0)).into(),
            &Step::CaptureBegin { pool } => {
                let number = self.pool(pool);
                self.allocator.begin_capture(number).into()
            }
            Step::CaptureEnd => self.allocator.end_capture().into(),
            other => self.other_step(other),
        }
    }

    fn begin_pool(&mut self, pool: usize, marks: Marks) -> Result<(), AllocError> {
        let number = self.pool(pool);
        if marks.use_on_oom {
            self.allocator.set_use_on_oom(number, true)?;
        }
        if marks.no_split {
            self.allocator.set_no_split(number)?;
        }
        self.allocator.begin_pool(number)
    }

    /// The number of a private pool, which is made where it is not there yet.
    fn pool(&mut self, pool: usize) -> u64 {
        *self.pools[pool].get_or_insert_with(|| self.allocator.create_pool())
    }

    fn other_step(&mut self, step: &Step) -> Outcome {
        let device = self.allocator.device_mut();
        match step {
            Step::EmptyCache => self.allocator.empty_cache().into(),
            Step::Sync => device.synchronize().map_err(AllocError::from).into(),
            Step::StreamBusy { stream, busy } => {
                device.set_stream_busy(*stream, *busy).map_err(AllocError::from).into()
            }
            Step::External { mib } => device.set_external(mib.saturating_mul(MIB)).map_err(AllocError::from).into(),
            Step::SetConfig(text) => match self.allocator.configure(text) {
                Ok(_) => Outcome::Done(None),
                Err(error) => Outcome::Failed(error.to_string()),
            },
            &Step::SetFraction(value) => self.set_fraction(value),
            Step::ResetPeak => {
                self.allocator.reset_peaks();
                Outcome::Done(None)
            }
            Step::Skip => Outcome::Skipped,
            _ => Outcome::Done(None),
        }
    }

    fn set_fraction(&mut self, value: f64) -> Outcome {
        if !(0.0..=1.0).contains(&value) {
            return Outcome::Failed(format!("Invalid fraction value: {value}. Allowed range: 0~1"));
        }
        self.allocator.set_memory_fraction(value);
        Outcome::Done(None)
    }
}

/// Collects a result.
#[derive(Debug, Default)]
struct Recorder {
    columns: Columns,
    messages: Vec<(usize, String)>,
    snapshots: Vec<(usize, Moment, Vec<SegmentView>)>,
    oom_snapshots: usize,
    /// How many blocks the snapshots hold.
    blocks: usize,
    /// Private pools as they appeared in snapshots, with the number that each got.
    pools: HashMap<PoolId, u64>,
}

impl Recorder {
    fn note<D: Adjust>(
        &mut self,
        step: usize,
        outcome: &Outcome,
        player: &mut Player<'_, Recording<D>>,
    ) -> Result<(), TraceError> {
        let address = match outcome {
            Outcome::Done(Some(address)) => address.get().cast_signed(),
            _ => -1,
        };
        let row =
            row(&mut player.allocator, outcome.number(), address).map_err(|error| TraceError::of_device(&error))?;
        self.columns.push(&row);
        self.messages.extend(outcome.message().map(|message| (step, message.to_owned())));
        if player.plan.steps[step] == Step::Snapshot {
            self.snapshot(step, Moment::Op, &player.allocator)?;
        }
        if matches!(outcome, Outcome::OutOfMemory(_)) && self.oom_snapshots < OOM_SNAPSHOTS {
            self.oom_snapshots += 1;
            self.snapshot(step, Moment::Oom, &player.allocator)?;
        }
        Ok(())
    }

    fn snapshot<D: Device>(&mut self, step: usize, moment: Moment, allocator: &Allocator<D>) -> Result<(), TraceError> {
        let segments: Vec<_> = allocator.segments().iter().map(|segment| self.view(segment)).collect();
        self.blocks += segments.iter().map(|segment| segment.blocks.len()).sum::<usize>();
        if self.blocks > SNAPSHOT_BLOCKS {
            let reason = format!("the snapshots hold more than {SNAPSHOT_BLOCKS} blocks; ask for fewer of them");
            return Err(TraceError::at_op(step, reason));
        }
        self.snapshots.push((step, moment, segments));
        Ok(())
    }

    fn view(&mut self, segment: &Segment) -> SegmentView {
        let next = self.pools.len() as u64 + 1;
        let pool = match segment.segment_pool_id {
            PoolId::DEFAULT => 0,
            private => *self.pools.entry(private).or_insert(next),
        };
        let blocks = segment.blocks.iter().map(|block| {
            let offset = block.address.distance_from(segment.address).unwrap_or(0);
            BlockView(offset, block.size, block.requested_size, block.state)
        });
        SegmentView {
            addr: segment.address,
            total_size: segment.total_size,
            allocated_size: segment.allocated_size,
            active_size: segment.active_size,
            requested_size: segment.requested_size.unwrap_or(0),
            kind: segment.segment_type,
            stream: number_of(segment.stream),
            expandable: segment.is_expandable,
            pool,
            blocks: blocks.collect(),
        }
    }

    fn finish<D: Adjust>(self, trace: &Trace, player: &mut Player<'_, Recording<D>>) -> Recorded {
        let log = player.allocator.device_mut().take_log();
        Recorded {
            format: super::recorded::FORMAT,
            torch: concat!("vramlab ", env!("CARGO_PKG_VERSION")).into(),
            trace: trace.clone(),
            columns: self.columns,
            driver: log.into_iter().map(|(op, call)| DriverCall { op, call: with_numbers(call) }).collect(),
            messages: self.messages,
            snapshots: self.snapshots,
            final_stats: player.allocator.stats().flat(),
            allocator_settings: settings_json(&player.allocator.config().settings()),
        }
    }
}

/// Results name streams by number, not by handle.
fn with_numbers(call: Call) -> Call {
    use crate::device::Stream;
    let number = |stream| Stream(number_of(stream));
    match call {
        Call::StreamSync { stream } => Call::StreamSync { stream: number(stream) },
        Call::EventRecord { stream } => Call::EventRecord { stream: number(stream) },
        Call::EventSync { stream } => Call::EventSync { stream: number(stream) },
        other => other,
    }
}
