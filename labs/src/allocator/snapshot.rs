//! Snapshots as plain data (spec section 15, `snapshot`).

use super::block::{Block, BlockId};
use super::history::{Entry, Event};
use super::{Allocator, Metric, State};
use crate::device::{Address, Device};
use crate::snapshot as plain;
use crate::snapshot::{Action, BlockState, PoolId, SegmentType, Snapshot, StackId, Stacks, Subject, TraceEvent};

impl<D: Device> Allocator<D> {
    /// Returns what the allocator holds and did. A mapped stretch of an expandable segment is a segment of its own.
    ///
    /// PyTorch notes the snapshot itself in the history, behind what the snapshot shows.
    pub fn snapshot(&mut self) -> Snapshot {
        let snapshot = Snapshot {
            segments: self.segments(),
            device_traces: vec![self.history.entries().map(trace_event).collect()],
            allocator_settings: Some(self.config.settings()),
            external_annotations: Vec::new(),
            host_segments: Vec::new(),
            host_traces: Vec::new(),
            stacks: Stacks::default(),
        };
        self.note_snapshot();
        snapshot
    }

    /// Returns the segments, by address.
    pub fn segments(&self) -> Vec<plain::Segment> {
        let mapped = self.blocks.iter().filter(|(_, block)| block.state != State::Unmapped);
        let heads = mapped.filter(|(_, block)| block.previous.is_none_or(|before| !self.is_mapped(before)));
        let mut segments: Vec<_> = heads.map(|(head, _)| self.segment(head)).collect();
        segments.sort_by_key(|segment| segment.address);
        segments
    }

    fn segment(&self, head: BlockId) -> plain::Segment {
        let first = &self.blocks[head];
        let lane = self.pools.lane(first.lane);
        let mut segment = plain::Segment {
            device: 0,
            address: first.address,
            total_size: 0,
            allocated_size: 0,
            active_size: 0,
            requested_size: Some(0),
            stream: lane.stream,
            segment_type: match lane.class {
                super::SizeClass::Small => SegmentType::Small,
                super::SizeClass::Large => SegmentType::Large,
            },
            segment_pool_id: pool_id(self.pools.pool(lane.pool).private),
            is_expandable: first.segment.is_some(),
            stack: StackId::EMPTY,
            blocks: Vec::new(),
        };
        let next = |&id: &BlockId| self.blocks[id].next.filter(|&next| self.is_mapped(next));
        for id in std::iter::successors(Some(head), next) {
            add_block(&mut segment, &self.blocks[id]);
        }
        segment
    }

    fn is_mapped(&self, id: BlockId) -> bool {
        self.blocks[id].state != State::Unmapped
    }

    fn note_snapshot(&mut self) {
        if self.history.is_on() {
            let entry = Entry {
                event: Event::Snapshot,
                address: Address::new(0),
                size: self.stats.total(Metric::ActiveBytes),
                stream: crate::device::Stream::DEFAULT,
                private: None,
                time: self.device.microseconds(),
            };
            self.history.push(entry);
        }
    }
}

fn add_block(segment: &mut plain::Segment, block: &Block) {
    let state = match block.state {
        State::Allocated => BlockState::ActiveAllocated,
        State::Pending => BlockState::ActivePendingFree,
        State::Free | State::Unmapped | State::Vacant => BlockState::Inactive,
    };
    segment.total_size += block.size;
    if state == BlockState::ActiveAllocated {
        segment.allocated_size += block.size;
    }
    if block.state.is_active() {
        segment.active_size += block.size;
        segment.requested_size = segment.requested_size.map(|bytes| bytes + block.requested);
    }
    segment.blocks.push(plain::Block {
        address: block.address,
        size: block.size,
        requested_size: block.requested,
        state,
        stack: StackId::EMPTY,
    });
}

/// Private pools that a user made are counted in the second number.
fn pool_id(private: Option<u64>) -> PoolId {
    private.map_or(PoolId::DEFAULT, |number| PoolId(0, number))
}

fn trace_event(entry: &Entry) -> TraceEvent {
    let (action, subject) = match entry.event {
        Event::Alloc => (Action::Alloc, Subject::Address(entry.address)),
        Event::FreeRequested => (Action::FreeRequested, Subject::Address(entry.address)),
        Event::FreeCompleted => (Action::FreeCompleted, Subject::Address(entry.address)),
        Event::SegmentAlloc => (Action::SegmentAlloc, Subject::Address(entry.address)),
        Event::SegmentFree => (Action::SegmentFree, Subject::Address(entry.address)),
        Event::SegmentMap => (Action::SegmentMap, Subject::Address(entry.address)),
        Event::SegmentUnmap => (Action::SegmentUnmap, Subject::Address(entry.address)),
        Event::Snapshot => (Action::Snapshot, Subject::Address(entry.address)),
        Event::OutOfMemory { free } => (Action::Oom, Subject::DeviceFree(free)),
    };
    TraceEvent {
        action,
        subject,
        size: entry.size,
        stream: entry.stream,
        time_us: Some(entry.time),
        compile_context: Some("N/A".into()),
        user_metadata: Some("".into()),
        internal_metadata: None,
        pool_id: Some(pool_id(entry.private)),
        stack: StackId::EMPTY,
    }
}
