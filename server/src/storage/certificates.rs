//! The register of certificates.

use content::id::CourseId;
use content::lang::Lang;
use content::text::Version;

use super::engine::{Record, Session, Table, params};
use super::{Storage, StorageError, attempts};
use crate::domain::{
    AttemptId, AttemptResult, Certificate, CertificateId, CertificateStatus, HolderName, IssuedCertificate, LearnerId,
    NotActive, Score, Timestamp, Tombstone,
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

const CERTIFICATE: Table = Table { name: "certificate", key: &["id"] };

const INSERT: &str = "
    INSERT INTO certificate
        (id, state, learner, attempt, course, edition, holder, score, score_max, issued_at, lang, kid, jwt)
    VALUES ($1, 'active', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

macro_rules! select {
    ($which:literal) => {
        concat!(
            "SELECT id, state, learner, attempt, course, edition, holder, score, score_max, issued_at, lang, kid, jwt, \
                ended_at, reason \
            FROM certificate WHERE ",
            $which
        )
    };
}

const BY_ID: &str = select!("id = $1");
const BY_ATTEMPT: &str = select!("attempt = $1");
const BY_LEARNER: &str = select!("learner = $1 ORDER BY issued_at DESC, id");

const WITHDRAW: &str = "
    UPDATE certificate SET state = 'withdrawn', ended_at = $2, reason = $3 WHERE id = $1";

/// Nothing of a certificate stays but that it existed.
const ERASE_ALL: &str = "
    UPDATE certificate SET state = 'erased', ended_at = $2, learner = NULL, attempt = NULL, course = NULL,
        edition = NULL, holder = NULL, score = NULL, score_max = NULL, issued_at = NULL, lang = NULL, kid = NULL,
        jwt = NULL, reason = NULL
    WHERE learner = $1";

impl NewCertificate {
    fn into_issued(self) -> IssuedCertificate {
        IssuedCertificate {
            id: self.id,
            learner: self.learner,
            attempt: self.attempt,
            course: self.course,
            edition: self.edition,
            holder: self.holder.as_str().to_owned(),
            score: self.score,
            issued_at: self.issued_at,
            lang: self.lang,
            kid: self.kid,
            jwt: self.jwt,
            status: CertificateStatus::Active,
        }
    }
}

impl Storage {
    /// Enters a certificate, one an attempt at the most: of two tabs both get the one that was first.
    pub async fn issue_certificate(&self, new: NewCertificate) -> Result<CertificateIssued, StorageError> {
        let mut tx = self.write().await?;
        if !tx.lock_learner(new.learner).await? {
            return Ok(CertificateIssued::UnknownAttempt);
        }
        let Some(state) = attempts::state_of(&mut tx, new.attempt, new.learner).await? else {
            return Ok(CertificateIssued::UnknownAttempt);
        };
        if let Some(row) = tx.optional(BY_ATTEMPT, params![new.attempt]).await? {
            return Ok(CertificateIssued::Already(read_issued(row.of(&CERTIFICATE))?));
        }
        if state.result() != Some(AttemptResult { score: new.score, passed: true }) {
            return Ok(CertificateIssued::NotEarned);
        }
        insert(&mut tx, &new).await?;
        tx.commit().await?;
        Ok(CertificateIssued::New(new.into_issued()))
    }

    /// Returns an entry of the register.
    pub async fn certificate(&self, id: CertificateId) -> Result<Option<Certificate>, StorageError> {
        by_id(&mut self.read().await?, id).await
    }

    /// Returns the certificate of an attempt.
    pub async fn certificate_of_attempt(&self, attempt: AttemptId) -> Result<Option<IssuedCertificate>, StorageError> {
        let found = self.read().await?.optional(BY_ATTEMPT, params![attempt]).await?;
        found.map(|row| read_issued(row.of(&CERTIFICATE))).transpose()
    }

    /// Returns the certificates of a learner, withdrawn ones included, the latest first.
    pub async fn certificates_of(&self, learner: LearnerId) -> Result<Vec<IssuedCertificate>, StorageError> {
        let rows = self.read().await?.all(BY_LEARNER, params![learner]).await?;
        rows.iter().map(|row| read_issued(row.of(&CERTIFICATE))).collect()
    }

    /// Withdraws a certificate; its page then says so. The reason stays in the register.
    pub async fn withdraw_certificate(
        &self,
        id: CertificateId,
        reason: &str,
        now: Timestamp,
    ) -> Result<CertificateWithdrawn, StorageError> {
        let mut tx = self.write().await?;
        let issued = match locked(&mut tx, id).await? {
            None => return Ok(CertificateWithdrawn::Unknown),
            Some(Certificate::Erased(_)) => return Ok(CertificateWithdrawn::Erased),
            Some(Certificate::Issued(issued)) => issued,
        };
        match issued.withdraw(reason.to_owned(), now) {
            Err(NotActive(before)) => Ok(CertificateWithdrawn::Before(*before)),
            Ok(withdrawn) => {
                tx.execute(WITHDRAW, params![id, now, reason]).await?;
                tx.commit().await?;
                Ok(CertificateWithdrawn::Now(withdrawn))
            }
        }
    }
}

/// Makes tombstones of all certificates of a learner and returns how many.
pub(super) async fn erase_all(session: &mut Session, learner: LearnerId, now: Timestamp) -> Result<u64, StorageError> {
    session.execute(ERASE_ALL, params![learner, now]).await
}

/// Returns an entry that nobody else can change until the end of the transaction.
async fn locked(session: &mut Session, id: CertificateId) -> Result<Option<Certificate>, StorageError> {
    let found = by_id(session, id).await?;
    let Some(Certificate::Issued(issued)) = &found else { return Ok(found) };
    session.lock_learner(issued.learner).await?;
    by_id(session, id).await
}

async fn by_id(session: &mut Session, id: CertificateId) -> Result<Option<Certificate>, StorageError> {
    session.optional(BY_ID, params![id]).await?.map(|row| read(row.of(&CERTIFICATE))).transpose()
}

async fn insert(session: &mut Session, new: &NewCertificate) -> Result<(), StorageError> {
    let NewCertificate { id, learner, attempt, course, edition, holder, score, issued_at, lang, kid, jwt } = new;
    let params = params![
        *id,
        *learner,
        *attempt,
        course,
        edition,
        holder.as_str(),
        score.correct,
        score.max,
        *issued_at,
        *lang,
        kid.as_str(),
        jwt.as_str(),
    ];
    session.execute(INSERT, params).await.map(drop)
}

fn read(record: Record<'_>) -> Result<Certificate, StorageError> {
    match record.get("state")? {
        "erased" => {
            let erased_at = record.time("ended_at")?;
            Ok(Certificate::Erased(Tombstone { id: record.parse("id")?, erased_at }))
        }
        _ => Ok(Certificate::Issued(Box::new(read_issued(record)?))),
    }
}

fn read_issued(record: Record<'_>) -> Result<IssuedCertificate, StorageError> {
    Ok(IssuedCertificate {
        id: record.parse("id")?,
        learner: record.parse("learner")?,
        attempt: record.parse("attempt")?,
        course: record.parse("course")?,
        edition: record.version("edition")?,
        holder: record.get("holder")?,
        score: Score { correct: record.number("score")?, max: record.number("score_max")? },
        issued_at: record.time("issued_at")?,
        lang: record.parse("lang")?,
        kid: record.get("kid")?,
        jwt: record.get("jwt")?,
        status: read_status(record)?,
    })
}

fn read_status(record: Record<'_>) -> Result<CertificateStatus, StorageError> {
    match record.get("state")? {
        "active" => Ok(CertificateStatus::Active),
        "withdrawn" => Ok(CertificateStatus::Withdrawn { at: record.time("ended_at")?, reason: record.get("reason")? }),
        other => Err(record.corrupt("state", format_args!("{other} is not a state"))),
    }
}
