//! npm `jose` accepts our certificates and refuses forgeries, and so do we.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use content::lang::Lang;
use content::text::Version;
use serde_json::{Value, json};
use server::certificate::credential::{Credential, CredentialInput, Facts, Issuer};
use server::certificate::keys::{KeyStore, Keys};
use server::certificate::{jwks, jwt};
use uuid::Uuid;

const ORIGIN: &str = "https://vramlab.example";

/// Runs a script of `tests/npm` with JSON on both sides.
fn node(script: &str, input: &Value) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("npm");
    assert!(
        folder.join("node_modules/jose").is_dir(),
        "npm packages of the tests are missing: run `cargo xtask test`, or `npm ci` in {}",
        folder.display()
    );
    let mut child = Command::new("node")
        .arg(folder.join(script))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node runs: install Node 20 or later, or run `cargo xtask test`");
    child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{script} failed");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn sign(keys: &Keys) -> String {
    let issuer = Issuer::new(&ORIGIN.parse().unwrap(), "vramlab", None).unwrap();
    let credential = Credential::new(&CredentialInput {
        facts: Facts {
            id: Uuid::from_u128(0x0d9c_7c1e_1c5f_4a3e_8f10_9d0a_6e2b_4471),
            holder: "Nguyễn Thị Hồng".to_owned(),
            course: "gpu-memory".parse().unwrap(),
            edition: Version("9f2c4e".to_owned()),
            score: 11,
            max: 12,
            issued_at: 1_700_000_000_000,
            lang: Lang::VI,
        },
        subject: Uuid::from_u128(0x7c5a_30f1_5b0e_4c6b_9f41_7a1d_0b5e_22aa),
        course_title: "Quản lý và phân mảnh bộ nhớ GPU",
        course_description: "Bộ nhớ GPU được cấp phát và thu hồi ra sao.",
        criteria: "Đạt ít nhất 75 % trong bài kiểm tra cuối khóa.",
        score_name: "Điểm bài kiểm tra cuối khóa",
        pass_score: 9,
        other_langs: &[Lang::EN],
        issuer: &issuer,
    });
    jwt::sign(keys, &credential.unwrap()).unwrap()
}

/// Two keys, as after a rotation: the verifier has to find the right one by `kid`.
fn rotated_keys() -> (String, std::sync::Arc<Keys>) {
    let folder = tempfile::tempdir().unwrap();
    let store = KeyStore::open(&folder.path().join("keys"), None).unwrap();
    let before = sign(&store.keys());
    store.rotate().unwrap();
    (before, store.keys())
}

fn ask(token: &str, keys: &Keys) -> Value {
    let set = jwks::set(keys, ORIGIN);
    let thumbprint = jwt::verify(keys, token).unwrap().key;
    let key = jwks::one(keys, ORIGIN, &thumbprint).unwrap();
    node("verify-certificate.mjs", &json!({"token": token, "jwks": set, "key": key}))
}

#[test]
fn jose_accepts_a_certificate_of_either_key() {
    let (before, keys) = rotated_keys();
    let after = sign(&keys);
    for token in [&before, &after] {
        let answer = ask(token, &keys);
        let claims = &answer["accepted"]["claims"];
        assert_eq!(answer["accepted"]["header"]["alg"], "RS256");
        assert_eq!(claims["credentialSubject"]["identifier"][0]["identityHash"], "Nguyễn Thị Hồng");
        assert_eq!(claims["iss"], ORIGIN);
        assert_eq!(claims["jti"], "https://vramlab.example/credentials/0d9c7c1e-1c5f-4a3e-8f10-9d0a6e2b4471");
        assert_eq!(answer["byKey"], claims["jti"]);
    }
}

#[test]
fn jose_and_the_server_refuse_every_forgery() {
    let (_, keys) = rotated_keys();
    let answer = ask(&sign(&keys), &keys);
    let codes = [
        ("holder", "ERR_JWS_SIGNATURE_VERIFICATION_FAILED", jwt::VerifyError::BadSignature),
        ("score", "ERR_JWS_SIGNATURE_VERIFICATION_FAILED", jwt::VerifyError::BadSignature),
        ("date", "ERR_JWS_SIGNATURE_VERIFICATION_FAILED", jwt::VerifyError::BadSignature),
        ("signature", "ERR_JWS_SIGNATURE_VERIFICATION_FAILED", jwt::VerifyError::BadSignature),
        ("none", "ERR_JOSE_NOT_SUPPORTED", jwt::VerifyError::Header),
        ("noneSigned", "ERR_JOSE_NOT_SUPPORTED", jwt::VerifyError::Header),
        ("hs256", "ERR_JOSE_NOT_SUPPORTED", jwt::VerifyError::Header),
        ("unknownKid", "ERR_JWKS_NO_MATCHING_KEY", jwt::VerifyError::UnknownKey),
        ("stranger", "ERR_JWS_SIGNATURE_VERIFICATION_FAILED", jwt::VerifyError::BadSignature),
    ];
    assert_eq!(answer["refused"].as_object().unwrap().len(), codes.len());
    for (name, theirs, ours) in codes {
        assert_eq!(answer["refused"][name], theirs, "{name}");
        assert_eq!(jwt::verify(&keys, answer["forged"][name].as_str().unwrap()), Err(ours), "{name}");
    }
}
