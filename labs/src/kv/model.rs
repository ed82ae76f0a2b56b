//! How large the cache of a token is.

use serde::{Deserialize, Serialize};

use super::KvError;

/// What of a model decides the size of its KV cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    pub layers: u64,
    /// Heads of keys and values. With grouped-query attention they are fewer than the heads of queries.
    pub heads: u64,
    /// Numbers in the key of one head.
    pub head_size: u64,
    /// Bytes of a number: 2 for `float16` and `bfloat16`.
    pub dtype_bytes: u64,
}

impl Model {
    /// Returns the bytes that a token takes: `2 x layers x heads x head_size x dtype_bytes`, the 2 for key and value.
    ///
    /// ```
    /// use labs::kv::Model;
    ///
    /// // OPT-13B, the example of the PagedAttention paper: 800 KB a token.
    /// let opt = Model { layers: 40, heads: 40, head_size: 128, dtype_bytes: 2 };
    /// assert_eq!(opt.bytes_per_token(), Ok(800 * 1024));
    /// ```
    ///
    /// # Errors
    /// [`KvError::Model`] where a factor is zero or the product does not fit.
    pub fn bytes_per_token(&self) -> Result<u64, KvError> {
        let factors = [self.layers, self.heads, self.head_size, self.dtype_bytes];
        let bytes = factors.iter().try_fold(2_u64, |product, &factor| product.checked_mul(factor));
        bytes.filter(|&bytes| bytes > 0 && bytes <= 1 << 63).ok_or(KvError::Model)
    }

    /// Returns how many tokens fit in so many bytes.
    ///
    /// # Errors
    /// [`KvError::Model`] as [`bytes_per_token`](Self::bytes_per_token).
    pub fn tokens_in(&self, bytes: u64) -> Result<u64, KvError> {
        Ok(bytes / self.bytes_per_token()?)
    }
}
