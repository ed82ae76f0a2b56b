//! The page that a certificate's link opens. What it says about the certificate comes first; then the document with
//! everything that was signed, so that an altered copy gives itself away; then how to check without this site.

mod document;
mod steps;

use leptos::prelude::*;

use crate::components::icon::{Icon, icon};
use crate::components::patterns::patterns;
use crate::i18n::Text;
use crate::shell;
use crate::view::{CertificateStatus, CertificateView, Check, Chrome, VerifyView};

/// What can be said about a certificate's ID.
pub fn verify(chrome: &Chrome, view: &VerifyView) -> String {
    shell::page(chrome, "verify", |text| match view {
        VerifyView::Known(certificate) => known(text, chrome, certificate),
        VerifyView::Unknown { id, malformed } => unknown(text, id, *malformed),
    })
}

fn known(text: Text, chrome: &Chrome, view: &CertificateView) -> AnyView {
    let address = format!("{}/verify/{}", chrome.origin, view.id);
    view! {
        {patterns()}
        {status(text, view)}
        {view.facts.as_ref().map(|facts| document::document(text, &address, view, facts))}
        {checks(text, &view.checks)}
        {(view.own && is_handed_out(view.status)).then(|| share(text, &address, view))}
        {yourself(text, &chrome.origin, view)}
    }
    .into_any()
}

/// Tells whether the signed credential is there to be fetched, and worth being passed on.
const fn is_handed_out(status: CertificateStatus) -> bool {
    matches!(status, CertificateStatus::Valid | CertificateStatus::KeyMissing)
}

/// How to check without this site, or, where the credential cannot be fetched, what a copy of it is worth.
fn yourself(text: Text, origin: &str, view: &CertificateView) -> Option<AnyView> {
    match view.status {
        CertificateStatus::Withdrawn => Some(copy(text, "verify-copy-withdrawn")),
        CertificateStatus::Altered => Some(copy(text, "verify-copy-altered")),
        CertificateStatus::Valid | CertificateStatus::KeyMissing => {
            view.facts.is_some().then(|| steps::steps(text, origin, view).into_any())
        }
    }
}

fn copy(text: Text, said: &'static str) -> AnyView {
    view! {
        <section class="part part-yourself" aria-labelledby="yourself">
            <h2 id="yourself">{text.get("verify-copy")}</h2>
            <div class="part-content"><p>{text.get(said)}</p></div>
        </section>
    }
    .into_any()
}

fn status(text: Text, view: &CertificateView) -> impl IntoView + use<> {
    let (name, sign, title, said) = match view.status {
        CertificateStatus::Valid => ("valid", Icon::Check, "verify-valid", "verify-valid-text"),
        CertificateStatus::Withdrawn => ("withdrawn", Icon::Cross, "verify-withdrawn", "verify-withdrawn-text"),
        CertificateStatus::Altered => ("altered", Icon::Cross, "verify-altered", "verify-altered-text"),
        CertificateStatus::KeyMissing => ("unclear", Icon::Warning, "verify-key-missing", "verify-key-missing-text"),
    };
    let erased = view.status == CertificateStatus::Withdrawn && view.facts.is_none();
    view! {
        <div class="verify-status" data-status=name>
            <h1>{icon(sign)}<span>{text.get(title)}</span></h1>
            <p>{text.get(said)}</p>
            {erased.then(|| view! { <p>{text.get("verify-withdrawn-erased")}</p> })}
            {view.facts.is_none().then(|| asked_id(text, &view.id))}
        </div>
    }
}

fn asked_id(text: Text, id: &str) -> impl IntoView + use<> {
    view! { <p class="asked-id">{text.get("verify-asked-id")}" "<code>{id.to_owned()}</code></p> }
}

fn unknown(text: Text, id: &str, malformed: bool) -> AnyView {
    let (title, said) = if malformed {
        ("verify-malformed", "verify-malformed-text")
    } else {
        ("verify-unknown", "verify-unknown-text")
    };
    view! {
        <div class="verify-status" data-status="unclear">
            <h1>{icon(Icon::Warning)}<span>{text.get(title)}</span></h1>
            <p>{text.get(said)}</p>
            {asked_id(text, id)}
        </div>
        <p><a href=format!("/{}/", text.lang())>{text.get("nav-courses")}</a></p>
    }
    .into_any()
}

fn checks(text: Text, checks: &[(Check, bool)]) -> Option<impl IntoView + use<>> {
    if checks.is_empty() {
        return None;
    }
    let rows = checks.iter().map(|(check, passed)| {
        let (sign, word) =
            if *passed { (Icon::Check, "verify-check-passed") } else { (Icon::Cross, "verify-check-failed") };
        view! {
            <li data-outcome=if *passed { "right" } else { "wrong" }>
                {icon(sign)}
                <span><strong>{text.get(word)}</strong>" "{text.get(check_key(*check, *passed))}</span>
            </li>
        }
    });
    let rows = rows.collect_view();
    Some(view! {
        <section class="part" aria-labelledby="checks">
            <h2 id="checks">{text.get("verify-checks")}</h2>
            <div class="part-content"><ul class="checks">{rows}</ul></div>
        </section>
    })
}

const fn check_key(check: Check, passed: bool) -> &'static str {
    match (check, passed) {
        (Check::Registered, true) => "verify-check-registered",
        (Check::Registered, false) => "verify-check-registered-not",
        (Check::Signature, true) => "verify-check-signature",
        (Check::Signature, false) => "verify-check-signature-not",
        (Check::MatchesSigned, true) => "verify-check-matches",
        (Check::MatchesSigned, false) => "verify-check-matches-not",
        (Check::NotWithdrawn, true) => "verify-check-not-withdrawn",
        (Check::NotWithdrawn, false) => "verify-check-not-withdrawn-not",
    }
}

/// For the holder: the address as text, because a link that is copied carries what a picture cannot.
fn share(text: Text, address: &str, view: &CertificateView) -> impl IntoView + use<> {
    let linkedin = view.linkedin_href.clone().map(|href| {
        view! { <p><a class="button button-quiet" href=href rel="noopener">{text.get("verify-linkedin")}</a></p> }
    });
    view! {
        <section class="part part-share" aria-labelledby="share">
            <h2 id="share">{text.get("verify-own-title")}</h2>
            <div class="part-content">
                <p>{text.get("verify-own-text")}</p>
                <p class="own-address"><a href=address.to_owned()><code>{address.to_owned()}</code></a></p>
                {linkedin}
            </div>
        </section>
    }
}
