//! Where the memory of a model goes: the arithmetic behind the calculator of the first lesson.
//!
//! Bytes of weights, gradients and optimizer state are bytes per parameter, as in section 3 of the ZeRO paper (Rajbhandari
//! et al., arXiv 1910.02054). Activations of a transformer are counted as in section 4 of Korthikanti et al. (arXiv
//! 2205.05198). The page and the island run the same code. See Note [What is left out].
//!
//! Note [What is left out]
//! What the driver keeps of a card, temporary buffers, the CUDA context, the allocator's rounding and fragmentation,
//! embeddings' and the loss's activations. They depend on the driver, the framework and the moment; the course shows them
//! in later lessons. A real run needs more than this.

pub mod card;
pub mod form;
pub mod format;
pub mod formula;
pub mod picture;

/// Size of a model and how it is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    pub parameters: u64,
    pub layers: u64,
    /// Width of the hidden state, in numbers.
    pub hidden: u64,
    pub heads: u64,
    pub precision: Precision,
    pub optimizer: Optimizer,
    /// Sequences in a batch.
    pub batch: u64,
    /// Tokens in a sequence.
    pub sequence: u64,
    pub attention: Attention,
    pub activations: Activations,
}

/// In which numbers a model computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// Four bytes for everything.
    Single,
    /// Two bytes for weights, gradients and activations; the optimizer keeps a copy of the weights in four.
    Mixed,
    /// One byte for a weight, two for activations. For inference only.
    Int8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Optimizer {
    /// Two moments of four bytes.
    AdamW,
    /// Two moments of one byte (Dettmers et al., arXiv 2110.02861; its scales of 4 bytes per 2,048 numbers are left out).
    Adam8Bit,
    /// One moment of four bytes.
    Momentum,
    Sgd,
    /// Inference: no gradients, and a KV cache instead of kept activations.
    None,
}

/// Whether the scores of attention are kept for the backward pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attention {
    /// One kernel that keeps no scores (Dao et al., arXiv 2205.14135).
    Fused,
    Plain,
}

/// Which activations wait for the backward pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activations {
    Kept,
    /// Gradient checkpointing: only each layer's input is kept, and one layer at a time is computed again.
    Recomputed,
}

/// Bytes of a step, by what they hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    pub weights: u64,
    pub gradients: u64,
    pub optimizer: u64,
    /// Activations in training, the KV cache in inference.
    pub activations: u64,
    pub total: u64,
}

/// The sum is beyond what 64 bits count, 16 EiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

/// Returns the bytes that a training step or, without an optimizer, an inference step needs.
pub fn estimate(plan: &Plan) -> Result<Estimate, TooLarge> {
    parts(plan).ok_or(TooLarge)
}

fn parts(plan: &Plan) -> Option<Estimate> {
    let per_parameter = |bytes: u64| plan.parameters.checked_mul(bytes);
    let weights = per_parameter(plan.precision.weight_bytes())?;
    let gradients = per_parameter(plan.gradient_bytes())?;
    let optimizer = per_parameter(plan.optimizer_bytes())?;
    let activations = if plan.optimizer == Optimizer::None { plan.kv_cache()? } else { plan.kept_activations()? };
    let total = weights.checked_add(gradients)?.checked_add(optimizer)?.checked_add(activations)?;
    Some(Estimate { weights, gradients, optimizer, activations, total })
}

impl Precision {
    pub const fn weight_bytes(self) -> u64 {
        match self {
            Self::Single => 4,
            Self::Mixed => 2,
            Self::Int8 => 1,
        }
    }

    /// Bytes of an activation or of an entry of the KV cache.
    pub const fn value_bytes(self) -> u64 {
        match self {
            Self::Single => 4,
            Self::Mixed | Self::Int8 => 2,
        }
    }
}

impl Plan {
    /// Bytes of gradient per parameter.
    pub fn gradient_bytes(&self) -> u64 {
        if self.optimizer == Optimizer::None { 0 } else { self.precision.weight_bytes() }
    }

    /// Bytes of optimizer state per parameter, the four-byte copy of the weights in mixed precision included.
    pub fn optimizer_bytes(&self) -> u64 {
        let moments = match self.optimizer {
            Optimizer::AdamW => 8,
            Optimizer::Adam8Bit => 2,
            Optimizer::Momentum => 4,
            Optimizer::Sgd => 0,
            Optimizer::None => return 0,
        };
        let copy = if self.precision == Precision::Mixed { 4 } else { 0 };
        moments + copy
    }

    /// Bytes per layer: `s·b·h·(34 + 5·a·s/h)` with numbers of two bytes. Of the 34, two are dropout masks of one byte and
    /// the rest are numbers; of the 5, one is a mask. With numbers of four bytes these become 66 and 9.
    fn layer_activations(&self) -> Option<u64> {
        let scale = self.precision.value_bytes() / 2;
        let (states, scores) = (32 * scale + 2, 4 * scale + 1);
        let tokens = self.sequence.checked_mul(self.batch)?;
        let states = tokens.checked_mul(self.hidden)?.checked_mul(states)?;
        match self.attention {
            Attention::Fused => Some(states),
            Attention::Plain => {
                let scores = tokens.checked_mul(self.sequence)?.checked_mul(self.heads)?.checked_mul(scores)?;
                states.checked_add(scores)
            }
        }
    }

    fn kept_activations(&self) -> Option<u64> {
        let layer = self.layer_activations()?;
        match self.activations {
            Activations::Kept => layer.checked_mul(self.layers),
            Activations::Recomputed => self.layer_states()?.checked_mul(self.layers)?.checked_add(layer),
        }
    }

    /// Bytes of one hidden state for every token of the batch.
    fn layer_states(&self) -> Option<u64> {
        let numbers = self.sequence.checked_mul(self.batch)?.checked_mul(self.hidden)?;
        numbers.checked_mul(self.precision.value_bytes())
    }

    /// A key and a value for every token and layer, each as wide as the hidden state: no heads share theirs.
    fn kv_cache(&self) -> Option<u64> {
        self.layer_states()?.checked_mul(2)?.checked_mul(self.layers)
    }
}

#[cfg(test)]
mod tests;
