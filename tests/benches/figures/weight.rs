//! What a browser loads for a page, in bytes over the wire.

use anyhow::{Context, Result};
use axum::http::header::ACCEPT_ENCODING;
use content::lang::Lang;
use reqwest::Method;
use serde_json::json;
use tests::course::course;
use tests::steps::course_path;
use tests::visitor::{Answer, Visitor};

use crate::learner;
use crate::site::Site;
use crate::table::{self, kilobytes};

const RUNS: &str = "/api/v1/lab-runs";

pub(crate) async fn measure(site: &Site) -> Result<()> {
    let (visitor, _, question) = learner::quiz_taker(site).await?;
    let mut pages = vec![
        ("catalogue".to_owned(), "/en/".to_owned()),
        ("course".to_owned(), course_path(Lang::EN, "")),
        ("glossary".to_owned(), "/en/glossary".to_owned()),
        ("progress".to_owned(), "/en/progress".to_owned()),
        ("list of labs".to_owned(), "/en/labs".to_owned()),
        ("form of a lab".to_owned(), "/en/labs/order-of-sizes".to_owned()),
    ];
    let lessons = course().lessons.iter();
    pages.extend(lessons.map(|lesson| (format!("lesson {}", lesson.id), course_path(Lang::EN, lesson.id.as_str()))));
    pages.push(("quiz question".to_owned(), question));
    pages.push(("run of a lab".to_owned(), run(&visitor).await?));
    pages.push(("playground".to_owned(), "/en/playground".to_owned()));
    let mut rows = Vec::new();
    for (name, path) in &pages {
        rows.push(row(&visitor, name, path).await?);
    }
    let head = ["", "HTML", "style", "script", "wasm", "script + wasm", "aim"];
    table::print("Bytes of a page, brotli", head, &rows);
    Ok(())
}

/// Orders a run, and returns the address of its page.
async fn run(visitor: &Visitor) -> Result<String> {
    let order = visitor.request(Method::POST, RUNS).json(&json!({ "lab": "order-of-sizes" }));
    let answer = visitor.send(RUNS, order).await?;
    let id = answer.header("location").rsplit('/').next().context("a run has an address")?.to_owned();
    Ok(format!("/en/lab-runs/{id}"))
}

async fn row(visitor: &Visitor, name: &str, path: &str) -> Result<[String; 7]> {
    let page = visitor.visit(path).await?;
    let style = sum(visitor, &page, "link[rel=stylesheet]", "href").await?;
    let module = sum(visitor, &page, "link[rel=modulepreload]", "href").await?;
    let script = module + sum(visitor, &page, "script[src]", "src").await?;
    let wasm = sum(visitor, &page, "link[rel=preload][as=fetch]", "href").await?;
    let html = size(visitor, path).await?;
    let aim = match (wasm, page.attributes("link[rel=modulepreload]", "href").first()) {
        (0, _) => "no script",
        (_, Some(address)) if address.contains("client-lab") => "150 kB",
        (_, Some(address)) if address.contains("client-playground") => "-",
        _ => "70 kB",
    };
    let [html, style, script, wasm, both] = [html, style, script, wasm, script + wasm].map(kilobytes);
    Ok([name.to_owned(), html, style, script, wasm, both, aim.to_owned()])
}

/// Returns the bytes of everything that a page names in one way.
async fn sum(visitor: &Visitor, page: &Answer, selector: &str, attribute: &str) -> Result<usize> {
    let mut sum = 0;
    for address in page.attributes(selector, attribute) {
        sum += size(visitor, &address).await?;
    }
    Ok(sum)
}

async fn size(visitor: &Visitor, path: &str) -> Result<usize> {
    let answer = visitor.get_with(path, ACCEPT_ENCODING, "br").await?;
    let length = answer.header("content-length");
    length.parse().with_context(|| format!("{path} has the length {length:?} and the status {}", answer.status))
}
