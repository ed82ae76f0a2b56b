//! The credential as a JSON Web Token (VC-JWT), signed with RS256.
//!
//! # Note: strictness
//! A token has one spelling. Before any cryptography it must be three parts of base64url without padding or spare
//! bits; the header must hold exactly `typ`, `alg` and `kid`, and never chooses the algorithm or brings a key. The
//! key is found by the thumbprint at the end of `kid`. Only then is the signature checked, and only then are the
//! claims read. The site's present origin plays no part: a site that moved still verifies what it signed before.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Algorithm, Header, Validation};
use serde::{Deserialize, Serialize};

use super::credential::{Credential, Facts};
use super::jwks::{KEY_PATH, key_url};
use super::keys::Keys;

/// Longest token that is looked at, in bytes. A real one has about 3,500.
pub const MAX_LEN: usize = 32 * 1024;

/// What a valid token says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    pub credential: Credential,
    pub facts: Facts,
    /// Thumbprint of the key that signed it.
    pub key: String,
}

/// Why a token is not a certificate of this site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    #[error("this is not a signed token: three parts of base64url joined by dots")]
    Malformed,
    #[error("the header is not that of a certificate of this site")]
    Header,
    #[error("it was signed with a key that this site does not have")]
    UnknownKey,
    #[error("the signature does not match: the token was changed or comes from elsewhere")]
    BadSignature,
    #[error("it is signed by this site but is not a certificate, or its claims disagree")]
    NotACertificate,
}

/// The library could not sign or the claims could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the certificate could not be signed: {0}")]
pub struct SignError(String);

/// The credential at top level with the registered claims that repeat parts of it.
#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    #[serde(flatten)]
    credential: Credential,
    iss: String,
    jti: String,
    sub: String,
    nbf: i64,
}

/// Header of our tokens. Members beyond these three make a token somebody else's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrictHeader {
    typ: String,
    alg: String,
    kid: String,
}

/// Signs a credential with the current key.
pub fn sign(keys: &Keys, credential: &Credential) -> Result<String, SignError> {
    let key = keys.signing();
    let mut header = Header::new(Algorithm::RS256);
    header.kid = Some(key_url(&credential.issuer.id, key.public().thumbprint()));
    let nbf = credential.issued_at().ok_or_else(|| SignError("its dates are not in whole seconds".to_owned()))?;
    let claims = Claims {
        iss: credential.issuer.id.clone(),
        jti: credential.id.clone(),
        sub: credential.credential_subject.id.clone(),
        nbf,
        credential: credential.clone(),
    };
    jsonwebtoken::encode(&header, &claims, key.encoding()).map_err(|error| SignError(error.to_string()))
}

/// Checks form, key, signature and claims, in this order. Whether the certificate is registered or withdrawn is not
/// in it.
pub fn verify(keys: &Keys, token: &str) -> Result<Signed, VerifyError> {
    let header = read_header(token)?;
    let (issuer, thumbprint) = header.kid.rsplit_once(KEY_PATH).ok_or(VerifyError::Header)?;
    let key = keys.public(thumbprint).ok_or(VerifyError::UnknownKey)?;
    let claims = jsonwebtoken::decode::<Claims>(token, key.decoding(), &signature_only())
        .map_err(|error| match error.kind() {
            ErrorKind::InvalidSignature => VerifyError::BadSignature,
            ErrorKind::Json(_) => VerifyError::NotACertificate,
            _ => VerifyError::Malformed,
        })?
        .claims;
    let consistent = claims.iss == issuer && claims.agree();
    let facts = claims.credential.facts().filter(|_| consistent).ok_or(VerifyError::NotACertificate)?;
    Ok(Signed { credential: claims.credential, facts, key: thumbprint.to_owned() })
}

impl Claims {
    fn agree(&self) -> bool {
        let credential = &self.credential;
        self.iss == credential.issuer.id
            && self.jti == credential.id
            && self.sub == credential.credential_subject.id
            && Some(self.nbf) == credential.issued_at()
    }
}

fn read_header(token: &str) -> Result<StrictHeader, VerifyError> {
    if token.len() > MAX_LEN {
        return Err(VerifyError::Malformed);
    }
    let parts: Vec<&str> = token.split('.').collect();
    let [header, claims, signature] = parts[..] else { return Err(VerifyError::Malformed) };
    let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| VerifyError::Malformed);
    decode(claims)?;
    decode(signature)?;
    let header: StrictHeader = serde_json::from_slice(&decode(header)?).map_err(|_| VerifyError::Header)?;
    let ours = header.typ == "JWT" && header.alg == "RS256";
    if ours { Ok(header) } else { Err(VerifyError::Header) }
}

/// Leaves the claims to [`Claims::agree`]: certificates have no audience and do not expire, and the time of issue
/// comes from us.
fn signature_only() -> Validation {
    let mut validation = Validation::new(Algorithm::RS256);
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation
}

#[cfg(test)]
mod tests;
