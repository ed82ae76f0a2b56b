//! Public keys as JSON Web Keys (RFC 7517): all of them, and each at the address that `kid` names.
//!
//! `kid` is that address, not the bare thumbprint: Open Badges demands a URL in the header, and verifiers that choose
//! a key from the set compare the two texts.

use serde::Serialize;

use super::keys::{Keys, PublicKey};

/// Path of the addresses of single keys, before the thumbprint.
pub const KEY_PATH: &str = "/keys/";

/// A public key as JWK.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Jwk {
    pub kty: &'static str,
    #[serde(rename = "use")]
    pub usage: &'static str,
    pub alg: &'static str,
    pub kid: String,
    pub n: String,
    pub e: String,
}

/// The document at `/.well-known/jwks.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JwkSet {
    pub keys: Vec<Jwk>,
}

/// Returns every key that verifies, the one that signs now first.
pub fn set(keys: &Keys, origin: &str) -> JwkSet {
    JwkSet { keys: keys.iter().map(|key| jwk(key, origin)).collect() }
}

/// Looks up one key by its thumbprint.
pub fn one(keys: &Keys, origin: &str, thumbprint: &str) -> Option<Jwk> {
    keys.public(thumbprint).map(|key| jwk(key, origin))
}

/// Returns the address of a key, which is its `kid`.
pub fn key_url(origin: &str, thumbprint: &str) -> String {
    format!("{origin}{KEY_PATH}{thumbprint}")
}

fn jwk(key: &PublicKey, origin: &str) -> Jwk {
    Jwk {
        kty: "RSA",
        usage: "sig",
        alg: "RS256",
        kid: key_url(origin, key.thumbprint()),
        n: key.n().to_owned(),
        e: key.e().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::certificate::fixture;

    #[test]
    fn a_key_has_the_members_that_verifiers_look_for_and_no_others() {
        let keys = fixture::keys();
        let key = keys.signing().public();
        let kid = format!("https://vramlab.example/keys/{}", key.thumbprint());
        let expected = json!({"kty": "RSA", "use": "sig", "alg": "RS256", "kid": kid, "n": key.n(), "e": "AQAB"});
        assert_eq!(serde_json::to_value(set(keys, fixture::ORIGIN)).unwrap(), json!({"keys": [expected]}));
        let one = one(keys, fixture::ORIGIN, key.thumbprint()).unwrap();
        assert_eq!(serde_json::to_value(one).unwrap(), expected);
    }

    #[test]
    fn an_unknown_thumbprint_has_no_key() {
        assert_eq!(one(fixture::keys(), fixture::ORIGIN, "x"), None);
    }
}
