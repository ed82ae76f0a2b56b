//! Pages kept as they were written.
//!
//! # Note: what may be kept
//! Without a learner nothing on a page is the visitor's own: it follows from the content, the address and the colour
//! scheme. So such a page is written once for each of these, and given to everyone until the content is replaced.
//! Addresses with a query or an escape are left out, as there is no end of them; the others are as many as the site has
//! pages.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use app::view::{Chrome, Theme};
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use content::course::Catalog;

use super::middleware::{BodyHash, HasIsland};
use super::visit::Visit;

/// The pages of the content that is served.
#[derive(Debug, Default)]
pub struct KeptPages {
    shelf: RwLock<Shelf>,
}

#[derive(Debug, Default)]
struct Shelf {
    /// The content that the pages show.
    catalog: Option<Arc<Catalog>>,
    /// By address; one for each colour scheme.
    pages: HashMap<String, [Option<Page>; 3]>,
}

#[derive(Debug, Clone)]
struct Page {
    html: Bytes,
    hash: BodyHash,
    islands: bool,
}

impl Visit {
    /// Returns the page that was kept for visitors like this one.
    pub fn kept(&self) -> Option<Response> {
        let page = if self.may_keep() { self.app.kept.find(&self.catalog, &self.here, self.theme) } else { None };
        page.map(Page::response)
    }

    /// Returns a page as response, and keeps it where it is the same for others.
    pub fn keep(&self, chrome: &Chrome, html: String) -> Response {
        let html = Bytes::from(html);
        let page = Page { hash: BodyHash::of(&html), html, islands: chrome.islands };
        // While the content is being replaced, a page of the old one may still be on its way here.
        if self.may_keep() && Arc::ptr_eq(&self.catalog, &self.app.services.catalog()) {
            self.app.kept.insert(&self.catalog, &self.here, self.theme, page.clone());
        }
        page.response()
    }

    fn may_keep(&self) -> bool {
        self.learner.is_none() && !self.here.contains(['?', '%'])
    }
}

impl KeptPages {
    fn find(&self, catalog: &Arc<Catalog>, address: &str, theme: Theme) -> Option<Page> {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        if !shelf.is_of(catalog) {
            return None;
        }
        shelf.pages.get(address)?[place(theme)].clone()
    }

    fn insert(&self, catalog: &Arc<Catalog>, address: &str, theme: Theme, page: Page) {
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        if !shelf.is_of(catalog) {
            *shelf = Shelf { catalog: Some(Arc::clone(catalog)), pages: HashMap::new() };
        }
        shelf.pages.entry(address.to_owned()).or_default()[place(theme)] = Some(page);
    }
}

impl Shelf {
    fn is_of(&self, catalog: &Arc<Catalog>) -> bool {
        self.catalog.as_ref().is_some_and(|mine| Arc::ptr_eq(mine, catalog))
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

    fn page(text: &'static str) -> Page {
        let html = Bytes::from_static(text.as_bytes());
        Page { hash: BodyHash::of(&html), html, islands: false }
    }

    #[test]
    fn a_page_is_kept_for_its_address_and_colours_until_the_content_is_replaced() {
        let catalog = || Arc::new(Catalog { languages: Vec::new(), courses: Vec::new(), labs: Vec::new() });
        let (kept, old, new) = (KeptPages::default(), catalog(), catalog());
        let found = |catalog, address, theme| kept.find(catalog, address, theme).map(|page| page.html);
        assert_eq!(found(&old, "/en/", Theme::Light), None);
        kept.insert(&old, "/en/", Theme::Light, page("old"));
        assert_eq!(found(&old, "/en/", Theme::Light).as_deref(), Some(&b"old"[..]));
        assert_eq!(found(&old, "/en/", Theme::Dark), None);
        assert_eq!(found(&old, "/vi/", Theme::Light), None);
        assert_eq!(found(&new, "/en/", Theme::Light), None, "it shows the content of before");
        kept.insert(&new, "/vi/", Theme::Light, page("new"));
        assert_eq!(found(&old, "/en/", Theme::Light), None, "the old pages are gone");
    }
}
