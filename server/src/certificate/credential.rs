//! The credential that is signed: an Open Badges 3.0 `OpenBadgeCredential` in the Verifiable Credentials 2.0 data
//! model.
//!
//! # Note: choice of fields
//! The id is the address that serves the credential, so whoever holds only the document finds the register. The
//! recipient is a random `urn:uuid` plus the name that the holder typed (an `IdentityObject` of type `name`): nothing
//! else is known of them. Each language of a course is an achievement of its own with the others as `related`, which
//! is how the specification models translations. The edition of the question set is the achievement's `version`; the
//! score is a `RawScore` result against its description. `evidence` is the page where a person sees all of this
//! checked. There is no `credentialSchema`: its type is defined in a third context that nothing else here needs, and
//! processors that know the two others refuse the document for it.

use content::id::CourseId;
use content::lang::Lang;
use content::text::Version;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

mod issuer;

pub use self::issuer::{Issuer, IssuerError};

const CONTEXT: [&str; 2] =
    ["https://www.w3.org/ns/credentials/v2", "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"];

/// What a certificate states. The database holds it, the credential signs it, and a check compares the two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    pub id: Uuid,
    pub holder: String,
    pub course: CourseId,
    /// Edition of the question set.
    pub edition: Version,
    pub score: u32,
    pub max: u32,
    /// Milliseconds since the epoch. Signed, and so compared, in whole seconds.
    pub issued_at: i64,
    pub lang: Lang,
}

/// Everything that goes into a credential, texts in the language of its facts.
#[derive(Debug, Clone)]
pub struct CredentialInput<'a> {
    pub facts: Facts,
    /// A fresh random id for the recipient, used nowhere else.
    pub subject: Uuid,
    pub course_title: &'a str,
    pub course_description: &'a str,
    /// What was to be done to earn it, in plain text or Markdown.
    pub criteria: &'a str,
    /// What the score is called, such as "Final quiz score".
    pub score_name: &'a str,
    /// Least score that passes.
    pub pass_score: u32,
    /// The languages that the course exists in besides that of the facts.
    pub other_langs: &'a [Lang],
    pub issuer: &'a Issuer,
}

/// The time lies outside the years that a date can be written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the time of issue is not a date between the years -9999 and 9999")]
pub struct DateOutOfRange;

/// An `OpenBadgeCredential`, member by member in the order in which it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Credential {
    #[serde(rename = "@context")]
    pub context: Vec<String>,
    pub id: String,
    #[serde(rename = "type")]
    pub kind: Vec<String>,
    pub name: String,
    pub issuer: Profile,
    pub valid_from: String,
    pub awarded_date: String,
    pub credential_subject: Subject,
    pub evidence: Vec<Evidence>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: Vec<String>,
    pub name: String,
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: Vec<String>,
    pub identifier: Vec<Identity>,
    pub achievement: Achievement,
    pub result: Vec<Outcome>,
}

/// An `IdentityObject`. Its value is called a hash even where it is plain text, as the name of a person has to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    #[serde(rename = "type")]
    pub kind: String,
    pub hashed: bool,
    pub identity_hash: String,
    pub identity_type: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Achievement {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: Vec<String>,
    pub achievement_type: String,
    pub name: String,
    pub description: String,
    pub criteria: Criteria,
    pub in_language: String,
    pub version: String,
    pub result_description: Vec<OutcomeDescription>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Criteria {
    pub narrative: String,
}

/// A `ResultDescription`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeDescription {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: Vec<String>,
    pub name: String,
    pub result_type: String,
    pub required_value: String,
    pub value_min: String,
    pub value_max: String,
}

/// A `Result`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    #[serde(rename = "type")]
    pub kind: Vec<String>,
    pub result_description: String,
    pub value: String,
}

/// The same course in another language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Related {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: Vec<String>,
    pub in_language: String,
    pub version: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: Vec<String>,
}

impl Credential {
    /// Builds the credential. The same input gives the same bytes.
    pub fn new(input: &CredentialInput<'_>) -> Result<Self, DateOutOfRange> {
        let CredentialInput { facts, issuer, .. } = input;
        let origin = issuer.origin();
        let date = Timestamp::from_second(facts.issued_at.div_euclid(1000)).map_err(|_| DateOutOfRange)?.to_string();
        Ok(Self {
            context: words(&CONTEXT),
            id: credential_url(origin, facts.id),
            kind: words(&["VerifiableCredential", "OpenBadgeCredential"]),
            name: input.course_title.to_owned(),
            issuer: Profile {
                id: origin.to_owned(),
                kind: words(&["Profile"]),
                name: issuer.name().to_owned(),
                url: issuer.url().to_owned(),
            },
            valid_from: date.clone(),
            awarded_date: date,
            credential_subject: subject(input),
            evidence: vec![Evidence { id: format!("{origin}/verify/{}", facts.id), kind: words(&["Evidence"]) }],
        })
    }

    /// Reads the facts back. Returns `None` when a member that holds one is missing or not of its form.
    pub fn facts(&self) -> Option<Facts> {
        if self.context != CONTEXT || self.kind != ["VerifiableCredential", "OpenBadgeCredential"] {
            return None;
        }
        let origin = &self.issuer.id;
        let subject = &self.credential_subject;
        let achievement = &subject.achievement;
        let ([who], [outcome], [scale]) =
            (&subject.identifier[..], &subject.result[..], &achievement.result_description[..])
        else {
            return None;
        };
        if who.hashed || who.identity_type != "name" || outcome.result_description != scale.id {
            return None;
        }
        let lang: Lang = achievement.in_language.parse().ok()?;
        let course = achievement.id.strip_prefix(&course_url(origin, lang, ""))?.parse().ok()?;
        let id = self.id.strip_prefix(&format!("{origin}/credentials/"))?.parse().ok()?;
        (self.id == credential_url(origin, id)).then_some(())?;
        Some(Facts {
            id,
            holder: who.identity_hash.clone(),
            course,
            edition: Version(achievement.version.clone()),
            score: outcome.value.parse().ok()?,
            max: scale.value_max.parse().ok()?,
            issued_at: self.issued_at()?.checked_mul(1000)?,
            lang,
        })
    }

    /// Returns the time of issue in seconds since the epoch, or `None` when the dates are not one time in whole
    /// seconds.
    pub(super) fn issued_at(&self) -> Option<i64> {
        let time: Timestamp = self.valid_from.parse().ok()?;
        (self.awarded_date == self.valid_from && time.subsec_nanosecond() == 0).then(|| time.as_second())
    }
}

fn subject(input: &CredentialInput<'_>) -> Subject {
    let CredentialInput { facts, issuer, .. } = input;
    let url = course_url(issuer.origin(), facts.lang, facts.course.as_str());
    let scale = format!("{url}#score");
    Subject {
        id: format!("urn:uuid:{}", input.subject),
        kind: words(&["AchievementSubject"]),
        identifier: vec![Identity {
            kind: "IdentityObject".to_owned(),
            hashed: false,
            identity_hash: facts.holder.clone(),
            identity_type: "name".to_owned(),
        }],
        achievement: Achievement {
            kind: words(&["Achievement"]),
            achievement_type: "Course".to_owned(),
            name: input.course_title.to_owned(),
            description: input.course_description.to_owned(),
            criteria: Criteria { narrative: input.criteria.to_owned() },
            in_language: facts.lang.to_string(),
            version: facts.edition.0.clone(),
            result_description: vec![OutcomeDescription {
                id: scale.clone(),
                kind: words(&["ResultDescription"]),
                name: input.score_name.to_owned(),
                result_type: "RawScore".to_owned(),
                required_value: input.pass_score.to_string(),
                value_min: "0".to_owned(),
                value_max: facts.max.to_string(),
            }],
            related: related(input),
            id: url,
        },
        result: vec![Outcome { kind: words(&["Result"]), result_description: scale, value: facts.score.to_string() }],
    }
}

fn related(input: &CredentialInput<'_>) -> Vec<Related> {
    let CredentialInput { facts, issuer, .. } = input;
    let others = input.other_langs.iter().filter(|lang| **lang != facts.lang);
    others
        .map(|lang| Related {
            id: course_url(issuer.origin(), *lang, facts.course.as_str()),
            kind: words(&["Related"]),
            in_language: lang.to_string(),
            version: facts.edition.0.clone(),
        })
        .collect()
}

fn credential_url(origin: &str, id: Uuid) -> String {
    format!("{origin}/credentials/{id}")
}

fn course_url(origin: &str, lang: Lang, course: &str) -> String {
    format!("{origin}/{lang}/courses/{course}")
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[cfg(test)]
mod tests;
