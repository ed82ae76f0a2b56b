//! Segments and blocks.

use super::super::pickle::{Entries, Value};
use super::super::{Block, BlockState, PoolId, Segment, SegmentType, StackId};
use super::context::Context;
use super::error::{ImportError, Mismatch, Result};
use super::fields::{self, required};
use super::keys::Key;
use crate::device::{Address, Stream};

pub(super) fn segment<'p>(value: Value<'p>, context: &mut Context<'p>) -> Result<Segment> {
    let entries = fields::entries(&value)?;
    let mut found = FoundSegment::default();
    context.each(entries, |key, value, context| found.set(key, value, context))?;
    found.finish().map_err(|error| error.at(entries.offset()))
}

/// The keys of a segment that were there.
#[derive(Default)]
struct FoundSegment {
    device: i32,
    address: Option<u64>,
    total_size: Option<u64>,
    allocated_size: Option<u64>,
    active_size: Option<u64>,
    requested_size: Option<u64>,
    stream: u64,
    segment_type: Option<SegmentType>,
    segment_pool_id: PoolId,
    is_expandable: bool,
    stack: StackId,
    blocks: Option<Vec<FoundBlock>>,
}

impl FoundSegment {
    fn set<'p>(&mut self, key: Key, value: Value<'p>, context: &mut Context<'p>) -> Result<()> {
        match key {
            Key::Device => self.device = fields::device(value)?,
            Key::Address => self.address = Some(fields::word(value)?),
            Key::TotalSize => self.total_size = Some(fields::unsigned(value)?),
            Key::AllocatedSize => self.allocated_size = Some(fields::unsigned(value)?),
            Key::ActiveSize => self.active_size = Some(fields::unsigned(value)?),
            Key::RequestedSize => self.requested_size = Some(fields::unsigned(value)?),
            Key::Stream => self.stream = fields::word(value)?,
            Key::SegmentType => self.segment_type = Some(segment_type(value)?),
            Key::SegmentPoolId => self.segment_pool_id = pool_id(value)?,
            Key::IsExpandable => self.is_expandable = fields::bool(value)?,
            Key::Frames => self.stack = context.stack(value)?,
            Key::Blocks => self.blocks = Some(context.list(value, block)?),
            _ => {}
        }
        Ok(())
    }

    fn finish(self) -> Result<Segment> {
        let address = required(self.address, "address")?;
        let total_size = required(self.total_size, "total_size")?;
        let blocks = place(address, required(self.blocks, "blocks")?)?;
        let sum = |states: &[BlockState]| {
            blocks
                .iter()
                .filter(|block| states.contains(&block.state))
                .fold(0, |sum: u64, block| sum.saturating_add(block.size))
        };
        Ok(Segment {
            device: self.device,
            address: Address::new(address),
            total_size,
            allocated_size: self.allocated_size.unwrap_or_else(|| sum(&[BlockState::ActiveAllocated])),
            active_size: self
                .active_size
                .unwrap_or_else(|| sum(&[BlockState::ActiveAllocated, BlockState::ActivePendingFree])),
            requested_size: self.requested_size,
            stream: Stream(self.stream),
            segment_type: required(self.segment_type, "segment_type")?,
            segment_pool_id: self.segment_pool_id,
            is_expandable: self.is_expandable,
            stack: self.stack,
            blocks,
        })
    }
}

fn segment_type(value: Value<'_>) -> Result<SegmentType> {
    match fields::text(value)?.text {
        "small" => Ok(SegmentType::Small),
        "large" => Ok(SegmentType::Large),
        other => Err(ImportError::new(Mismatch::unknown("'small' or 'large'", other))),
    }
}

/// Reads the pair of numbers that names a pool.
pub(super) fn pool_id(value: Value<'_>) -> Result<PoolId> {
    let items = fields::items(&value)?;
    let mut numbers = items.iter();
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(graph), Some(user), None) => Ok(PoolId(fields::word(graph)?, fields::word(user)?)),
        _ => Err(ImportError::new(Mismatch::OutOfRange { expected: "two numbers", found: items.len() as i128 })),
    }
}

/// The keys of a block that were there.
struct FoundBlock {
    address: Option<u64>,
    size: u64,
    requested_size: Option<u64>,
    state: BlockState,
    stack: StackId,
}

fn block<'p>(value: Value<'p>, context: &mut Context<'p>) -> Result<FoundBlock> {
    let entries = fields::entries(&value)?;
    let (mut address, mut size, mut requested_size, mut found_state) = (None, None, None, None);
    let mut stack = StackId::EMPTY;
    context.each(entries, |key, value, context| {
        match key {
            Key::Address => address = Some(fields::word(value)?),
            Key::Size => size = Some(fields::unsigned(value)?),
            Key::RequestedSize => requested_size = Some(fields::unsigned(value)?),
            Key::State => found_state = Some(state(value)?),
            Key::Frames => stack = context.stack(value)?,
            Key::History => (requested_size, stack) = last_use(value, context)?,
            _ => {}
        }
        Ok(())
    })?;
    let missing = |error: Box<ImportError>| error.at(entries.offset());
    let size = required(size, "size").map_err(missing)?;
    let state = required(found_state, "state").map_err(missing)?;
    Ok(FoundBlock { address, size, requested_size, state, stack })
}

fn state(value: Value<'_>) -> Result<BlockState> {
    match fields::text(value)?.text {
        "active_allocated" => Ok(BlockState::ActiveAllocated),
        // The second name is the one of PyTorch's docs.
        "active_pending_free" | "active_awaiting_free" => Ok(BlockState::ActivePendingFree),
        "inactive" => Ok(BlockState::Inactive),
        other => {
            Err(ImportError::new(Mismatch::unknown("'active_allocated', 'active_pending_free' or 'inactive'", other)))
        }
    }
}

/// Reads the last use of a block out of its history, as 1.13 wrote it: the first entry is the latest.
fn last_use<'p>(value: Value<'p>, context: &mut Context<'p>) -> Result<(Option<u64>, StackId)> {
    let items = fields::items(&value)?;
    let Some(last) = items.iter().next() else { return Ok((None, StackId::EMPTY)) };
    let entries: Entries<'p> = fields::entries(&last).map_err(|error| error.at(items.offset()))?;
    let (mut requested_size, mut stack) = (None, StackId::EMPTY);
    context.each(entries, |key, value, context| {
        match key {
            Key::RealSize => requested_size = Some(fields::unsigned(value)?),
            Key::Frames => stack = context.stack(value)?,
            _ => {}
        }
        Ok(())
    })?;
    Ok((requested_size, stack))
}

/// Gives each block its address.
fn place(start: u64, found: Vec<FoundBlock>) -> Result<Vec<Block>> {
    let mut next = Some(start);
    let place = |block: FoundBlock| {
        let address = block.address.or(next).ok_or_else(|| ImportError::new(Mismatch::Addresses))?;
        next = address.checked_add(block.size);
        Ok(Block {
            address: Address::new(address),
            size: block.size,
            requested_size: block.requested_size.unwrap_or(match block.state {
                BlockState::Inactive => 0,
                BlockState::ActiveAllocated | BlockState::ActivePendingFree => block.size,
            }),
            state: block.state,
            stack: block.stack,
        })
    };
    found.into_iter().map(place).collect()
}
