use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};

use super::*;
use crate::certificate::fixture;

fn refusal(label: &str, der: &[u8]) -> NotASigningKey {
    SigningKey::from_pem(::pem::encode(&::pem::Pem::new(label, der)).as_bytes()).unwrap_err()
}

#[test]
fn a_key_made_here_has_3072_bits_and_reads_back() {
    let (key, text) = SigningKey::generate().unwrap();
    assert_eq!(key.public().bits(), 3072);
    assert!(text.starts_with("-----BEGIN PRIVATE KEY-----\n") && text.ends_with("-----END PRIVATE KEY-----\n"));
    assert_eq!(SigningKey::from_pem(text.as_bytes()).unwrap().public().thumbprint(), key.public().thumbprint());
}

#[test]
fn debug_output_names_the_key_and_shows_nothing_else() {
    let keys = fixture::keys();
    let thumbprint = keys.signing().public().thumbprint();
    let public = format!("PublicKey {{ thumbprint: \"{thumbprint}\", bits: 3072, .. }}");
    assert_eq!(format!("{:?}", keys.signing()), format!("SigningKey {{ public: {public}, .. }}"));
    assert_eq!(
        format!("{keys:?}"),
        format!("Keys {{ signing: SigningKey {{ public: {public}, .. }}, public: {{\"{thumbprint}\": {public}}} }}")
    );
}

#[test]
fn every_wrong_kind_is_refused_by_name() {
    let (_, good) = SigningKey::generate().unwrap();
    let der = ::pem::parse(&good).unwrap().into_contents();
    assert_eq!(refusal("RSA PRIVATE KEY", &der), NotASigningKey::Pkcs1);
    assert_eq!(refusal("ENCRYPTED PRIVATE KEY", &der), NotASigningKey::Encrypted);
    assert_eq!(refusal("PUBLIC KEY", &der), NotASigningKey::Public);
    assert_eq!(refusal("CERTIFICATE", &der), NotASigningKey::Public);
    assert_eq!(refusal("EC PRIVATE KEY", &der), NotASigningKey::NotRsa);
    assert_eq!(refusal("SOMETHING ELSE", &der), NotASigningKey::NotPem);
    assert_eq!(refusal("PRIVATE KEY", &der[..der.len() - 1]), NotASigningKey::Damaged);
    assert_eq!(refusal("PRIVATE KEY", b"not a key"), NotASigningKey::Damaged);
    assert_eq!(refusal("PRIVATE KEY", b""), NotASigningKey::Damaged);
    let ec = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).unwrap();
    assert_eq!(refusal("PRIVATE KEY", ec.as_ref()), NotASigningKey::NotRsa);
    for (text, error) in [
        ("", NotASigningKey::NotPem),
        ("hunter2", NotASigningKey::NotPem),
        (&format!("{good}{good}"), NotASigningKey::SeveralBlocks),
        (&good.replace('A', "!"), NotASigningKey::Damaged),
        (&good[..good.len() - 10], NotASigningKey::NotPem),
    ] {
        assert_eq!(SigningKey::from_pem(text.as_bytes()).unwrap_err(), error);
    }
}

#[test]
fn small_and_huge_keys_are_refused() {
    let huge = KeyPair::generate(KeySize::Rsa4096).unwrap();
    let der: Pkcs8V1Der<'_> = huge.as_der().unwrap();
    assert_eq!(SigningKey::from_pem(pem::encode(der.as_ref()).as_bytes()).unwrap().public().bits(), 4096);
    let small = include_str!("rsa1024.pem");
    assert_eq!(SigningKey::from_pem(small.as_bytes()).unwrap_err(), NotASigningKey::TooSmall);
}
