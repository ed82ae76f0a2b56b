//! Around a page: its chrome, and the response that carries it.

use app::view::{Bundle, Chrome, Link, QuestionView, QuizQuestionView, Section};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use content::lang::Lang;
use serde::Serialize;

use super::App;
use super::middleware::HasIsland;
use super::visit::{Look, Visit};

/// What a page is, for its head.
#[derive(Debug, Clone)]
pub struct Head {
    pub section: Section,
    pub title: String,
    pub description: String,
    pub noindex: bool,
    pub islands: bool,
    pub bundle: Bundle,
    pub json_ld: Option<String>,
    /// Seconds after which the page is to be loaded again.
    pub refresh_s: Option<u32>,
}

impl Head {
    /// Returns the head of a page that search engines may show.
    pub fn public(section: Section, title: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            section,
            title: title.into(),
            description: description.into(),
            noindex: false,
            islands: false,
            bundle: Bundle::Course,
            json_ld: None,
            refresh_s: None,
        }
    }

    /// Returns the head of a page that is one visitor's own.
    pub fn private(section: Section, title: impl Into<String>) -> Self {
        Self { noindex: true, ..Self::public(section, title, "") }
    }

    /// Says in the title that the form came back with a message, where it was refused.
    #[must_use]
    pub fn refused(self, lang: Lang, refused: bool) -> Self {
        if refused { Self { title: app::i18n::refused_title(lang, &self.title), ..self } } else { self }
    }

    /// Marks the page as holding islands.
    #[must_use]
    pub fn with_islands(self) -> Self {
        Self { islands: true, ..self }
    }

    /// Marks the page as holding the islands of another bundle.
    #[must_use]
    pub fn with_islands_of(self, bundle: Bundle) -> Self {
        Self { islands: true, bundle, ..self }
    }
}

impl Visit {
    /// Returns the chrome of a page.
    pub fn chrome(&self, head: Head) -> Chrome {
        chrome(&self.app, &self.catalog.languages, self.lang, self.theme, &self.here, head)
    }
}

impl Look {
    /// Returns the chrome of a page that stands in for the one asked for.
    pub fn chrome(&self, app: &App, head: Head) -> Chrome {
        chrome(app, &self.catalog.languages, self.spoken, self.theme, &self.here, head)
    }
}

fn chrome(app: &App, languages: &[Lang], lang: Lang, theme: app::view::Theme, here: &str, head: Head) -> Chrome {
    Chrome {
        lang,
        alternates: languages.iter().map(|other| (*other, in_language(here, lang, *other))).collect(),
        theme,
        here: here.to_owned(),
        origin: app.origin().to_owned(),
        assets: app.site.assets.clone(),
        section: head.section,
        title: head.title,
        description: head.description,
        noindex: head.noindex,
        json_ld: head.json_ld,
        islands: head.islands,
        bundle: head.bundle,
        refresh_s: head.refresh_s,
    }
}

/// Returns the same address in another language. An address without a language has its counterpart at the start page.
fn in_language(here: &str, lang: Lang, other: Lang) -> String {
    let rest = here.strip_prefix(&format!("/{lang}")).filter(|rest| rest.starts_with('/'));
    format!("/{other}{}", rest.unwrap_or("/"))
}

/// Returns a page as response. A page with islands is marked, for the content security policy.
pub fn html(status: StatusCode, chrome: &Chrome, html: String) -> Response {
    let mut response = (status, Html(html)).into_response();
    if chrome.islands {
        response.extensions_mut().insert(HasIsland);
    }
    response
}

/// Returns a redirect after a post: the page is fetched anew, and reloading it posts nothing.
pub fn see_other(address: &str) -> Response {
    Redirect::to(address).into_response()
}

/// What an island swaps in, and what it says aloud.
#[derive(Debug, Serialize)]
pub struct Fragment {
    html: String,
    announce: String,
}

impl Fragment {
    pub fn question(lang: Lang, view: &QuestionView) -> Self {
        Self { html: app::fragment::question(lang, view), announce: app::i18n::announce(lang, view) }
    }

    pub fn quiz_question(lang: Lang, view: &QuizQuestionView) -> Self {
        Self { html: app::fragment::quiz_question(lang, view), announce: app::i18n::announce_in_quiz(lang, view) }
    }

    /// Returns the fragment as response; a refused post has the status that says so.
    pub fn response(self, refused: bool) -> Response {
        (answer_status(refused), Json(self)).into_response()
    }
}

/// Returns 422 for a post that was refused for what was in it, 200 otherwise.
pub fn answer_status(refused: bool) -> StatusCode {
    if refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK }
}

/// Returns a link with its text.
pub fn link(href: impl Into<String>, text: impl Into<String>) -> Link {
    Link { href: href.into(), text: text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_switch_keeps_page_and_query() {
        for (here, there) in [
            ("/en/", "/vi/"),
            ("/en/courses/gpu-memory/quiz/x?retry=1", "/vi/courses/gpu-memory/quiz/x?retry=1"),
            ("/credentials/1", "/vi/"),
            ("/english", "/vi/"),
        ] {
            assert_eq!(in_language(here, Lang::EN, Lang::VI), there);
        }
    }
}
