//! PEM as written by `openssl genpkey`: one PKCS#8 block.

use ::pem::{EncodeConfig, LineEnding, Pem};

use super::signing::NotASigningKey;

const LABEL: &str = "PRIVATE KEY";

/// Returns the DER inside the only block of a PEM file, which has to be an unencrypted PKCS#8 private key.
pub(super) fn decode(text: &[u8]) -> Result<Vec<u8>, NotASigningKey> {
    let mut blocks = ::pem::parse_many(text).map_err(|_| NotASigningKey::Damaged)?;
    let block = blocks.pop().ok_or(NotASigningKey::NotPem)?;
    if !blocks.is_empty() {
        return Err(NotASigningKey::SeveralBlocks);
    }
    match block.tag() {
        LABEL => Ok(block.into_contents()),
        "RSA PRIVATE KEY" => Err(NotASigningKey::Pkcs1),
        "ENCRYPTED PRIVATE KEY" => Err(NotASigningKey::Encrypted),
        "EC PRIVATE KEY" | "DSA PRIVATE KEY" | "OPENSSH PRIVATE KEY" => Err(NotASigningKey::NotRsa),
        "PUBLIC KEY" | "RSA PUBLIC KEY" | "CERTIFICATE" => Err(NotASigningKey::Public),
        _ => Err(NotASigningKey::NotPem),
    }
}

/// Returns the PEM file for a PKCS#8 private key.
pub(super) fn encode(der: &[u8]) -> String {
    ::pem::encode_config(&Pem::new(LABEL, der), EncodeConfig::new().set_line_ending(LineEnding::LF))
}
