//! Secrets that stand for a learner: the cookie's token and the token of a "continue on another device" link.

use std::fmt;

use sha2::{Digest, Sha256};

/// SHA-256 of a random token. Only this is stored, so that a copy of the database lets nobody in.
///
/// A plain hash is enough because a token has 256 random bits; a password would need a slow one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Hashes a token as it stands in the cookie or the link.
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// Takes a hash as it is.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the hash.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for TokenHash {
    /// Writes a prefix only: enough to tell two apart in a log, too little to look one up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TokenHash({:02x}{:02x}…)", self.0[0], self.0[1])
    }
}
