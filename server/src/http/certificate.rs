//! Certificates for whoever holds a link: the page that checks one, the signed credential, the public keys.

use app::view::{CertificateStatus as Shown, ErrorKind, Section, VerifyView};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::App;
use super::error::HttpError;
use super::extract::Path;
use super::middleware::accept::weight;
use super::page::{self, Head};
use super::visit::{Look, Visit};
use crate::certificate::jwks as keys;
use crate::domain::{Certificate, CertificateId, CertificateStatus};
use crate::service::certificates::Lookup;
use crate::service::shape::address;

/// A public key may be taken from a cache for an hour: a rotated one stays valid for what it signed.
const KEY_CACHE: HeaderValue = HeaderValue::from_static("public, max-age=3600");

pub(super) async fn verify(visit: Visit, Path((_, id)): Path<(String, String)>) -> Result<Response, HttpError> {
    let services = &visit.app.services;
    let parsed = id.parse::<CertificateId>();
    let found = match parsed {
        Ok(id) => services.find_certificate(id).await?,
        Err(_) => Lookup::Unknown,
    };
    let page = match found {
        Lookup::Found(found) => Some(services.certificate_page(visit.lang, &visit.catalog, *found, visit.learner)),
        Lookup::Unreadable(id) => Some(services.unreadable_certificate_page(id)),
        Lookup::Unknown => None,
    };
    let (status, view) = match page {
        Some(page) => (verify_status(page.status), VerifyView::Known(Box::new(page))),
        None => (StatusCode::NOT_FOUND, VerifyView::Unknown { malformed: parsed.is_err(), id }),
    };
    let chrome = visit.chrome(Head::private(Section::None, app::i18n::verify_title(visit.lang)));
    Ok(page::html(status, &chrome, app::pages::verify(&chrome, &view)))
}

/// Returns the status of the page that tells the state of a certificate, for those who ask by program.
fn verify_status(state: Shown) -> StatusCode {
    match state {
        Shown::Valid => StatusCode::OK,
        Shown::KeyMissing => StatusCode::SERVICE_UNAVAILABLE,
        Shown::Withdrawn => StatusCode::GONE,
        Shown::Altered => StatusCode::CONFLICT,
    }
}

/// The address to hand on: leads to the page in the language of whoever opens it.
pub(super) async fn verify_in_any_language(look: Look, Path(id): Path<String>) -> Response {
    // The id goes into a header: only what can be one does.
    let id =
        if id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') { &*id } else { "unknown" };
    Redirect::temporary(&address::verify(look.spoken, id)).into_response()
}

/// The credential itself: a JWT as text, or the signed claims as JSON for those who ask for it.
pub(super) async fn credential(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let id: CertificateId = id.parse().map_err(|_| HttpError::not_found())?;
    let found = match app.services.find_certificate(id).await? {
        Lookup::Found(found) => *found,
        // There is nothing to hand out that anyone could check.
        Lookup::Unreadable(_) => return Err(HttpError::new(ErrorKind::Altered)),
        Lookup::Unknown => return Err(HttpError::not_found()),
    };
    let Certificate::Issued(issued) = found.certificate else { return Err(gone()) };
    if issued.status != CertificateStatus::Active {
        return Err(gone());
    }
    if found.checked.status == Shown::Altered {
        return Err(HttpError::new(ErrorKind::Altered));
    }
    let mut response = if wants_json(&headers) {
        let signed = found.checked.signed.ok_or_else(gone)?;
        let mut json = Json(signed.credential).into_response();
        json.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/vc+ld+json"));
        json
    } else {
        let mut text = issued.jwt.into_response();
        text.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
        text
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // It names a person, and has no head that could say so.
    response.headers_mut().insert("x-robots-tag", HeaderValue::from_static("noindex"));
    // Whoever checks a credential in a browser, on whichever site, may fetch it.
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    Ok(response)
}

fn gone() -> HttpError {
    HttpError::new(ErrorKind::Withdrawn)
}

/// Tells whether the claims are wanted rather than the JWT. That is what the site hands out unless JSON is named, and what
/// it hands out to those to whom both are the same.
fn wants_json(headers: &HeaderMap) -> bool {
    let json = heaviest(headers, &["application/json", "application/vc+ld+json", "application/ld+json"]);
    let jwt = heaviest(headers, &["text/plain", "application/jwt", "application/vc+jwt"]);
    json > jwt && json >= heaviest(headers, &["*/*", "text/*"])
}

fn heaviest(headers: &HeaderMap, kinds: &[&str]) -> u16 {
    kinds.iter().map(|kind| weight(headers, header::ACCEPT, kind)).max().unwrap_or(0)
}

pub(super) async fn jwks(State(app): State<App>) -> Response {
    public(Json(keys::set(&app.services.keys.keys(), app.origin())))
}

pub(super) async fn key(State(app): State<App>, Path(thumbprint): Path<String>) -> Result<Response, HttpError> {
    let key = keys::one(&app.services.keys.keys(), app.origin(), &thumbprint);
    key.map(|key| public(Json(key))).ok_or_else(HttpError::not_found)
}

fn public(body: impl IntoResponse) -> Response {
    let mut response = body.into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, KEY_CACHE);
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_given_to_who_prefers_them_to_the_jwt() {
        for (accept, json) in [
            ("application/json", true),
            ("application/vc+ld+json", true),
            ("application/ld+json; profile=\"https://www.w3.org/ns/credentials/v2\"", true),
            ("APPLICATION/JSON, */*", true),
            ("application/json, text/plain;q=0.5", true),
            ("application/vc+jwt;q=0.2, application/vc+ld+json", true),
            ("text/plain", false),
            ("application/jwt, application/json;q=0.9", false),
            ("application/vc+jwt, application/vc+ld+json;q=0.9", false),
            ("application/json, text/plain, */*", false),
            ("application/json;q=0.1, */*", false),
            ("application/json;q=0", false),
            ("application/geo+json", false),
            ("text/html, application/xhtml+xml, */*;q=0.8", false),
            ("*/*", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(accept))]);
            assert_eq!(wants_json(&headers), json, "{accept}");
        }
        assert!(!wants_json(&HeaderMap::new()));
    }
}
