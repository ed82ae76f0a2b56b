//! What is always true.

use std::collections::{HashMap, HashSet};

use super::block::{Block, BlockId};
use super::size::{MIN_BLOCK, SizeClass};
use super::{Allocator, Metric, Scope, State};
use crate::device::Device;

mod sums;

/// A statement about the allocator that is not true: a bug of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the allocator is inconsistent: {0}")]
pub struct Violation(String);

type Check = Result<(), Violation>;

/// Fails with a message unless the statement is true.
fn ensure(truth: bool, message: impl FnOnce() -> String) -> Check {
    if truth { Ok(()) } else { Err(Violation(message())) }
}

impl<D: Device> Allocator<D> {
    /// Checks every invariant. It looks at every block, so it is for tests and debug builds.
    pub fn check(&self) -> Result<(), Violation> {
        let mut listed = self.listed()?;
        let mut events: HashMap<BlockId, u32> = HashMap::new();
        for block in self.pending.iter() {
            *events.entry(block).or_default() += 1;
        }
        let mut deferred: HashSet<BlockId> = self.pending.deferred.iter().map(|deferred| deferred.block).collect();
        ensure(deferred.len() == self.pending.deferred.len(), || "a block was put off twice".into())?;
        for (id, block) in self.blocks.iter() {
            self.check_shape(id, block)?;
            self.check_neighbours(id, block)?;
            let list = listed.remove(&id);
            ensure(list == (!block.state.is_active()).then_some(block.state), || {
                format!("{block:?} is listed as {list:?}")
            })?;
            let waits = events.remove(&id).unwrap_or(0);
            let waiting = waits > 0 || deferred.remove(&id);
            ensure(waits == block.events && (block.state == State::Pending) == waiting, || {
                format!("{block:?} waits for {waits} events")
            })?;
        }
        ensure(listed.is_empty() && events.is_empty() && deferred.is_empty(), || {
            "a list names a block that is gone".into()
        })?;
        self.check_overlap()?;
        self.check_sums()
    }

    /// Which list each block is in. Lists are in order, and name a block by what it is now.
    fn listed(&self) -> Result<HashMap<BlockId, State>, Violation> {
        let mut listed = HashMap::new();
        for lane in self.pools.lanes() {
            for (list, state) in [(&lane.free, State::Free), (&lane.unmapped, State::Unmapped)] {
                let mut before = None;
                for id in list.iter() {
                    let block = &self.blocks[id];
                    let key = if state == State::Free { block.key() } else { block.place() };
                    ensure(before < Some(key), || format!("{block:?} is out of order"))?;
                    ensure(std::ptr::eq(self.pools.lane(block.lane), lane), || {
                        format!("{block:?} is in another lane")
                    })?;
                    ensure(listed.insert(id, state).is_none(), || format!("{block:?} is listed twice"))?;
                    before = Some(key);
                }
            }
        }
        Ok(listed)
    }

    fn check_shape(&self, id: BlockId, block: &Block) -> Check {
        ensure(block.size >= MIN_BLOCK && block.size.is_multiple_of(MIN_BLOCK), || {
            format!("{id:?} has size {}", block.size)
        })?;
        let too_small = block.state.is_active() && block.requested > block.size;
        ensure(!too_small, || format!("{block:?} is smaller than what was asked for"))?;
        let may_have_users = block.state == State::Allocated || self.is_deferred(id);
        ensure(block.uses.is_none() || may_have_users, || format!("{block:?} has users"))?;
        let Some(segment) = block.segment else {
            return ensure(block.state != State::Unmapped, || format!("{block:?} cannot be unmapped"));
        };
        let mapped = block.state != State::Unmapped;
        ensure(self.expandables.get(segment).agrees(block.address, block.size, mapped), || {
            format!("{block:?} disagrees with the pages of its segment")
        })
    }

    fn check_neighbours(&self, id: BlockId, block: &Block) -> Check {
        let Some(next) = block.next else { return Ok(()) };
        let next = self.blocks.get(next).ok_or_else(|| Violation(format!("what follows {block:?} is gone")))?;
        ensure(next.previous == Some(id), || format!("{block:?} and {next:?} do not agree that they are neighbours"))?;
        ensure(next.address == block.end(), || format!("there is a gap between {block:?} and {next:?}"))?;
        ensure(next.lane == block.lane && next.segment == block.segment, || {
            format!("{block:?} and {next:?} are strangers")
        })?;
        let unmerged = next.state == block.state && !block.state.is_active();
        ensure(!unmerged, || format!("{block:?} and {next:?} should be one"))
    }

    /// Segments do not overlap.
    fn check_overlap(&self) -> Check {
        let heads = self.blocks.iter().filter(|(_, block)| block.previous.is_none());
        let mut ranges: Vec<_> = heads.map(|(head, _)| self.extent(head)).collect();
        ranges.sort_unstable();
        let overlap = ranges.windows(2).find(|pair| pair[0].1 > pair[1].0);
        ensure(overlap.is_none(), || format!("segments overlap: {overlap:?}"))
    }

    fn extent(&self, head: BlockId) -> (crate::device::Address, crate::device::Address) {
        let last = std::iter::successors(Some(head), |&id| self.blocks[id].next).last().unwrap_or(head);
        (self.blocks[head].address, self.blocks[last].end())
    }
}
