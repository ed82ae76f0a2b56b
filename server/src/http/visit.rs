//! A request for a page: its language, colour scheme, and who makes it.

use std::convert::Infallible;
use std::sync::Arc;

use app::view::Theme;
use axum::extract::{FromRequestParts, OriginalUri};
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, header};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use content::course::{Catalog, Course};
use content::id::QuestionId;
use content::lang::Lang;
use content::lesson::Lesson;
use content::question::Question;

use super::App;
use super::error::HttpError;
use super::front::NotLookedUp;
use super::middleware::accept::wants_json;
use super::middleware::{Class, Throttle};
use crate::domain::{LearnerId, LookedUp, Payer, Recognised};
use crate::service::ServiceError;
use crate::service::learner::{Here, Known};

/// The longest that browsers keep a cookie.
const COOKIE_DAYS: i64 = 400;

/// The name of a cookie: the plain one, and the one under TLS with the prefix that confines it to this host.
type CookieName = [&'static str; 2];

pub const LEARNER: CookieName = ["vramlab_learner", "__Host-vramlab_learner"];
pub const THEME: CookieName = ["vramlab_theme", "__Host-vramlab_theme"];
pub const LANGUAGE: CookieName = ["vramlab_language", "__Host-vramlab_language"];

/// A visit to a page below `/{lang}/`. Refused as not found when the site has no such language.
#[derive(Debug)]
pub struct Visit {
    pub app: App,
    /// The content for the whole of this request.
    pub catalog: Arc<Catalog>,
    pub lang: Lang,
    pub theme: Theme,
    pub learner: Option<LearnerId>,
    /// The learner as the database knew them when the request came.
    pub recognised: Option<Recognised>,
    /// Path and query, or `/` where these would name another site.
    pub here: String,
    pub jar: CookieJar,
    /// The client asks for JSON: an island, or a program.
    pub wants_json: bool,
    /// Charges what only a handler knows that it does.
    throttle: Option<Throttle>,
}

impl FromRequestParts<App> for Visit {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        let look = Look::of(parts, app);
        let Some(lang) = look.lang else { return Err(HttpError::not_found()) };
        if let Some(NotLookedUp(error)) = parts.extensions.get() {
            return Err(error.clone());
        }
        let recognised = match parts.extensions.get::<LookedUp>() {
            Some(LookedUp(recognised)) => *recognised,
            None => look.recognise(app).await?,
        };
        let Look { catalog, theme, here, jar, wants_json, .. } = look;
        let throttle = parts.extensions.get::<Throttle>().cloned();
        let learner = recognised.map(|known| known.learner);
        Ok(Self { app: app.clone(), catalog, lang, theme, learner, recognised, here, jar, wants_json, throttle })
    }
}

impl Visit {
    pub fn course(&self, id: &str) -> Result<&Course, HttpError> {
        self.catalog.course(id).ok_or_else(HttpError::not_found)
    }

    pub fn lesson<'a>(&self, course: &'a Course, id: &str) -> Result<&'a Lesson, HttpError> {
        course.lesson(id).ok_or_else(HttpError::not_found)
    }

    /// Returns any question of the course.
    pub fn question<'a>(&self, course: &'a Course, id: &str) -> Result<&'a Question, HttpError> {
        let id: QuestionId = id.parse().map_err(|_| HttpError::not_found())?;
        course.question(&id).ok_or_else(HttpError::not_found)
    }

    /// Returns the learner, made now if this is their first step, and the cookies to answer with.
    pub async fn learner_or_new(&self) -> Result<(LearnerId, CookieJar), HttpError> {
        if self.learner.is_none() {
            self.charge(Class::NewLearner)?;
        }
        let known = self.app.services.learner_or_new(self.learner).await?;
        Ok((known.id, self.remember(known)))
    }

    /// Returns a number that stands for the client's address. Where none is known, all clients are one.
    pub fn payer(&self) -> Payer {
        self.throttle.as_ref().map_or(Payer(0), Throttle::payer)
    }

    /// Takes one from a bucket of this client.
    pub fn charge(&self, class: Class) -> Result<(), HttpError> {
        match &self.throttle {
            Some(throttle) => Ok(throttle.charge(class)?),
            None => Ok(()),
        }
    }

    /// Returns the learner of this browser with the token of its cookie.
    pub fn known_here(&self) -> Option<Here<'_>> {
        let cookie = self.jar.get(cookie_name(&self.app, LEARNER))?;
        Some(Here { learner: self.learner?, token: cookie.value() })
    }

    /// Returns the cookies with a new learner's token in them.
    pub fn remember(&self, known: Known) -> CookieJar {
        remember(&self.app, self.jar.clone(), known)
    }

    /// Returns the cookies without the learner's.
    pub fn forget(&self) -> CookieJar {
        let mut gone = cookie(&self.app, LEARNER, String::new());
        gone.make_removal();
        self.jar.clone().add(gone)
    }
}

/// What a request says without the database: enough for an error page.
#[derive(Debug)]
pub struct Look {
    pub catalog: Arc<Catalog>,
    /// The language of the address, when the site has it.
    pub lang: Option<Lang>,
    /// The language of the address, or else the one that the visitor understands best.
    pub spoken: Lang,
    pub theme: Theme,
    /// Path and query, or `/` where these would name another site.
    pub here: String,
    pub jar: CookieJar,
    pub wants_json: bool,
}

impl Look {
    pub fn of(parts: &Parts, app: &App) -> Self {
        let catalog = app.services.catalog();
        let uri = parts.extensions.get::<OriginalUri>().map_or(&parts.uri, |original| &original.0);
        let first = uri.path().split('/').nth(1).unwrap_or_default();
        let lang = first.parse().ok().filter(|lang| catalog.languages.contains(lang));
        let jar = CookieJar::from_headers(&parts.headers);
        let cookie = |name| jar.get(cookie_name(app, name)).map(Cookie::value);
        Self {
            lang,
            spoken: lang.unwrap_or_else(|| negotiate(&catalog, cookie(LANGUAGE), &parts.headers)),
            theme: theme_of(cookie(THEME).unwrap_or_default()),
            here: local(uri.path_and_query().map_or(uri.path(), PathAndQuery::as_str)).to_owned(),
            // Whoever asks the API is a program, whatever it accepts.
            wants_json: wants_json(&parts.headers) || uri.path().starts_with("/api/"),
            jar,
            catalog,
        }
    }
}

impl Look {
    /// Returns the learner whom the cookie stands for.
    pub async fn recognise(&self, app: &App) -> Result<Option<Recognised>, ServiceError> {
        match self.jar.get(cookie_name(app, LEARNER)) {
            Some(cookie) => app.services.learner(cookie.value()).await,
            None => Ok(None),
        }
    }
}

impl FromRequestParts<App> for Look {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self::of(parts, app))
    }
}

/// Returns the cookies with a new learner's token in them.
pub fn remember(app: &App, jar: CookieJar, known: Known) -> CookieJar {
    match known.new_token {
        Some(token) => jar.add(cookie(app, LEARNER, token)),
        None => jar,
    }
}

/// Returns a cookie for the colour scheme.
pub fn theme_cookie(app: &App, theme: Theme) -> Cookie<'static> {
    cookie(app, THEME, theme_name(theme).to_owned())
}

/// Returns a cookie that remembers a language for `/`.
pub fn language_cookie(app: &App, lang: Lang) -> Cookie<'static> {
    cookie(app, LANGUAGE, lang.to_string())
}

/// Returns the language remembered for `/`.
pub fn remembered_language(app: &App, jar: &CookieJar) -> Option<Lang> {
    language_of(jar.get(cookie_name(app, LANGUAGE))?.value())
}

/// Returns the language that a cookie names.
pub fn language_of(code: &str) -> Option<Lang> {
    code.parse().ok()
}

pub fn theme_of(name: &str) -> Theme {
    match name {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ => Theme::System,
    }
}

fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
        Theme::System => "system",
    }
}

/// Returns the name that a cookie has on this site.
pub fn cookie_name(app: &App, name: CookieName) -> &'static str {
    let [plain, secure] = name;
    if app.is_secure() { secure } else { plain }
}

fn cookie(app: &App, name: CookieName, value: String) -> Cookie<'static> {
    let mut cookie = Cookie::new(cookie_name(app, name), value);
    cookie.set_http_only(true);
    cookie.set_same_site(SameSite::Lax);
    cookie.set_secure(app.is_secure());
    cookie.set_path("/");
    cookie.set_max_age(time::Duration::days(COOKIE_DAYS));
    cookie
}

/// Returns the address when it lies on this site, and the start page otherwise: neither a form nor a link that repeats an
/// address may lead people elsewhere. A path that begins with two slashes would name another host.
pub fn local(address: &str) -> &str {
    let on_site = address.starts_with('/')
        && !address.starts_with("//")
        && address.bytes().all(|b| b.is_ascii_graphic() && b != b'\\');
    if on_site { address } else { "/" }
}

/// Chooses among the languages of the site: the remembered one, then by Accept-Language, then English, then the first.
fn negotiate(catalog: &Catalog, remembered: Option<&str>, headers: &HeaderMap) -> Lang {
    let known = |code: &str| code.parse().ok().filter(|lang: &Lang| catalog.languages.contains(lang));
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    remembered
        .and_then(known)
        .or_else(|| by_preference(accepted).into_iter().find_map(known))
        .or_else(|| known(Lang::EN.code()))
        .or_else(|| catalog.languages.first().copied())
        .unwrap_or(Lang::EN)
}

/// Returns the primary subtags of an Accept-Language header, most wanted first; unwanted ones (`q=0`) left out.
fn by_preference(header: &str) -> Vec<&str> {
    let mut wanted: Vec<(&str, f32)> = header
        .split(',')
        .filter_map(|item| {
            let (tag, quality) = item.split_once(';').map_or((item, 1.0), |(tag, rest)| {
                (tag, rest.trim().strip_prefix("q=").and_then(|q| q.parse().ok()).unwrap_or(0.0))
            });
            let primary = tag.trim().split('-').next()?;
            (quality > 0.0).then_some((primary, quality))
        })
        .collect();
    wanted.sort_by(|a, b| b.1.total_cmp(&a.1));
    wanted.into_iter().map(|(tag, _)| tag).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_repeated_stays_on_the_site() {
        assert_eq!(local("/en/courses/gpu-memory?x=1#y"), "/en/courses/gpu-memory?x=1#y");
        for foreign in
            ["", "https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil", "/a\r\nSet-Cookie: x"]
        {
            assert_eq!(local(foreign), "/", "{foreign:?}");
        }
    }

    #[test]
    fn languages_are_ordered_by_what_the_visitor_wants() {
        assert_eq!(by_preference("vi-VN,vi;q=0.9,en;q=0.8"), ["vi", "vi", "en"]);
        assert_eq!(by_preference("en;q=0.2, de, vi;q=0.7, fr;q=0"), ["de", "vi", "en"]);
        assert_eq!(by_preference("en;q=high"), Vec::<&str>::new());
    }
}
