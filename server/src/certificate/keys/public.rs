//! A public key: its numbers, its thumbprint, and verifying with it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::DecodingKey;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Sizes of the modulus that are taken, in bits. RS256 demands 2048; beyond 4096, common verifiers give up.
pub(super) const BITS: std::ops::RangeInclusive<usize> = 2048..=4096;

/// The public half of an RSA key.
#[derive(Clone)]
pub struct PublicKey {
    members: Members,
    thumbprint: String,
    bits: usize,
    decoding: DecodingKey,
}

/// The members of a JWK that its thumbprint covers, in the order in which RFC 7638 hashes them. Also the format of
/// the files under `keys/public`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    e: String,
    kty: String,
    n: String,
}

/// Why a JWK is not a public key that this site can verify with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadPublicKey {
    #[error("it is not a JSON object with exactly the members e, kty and n")]
    NotAJwk,
    #[error("it is not an RSA key")]
    NotRsa,
    #[error("its numbers are not base64url without padding and without leading zeros")]
    BadNumber,
    #[error("its modulus does not have 2048 to 4096 bits")]
    BadSize,
}

impl PublicKey {
    /// Makes a key of modulus and exponent, both big-endian without leading zeros.
    pub fn from_numbers(n: &[u8], e: &[u8]) -> Result<Self, BadPublicKey> {
        let (Some(&first), Some(&exponent_first)) = (n.first(), e.first()) else { return Err(BadPublicKey::BadNumber) };
        if first == 0 || exponent_first == 0 {
            return Err(BadPublicKey::BadNumber);
        }
        let bits = n.len() * 8 - first.leading_zeros() as usize;
        if !BITS.contains(&bits) {
            return Err(BadPublicKey::BadSize);
        }
        let members = Members { e: URL_SAFE_NO_PAD.encode(e), kty: "RSA".to_owned(), n: URL_SAFE_NO_PAD.encode(n) };
        let hashed = serde_json::to_vec(&members).map_err(|_| BadPublicKey::NotAJwk)?;
        let thumbprint = URL_SAFE_NO_PAD.encode(Sha256::digest(hashed));
        Ok(Self { members, thumbprint, bits, decoding: DecodingKey::from_rsa_raw_components(n, e) })
    }

    /// Reads what [`PublicKey::to_json`] wrote.
    pub fn from_json(json: &[u8]) -> Result<Self, BadPublicKey> {
        let members: Members = serde_json::from_slice(json).map_err(|_| BadPublicKey::NotAJwk)?;
        if members.kty != "RSA" {
            return Err(BadPublicKey::NotRsa);
        }
        let number = |text: &str| URL_SAFE_NO_PAD.decode(text).map_err(|_| BadPublicKey::BadNumber);
        Self::from_numbers(&number(&members.n)?, &number(&members.e)?)
    }

    /// Returns the key as a JWK with its three necessary members and a line feed.
    pub fn to_json(&self) -> String {
        let Members { e, kty, n } = &self.members;
        format!("{{\"e\":\"{e}\",\"kty\":\"{kty}\",\"n\":\"{n}\"}}\n")
    }

    /// Returns the JWK thumbprint of RFC 7638 (SHA-256, base64url): 43 characters that name this key.
    pub fn thumbprint(&self) -> &str {
        &self.thumbprint
    }

    /// Returns the modulus in base64url.
    pub fn n(&self) -> &str {
        &self.members.n
    }

    /// Returns the exponent in base64url.
    pub fn e(&self) -> &str {
        &self.members.e
    }

    /// Returns the size of the modulus in bits.
    pub fn bits(&self) -> usize {
        self.bits
    }

    pub(in crate::certificate) fn decoding(&self) -> &DecodingKey {
        &self.decoding
    }
}

impl std::fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PublicKey")
            .field("thumbprint", &self.thumbprint)
            .field("bits", &self.bits)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key and the thumbprint of RFC 7638, section 3.1.
    const RFC_N: &str = concat!(
        "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWK",
        "RXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMic",
        "AtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3",
        "XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
    );

    #[test]
    fn the_thumbprint_is_the_one_of_the_rfc() {
        let key = PublicKey::from_json(format!(r#"{{"kty":"RSA","n":"{RFC_N}","e":"AQAB"}}"#).as_bytes()).unwrap();
        assert_eq!(key.thumbprint(), "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
        assert_eq!(key.bits(), 2048);
        assert_eq!(PublicKey::from_json(key.to_json().as_bytes()).unwrap().thumbprint(), key.thumbprint());
    }

    #[test]
    fn a_damaged_key_is_refused_by_name() {
        let with = |n: &str, e: &str, kty: &str| {
            PublicKey::from_json(format!(r#"{{"kty":"{kty}","n":"{n}","e":"{e}"}}"#).as_bytes()).unwrap_err()
        };
        assert_eq!(with(RFC_N, "AQAB", "EC"), BadPublicKey::NotRsa);
        assert_eq!(with("", "AQAB", "RSA"), BadPublicKey::BadNumber);
        assert_eq!(with("a+b/", "AQAB", "RSA"), BadPublicKey::BadNumber);
        assert_eq!(with(&format!("AAAA{RFC_N}"), "AQAB", "RSA"), BadPublicKey::BadNumber);
        assert_eq!(with(&RFC_N[..300], "AQAB", "RSA"), BadPublicKey::BadSize);
        assert_eq!(PublicKey::from_json(b"{}").unwrap_err(), BadPublicKey::NotAJwk);
        assert_eq!(
            PublicKey::from_json(br#"{"kty":"RSA","n":"x","e":"AQAB","d":"x"}"#).unwrap_err(),
            BadPublicKey::NotAJwk
        );
    }
}
