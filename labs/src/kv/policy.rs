//! How much memory is set aside for a request.

use serde::{Deserialize, Serialize};

use super::KvError;

/// A way to set memory aside for requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// The longest length that the model allows, in one piece.
    Maximum,
    /// The length in the end, rounded up to a power of two, in one piece.
    PowerOfTwo,
    /// The length in the end, in one piece: what nobody can know.
    Exact,
    /// Blocks of so many tokens, one at a time.
    Paged { block: u64 },
}

impl Policy {
    /// Tokens in the largest block.
    pub const LARGEST_BLOCK: u64 = 256;

    /// Returns the tokens that are set aside for a request by its end. `maximum` is the longest length that the model
    /// allows, and not below `tokens`.
    pub fn reserved(self, tokens: u64, maximum: u64) -> u64 {
        match self {
            Self::Maximum => maximum,
            Self::PowerOfTwo => tokens.checked_next_power_of_two().map_or(maximum, |power| power.min(maximum)),
            Self::Exact => tokens,
            Self::Paged { block } => tokens.div_ceil(block).saturating_mul(block),
        }
    }

    /// Returns the tokens of memory that a request never fills, of those set aside for it: internal fragmentation.
    pub fn internal(self, tokens: u64, maximum: u64) -> u64 {
        self.reserved(tokens, maximum).saturating_sub(tokens)
    }

    /// Checks the size of blocks.
    ///
    /// # Errors
    /// [`KvError::Block`] where it is not from 1 to [`LARGEST_BLOCK`](Self::LARGEST_BLOCK).
    pub fn check(self) -> Result<(), KvError> {
        match self {
            Self::Paged { block } if !(1..=Self::LARGEST_BLOCK).contains(&block) => Err(KvError::Block(block)),
            _ => Ok(()),
        }
    }
}

/// Returns the tokens that the last block of a request has free on average: `(block - 1)/2`.
///
/// A request of `n` tokens leaves `(-n) mod block` free. Where every remainder is as likely as any other, that is each of
/// `0, 1, …, block - 1` with the same probability, and their mean is `(block - 1)/2`.
#[expect(clippy::cast_precision_loss, reason = "a block has few tokens")]
pub fn expected_tail(block: u64) -> f64 {
    block.saturating_sub(1) as f64 / 2.0
}
