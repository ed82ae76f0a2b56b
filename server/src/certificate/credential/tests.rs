use serde_json::{Value, json};

use super::*;
use crate::certificate::fixture::{ORIGIN, SUBJECT, credential, facts};

/// The whole document, so that a change of any member is a decision.
fn expected() -> Value {
    let course = "https://vramlab.example/vi/courses/gpu-memory";
    json!({
        "@context": [
            "https://www.w3.org/ns/credentials/v2",
            "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"
        ],
        "id": "https://vramlab.example/credentials/0d9c7c1e-1c5f-4a3e-8f10-9d0a6e2b4471",
        "type": ["VerifiableCredential", "OpenBadgeCredential"],
        "name": "Quản lý và phân mảnh bộ nhớ GPU",
        "issuer": {"id": ORIGIN, "type": ["Profile"], "name": "vramlab", "url": ORIGIN},
        "validFrom": "2026-09-21T14:13:20Z",
        "awardedDate": "2026-09-21T14:13:20Z",
        "credentialSubject": {
            "id": format!("urn:uuid:{SUBJECT}"),
            "type": ["AchievementSubject"],
            "identifier": [{
                "type": "IdentityObject",
                "hashed": false,
                "identityHash": "Nguyễn Thị Hồng",
                "identityType": "name"
            }],
            "achievement": {
                "id": course,
                "type": ["Achievement"],
                "achievementType": "Course",
                "name": "Quản lý và phân mảnh bộ nhớ GPU",
                "description": "Bộ nhớ GPU được cấp phát và thu hồi ra sao.",
                "criteria": {"narrative": "Đạt ít nhất 75 % trong bài kiểm tra cuối khóa."},
                "inLanguage": "vi",
                "version": "9f2c4e",
                "resultDescription": [{
                    "id": format!("{course}#score"),
                    "type": ["ResultDescription"],
                    "name": "Điểm bài kiểm tra cuối khóa",
                    "resultType": "RawScore",
                    "requiredValue": "9",
                    "valueMin": "0",
                    "valueMax": "12"
                }],
                "related": [{
                    "id": "https://vramlab.example/en/courses/gpu-memory",
                    "type": ["Related"],
                    "inLanguage": "en",
                    "version": "9f2c4e"
                }]
            },
            "result": [{"type": ["Result"], "resultDescription": format!("{course}#score"), "value": "11"}]
        },
        "evidence": [{
            "id": "https://vramlab.example/verify/0d9c7c1e-1c5f-4a3e-8f10-9d0a6e2b4471",
            "type": ["Evidence"]
        }]
    })
}

#[test]
fn the_document_has_every_member_in_its_place() {
    assert_eq!(serde_json::to_value(credential(facts())).unwrap(), expected());
}

#[test]
fn the_facts_read_back_with_the_time_in_whole_seconds() {
    let read = credential(facts()).facts().unwrap();
    assert_eq!(read, Facts { issued_at: 1_790_000_000_000, ..facts() });
}

#[test]
fn a_document_that_hides_a_fact_has_none() {
    type Damage = fn(&mut Credential);
    let cases: [(&str, Damage); 12] = [
        ("contexts swapped", |c| c.context.reverse()),
        ("context added", |c| c.context.push("https://x.example".to_owned())),
        ("another type", |c| c.kind[1] = "DiplomaCredential".to_owned()),
        ("no holder", |c| c.credential_subject.identifier.clear()),
        ("hashed holder", |c| c.credential_subject.identifier[0].hashed = true),
        ("holder by e-mail", |c| c.credential_subject.identifier[0].identity_type = "emailAddress".to_owned()),
        ("two results", |c| c.credential_subject.result.push(c.credential_subject.result[0].clone())),
        ("result of another scale", |c| c.credential_subject.result[0].result_description.push('x')),
        ("score in words", |c| c.credential_subject.result[0].value = "eleven".to_owned()),
        ("id elsewhere", |c| c.id = c.id.replace("vramlab", "other")),
        ("id in capitals", |c| c.id = c.id.replace("0d9c", "0D9C")),
        ("two dates", |c| c.awarded_date = "2020-01-01T00:00:00Z".to_owned()),
    ];
    for (name, damage) in cases {
        let mut credential = credential(facts());
        damage(&mut credential);
        assert_eq!(credential.facts(), None, "{name}");
    }
}

#[test]
fn a_time_without_a_date_is_refused() {
    let issuer = Issuer::new(&ORIGIN.parse().unwrap(), "vramlab", None).unwrap();
    let input = CredentialInput {
        facts: Facts { issued_at: i64::MAX, ..facts() },
        subject: SUBJECT,
        course_title: "t",
        course_description: "d",
        criteria: "c",
        score_name: "s",
        pass_score: 9,
        other_langs: &[],
        issuer: &issuer,
    };
    assert_eq!(Credential::new(&input), Err(DateOutOfRange));
}
