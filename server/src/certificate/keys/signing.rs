//! The private key that signs. Its numbers stay in here: no `Debug`, no error and no log shows them.

use std::sync::Arc;

use aws_lc_rs::encoding::{AsDer as _, Pkcs8V1Der};
use aws_lc_rs::rsa::{KeyPair, KeySize, PublicKeyComponents};
use aws_lc_rs::signature::KeyPair as _;
use jsonwebtoken::EncodingKey;

use super::pem;
use super::public::{BadPublicKey, PublicKey};

/// An RSA private key with its public half.
#[derive(Clone)]
pub struct SigningKey {
    encoding: EncodingKey,
    public: Arc<PublicKey>,
}

/// Why a file is not a signing key. Says nothing about the contents beyond their kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotASigningKey {
    #[error("it holds no PEM private key; {MAKE_ONE}")]
    NotPem,
    #[error("it holds more than one PEM block; keep the private key only")]
    SeveralBlocks,
    #[error("it is in the older PKCS#1 form; convert it with `openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW`")]
    Pkcs1,
    #[error("it is encrypted with a pass phrase; store it decrypted, readable by this program's user only")]
    Encrypted,
    #[error("it holds a public key or a certificate, which cannot sign; give the private key")]
    Public,
    #[error("it is not an RSA key, and RS256 needs one; {MAKE_ONE}")]
    NotRsa,
    #[error("it has fewer than 2048 bits; {MAKE_ONE}")]
    TooSmall,
    #[error("it has more than 4096 bits, which many verifiers refuse; {MAKE_ONE}")]
    TooLarge,
    #[error("its contents are damaged or incomplete; restore it from a copy")]
    Damaged,
}

const MAKE_ONE: &str =
    "make one with `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:3072 -out FILE`, or leave the option out";

/// The random source or the library failed to make a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no RSA key could be made; check that the system's random source works")]
pub struct CannotGenerate;

/// Object identifier of rsaEncryption (1.2.840.113549.1.1.1), as it stands in every PKCS#8 RSA key.
const RSA_OID: [u8; 11] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];

impl SigningKey {
    /// Makes a key of 3072 bits. Returns it with its PEM file.
    pub(super) fn generate() -> Result<(Self, String), CannotGenerate> {
        let pair = KeyPair::generate(KeySize::Rsa3072).map_err(|_| CannotGenerate)?;
        let der: Pkcs8V1Der<'_> = pair.as_der().map_err(|_| CannotGenerate)?;
        let text = pem::encode(der.as_ref());
        let key = Self::from_pem(text.as_bytes()).map_err(|_| CannotGenerate)?;
        Ok((key, text))
    }

    /// Reads a PEM file with an unencrypted PKCS#8 RSA key of 2048 to 4096 bits.
    pub fn from_pem(text: &[u8]) -> Result<Self, NotASigningKey> {
        let der = pem::decode(text)?;
        let pair = KeyPair::from_pkcs8(&der).map_err(|rejected| match rejected.to_string().as_str() {
            "TooSmall" => NotASigningKey::TooSmall,
            "TooLarge" => NotASigningKey::TooLarge,
            _ if der.windows(RSA_OID.len()).take(32).any(|bytes| bytes == RSA_OID) => NotASigningKey::Damaged,
            _ if is_pkcs8(&der) => NotASigningKey::NotRsa,
            _ => NotASigningKey::Damaged,
        })?;
        let numbers = PublicKeyComponents::<Vec<u8>>::from(pair.public_key());
        let public = PublicKey::from_numbers(&numbers.n, &numbers.e).map_err(|bad| match bad {
            BadPublicKey::BadSize => NotASigningKey::TooLarge,
            _ => NotASigningKey::Damaged,
        })?;
        let encoding = EncodingKey::from_rsa_pem(text).map_err(|_| NotASigningKey::Damaged)?;
        Ok(Self { encoding, public: Arc::new(public) })
    }

    /// Returns the public half.
    pub fn public(&self) -> &Arc<PublicKey> {
        &self.public
    }

    pub(in crate::certificate) fn encoding(&self) -> &EncodingKey {
        &self.encoding
    }
}

/// Tells whether DER looks like PKCS#8 at all: a sequence whose first member is the version 0 or 1.
fn is_pkcs8(der: &[u8]) -> bool {
    let body = match der {
        [0x30, 0x81, _, body @ ..] | [0x30, 0x82, _, _, body @ ..] => body,
        [0x30, length, body @ ..] if *length < 0x80 => body,
        _ => return false,
    };
    matches!(body, [0x02, 0x01, 0x00 | 0x01, 0x30, ..])
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningKey").field("public", &self.public).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
