//! Certificates, and what was checked about them.

use super::Link;

/// `/verify/{uuid}`.
#[derive(Debug, Clone)]
pub enum VerifyView {
    Known(Box<CertificateView>),
    /// No certificate of that ID; `malformed` when it is not a UUID at all.
    Unknown {
        id: String,
        malformed: bool,
    },
}

#[derive(Debug, Clone)]
pub struct CertificateView {
    pub id: String,
    pub status: CertificateStatus,
    /// Absent once withdrawn and erased.
    pub facts: Option<CertificateFacts>,
    /// What was checked just now, each with its outcome.
    pub checks: Vec<(Check, bool)>,
    pub credential_href: String,
    pub jwks_href: String,
    pub key_href: String,
    /// The learner who holds it is looking: say how to share it.
    pub own: bool,
    /// LinkedIn's "add to profile", for the holder.
    pub linkedin_href: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CertificateStatus {
    Valid,
    Withdrawn,
    /// What is stored no longer matches its signature.
    Altered,
    /// Signed by a key that this site does not have: nothing can be said.
    KeyMissing,
}

#[derive(Debug, Clone)]
pub struct CertificateFacts {
    pub holder: String,
    pub course: Link,
    pub edition: String,
    pub score: u32,
    pub max: u32,
    pub percent: u32,
    pub date: String,
    pub date_iso: String,
    pub issuer: Link,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// The ID is in the register.
    Registered,
    /// The signature verifies with the published key.
    Signature,
    /// Everything shown equals what was signed.
    MatchesSigned,
    NotWithdrawn,
}
