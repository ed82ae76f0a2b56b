//! The KV cache of attention under four policies of reserving memory for it: what each wastes, and how many requests it
//! serves at once.
//!
//! A transformer keeps a key and a value of each token in each layer, so the cache of a request grows by
//! [`Model::bytes_per_token`] with every token, up to a length that nobody knows beforehand. The policies:
//!
//! | policy | reserves for a request of `n` tokens in the end | wastes |
//! |---|---|---|
//! | [`Maximum`](Policy::Maximum) | as many as the model allows | `maximum - n` |
//! | [`PowerOfTwo`](Policy::PowerOfTwo) | the next power of two, the maximum at most | below `n` |
//! | [`Exact`](Policy::Exact) | `n`, as an oracle would | 0, but gaps between reservations |
//! | [`Paged`](Policy::Paged) | nothing beforehand; a block of `B` tokens whenever the last one is full | `(B - 1)/2` on average |
//!
//! The first three reserve in one piece, lowest gap first, and so fragment memory. Blocks are all alike: any free one will
//! do, a block table says where each is, and blocks of the same prompt can be shared.
//!
//! The policies and the three kinds of waste (for later tokens, internal, external) are those of Kwon et al., "Efficient
//! Memory Management for Large Language Model Serving with PagedAttention", SOSP 2023, sections 3.1 and 6.1. Its power of
//! two is of the output alone; here it is of the whole request, as an allocator of powers of two would reserve it.
//!
//! Everything is counted in tokens; multiply by [`Model::bytes_per_token`] for bytes. The same seed gives the same
//! requests and the same result on every machine, as there is no arithmetic but on integers.

mod blocks;
mod compare;
mod extents;
mod lengths;
mod model;
mod policy;
mod schedule;
#[cfg(test)]
mod tests;

pub use blocks::{Appended, BlockId, BlockTable, Blocks};
pub use compare::{Figures, compare};
pub use extents::{Extent, Extents};
pub use lengths::{Lengths, Random, Request};
pub use model::Model;
pub use policy::{Policy, expected_tail};
pub use schedule::{Layout, Outcome, Placed, Setup, Usage, simulate};

/// Why a simulation cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KvError {
    #[error("a model needs layers, heads, a head size and a type of at least one byte, and 2^63 bytes a token at most")]
    Model,
    #[error("a block has 1 to {largest} tokens, not {0}", largest = Policy::LARGEST_BLOCK)]
    Block(u64),
    #[error("lengths go from 1 to a maximum that is not below the minimum, not from {min} to {max}")]
    Lengths { min: u64, max: u64 },
    #[error("request {index} has no tokens, or more than the {limit} that the model and the memory allow: {tokens}")]
    Request { index: usize, tokens: u64, limit: u64 },
    #[error(
        "{tokens} tokens of memory or of all requests are more than the {limit} that a simulation takes; take fewer"
    )]
    TooLarge { tokens: u64, limit: u64 },
    #[error(
        "{bytes} bytes hold {tokens} tokens, less than the {needed} that the policy takes at a time; give more memory"
    )]
    Memory { bytes: u64, tokens: u64, needed: u64 },
}
