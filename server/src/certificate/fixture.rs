//! One set of keys and one certificate for the tests of this folder: making a key takes a while.

use std::sync::{Arc, OnceLock};

use content::lang::Lang;
use content::text::Version;
use uuid::Uuid;

use super::credential::{Credential, CredentialInput, Facts, Issuer};
use super::jwt;
use super::keys::{KeyStore, Keys};

pub(super) const ORIGIN: &str = "https://vramlab.example";
pub(super) const SUBJECT: Uuid = Uuid::from_u128(0x7c5a_30f1_5b0e_4c6b_9f41_7a1d_0b5e_22aa);

pub(super) fn keys() -> &'static Keys {
    static KEYS: OnceLock<Arc<Keys>> = OnceLock::new();
    KEYS.get_or_init(fresh_keys)
}

/// Keys that share nothing with [`keys`].
pub(super) fn other_keys() -> &'static Keys {
    static KEYS: OnceLock<Arc<Keys>> = OnceLock::new();
    KEYS.get_or_init(fresh_keys)
}

fn fresh_keys() -> Arc<Keys> {
    let folder = tempfile::tempdir().unwrap();
    KeyStore::open(&folder.path().join("keys"), None).unwrap().keys()
}

pub(super) fn facts() -> Facts {
    Facts {
        id: Uuid::from_u128(0x0d9c_7c1e_1c5f_4a3e_8f10_9d0a_6e2b_4471),
        holder: "Nguyễn Thị Hồng".to_owned(),
        course: "gpu-memory".parse().unwrap(),
        edition: Version("9f2c4e".to_owned()),
        score: 11,
        max: 12,
        issued_at: 1_790_000_000_500,
        lang: Lang::VI,
    }
}

pub(super) fn credential(facts: Facts) -> Credential {
    let issuer = Issuer::new(&ORIGIN.parse().unwrap(), "vramlab", None).unwrap();
    Credential::new(&CredentialInput {
        facts,
        subject: SUBJECT,
        course_title: "Quản lý và phân mảnh bộ nhớ GPU",
        course_description: "Bộ nhớ GPU được cấp phát và thu hồi ra sao.",
        criteria: "Đạt ít nhất 75 % trong bài kiểm tra cuối khóa.",
        score_name: "Điểm bài kiểm tra cuối khóa",
        pass_score: 9,
        other_langs: &[Lang::EN, Lang::VI],
        issuer: &issuer,
    })
    .unwrap()
}

pub(super) fn token() -> &'static str {
    static TOKEN: OnceLock<String> = OnceLock::new();
    TOKEN.get_or_init(|| jwt::sign(keys(), &credential(facts())).unwrap())
}
