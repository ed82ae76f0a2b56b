//! Posts come from our own pages, or from programs without a cookie.
//!
//! # Note: foreign forms
//! A foreign page can make a browser post here, with the learner's cookie unless SameSite holds it back, and without
//! one it could still plant its own identity (by posting its own "continue" link). So for methods that change
//! something:
//!
//! - `Sec-Fetch-Site` decides where it is present, which no page can forge: `same-origin` passes, and so does `none`,
//!   which is the person's own doing. Everything else is foreign, subdomains included.
//! - Else `Origin` decides: it has to be the site's own. `null` is foreign.
//! - Neither: every browser of the last years sends `Origin` with a post, so this is a program. Without a learner
//!   cookie there is nothing a foreign page could ride on, and it passes; with one it is refused, for old browsers'
//!   sake.

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::uri::Authority;

use super::{MiddlewareConfig, Refusal};
use crate::domain::SiteOrigin;

pub(super) fn check(request: &Request, config: &MiddlewareConfig) -> Result<(), Refusal> {
    let fine = request.method().is_safe() || is_own(request, config);
    if fine { Ok(()) } else { Err(Refusal::ForeignOrigin) }
}

fn is_own(request: &Request, config: &MiddlewareConfig) -> bool {
    let headers = request.headers();
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    match headers.get(ORIGIN) {
        Some(origin) => {
            let origin: Option<SiteOrigin> = origin.to_str().ok().and_then(|text| text.parse().ok());
            origin.is_some_and(|origin| match &config.public_origin {
                Some(own) => origin == *own,
                // Without a configured origin the scheme is unknown (a proxy may speak TLS), so host and port decide.
                None => {
                    asked_host(request).is_some_and(|host| SiteOrigin::of_host(origin.is_https(), host) == Some(origin))
                }
            })
        }
        None => !has_cookie(headers, config.learner_cookie),
    }
}

fn asked_host(request: &Request) -> Option<&str> {
    let from_header = || request.headers().get(HOST)?.to_str().ok();
    request.uri().authority().map(Authority::as_str).or_else(from_header)
}

fn has_cookie(headers: &HeaderMap, name: &str) -> bool {
    headers.get_all(COOKIE).into_iter().any(|line| {
        // A line that is not text may hold anything.
        line.to_str().map_or(true, |line| {
            line.split(';').any(|pair| pair.split_once('=').is_some_and(|(found, _)| found.trim() == name))
        })
    })
}

#[cfg(test)]
mod tests;
