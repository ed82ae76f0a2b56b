//! Requests of random lengths, the same for the same seed.

use serde::{Deserialize, Serialize};

use super::KvError;

/// A request to a language model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Tokens of the prompt, there from the start.
    pub prompt: u64,
    /// Tokens of the answer, made one at a time.
    pub output: u64,
}

impl Request {
    /// Returns the tokens that there are in the end.
    pub const fn tokens(&self) -> u64 {
        self.prompt.saturating_add(self.output)
    }
}

/// A distribution of lengths, in tokens, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lengths {
    /// Every length is as likely as any other.
    Uniform { min: u64, max: u64 },
    /// Every octave is as likely as any other, and within an octave every length: as many requests have 16 to 31
    /// tokens as have 1024 to 2047. So most are short and a few are long, as in chats. (It is a log-uniform
    /// distribution with steps, so that it needs no logarithm, which differs from machine to machine in the last
    /// digit.)
    Octaves { min: u64, max: u64 },
}

impl Lengths {
    /// Returns a length.
    ///
    /// # Errors
    /// [`KvError::Lengths`] where there is none.
    pub fn sample(self, random: &mut Random) -> Result<u64, KvError> {
        let (Self::Uniform { min, max } | Self::Octaves { min, max }) = self;
        if min == 0 || min > max {
            return Err(KvError::Lengths { min, max });
        }
        let (low, high) = match self {
            Self::Uniform { .. } => (min, max),
            Self::Octaves { .. } => {
                let octaves = u64::from(max.ilog2() - min.ilog2()) + 1;
                let start = 1 << (u64::from(min.ilog2()) + random.below(octaves));
                (min.max(start), max.min(start + (start - 1)))
            }
        };
        Ok(low + random.below((high - low).saturating_add(1)))
    }

    /// Returns requests with prompts of this distribution and answers of another one.
    ///
    /// # Errors
    /// [`KvError::Lengths`] where one of the two has no lengths.
    pub fn requests(self, output: Self, count: usize, random: &mut Random) -> Result<Vec<Request>, KvError> {
        let request = |_| Ok(Request { prompt: self.sample(random)?, output: output.sample(random)? });
        (0..count).map(request).collect()
    }
}

/// A generator of numbers that look random: SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014). It decides no secrets.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Returns the generator of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`, each as likely as any other but for one part in 2^64 / `end`; zero where `end` is.
    pub fn below(&mut self, end: u64) -> u64 {
        let scaled = u128::from(self.next()) * u128::from(end);
        u64::try_from(scaled >> 64).unwrap_or_default()
    }
}
