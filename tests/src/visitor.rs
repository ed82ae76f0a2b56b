//! A visitor without a browser: an HTTP client that keeps cookies and fills in forms as they stand in the page.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use reqwest::header::{ACCEPT, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use reqwest::redirect::Policy;
use reqwest::{Method, RequestBuilder, StatusCode};
use scraper::{ElementRef, Html, Selector};

use crate::server::Server;

/// Someone who visits the site. Redirects are answers like others, so that a test can see them.
#[derive(Debug, Clone)]
pub struct Visitor {
    http: reqwest::Client,
    origin: String,
    /// The address that the server sees, in a range that stands for no machine.
    address: String,
}

/// An answer, read to its end.
#[derive(Debug, Clone)]
pub struct Answer {
    pub path: String,
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

/// A form of a page with the values that a browser would send.
#[derive(Debug, Clone)]
pub struct Form {
    pub action: String,
    pub method: Method,
    pub fields: Vec<(String, String)>,
}

/// Longer than the server gives itself for any answer, so that a hanging one fails a test instead of stopping it.
const PATIENCE: Duration = Duration::from_secs(40);

static VISITORS: AtomicU32 = AtomicU32::new(1);

impl Visitor {
    /// Returns a new visitor of a server, without cookies and with an address of its own.
    pub fn of(server: &Server) -> Self {
        Self::at(server.origin())
    }

    /// Returns a new visitor of whatever serves the site there, without a slash at the end.
    pub fn at(origin: String) -> Self {
        let number = VISITORS.fetch_add(1, Ordering::Relaxed);
        let address = format!("198.18.{}.{}", number / 250 % 250, number % 250 + 1);
        let http = reqwest::Client::builder().cookie_store(true).redirect(Policy::none()).no_proxy().timeout(PATIENCE);
        // Building fails for broken TLS set-ups alone, and this client has no TLS.
        let http = http.build().expect("a client without TLS can always be built");
        Self { http, origin, address }
    }

    pub async fn get(&self, path: &str) -> Result<Answer> {
        self.send(path, self.request(Method::GET, path)).await
    }

    /// Gets with a header of its own.
    pub async fn get_with(&self, path: &str, name: HeaderName, value: &str) -> Result<Answer> {
        self.send(path, self.request(Method::GET, path).header(name, value)).await
    }

    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Result<Answer> {
        self.send(path, self.request(Method::POST, path).form(fields)).await
    }

    /// Posts as an island does, which asks for JSON.
    pub async fn post_live(&self, path: &str, fields: &[(&str, &str)]) -> Result<Answer> {
        let request = self.request(Method::POST, path).header(ACCEPT, "application/json").form(fields);
        self.send(path, request).await
    }

    pub async fn submit(&self, form: &Form) -> Result<Answer> {
        let request = self.request(form.method.clone(), &form.action);
        let request = if form.method == Method::GET { request.query(&form.fields) } else { request.form(&form.fields) };
        self.send(&form.action, request).await
    }

    /// Gets a page, following redirects as a browser would.
    pub async fn visit(&self, path: &str) -> Result<Answer> {
        self.follow(self.get(path).await?).await
    }

    /// Follows the redirects of an answer to the page at their end.
    pub async fn follow(&self, mut answer: Answer) -> Result<Answer> {
        for _ in 0..5 {
            let Some(location) = answer.location() else { return Ok(answer) };
            let path = location.strip_prefix(&self.origin).unwrap_or(location).to_owned();
            answer = self.get(&path).await?;
        }
        bail!("{} redirects without end", answer.path)
    }

    /// Returns a request for tests that need headers, methods or bodies that no browser would send.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method.clone(), format!("{}{path}", self.origin));
        let request = request.header("x-forwarded-for", &self.address);
        if method == Method::POST { request.header(ORIGIN, &self.origin) } else { request }
    }

    /// Sends a request made by [`Visitor::request`].
    pub async fn send(&self, path: &str, request: RequestBuilder) -> Result<Answer> {
        let response = request.send().await.with_context(|| format!("no answer to {path}"))?;
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.bytes().await.with_context(|| format!("the answer to {path} broke off"))?;
        let body = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Answer { path: path.to_owned(), status, headers, body })
    }
}

impl Answer {
    /// Returns a header as text, empty when it is absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(HeaderValue::to_str).and_then(Result::ok).unwrap_or_default()
    }

    /// Returns where a redirect leads.
    pub fn location(&self) -> Option<&str> {
        if self.status.is_redirection() { self.headers.get("location")?.to_str().ok() } else { None }
    }

    /// Returns a cookie that the answer sets, as `name=value`.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let set = self.headers.get_all("set-cookie").into_iter().filter_map(|value| value.to_str().ok());
        let mut pairs = set.filter_map(|line| line.split(';').next());
        pairs.find(|pair| pair.split('=').next() == Some(name))
    }

    pub fn html(&self) -> Html {
        Html::parse_document(&self.body)
    }

    pub fn json(&self) -> Result<serde_json::Value> {
        serde_json::from_str(&self.body)
            .with_context(|| format!("{} is not answered with JSON: {}", self.path, self.body))
    }

    /// Returns the text of every element that a selector finds, with white space as a reader sees it.
    pub fn texts(&self, selector: &str) -> Vec<String> {
        let html = self.html();
        html.select(&parse(selector)).map(|element| words(element.text())).collect()
    }

    /// Returns an attribute of every element that a selector finds.
    pub fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        let html = self.html();
        html.select(&parse(selector)).filter_map(|element| element.attr(name)).map(str::to_owned).collect()
    }

    /// Returns the form that a selector finds, or the one around what it finds.
    pub fn form(&self, selector: &str) -> Result<Form> {
        let html = self.html();
        let found = html.select(&parse(selector)).next();
        let found = found.with_context(|| format!("{} has no {selector}:\n{}", self.path, self.body))?;
        let around = || found.ancestors().filter_map(ElementRef::wrap).find(|element| element.value().name() == "form");
        let form = if found.value().name() == "form" { Some(found) } else { around() };
        form.map(|form| Form::read(form, &self.path)).with_context(|| format!("{selector} is in no form"))
    }
}

impl Form {
    fn read(form: ElementRef<'_>, page: &str) -> Self {
        let action = form.attr("action").unwrap_or(page).to_owned();
        let post = form.attr("method").is_some_and(|method| method.eq_ignore_ascii_case("post"));
        let control = parse("input[name], textarea[name]");
        let controls = form.select(&control).filter(|control| control.attr("disabled").is_none());
        let fields = controls.filter_map(|control| {
            let toggle = matches!(control.attr("type"), Some("radio" | "checkbox"));
            let value = control.attr("value").map_or_else(|| control.text().collect(), str::to_owned);
            let sent = !toggle || control.attr("checked").is_some();
            sent.then(|| Some((control.attr("name")?.to_owned(), value)))?
        });
        Self { action, method: if post { Method::POST } else { Method::GET }, fields: fields.collect() }
    }

    /// Fills a field in: replaces what stood there.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.fields.retain(|(field, _)| field != name);
        self.and(name, value)
    }

    /// Adds a value to a field that may have several.
    #[must_use]
    pub fn and(mut self, name: &str, value: &str) -> Self {
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Fills in several values at once, replacing what stood in those fields.
    #[must_use]
    pub fn fill(mut self, values: &[(String, String)]) -> Self {
        self.fields.retain(|(field, _)| values.iter().all(|(name, _)| name != field));
        self.fields.extend_from_slice(values);
        self
    }
}

/// Joins text as a browser shows it: runs of white space are one space.
pub fn words<'t>(text: impl Iterator<Item = &'t str>) -> String {
    text.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Parses a selector written in a test.
///
/// # Panics
/// When it is not one, which the test's author has to mend.
pub fn parse(selector: &str) -> Selector {
    Selector::parse(selector).unwrap_or_else(|error| panic!("{selector} is not a selector: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(body: &str) -> Answer {
        Answer { path: "/en/page".into(), status: StatusCode::OK, headers: HeaderMap::new(), body: body.into() }
    }

    #[test]
    fn a_form_holds_what_a_browser_would_send() -> Result<()> {
        let page = page(
            "<form method=post action=/a><input type=hidden name=try value=1><input type=radio name=option value=x>\
             <input type=radio name=option value=y checked><input name=off value=1 disabled><textarea name=t>two</textarea>\
             <button id=go>Go</button></form>",
        );
        let form = page.form("#go")?;
        assert_eq!((form.action.as_str(), &form.method), ("/a", &Method::POST));
        let pairs = |form: &Form| form.fields.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join(" ");
        assert_eq!(pairs(&form), "try=1 option=y t=two");
        assert_eq!(pairs(&form.with("option", "x").and("option", "y")), "try=1 t=two option=x option=y");
        Ok(())
    }

    #[test]
    fn text_is_read_as_it_is_seen() {
        assert_eq!(page("<p>a\n  <b>b</b> </p><p>c</p>").texts("p"), ["a b", "c"]);
    }
}
