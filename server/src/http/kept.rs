//! Pages kept as they were written.
//!
//! # Note: what may be kept
//! A page follows from the content, the address, the colour scheme and what the database has of the learner. So it is kept
//! for these, the learner's part as a [`Revision`](crate::domain::Revision) that every write moves on, and given again
//! for as long as they are the same.
//!
//! Addresses with a query or an escape are left out, as there is no end of them; the others are as many as the site has
//! pages. Pages of learners have a budget of bytes, the others are few.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use app::view::{Chrome, Theme};
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use content::course::Catalog;

use super::bounded::Bounded;
use super::middleware::{BodyHash, HasIsland};
use super::visit::Visit;
use crate::domain::Recognised;

/// Bytes of learners' pages that are kept at most.
const BUDGET: usize = 4 * 1024 * 1024;

/// The pages of the content that is served.
#[derive(Debug, Default)]
pub struct KeptPages {
    shelf: RwLock<Shelf>,
}

#[derive(Debug)]
struct Shelf {
    /// The content that the pages show.
    catalog: Option<Arc<Catalog>>,
    /// Without a learner: by address, one for each colour scheme.
    common: HashMap<String, [Option<Page>; 3]>,
    own: Bounded<(Recognised, Theme, String), Page>,
}

#[derive(Debug, Clone)]
struct Page {
    html: Bytes,
    hash: BodyHash,
    islands: bool,
}

impl Visit {
    /// Returns the page that was kept for a visit like this one.
    pub fn kept(&self) -> Option<Response> {
        let found = || self.app.kept.find(&self.catalog, &self.here, self.theme, self.recognised);
        if self.may_keep() { found().map(Page::response) } else { None }
    }

    /// Returns a page as response, and keeps it for the next visit like this one.
    pub fn keep(&self, chrome: &Chrome, html: String) -> Response {
        let html = Bytes::from(html);
        let page = Page { hash: BodyHash::of(&html), html, islands: chrome.islands };
        // While the content is being replaced, a page of the old one may still be on its way here.
        if self.may_keep() && Arc::ptr_eq(&self.catalog, &self.app.services.catalog()) {
            self.app.kept.insert(&self.catalog, &self.here, self.theme, self.recognised, page.clone());
        }
        page.response()
    }

    fn may_keep(&self) -> bool {
        !self.here.contains(['?', '%'])
    }
}

impl KeptPages {
    fn find(&self, catalog: &Arc<Catalog>, address: &str, theme: Theme, who: Option<Recognised>) -> Option<Page> {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        if !shelf.is_of(catalog) {
            return None;
        }
        match who {
            Some(who) => shelf.own.find(&(who, theme, address.to_owned())),
            None => shelf.common.get(address)?[place(theme)].clone(),
        }
    }

    fn insert(&self, catalog: &Arc<Catalog>, address: &str, theme: Theme, who: Option<Recognised>, page: Page) {
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        if !shelf.is_of(catalog) {
            *shelf = Shelf { catalog: Some(Arc::clone(catalog)), ..Shelf::default() };
        }
        match who {
            Some(who) => shelf.own.keep((who, theme, address.to_owned()), page),
            None => shelf.common.entry(address.to_owned()).or_default()[place(theme)] = Some(page),
        }
    }
}

impl Shelf {
    fn is_of(&self, catalog: &Arc<Catalog>) -> bool {
        self.catalog.as_ref().is_some_and(|mine| Arc::ptr_eq(mine, catalog))
    }
}

impl Default for Shelf {
    fn default() -> Self {
        Self { catalog: None, common: HashMap::new(), own: Bounded::new(BUDGET, |page: &Page| page.html.len()) }
    }
}

impl Page {
    fn response(self) -> Response {
        let mut response = (StatusCode::OK, Html(self.html)).into_response();
        response.extensions_mut().insert(self.hash);
        if self.islands {
            response.extensions_mut().insert(HasIsland);
        }
        response
    }
}

fn place(theme: Theme) -> usize {
    match theme {
        Theme::System => 0,
        Theme::Light => 1,
        Theme::Dark => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{LearnerId, Revision, Timestamp};
    use crate::service::clock;

    fn page(text: &'static str) -> Page {
        let html = Bytes::from_static(text.as_bytes());
        Page { hash: BodyHash::of(&html), html, islands: false }
    }

    fn catalog() -> Arc<Catalog> {
        Arc::new(Catalog { languages: Vec::new(), courses: Vec::new(), labs: Vec::new() })
    }

    #[test]
    fn a_page_is_kept_for_its_address_and_colours_until_the_content_is_replaced() {
        let (kept, old, new) = (KeptPages::default(), catalog(), catalog());
        let found = |catalog, address, theme| kept.find(catalog, address, theme, None).map(|page| page.html);
        assert_eq!(found(&old, "/en/", Theme::Light), None);
        kept.insert(&old, "/en/", Theme::Light, None, page("old"));
        assert_eq!(found(&old, "/en/", Theme::Light).as_deref(), Some(&b"old"[..]));
        assert_eq!(found(&old, "/en/", Theme::Dark), None);
        assert_eq!(found(&old, "/vi/", Theme::Light), None);
        assert_eq!(found(&new, "/en/", Theme::Light), None, "it shows the content of before");
        kept.insert(&new, "/vi/", Theme::Light, None, page("new"));
        assert_eq!(found(&old, "/en/", Theme::Light), None, "the old pages are gone");
    }

    #[test]
    fn a_learners_page_is_theirs_until_something_is_written() {
        let (kept, catalog) = (KeptPages::default(), catalog());
        let learner = || LearnerId::generate(Timestamp::from_millis(0), &mut clock::rng());
        let (mine, yours) = (learner(), learner());
        let at = |learner, revision| Some(Recognised { learner, revision: Revision(revision) });
        kept.insert(&catalog, "/en/", Theme::Light, at(mine, 1), page("mine"));
        let found = |who| kept.find(&catalog, "/en/", Theme::Light, who).map(|page| page.html);
        assert_eq!(found(at(mine, 1)).as_deref(), Some(&b"mine"[..]));
        assert_eq!(found(at(mine, 2)), None, "there is something new to show");
        assert_eq!(found(at(yours, 1)), None);
        assert_eq!(found(None), None);
    }
}
