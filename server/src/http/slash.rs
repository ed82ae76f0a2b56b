//! A slash at the end of an address. The catalogues have one, no other page has, and either way of writing leads there.

use axum::Router;
use axum::extract::{MatchedPath, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get};
use content::lang::Lang;

use super::App;
use super::error::HttpError;
use super::extract::Path;
use super::visit::Look;
use crate::service::shape::address;

/// Adds addresses that people type or copy by hand.
pub(super) trait Pages {
    /// Adds an address that is also found with a slash at its end.
    fn page(self, path: &'static str, methods: MethodRouter<App>) -> Self;
}

impl Pages for Router<App> {
    fn page(self, path: &'static str, methods: MethodRouter<App>) -> Self {
        self.route(path, methods).route(&format!("{path}/"), get(drop_slash))
    }
}

/// `/en` is meant as `/en/`.
pub(super) async fn add_slash(State(app): State<App>, Path(lang): Path<String>) -> Result<Response, HttpError> {
    let lang: Lang = lang.parse().map_err(|_| HttpError::not_found())?;
    if !app.services.catalog().languages.contains(&lang) {
        return Err(HttpError::not_found());
    }
    Ok(Redirect::permanent(&address::catalog(lang)).into_response())
}

/// `/en/glossary/` is meant as `/en/glossary`. Whether there is such a course or lesson is said at that address.
async fn drop_slash(look: Look, route: MatchedPath) -> Result<Response, HttpError> {
    if look.lang.is_none() && route.as_str().starts_with("/{lang}/") {
        return Err(HttpError::not_found());
    }
    let address = without_slash(&look.here).ok_or_else(HttpError::not_found)?;
    Ok(Redirect::permanent(&address).into_response())
}

/// Returns the address without the slash at the end of its path, and with its query.
fn without_slash(here: &str) -> Option<String> {
    let (path, query) = here.split_once('?').map_or((here, None), |(path, query)| (path, Some(query)));
    let path = path.strip_suffix('/').filter(|path| !path.is_empty() && !path.ends_with('/'))?;
    Some(query.map_or_else(|| path.to_owned(), |query| format!("{path}?{query}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slash_is_dropped_and_the_query_kept() {
        for (here, there) in [
            ("/en/glossary/", Some("/en/glossary")),
            ("/en/courses/x/?a=1&b=/", Some("/en/courses/x?a=1&b=/")),
            ("/en/glossary?a=/", None),
            ("/en/glossary//", None),
            // What `Look` makes of an address that would name another host.
            ("/", None),
        ] {
            assert_eq!(without_slash(here).as_deref(), there, "{here}");
        }
    }
}
