use jsonwebtoken::EncodingKey;
use serde_json::{Value, json};

use super::*;
use crate::certificate::fixture::{ORIGIN, credential, facts, keys, other_keys, token};

fn decoded(part: usize) -> Value {
    let bytes = URL_SAFE_NO_PAD.decode(token().split('.').nth(part).unwrap()).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

/// Signs anything with the real key: what an attacker cannot do, so that the checks after the signature are seen to
/// work.
fn signed(header: &Value, claims: &str) -> String {
    let message = format!("{}.{}", URL_SAFE_NO_PAD.encode(header.to_string()), URL_SAFE_NO_PAD.encode(claims));
    let signature =
        jsonwebtoken::crypto::sign(message.as_bytes(), keys().signing().encoding(), Algorithm::RS256).unwrap();
    format!("{message}.{signature}")
}

fn signed_claims(change: impl FnOnce(&mut Value)) -> String {
    let mut claims = decoded(1);
    change(&mut claims);
    signed(&decoded(0), &claims.to_string())
}

#[test]
fn the_header_holds_three_members_and_the_claims_repeat_the_credential() {
    let kid = format!("{ORIGIN}/keys/{}", keys().signing().public().thumbprint());
    assert_eq!(decoded(0), json!({"typ": "JWT", "alg": "RS256", "kid": kid}));
    let claims = decoded(1);
    assert_eq!(claims["iss"], claims["issuer"]["id"]);
    assert_eq!(claims["jti"], claims["id"]);
    assert_eq!(claims["sub"], claims["credentialSubject"]["id"]);
    assert_eq!(claims["nbf"], 1_790_000_000);
    for absent in ["exp", "iat", "aud", "vc", "proof"] {
        assert_eq!(claims.get(absent), None, "{absent}");
    }
}

#[test]
fn a_token_verifies_and_says_what_was_signed() {
    let signed = verify(keys(), token()).unwrap();
    assert_eq!(signed.credential, credential(facts()));
    assert_eq!(signed.facts, Facts { issued_at: 1_790_000_000_000, ..facts() });
    assert_eq!(signed.key, keys().signing().public().thumbprint());
}

#[test]
fn a_change_of_any_byte_is_found() {
    let mut bytes = token().as_bytes().to_vec();
    for position in 0..bytes.len() {
        let original = bytes[position];
        for bit in [0x01, 0x02, 0x10] {
            bytes[position] = original ^ bit;
            let changed = str::from_utf8(&bytes).unwrap();
            assert!(verify(keys(), changed).is_err(), "byte {position} changed from {original:#x} by {bit:#x}");
        }
        bytes[position] = original;
    }
    assert!(verify(keys(), str::from_utf8(&bytes).unwrap()).is_ok());
}

#[test]
fn a_byte_more_or_less_is_found() {
    for position in (0..token().len()).step_by(7) {
        let mut shorter = token().to_owned();
        shorter.remove(position);
        assert!(verify(keys(), &shorter).is_err(), "byte {position} removed");
        for extra in ['A', ' ', '\n', '=', '.'] {
            let mut longer = token().to_owned();
            longer.insert(position, extra);
            assert!(verify(keys(), &longer).is_err(), "{extra:?} inserted at {position}");
        }
    }
    for (end, error) in [("\n", VerifyError::Malformed), ("=", VerifyError::Malformed), (".", VerifyError::Malformed)] {
        assert_eq!(verify(keys(), &format!("{}{end}", token())), Err(error));
    }
}

/// Base64url of a length that is not a multiple of three bytes has spare bits: a lenient decoder takes several
/// spellings.
#[test]
fn spare_bits_are_refused_in_every_part() {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut tried = 0;
    for blank in ["", " ", "  "] {
        let token = signed(&decoded(0), &format!("{}{blank}", decoded(1)));
        verify(keys(), &token).unwrap();
        let parts: Vec<&str> = token.split('.').collect();
        for (index, part) in parts.iter().enumerate() {
            let spare = match part.len() % 4 {
                2 => 4,
                3 => 2,
                _ => continue,
            };
            let last = ALPHABET.iter().position(|&c| c == *part.as_bytes().last().unwrap()).unwrap();
            for bits in 1..(1 << spare) {
                let other = format!("{}{}", &part[..part.len() - 1], char::from(ALPHABET[last | bits]));
                let mut respelt = parts.clone();
                respelt[index] = &other;
                assert_eq!(verify(keys(), &respelt.join(".")), Err(VerifyError::Malformed));
                tried += 1;
            }
        }
    }
    assert!(tried >= 3 + 15, "the lengths tried have spare bits");
}

#[test]
fn only_our_header_is_taken() {
    let good = decoded(0);
    let kid = good["kid"].as_str().unwrap();
    let with = |name: &str, value: Value| {
        let mut header = good.clone();
        header[name] = value;
        signed(&header, &decoded(1).to_string())
    };
    let refused = [
        with("alg", json!("none")),
        with("alg", json!("RS384")),
        with("alg", json!("rs256")),
        with("typ", json!("jwt")),
        with("typ", json!("vc+jwt")),
        with("crit", json!(["b64"])),
        with("jwk", json!({"kty": "RSA"})),
        with("jku", json!("https://evil.example/jwks.json")),
        with("kid", json!(keys().signing().public().thumbprint())),
        with("kid", json!(null)),
        signed(&json!({"typ": "JWT", "alg": "RS256"}), &decoded(1).to_string()),
    ];
    for token in refused {
        assert_eq!(verify(keys(), &token), Err(VerifyError::Header));
    }
    assert_eq!(verify(keys(), &with("kid", json!(format!("{kid}x")))), Err(VerifyError::UnknownKey));
    let twice = format!(r#"{{"typ":"JWT","alg":"none","alg":"RS256","kid":"{kid}"}}"#);
    let rest = token().split_once('.').unwrap().1;
    assert_eq!(verify(keys(), &format!("{}.{rest}", URL_SAFE_NO_PAD.encode(twice))), Err(VerifyError::Header));
}

#[test]
fn a_public_key_is_no_secret_to_sign_with() {
    let public = keys().signing().public();
    let mut header = decoded(0);
    for (alg, secret) in [("HS256", public.n().as_bytes()), ("RS256", public.to_json().as_bytes())] {
        header["alg"] = json!(alg);
        let message = format!("{}.{}", URL_SAFE_NO_PAD.encode(header.to_string()), token().split('.').nth(1).unwrap());
        let secret = EncodingKey::from_secret(secret).unwrap();
        let mac = jsonwebtoken::crypto::sign(message.as_bytes(), &secret, Algorithm::HS256).unwrap();
        let expected = if alg == "HS256" { VerifyError::Header } else { VerifyError::BadSignature };
        assert_eq!(verify(keys(), &format!("{message}.{mac}")), Err(expected));
    }
}

#[test]
fn another_site_with_another_key_is_not_us() {
    let foreign = sign(other_keys(), &credential(facts())).unwrap();
    assert_eq!(verify(keys(), &foreign), Err(VerifyError::UnknownKey));
    // Their signature under our key's name.
    let (message, _) = token().rsplit_once('.').unwrap();
    let (_, signature) = foreign.rsplit_once('.').unwrap();
    assert_eq!(verify(keys(), &format!("{message}.{signature}")), Err(VerifyError::BadSignature));
}

#[test]
fn claims_that_disagree_are_refused_even_when_signed() {
    verify(keys(), &signed_claims(|_| ())).unwrap();
    let other = "https://other.example";
    let refused = [
        signed_claims(|c| c["iss"] = json!(other)),
        signed_claims(|c| c["jti"] = json!(other)),
        signed_claims(|c| c["sub"] = json!(other)),
        signed_claims(|c| c["nbf"] = json!(1_790_000_001)),
        signed_claims(|c| c["nbf"] = json!("1790000000")),
        signed_claims(|c| c["issuer"]["id"] = json!(other)),
        signed_claims(|c| c["validFrom"] = json!("2026-09-21T14:13:21Z")),
        signed_claims(|c| {
            c.as_object_mut().unwrap().remove("issuer");
        }),
    ];
    for token in refused {
        assert_eq!(verify(keys(), &token), Err(VerifyError::NotACertificate));
    }
    let text = decoded(1).to_string();
    let twice = format!("{{\"jti\":\"x\",{}", &text[1..]);
    assert_eq!(verify(keys(), &signed(&decoded(0), &twice)), Err(VerifyError::NotACertificate));
    assert_eq!(verify(keys(), &signed(&decoded(0), "[]")), Err(VerifyError::NotACertificate));
}

#[test]
fn what_is_no_token_at_all_is_malformed() {
    for text in ["", ".", "a.b", "a.b.c.d", "ä.ö.ü", "{}", &"A".repeat(MAX_LEN + 1)] {
        assert_eq!(verify(keys(), text), Err(VerifyError::Malformed), "{}", text.get(..10).unwrap_or(text));
    }
    assert_eq!(verify(keys(), ".."), Err(VerifyError::Header));
}
