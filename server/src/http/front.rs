//! What stands before all handlers: a page that is kept needs none.

use std::sync::Arc;

use axum::Router;
use axum::extract::{MatchedPath, Request};
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use content::course::Catalog;
use futures_util::future::{Either, ready};
use tower::ServiceExt as _;

use super::App;
use super::connections::Site;
use super::error::HttpError;
use super::kept::Wanted;
use super::middleware::accept::wants_json;
use super::middleware::{self, Admitted, Around, Encoding, MiddlewareConfig};
use super::visit::{LANGUAGE, LEARNER, THEME, cookie_name, language_of, local, theme_of};
use crate::domain::LookedUp;

/// The whole site, as connections ask it. A clone is another handle to it.
#[derive(Debug, Clone)]
pub struct Front(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    app: App,
    around: Arc<Around>,
    router: Router,
}

/// Why it is not known whom the token of a request stands for, among the request's extensions.
#[derive(Debug, Clone)]
pub(super) struct NotLookedUp(pub(super) HttpError);

/// A request for a page that may be kept.
#[derive(Debug)]
struct Reader {
    catalog: Arc<Catalog>,
    admitted: Admitted,
    /// Wanted by nobody as long as it is not known by whom.
    wanted: Wanted,
    /// Nothing where the database has to be asked.
    who: Option<LookedUp>,
}

impl Front {
    pub fn new(app: App, config: MiddlewareConfig) -> Self {
        let around = Arc::new(Around::new(config));
        let router = middleware::wrap(super::router(app.clone()), &around);
        Self(Arc::new(Inner { app, around, router }))
    }
}

impl Site for Front {
    /// Gives the page that is kept for a request, or has the request handled. The handling is boxed, as it takes kilobytes that
    /// would be moved along for every page that needs none.
    fn answer(self, request: Request) -> impl Future<Output = Response> + Send {
        let reader = self.0.reader(&request);
        if let Some(given) = reader.as_ref().and_then(|reader| self.0.given(reader, &request)) {
            return Either::Left(ready(given));
        }
        Either::Right(Box::pin(async move {
            match reader {
                Some(reader) => self.0.read(reader, request).await,
                None => self.0.handled(request).await,
            }
        }))
    }
}

impl Inner {
    /// Returns what is known of a request without waiting for anything. Nothing where no page is kept for such requests, and
    /// where the client is to be refused, which is done where requests are handled.
    fn reader(&self, request: &Request) -> Option<Reader> {
        let catalog = self.app.services.catalog();
        let wanted = self.wanted(&catalog, request)?;
        let admitted = self.around.admit_reader(request)?;
        let who = match self.token(request.headers()) {
            Some(token) => self.app.services.remembered_learner(token),
            None => Some(LookedUp(None)),
        };
        Some(Reader { catalog, admitted, wanted: Wanted { who: who.and_then(|LookedUp(who)| who), ..wanted }, who })
    }

    /// Returns the page that is kept for a reader who is known.
    fn given(&self, reader: &Reader, request: &Request) -> Option<Response> {
        reader.who?;
        let kept = self.app.kept.find(&reader.catalog, &reader.wanted)?;
        Some(self.around.give(reader.admitted, request, &kept))
    }

    /// Gives a reader the page that is kept, now that the database can be asked, or has the page made and keeps it.
    async fn read(&self, mut reader: Reader, mut request: Request) -> Response {
        if let (None, Some(token)) = (reader.who, self.token(request.headers())) {
            match self.app.services.learner(token).await {
                Ok(who) => (reader.who, reader.wanted.who) = (Some(LookedUp(who)), who),
                // Told by the handler, which does not wait for the database once more.
                Err(error) => drop(request.extensions_mut().insert(NotLookedUp(error.into()))),
            }
            if let Some(given) = self.given(&reader, &request) {
                return given;
            }
        }
        request.extensions_mut().insert(reader.admitted);
        let Some(who) = reader.who else { return self.handled(request).await };
        request.extensions_mut().insert(who);
        let response = self.handled(request).await;
        match response.extensions().get::<MatchedPath>().cloned() {
            Some(route) => self.app.kept.keep(&reader.catalog, reader.wanted, route, response).await,
            None => response,
        }
    }

    async fn handled(&self, request: Request) -> Response {
        self.router.clone().oneshot(request).await.unwrap_or_else(|never| match never {})
    }

    fn token<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        last_cookie(headers, cookie_name(&self.app, LEARNER))
    }

    /// Returns what is wanted, where it may be kept; by whom is another question.
    fn wanted(&self, catalog: &Catalog, request: &Request) -> Option<Wanted> {
        let (uri, headers) = (request.uri(), request.headers());
        let path = uri.path();
        let plain = uri.query().is_none() && !path.contains('%') && local(path) == path;
        if *request.method() != Method::GET || !plain || wants_json(headers) {
            return None;
        }
        let lang = path.split('/').nth(1)?.parse().ok().filter(|lang| catalog.languages.contains(lang))?;
        let cookie = |name| last_cookie(headers, cookie_name(&self.app, name));
        // The start page of a language remembers it, and then has a cookie to give.
        if path.ends_with('/') && cookie(LANGUAGE).and_then(language_of) != Some(lang) {
            return None;
        }
        let (theme, encoding) = (theme_of(cookie(THEME).unwrap_or_default()), Encoding::chosen(headers));
        Some(Wanted { address: path.to_owned(), theme, encoding, who: None })
    }
}

/// Returns the value of a cookie. Of several with one name the last counts, as for the jar of cookies.
fn last_cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let lines = headers.get_all(COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.filter(|(found, _)| found.trim() == name).map(|(_, value)| value.trim()).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_among_others() {
        let headers = |lines: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(COOKIE, axum::http::HeaderValue::from_static(line));
            }
            headers
        };
        for (lines, found) in [
            (&["a=1; name=x; b=2"][..], Some("x")),
            (&["name=x=y"], Some("x=y")),
            (&["name=x", "name=y"], Some("y")),
            (&["other=name=x", "name", "aname=x"], None),
            (&[], None),
        ] {
            assert_eq!(last_cookie(&headers(lines), "name"), found, "{lines:?}");
        }
    }
}
