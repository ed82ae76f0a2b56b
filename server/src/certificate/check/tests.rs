use content::lang::Lang;
use content::text::Version;
use uuid::Uuid;

use super::*;
use crate::certificate::fixture::{credential, facts, keys, other_keys, token};

fn row(facts: &Facts) -> Registered<'_> {
    Registered {
        withdrawn: false,
        facts: Some(facts),
        jwt: Some(token()),
        key: Some(keys().signing().public().thumbprint()),
    }
}

#[test]
fn an_untouched_certificate_passes_every_check() {
    let checked = check(keys(), &row(&facts()));
    assert_eq!(checked.status, CertificateStatus::Valid);
    let passed = [Check::Registered, Check::Signature, Check::MatchesSigned, Check::NotWithdrawn].map(|c| (c, true));
    assert_eq!(checked.checks, passed);
    assert_eq!(checked.signed.unwrap().facts.holder, facts().holder);
    assert_eq!(checked.finding, None);
}

#[test]
fn a_register_that_says_something_else_is_found_out() {
    let good = facts();
    let cases = [
        ("id", Facts { id: Uuid::nil(), ..good.clone() }),
        ("holder", Facts { holder: "Nguyễn Thị Hoa".to_owned(), ..good.clone() }),
        ("course", Facts { course: "gpu-memory-2".parse().unwrap(), ..good.clone() }),
        ("edition", Facts { edition: Version("9f2c4f".to_owned()), ..good.clone() }),
        ("score", Facts { score: 12, ..good.clone() }),
        ("maximum score", Facts { max: 11, ..good.clone() }),
        ("time of issue", Facts { issued_at: good.issued_at + 1000, ..good.clone() }),
        ("language", Facts { lang: Lang::EN, ..good.clone() }),
    ];
    for (name, altered) in cases {
        let checked = check(keys(), &row(&altered));
        assert_eq!(checked.status, CertificateStatus::Altered, "{name}");
        assert_eq!(checked.finding, Some(Finding::Differs(name)));
        assert!(
            checked.checks.contains(&(Check::Signature, true))
                && checked.checks.contains(&(Check::MatchesSigned, false))
        );
    }
}

#[test]
fn a_changed_token_is_altered_and_a_foreign_key_is_missing() {
    let facts = facts();
    let changed = token().replace("eyJ0", "eyJ1");
    let checked = check(keys(), &Registered { jwt: Some(&changed), ..row(&facts) });
    assert_eq!(checked.status, CertificateStatus::Altered);
    let cut = &token()[..token().len() - 4];
    let checked = check(keys(), &Registered { jwt: Some(cut), ..row(&facts) });
    assert_eq!(checked.status, CertificateStatus::Altered);
    assert_eq!(checked.checks, [(Check::Registered, true), (Check::Signature, false), (Check::NotWithdrawn, true)]);
    assert_eq!(checked.finding, Some(Finding::Token(VerifyError::BadSignature)));
    let stranger = jwt::sign(other_keys(), &credential(facts.clone())).unwrap();
    let checked = check(keys(), &Registered { jwt: Some(&stranger), ..row(&facts) });
    assert_eq!(checked.status, CertificateStatus::Altered, "signed by a key that is none of ours");
    let checked = check(other_keys(), &row(&facts));
    assert_eq!(checked.status, CertificateStatus::KeyMissing);
    assert_eq!(checked.signed, None);
}

#[test]
fn withdrawn_comes_before_everything_else() {
    let facts = facts();
    let checked = check(keys(), &Registered { withdrawn: true, ..row(&facts) });
    assert_eq!(checked.status, CertificateStatus::Withdrawn);
    assert!(
        checked.checks.contains(&(Check::Signature, true)) && checked.checks.contains(&(Check::NotWithdrawn, false))
    );
    let tombstone = Registered { withdrawn: true, facts: None, jwt: None, key: None };
    let checked = check(keys(), &tombstone);
    assert_eq!(checked.status, CertificateStatus::Withdrawn);
    assert_eq!(checked.checks, [(Check::Registered, true), (Check::NotWithdrawn, false)]);
    assert_eq!(checked.finding, None);
}

#[test]
fn half_a_certificate_is_altered() {
    let facts = facts();
    let checked = check(keys(), &Registered { jwt: None, ..row(&facts) });
    assert_eq!((checked.status, checked.finding), (CertificateStatus::Altered, Some(Finding::Missing("token"))));
    let checked = check(keys(), &Registered { facts: None, ..row(&facts) });
    assert_eq!((checked.status, checked.finding), (CertificateStatus::Altered, Some(Finding::Missing("facts"))));
}
