//! What the page of a certificate reports: each check with its outcome, made on what the register holds.

use app::view::{CertificateStatus, Check};

use super::credential::Facts;
use super::jwt::{self, Signed, VerifyError};
use super::keys::Keys;

/// A certificate as it stands in the register.
#[derive(Debug, Clone, Copy)]
pub struct Registered<'a> {
    pub withdrawn: bool,
    /// Absent once withdrawn and erased, together with the token.
    pub facts: Option<&'a Facts>,
    pub jwt: Option<&'a str>,
    /// The thumbprint of the key that signed it.
    pub key: Option<&'a str>,
}

/// The outcome of checking one certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    pub status: CertificateStatus,
    /// What was checked, in the order of the page. A check that could not be made is absent.
    pub checks: Vec<(Check, bool)>,
    /// The signed certificate; absent unless the signature holds.
    pub signed: Option<Signed>,
    /// What to look for, for the log: never names a person.
    pub finding: Option<Finding>,
}

/// What is wrong with a stored certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Finding {
    #[error("the register holds no {0} for a certificate that is not withdrawn")]
    Missing(&'static str),
    #[error("the stored token does not verify: {0}")]
    Token(#[from] VerifyError),
    #[error("the stored {0} differs from what was signed")]
    Differs(&'static str),
}

/// Checks what the register holds against its signature. A withdrawn certificate is reported as withdrawn whatever
/// else holds.
pub fn check(keys: &Keys, row: &Registered<'_>) -> Checked {
    let mut checks = vec![(Check::Registered, true)];
    let verified = row.jwt.map(|token| jwt::verify(keys, token));
    if let Some(verified) = &verified {
        checks.push((Check::Signature, verified.is_ok()));
    }
    let signed = verified.clone().and_then(Result::ok);
    let difference = match (&signed, row.facts) {
        (Some(signed), Some(stored)) => {
            let difference = first_difference(stored, &signed.facts);
            checks.push((Check::MatchesSigned, difference.is_none()));
            difference
        }
        _ => None,
    };
    checks.push((Check::NotWithdrawn, !row.withdrawn));
    let mut finding = finding(row, verified.and_then(Result::err), difference);
    // A token that names a key which nobody knows, while the key that made it is here, is not the one that was made.
    if finding == Some(Finding::Token(VerifyError::UnknownKey)) && row.key.is_some_and(|key| keys.public(key).is_some())
    {
        finding = Some(Finding::Differs("key"));
    }
    Checked { status: status(row.withdrawn, finding), checks, signed, finding }
}

fn finding(row: &Registered<'_>, token: Option<VerifyError>, difference: Option<&'static str>) -> Option<Finding> {
    let missing = || match (row.withdrawn, row.jwt, row.facts) {
        (false, None, _) => Some(Finding::Missing("token")),
        (false, _, None) => Some(Finding::Missing("facts")),
        _ => None,
    };
    token.map(Finding::Token).or_else(|| difference.map(Finding::Differs)).or_else(missing)
}

fn status(withdrawn: bool, finding: Option<Finding>) -> CertificateStatus {
    match finding {
        _ if withdrawn => CertificateStatus::Withdrawn,
        None => CertificateStatus::Valid,
        Some(Finding::Token(VerifyError::UnknownKey)) => CertificateStatus::KeyMissing,
        Some(_) => CertificateStatus::Altered,
    }
}

/// Names the first fact that differs. The time of issue counts in whole seconds, as it was signed.
fn first_difference(stored: &Facts, signed: &Facts) -> Option<&'static str> {
    let Facts { id, holder, course, edition, score, max, issued_at, lang } = stored;
    [
        ("id", *id == signed.id),
        ("holder", *holder == signed.holder),
        ("course", *course == signed.course),
        ("edition", *edition == signed.edition),
        ("score", *score == signed.score),
        ("maximum score", *max == signed.max),
        ("time of issue", issued_at.div_euclid(1000) == signed.issued_at.div_euclid(1000)),
        ("language", *lang == signed.lang),
    ]
    .into_iter()
    .find_map(|(name, same)| (!same).then_some(name))
}

#[cfg(test)]
mod tests;
