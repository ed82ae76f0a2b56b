//! The policies beside each other, for requests that have reached their full length.

use serde::{Deserialize, Serialize};

use super::{KvError, Policy, Request};

/// What a policy does with requests, each at its full length. Tokens, unless said otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    pub policy: Policy,
    /// How many requests were looked at.
    pub requests: u64,
    /// That they fill in the end, all together.
    pub filled: u64,
    /// Set aside for them.
    pub reserved: u64,
    /// Set aside and never filled: internal fragmentation.
    pub internal: u64,
    /// How many requests, in order, fit in the memory at the same time.
    pub at_once: u64,
    /// Left over in memory that does not hold the request after those.
    pub left_over: u64,
}

impl Figures {
    /// Returns the part of what is set aside that is filled in the end, from 0 to 1; 1 where nothing is set aside.
    #[expect(clippy::cast_precision_loss, reason = "a part that is printed with few digits")]
    pub fn used_part(&self) -> f64 {
        if self.reserved == 0 { 1.0 } else { self.filled as f64 / self.reserved as f64 }
    }

    /// Returns the tokens of memory that a request wastes on average.
    #[expect(clippy::cast_precision_loss, reason = "a mean that is printed with few digits")]
    pub fn internal_per_request(&self) -> f64 {
        if self.requests == 0 { 0.0 } else { self.internal as f64 / self.requests as f64 }
    }
}

/// Returns the figures of each policy: how the same requests would fill a memory of `capacity` tokens.
///
/// # Errors
/// [`KvError::Block`] for a block that is too large; [`KvError::Request`] for a request that is longer than `maximum`, the
/// longest length that the model allows.
pub fn compare(
    policies: &[Policy],
    requests: &[Request],
    capacity: u64,
    maximum: u64,
) -> Result<Vec<Figures>, KvError> {
    let long = requests.iter().position(|request| request.tokens() > maximum || request.tokens() == 0);
    if let Some(index) = long {
        return Err(KvError::Request { index, tokens: requests[index].tokens(), limit: maximum });
    }
    policies.iter().map(|&policy| figures(policy, requests, capacity, maximum)).collect()
}

fn figures(policy: Policy, requests: &[Request], capacity: u64, maximum: u64) -> Result<Figures, KvError> {
    policy.check()?;
    let mut figures = Figures {
        policy,
        requests: requests.len() as u64,
        filled: 0,
        reserved: 0,
        internal: 0,
        at_once: 0,
        left_over: capacity,
    };
    let mut fits = true;
    for request in requests {
        let reserved = policy.reserved(request.tokens(), maximum);
        figures.filled = figures.filled.saturating_add(request.tokens());
        figures.reserved = figures.reserved.saturating_add(reserved);
        figures.internal = figures.internal.saturating_add(policy.internal(request.tokens(), maximum));
        fits = fits && reserved <= figures.left_over;
        if fits {
            figures.at_once += 1;
            figures.left_over -= reserved;
        }
    }
    Ok(figures)
}
