//! Requests that come and go: which are served at the same time, and what memory they waste while they grow.

mod store;

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use self::store::{Held, Store};
use super::{BlockTable, Extent, KvError, Model, Policy, Request};

/// What is simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    pub model: Model,
    /// Bytes of memory for the cache.
    pub memory: u64,
    /// The longest length that the model allows, in tokens.
    pub maximum: u64,
    pub policy: Policy,
    /// Tokens that all prompts begin with. Under [`Policy::Paged`] their blocks are shared.
    pub shared_prefix: u64,
}

/// Where the tokens of memory are, after a step.
/// `written + later + internal + free` is the capacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Requests that are served.
    pub running: u64,
    /// Requests that wait for memory.
    pub waiting: u64,
    /// Filled. A token that several requests share counts once.
    pub written: u64,
    /// Set aside for a token that will come.
    pub later: u64,
    /// Set aside, and never filled by the request that has it: internal fragmentation.
    pub internal: u64,
    /// Not set aside.
    pub free: u64,
    /// The free ones, if they would do for the next request that waits but no gap is large enough: external
    /// fragmentation.
    pub external: u64,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Tokens that the memory holds.
    pub capacity: u64,
    /// After each step.
    pub usage: Vec<Usage>,
    /// The most requests that were served in the same step.
    pub peak_running: u64,
    /// Memory after the first step in which that many were served.
    pub at_peak: Layout,
    /// How often a request lost its memory to an earlier one, and had to wait and be computed again.
    pub preemptions: u64,
    /// How often a shared block was copied because a request wrote to it.
    pub copies: u64,
}

/// What memory looks like. Requests are named by their place in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    Contiguous(Vec<Placed>),
    Paged {
        /// Tokens in a block.
        block: u64,
        /// Blocks in all.
        blocks: u64,
        /// The table of what all prompts begin with.
        prefix: Option<BlockTable>,
        tables: Vec<(usize, BlockTable)>,
    },
}

/// Memory that is set aside in one piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    pub request: usize,
    pub extent: Extent,
    /// Tokens that are filled, from the start.
    pub written: u64,
}

/// Serves requests in order, as many at the same time as memory allows, and returns what happened.
///
/// In each step requests are admitted in order until one does not fit; none overtakes it. Then every request that is
/// served makes one token, and those that are done leave. A request that needs a block when there is none takes the blocks
/// of the request that was admitted last, which goes back to the head of the queue and is computed again later (vLLM's
/// recomputation; its watermark of free blocks is left out).
///
/// # Errors
/// What of the setup or the requests makes no sense, see [`KvError`].
pub fn simulate(setup: &Setup, requests: &[Request]) -> Result<Outcome, KvError> {
    let mut schedule = Schedule::new(setup, requests)?;
    while schedule.step() {}
    Ok(schedule.outcome)
}

struct Schedule<'r> {
    setup: &'r Setup,
    requests: &'r [Request],
    store: Store,
    /// In the order in which they were admitted.
    running: Vec<Running>,
    waiting: VecDeque<Waiting>,
    outcome: Outcome,
}

struct Running {
    request: usize,
    tokens: u64,
    held: Held,
}

struct Waiting {
    request: usize,
    /// Tokens that it begins with: its prompt, and what it made before it lost its memory.
    tokens: u64,
}

impl<'r> Schedule<'r> {
    /// Tokens of memory, and of all requests together, at most.
    const LARGEST: u64 = 1 << 26;

    fn new(setup: &'r Setup, requests: &'r [Request]) -> Result<Self, KvError> {
        setup.policy.check()?;
        let capacity = setup.model.tokens_in(setup.memory)?;
        let total = requests.iter().fold(0, |sum: u64, request| sum.saturating_add(request.tokens()));
        if capacity.max(total) > Self::LARGEST {
            return Err(KvError::TooLarge { tokens: capacity.max(total), limit: Self::LARGEST });
        }
        let store = Store::new(setup, capacity)?;
        for (index, request) in requests.iter().enumerate() {
            let tokens = request.tokens();
            let limit = setup.maximum.min(store.longest(setup));
            if !(1..=limit).contains(&tokens) {
                return Err(KvError::Request { index, tokens, limit });
            }
        }
        let at_peak = store.layout(&[]);
        Ok(Self {
            setup,
            requests,
            outcome: Outcome {
                capacity: store.capacity(),
                usage: Vec::new(),
                peak_running: 0,
                at_peak,
                preemptions: 0,
                copies: 0,
            },
            store,
            running: Vec::new(),
            waiting: (0..).zip(requests).map(|(request, r)| Waiting { request, tokens: r.prompt }).collect(),
        })
    }

    /// Makes one step, unless all requests are done.
    fn step(&mut self) -> bool {
        self.admit();
        if self.running.is_empty() {
            return false;
        }
        self.make_tokens();
        self.record();
        self.leave();
        true
    }

    fn admit(&mut self) {
        while let Some(next) = self.waiting.front() {
            let request = &self.requests[next.request];
            let Some(held) = self.store.admit(self.setup, request, next.tokens, &mut self.outcome.copies) else {
                return;
            };
            self.running.push(Running { request: next.request, tokens: next.tokens, held });
            self.waiting.pop_front();
        }
    }

    fn make_tokens(&mut self) {
        let mut index = 0;
        while index < self.running.len() {
            let running = &mut self.running[index];
            if running.tokens == self.requests[running.request].tokens() {
                index += 1;
            } else if self.store.append(&mut running.held, &mut self.outcome.copies) {
                running.tokens += 1;
                index += 1;
            } else {
                // The one that was admitted last goes. It may be this one.
                self.preempt();
            }
        }
    }

    fn preempt(&mut self) {
        let Some(last) = self.running.pop() else { return };
        self.store.release(last.held);
        self.waiting.push_front(Waiting { request: last.request, tokens: last.tokens });
        self.outcome.preemptions += 1;
    }

    fn record(&mut self) {
        let mut usage = self.store.usage();
        usage.running = self.running.len() as u64;
        usage.waiting = self.waiting.len() as u64;
        for running in &self.running {
            let (unfilled, end) =
                (self.store.unfilled(&running.held, running.tokens), self.requests[running.request].tokens());
            let later = unfilled.min(end - running.tokens);
            usage.later += later;
            usage.internal += unfilled - later;
        }
        usage.written -= usage.later + usage.internal;
        let needed = self.waiting.front().map(|next| self.store.needed(self.setup, &self.requests[next.request]));
        if needed.is_some_and(|needed| usage.free >= needed && self.store.largest_gap() < needed) {
            usage.external = usage.free;
        }
        self.outcome.usage.push(usage);
        if usage.running > self.outcome.peak_running {
            self.outcome.peak_running = usage.running;
            self.outcome.at_peak = self.store.layout(&self.running);
        }
    }

    fn leave(&mut self) {
        let requests = self.requests;
        for done in self.running.extract_if(.., |running| running.tokens == requests[running.request].tokens()) {
            self.store.release(done.held);
        }
    }
}

impl Outcome {
    /// Returns how many requests were served at the same time, on average over the steps.
    #[expect(clippy::cast_precision_loss, reason = "a mean that is printed with few digits")]
    pub fn mean_running(&self) -> f64 {
        let sum: u64 = self.usage.iter().map(|usage| usage.running).sum();
        if self.usage.is_empty() { 0.0 } else { sum as f64 / self.usage.len() as f64 }
    }

    /// Returns the part of the memory in use that holds tokens, from 0 to 1, over all steps; 1 where none is in use.
    #[expect(clippy::cast_precision_loss, reason = "a part that is printed with few digits")]
    pub fn written_part(&self) -> f64 {
        let sum = |part: fn(&Usage) -> u64| self.usage.iter().map(part).sum::<u64>() as f64;
        let used = sum(|usage| usage.written + usage.later + usage.internal + usage.external);
        if used == 0.0 { 1.0 } else { sum(|usage| usage.written) / used }
    }
}
