//! Certificates: earned by a passed attempt, shown and checked for anyone.

use app::view::{CertificateStep, CertificateView, NameProblem};
use content::course::{Catalog, Course};
use content::lang::Lang;

use super::shape::{address, certificate as shaped};
use super::{ServiceError, Services, clock};
use crate::certificate::check::{self, Checked, Registered};
use crate::certificate::credential::{Credential, CredentialInput, Facts};
use crate::certificate::jwt;
use crate::domain::{
    Attempt, AttemptState, Certificate, CertificateId, CertificateStatus, HolderName, IssuedCertificate, LearnerId,
    NameError, Score, Timestamp,
};
use crate::storage::{CertificateIssued, NewCertificate, StorageError};

/// What became of a typed name.
#[derive(Debug)]
pub enum Issued {
    Certificate(CertificateId),
    BadName(NameProblem),
}

/// What the register says of an ID.
#[derive(Debug)]
pub enum Lookup {
    Unknown,
    /// There is an entry, and something else than this program wrote to it.
    Unreadable(CertificateId),
    Found(Box<Found>),
}

/// A certificate as found in the register and checked just now.
#[derive(Debug)]
pub struct Found {
    pub certificate: Certificate,
    pub checked: Checked,
}

impl Services {
    /// Returns what the result page of a finished attempt offers.
    pub async fn certificate_step(
        &self,
        lang: Lang,
        course: &Course,
        attempt: &Attempt,
        typed: Option<(String, NameProblem)>,
    ) -> Result<CertificateStep, ServiceError> {
        if !attempt.result().is_some_and(|result| result.passed) {
            return Ok(CertificateStep::NotPassed);
        }
        if let Some(issued) = self.storage.certificate_of_attempt(attempt.id).await? {
            return Ok(CertificateStep::Issued { href: address::verify(lang, issued.id) });
        }
        let (value, problem) = typed.map_or((String::new(), None), |(value, problem)| (value, Some(problem)));
        let action = format!("{}/certificate", address::attempt(lang, course, attempt.id));
        Ok(CertificateStep::AskName { action, value, problem })
    }

    /// Issues the certificate of a passed attempt. However often it is asked for, there is one, with the first name.
    pub async fn issue_certificate(
        &self,
        lang: Lang,
        catalog: &Catalog,
        course: &Course,
        attempt: &Attempt,
        typed: &str,
    ) -> Result<Issued, ServiceError> {
        let AttemptState::Finished { result, .. } = attempt.state else { return Err(ServiceError::NotFound) };
        if !result.passed {
            return Err(ServiceError::NotFound);
        }
        let holder = match HolderName::parse(typed) {
            Ok(holder) => holder,
            Err(error) => return Ok(Issued::BadName(name_problem(error))),
        };
        let new = self.sign(lang, catalog, course, attempt, holder, result.score)?;
        match self.storage.issue_certificate(new).await? {
            CertificateIssued::New(issued) => {
                metrics::counter!("vramlab_certificates_issued_total").increment(1);
                Ok(Issued::Certificate(issued.id))
            }
            CertificateIssued::Already(issued) => Ok(Issued::Certificate(issued.id)),
            CertificateIssued::NotEarned | CertificateIssued::UnknownAttempt => Err(ServiceError::NotFound),
        }
    }

    fn sign(
        &self,
        lang: Lang,
        catalog: &Catalog,
        course: &Course,
        attempt: &Attempt,
        holder: HolderName,
        score: Score,
    ) -> Result<NewCertificate, ServiceError> {
        let (now, mut rng) = (self.clock.now(), clock::rng());
        let id = CertificateId::generate(&mut rng);
        let other_langs: Vec<Lang> = catalog.languages.iter().copied().filter(|other| *other != lang).collect();
        let texts = app::i18n::credential_texts(lang, course.quiz.draw, course.quiz.pass_percent);
        let input = CredentialInput {
            facts: Facts {
                id: id.as_uuid(),
                holder: holder.as_str().to_owned(),
                course: course.id.clone(),
                edition: attempt.edition.clone(),
                score: score.correct,
                max: score.max,
                issued_at: now.as_millis(),
                lang,
            },
            subject: CertificateId::generate(&mut rng).as_uuid(),
            course_title: course.title.get(lang),
            course_description: &course.tagline.get(lang).plain,
            criteria: &texts.criteria,
            score_name: &texts.score_name,
            pass_score: pass_score(score.max, course.quiz.pass_percent),
            other_langs: &other_langs,
            issuer: &self.issuer,
        };
        let keys = self.keys.keys();
        let signing = |error: &dyn std::error::Error| ServiceError::Signing(error.to_string());
        let credential = Credential::new(&input).map_err(|error| signing(&error))?;
        let jwt = jwt::sign(&keys, &credential).map_err(|error| signing(&error))?;
        Ok(NewCertificate {
            id,
            learner: attempt.learner,
            attempt: attempt.id,
            course: course.id.clone(),
            edition: attempt.edition.clone(),
            holder,
            score,
            issued_at: now,
            lang,
            kid: keys.signing().public().thumbprint().to_owned(),
            jwt,
        })
    }

    /// Looks a certificate up and checks it.
    pub async fn find_certificate(&self, id: CertificateId) -> Result<Lookup, ServiceError> {
        let certificate = match self.storage.certificate(id).await {
            Ok(Some(certificate)) => certificate,
            Ok(None) => return Ok(Lookup::Unknown),
            Err(error @ StorageError::Corrupt { .. }) => {
                tracing::error!(certificate = %id, %error, "a stored certificate cannot be read");
                return Ok(Lookup::Unreadable(id));
            }
            Err(error) => return Err(error.into()),
        };
        let facts = match &certificate {
            Certificate::Issued(issued) => Some(facts(issued)),
            Certificate::Erased(_) => None,
        };
        let registered = match &certificate {
            Certificate::Issued(issued) => Registered {
                withdrawn: issued.status != CertificateStatus::Active,
                facts: facts.as_ref(),
                jwt: Some(&issued.jwt),
                key: Some(&issued.kid),
            },
            Certificate::Erased(_) => Registered { withdrawn: true, facts: None, jwt: None, key: None },
        };
        let checked = check::check(&self.keys.keys(), &registered);
        if let Some(finding) = &checked.finding {
            tracing::error!(certificate = %id, %finding, "a stored certificate does not check out");
        }
        Ok(Lookup::Found(Box::new(Found { certificate, checked })))
    }

    /// Returns how many certificates of a learner stand.
    pub async fn certificates_held(&self, learner: LearnerId) -> Result<usize, ServiceError> {
        let held = self.storage.certificates_of(learner).await?;
        Ok(held.iter().filter(|certificate| certificate.status == CertificateStatus::Active).count())
    }

    /// Returns the page of a certificate; `viewer` is whoever looks, to whom sharing is explained when it is their own.
    pub fn certificate_page(
        &self,
        lang: Lang,
        catalog: &Catalog,
        found: Found,
        viewer: Option<LearnerId>,
    ) -> CertificateView {
        shaped::page(lang, catalog, &self.issuer, found, viewer)
    }

    /// Returns the page of a certificate whose entry cannot be read.
    pub fn unreadable_certificate_page(&self, id: CertificateId) -> CertificateView {
        shaped::unreadable(id)
    }
}

fn facts(issued: &IssuedCertificate) -> Facts {
    Facts {
        id: issued.id.as_uuid(),
        holder: issued.holder.clone(),
        course: issued.course.clone(),
        edition: issued.edition.clone(),
        score: issued.score.correct,
        max: issued.score.max,
        issued_at: Timestamp::as_millis(issued.issued_at),
        lang: issued.lang,
    }
}

/// Returns the least score that passes.
fn pass_score(max: u32, pass_percent: u8) -> u32 {
    u32::try_from((u64::from(max) * u64::from(pass_percent)).div_ceil(100)).unwrap_or(max)
}

fn name_problem(error: NameError) -> NameProblem {
    match error {
        NameError::Empty => NameProblem::Empty,
        NameError::TooLong => NameProblem::TooLong,
        NameError::BadCharacter(_) => NameProblem::BadCharacter,
    }
}
