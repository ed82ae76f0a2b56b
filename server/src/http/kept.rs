//! Answers kept as they were sent.
//!
//! # Note: what may be kept
//! A page follows from the content, the address, the colour scheme and what the database has of the learner. So it is kept
//! for these, the learner's part as a [`Revision`](crate::domain::Revision) that every write moves on, and given again
//! for as long as they are the same. It is kept whole, with its headers and compressed, so that giving it again takes
//! hardly more than sending it.
//!
//! Addresses with a query or an escape are left out, as there is no end of them.

use std::sync::{Arc, PoisonError, RwLock};

use app::view::{Chrome, Theme};
use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::MatchedPath;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse as _, Response};
use content::course::Catalog;

use super::bounded::Bounded;
use super::middleware::{Encoding, Ready};
use super::page;
use super::visit::Visit;
use crate::domain::Recognised;

/// Bytes of pages that are kept at most: of those that all see, and of those of learners.
const BUDGET: usize = 4 * 1024 * 1024;

/// Larger than any page.
const MAX_PAGE: usize = 1024 * 1024;

/// Answers to requests, as long as the content is the same.
#[derive(Debug, Default)]
pub struct KeptPages {
    shelf: RwLock<Shelf>,
}

#[derive(Debug)]
struct Shelf {
    /// The content that the pages show.
    catalog: Option<Arc<Catalog>>,
    common: Bounded<Wanted, Arc<Ready>>,
    own: Bounded<Wanted, Arc<Ready>>,
}

/// What a page depends on, beside the content.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Wanted {
    pub address: String,
    pub theme: Theme,
    pub encoding: Option<Encoding>,
    /// As the database knew them before anything of the page was looked up.
    pub who: Option<Recognised>,
}

/// Put among a response's extensions by a handler whose page may be kept.
#[derive(Debug, Clone)]
struct OfContent(Arc<Catalog>);

impl Visit {
    /// Returns a page as response that may be kept for the next visit like this one.
    pub fn keep(&self, chrome: &Chrome, html: String) -> Response {
        let mut response = page::html(StatusCode::OK, chrome, html);
        response.extensions_mut().insert(OfContent(Arc::clone(&self.catalog)));
        response
    }
}

impl KeptPages {
    /// Returns what was sent to a request like this one, for the same content.
    pub fn find(&self, catalog: &Arc<Catalog>, wanted: &Wanted) -> Option<Arc<Ready>> {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        if shelf.is_of(catalog) { shelf.of(wanted.who).find(wanted) } else { None }
    }

    /// Keeps an answer where its handler said that it may, and returns it as it was.
    pub async fn keep(
        &self,
        catalog: &Arc<Catalog>,
        wanted: Wanted,
        route: MatchedPath,
        mut response: Response,
    ) -> Response {
        let of = response.extensions_mut().remove::<OfContent>();
        // While the content is being replaced, a page of the new one may have come from a handler that began later.
        let same = of.is_some_and(|OfContent(of)| Arc::ptr_eq(&of, catalog));
        let alike = response.status() == StatusCode::OK && !response.headers().contains_key(SET_COOKIE);
        if !same || !alike || response.body().size_hint().exact().is_none() {
            return response;
        }
        let (parts, body) = response.into_parts();
        match to_bytes(body, MAX_PAGE).await {
            Ok(bytes) => {
                self.insert(catalog, wanted, Ready::new(route, parts.headers.clone(), bytes.clone()));
                Response::from_parts(parts, Body::from(bytes))
            }
            // A page that is here in full can be read.
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    }

    fn insert(&self, catalog: &Arc<Catalog>, wanted: Wanted, page: Ready) {
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        if !shelf.is_of(catalog) {
            *shelf = Shelf { catalog: Some(Arc::clone(catalog)), ..Shelf::default() };
        }
        shelf.of(wanted.who).keep(wanted, Arc::new(page));
    }
}

impl Shelf {
    fn is_of(&self, catalog: &Arc<Catalog>) -> bool {
        self.catalog.as_ref().is_some_and(|mine| Arc::ptr_eq(mine, catalog))
    }

    fn of(&self, who: Option<Recognised>) -> &Bounded<Wanted, Arc<Ready>> {
        if who.is_some() { &self.own } else { &self.common }
    }
}

impl Default for Shelf {
    fn default() -> Self {
        let pages = || Bounded::new(BUDGET, |page: &Arc<Ready>| page.bytes());
        Self { catalog: None, common: pages(), own: pages() }
    }
}

#[cfg(test)]
mod tests;
