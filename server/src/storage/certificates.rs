//! The register of certificates.

use content::id::CourseId;
use content::lang::Lang;
use content::text::Version;

use super::{Storage, StorageError};
use crate::domain::{
    AttemptId, Certificate, CertificateId, HolderName, IssuedCertificate, LearnerId, Score, Timestamp,
};

/// A certificate to be entered.
#[derive(Debug, Clone)]
pub struct NewCertificate {
    pub id: CertificateId,
    pub learner: LearnerId,
    pub attempt: AttemptId,
    pub course: CourseId,
    pub edition: Version,
    pub holder: HolderName,
    pub score: Score,
    pub issued_at: Timestamp,
    pub lang: Lang,
    pub kid: String,
    pub jwt: String,
}

/// What became of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CertificateIssued {
    New(IssuedCertificate),
    /// The attempt has its certificate already, this one.
    Already(IssuedCertificate),
    /// The attempt is not finished, not passed, or its score is not the one signed.
    NotEarned,
    /// There is no such attempt, or it is someone else's.
    UnknownAttempt,
}

/// What became of a withdrawal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CertificateWithdrawn {
    Now(IssuedCertificate),
    /// It was withdrawn before, as this says.
    Before(IssuedCertificate),
    /// Its holder erased it, so it does not stand anyway.
    Erased,
    Unknown,
}

impl Storage {
    /// Enters a certificate, one an attempt at the most: of two tabs both get the one that was first.
    pub async fn issue_certificate(&self, new: NewCertificate) -> Result<CertificateIssued, StorageError> {
        todo!()
    }

    /// Returns an entry of the register.
    pub async fn certificate(&self, id: CertificateId) -> Result<Option<Certificate>, StorageError> {
        todo!()
    }

    /// Returns the certificate of an attempt.
    pub async fn certificate_of_attempt(&self, attempt: AttemptId) -> Result<Option<IssuedCertificate>, StorageError> {
        todo!()
    }

    /// Returns the certificates of a learner, withdrawn ones included, the latest first.
    pub async fn certificates_of(&self, learner: LearnerId) -> Result<Vec<IssuedCertificate>, StorageError> {
        todo!()
    }

    /// Withdraws a certificate; its page then says so, with the reason.
    pub async fn withdraw_certificate(
        &self,
        id: CertificateId,
        reason: &str,
        now: Timestamp,
    ) -> Result<CertificateWithdrawn, StorageError> {
        todo!()
    }

    /// Returns up to `limit` entries of the register in the order of their ids, from the one behind `after` on.
    pub async fn certificates_page(
        &self,
        after: Option<CertificateId>,
        limit: u32,
    ) -> Result<Vec<Certificate>, StorageError> {
        todo!()
    }
}
