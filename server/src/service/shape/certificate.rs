//! The page of a certificate.

use app::view::{CertificateFacts, CertificateStatus, CertificateView, Check, Link};
use content::course::Catalog;
use content::lang::Lang;

use super::address;
use crate::certificate::credential::Issuer;
use crate::certificate::jwks;
use crate::domain::{Certificate, CertificateId, IssuedCertificate, LearnerId};
use crate::service::certificates::Found;

/// Returns the page: everything that the register holds, beside what was checked.
pub fn page(
    lang: Lang,
    catalog: &Catalog,
    issuer: &Issuer,
    found: Found,
    viewer: Option<LearnerId>,
) -> CertificateView {
    let id = found.certificate.id();
    let issued = match &found.certificate {
        Certificate::Issued(issued) => Some(&**issued),
        Certificate::Erased(_) => None,
    };
    let own = issued.is_some_and(|issued| viewer == Some(issued.learner));
    let key = issued.map_or("", |issued| &issued.kid);
    CertificateView {
        id: id.to_string(),
        status: found.checked.status,
        facts: issued.map(|issued| facts(lang, catalog, issuer, issued)),
        checks: found.checked.checks,
        credential_href: address::credential(id),
        jwks_href: address::JWKS.to_owned(),
        key_href: format!("{}{key}", jwks::KEY_PATH),
        own,
        linkedin_href: issued.filter(|_| own).map(|issued| linkedin(lang, catalog, issuer, issued)),
    }
}

/// Returns the page of an entry that cannot be read: it is there, and what it says is not what was signed.
pub fn unreadable(id: CertificateId) -> CertificateView {
    CertificateView {
        id: id.to_string(),
        status: CertificateStatus::Altered,
        facts: None,
        checks: vec![(Check::Registered, true), (Check::MatchesSigned, false)],
        credential_href: address::credential(id),
        jwks_href: address::JWKS.to_owned(),
        key_href: jwks::KEY_PATH.to_owned(),
        own: false,
        linkedin_href: None,
    }
}

fn facts(lang: Lang, catalog: &Catalog, issuer: &Issuer, issued: &IssuedCertificate) -> CertificateFacts {
    CertificateFacts {
        holder: issued.holder.clone(),
        course: Link { href: format!("/{lang}/courses/{}", issued.course), text: course_title(lang, catalog, issued) },
        edition: issued.edition.0.clone(),
        score: issued.score.correct,
        max: issued.score.max,
        percent: issued.score.percent(),
        date: app::i18n::date(lang, issued.issued_at.as_millis()),
        date_iso: app::i18n::date_iso(issued.issued_at.as_millis()),
        issuer: Link { href: issuer.url().to_owned(), text: issuer.name().to_owned() },
    }
}

/// A course that is no longer taught keeps its id as name.
fn course_title(lang: Lang, catalog: &Catalog, issued: &IssuedCertificate) -> String {
    let course = catalog.course(issued.course.as_str());
    course.map_or_else(|| issued.course.to_string(), |course| course.title.get(lang).clone())
}

fn linkedin(lang: Lang, catalog: &Catalog, issuer: &Issuer, issued: &IssuedCertificate) -> String {
    let (year, month) = app::i18n::year_and_month(issued.issued_at.as_millis());
    let page = format!("{}{}", issuer.origin(), address::verify(lang, issued.id));
    let fields = [
        ("startTask", "CERTIFICATION_NAME".to_owned()),
        ("name", course_title(lang, catalog, issued)),
        ("organizationName", issuer.name().to_owned()),
        ("issueYear", year.to_string()),
        ("issueMonth", month.to_string()),
        ("certUrl", page),
        ("certId", issued.id.to_string()),
    ];
    let query = serde_urlencoded::to_string(fields).unwrap_or_default();
    format!("https://www.linkedin.com/profile/add?{query}")
}
