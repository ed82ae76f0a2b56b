use app::pages;
use app::view::{CertificateFacts, CertificateStatus, CertificateView, Check, Link, Section, VerifyView};

use super::{Page, Setting};

const ID: &str = "0b54f1ce-7a58-4d3c-9b43-1f9f0f6a2d11";

pub(crate) fn pages(setting: Setting) -> Vec<Page> {
    use CertificateStatus::{Altered, KeyMissing, Valid, Withdrawn};
    let unknown = |id: &str, malformed| VerifyView::Unknown { id: id.to_owned(), malformed };
    vec![
        page(setting, "verify-valid", &known(setting, Valid, true, false)),
        page(setting, "verify-own", &known(setting, Valid, true, true)),
        page(setting, "verify-withdrawn", &known(setting, Withdrawn, true, false)),
        page(setting, "verify-erased", &known(setting, Withdrawn, false, false)),
        page(setting, "verify-altered", &known(setting, Altered, true, false)),
        page(setting, "verify-key-missing", &known(setting, KeyMissing, true, false)),
        page(setting, "verify-hostile", &with_hostile_names(setting)),
        page(setting, "verify-unknown", &unknown("5d2c8f40-1111-4222-8333-944455556666", false)),
        page(setting, "verify-malformed", &unknown("0b54f1ce<b>", true)),
    ]
}

fn known(setting: Setting, status: CertificateStatus, facts: bool, own: bool) -> VerifyView {
    let facts = facts.then(|| CertificateFacts {
        holder: "Nguyễn Thị Ánh Tuyết".to_owned(),
        course: setting.course(),
        edition: "9c1f4e2a7b30".to_owned(),
        score: 11,
        max: 12,
        percent: 92,
        date: setting.t("12 March 2026", "12 tháng 3, 2026"),
        date_iso: "2026-03-12".to_owned(),
        issuer: Link { href: "https://vramlab.example".to_owned(), text: "vramlab".to_owned() },
    });
    let intact = status == CertificateStatus::Valid || status == CertificateStatus::Withdrawn;
    VerifyView::Known(Box::new(CertificateView {
        id: ID.to_owned(),
        status,
        facts,
        checks: vec![
            (Check::Registered, status != CertificateStatus::KeyMissing),
            (Check::Signature, intact),
            (Check::MatchesSigned, intact),
            (Check::NotWithdrawn, status != CertificateStatus::Withdrawn),
        ],
        credential_href: format!("/credentials/{ID}"),
        jwks_href: "/.well-known/jwks.json".to_owned(),
        key_href: "/keys/x8Zk3".to_owned(),
        own,
        linkedin_href: own.then(|| "https://www.linkedin.com/profile/add?startTask=CERTIFICATION_NAME".to_owned()),
    }))
}

/// Names that try to be markup. Names are the learners' own; titles are the authors'.
fn with_hostile_names(setting: Setting) -> VerifyView {
    let mut view = known(setting, CertificateStatus::Valid, true, true);
    if let VerifyView::Known(certificate) = &mut view
        && let Some(facts) = &mut certificate.facts
    {
        HOSTILE.clone_into(&mut facts.holder);
        HOSTILE.clone_into(&mut facts.course.text);
        HOSTILE.clone_into(&mut facts.issuer.text);
        HOSTILE.clone_into(&mut facts.date);
    }
    view
}

/// Markup in text, in a quoted attribute, and a mark of the renderer.
pub(crate) const HOSTILE: &str = "\"'><script>alert(1)</script>&amp;<!><b onmouseover=alert(1)>";

fn page(setting: Setting, name: &str, view: &VerifyView) -> Page {
    let title = setting.t("Certificate", "Chứng chỉ");
    let mut chrome = setting.chrome(Section::None, &format!("/verify/{ID}"), &title);
    chrome.noindex = true;
    Page { name: name.to_owned(), html: pages::verify(&chrome, view) }
}
