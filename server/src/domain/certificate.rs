//! Certificates as the register knows them.

use content::id::CourseId;
use content::lang::Lang;
use content::text::Version;

use super::{AttemptId, CertificateId, LearnerId, Score, Timestamp};

/// An entry of the register of certificates. It stays for good: an erased one says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Certificate {
    Issued(Box<IssuedCertificate>),
    Erased(Tombstone),
}

/// A certificate with all that is shown of it and what was signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedCertificate {
    pub id: CertificateId,
    pub learner: LearnerId,
    pub attempt: AttemptId,
    pub course: CourseId,
    /// Edition of the question set.
    pub edition: Version,
    /// As stored. A [`super::HolderName`] when it was issued; whoever shows it compares it with what was signed.
    pub holder: String,
    pub score: Score,
    pub issued_at: Timestamp,
    /// Language of the credential.
    pub lang: Lang,
    /// Id of the key that signed it.
    pub kid: String,
    /// The credential as VC-JWT, in compact form.
    pub jwt: String,
    pub status: CertificateStatus,
}

/// Whether an issued certificate stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CertificateStatus {
    Active,
    Withdrawn { at: Timestamp, reason: String },
}

/// What is left of a certificate whose holder deleted everything: that it existed and no longer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tombstone {
    pub id: CertificateId,
    pub erased_at: Timestamp,
}

/// The certificate was withdrawn before; this is how it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the certificate was withdrawn before")]
pub struct NotActive(pub Box<IssuedCertificate>);

impl Certificate {
    /// Returns its id.
    pub fn id(&self) -> CertificateId {
        match self {
            Self::Issued(issued) => issued.id,
            Self::Erased(tombstone) => tombstone.id,
        }
    }
}

impl IssuedCertificate {
    /// Withdraws an active certificate.
    pub fn withdraw(self, reason: String, at: Timestamp) -> Result<Self, NotActive> {
        match self.status {
            CertificateStatus::Active => Ok(Self { status: CertificateStatus::Withdrawn { at, reason }, ..self }),
            CertificateStatus::Withdrawn { .. } => Err(NotActive(Box::new(self))),
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_certificate_is_withdrawn_once_and_the_first_reason_stays() {
        let certificate = IssuedCertificate {
            id: CertificateId::from_uuid(Uuid::nil()),
            learner: LearnerId::from_uuid(Uuid::nil()),
            attempt: AttemptId::from_uuid(Uuid::nil()),
            course: "gpu-memory".parse().unwrap(),
            edition: Version(String::new()),
            holder: "Anna".to_owned(),
            score: Score { correct: 9, max: 12 },
            issued_at: Timestamp::from_millis(1),
            lang: Lang::EN,
            kid: String::new(),
            jwt: String::new(),
            status: CertificateStatus::Active,
        };
        let at = Timestamp::from_millis(2);
        let withdrawn = certificate.withdraw("wrong name".to_owned(), at).unwrap();
        assert_eq!(withdrawn.status, CertificateStatus::Withdrawn { at, reason: "wrong name".to_owned() });
        let again = withdrawn.clone().withdraw("again".to_owned(), Timestamp::from_millis(3));
        assert_eq!(again, Err(NotActive(Box::new(withdrawn))));
    }
}
