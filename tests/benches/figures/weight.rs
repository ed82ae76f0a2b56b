//! What a browser loads for a page, in bytes over the wire.

use anyhow::{Context, Result};
use axum::http::header::ACCEPT_ENCODING;
use content::lang::Lang;
use tests::course::course;
use tests::steps::course_path;
use tests::visitor::{Answer, Visitor};

use crate::learner;
use crate::site::Site;
use crate::table::{self, kilobytes};

pub(crate) async fn measure(site: &Site) -> Result<()> {
    let (visitor, _, question) = learner::quiz_taker(site).await?;
    let mut pages = vec![
        ("catalogue".to_owned(), "/en/".to_owned()),
        ("course".to_owned(), course_path(Lang::EN, "")),
        ("glossary".to_owned(), "/en/glossary".to_owned()),
        ("progress".to_owned(), "/en/progress".to_owned()),
    ];
    let lessons = course().lessons.iter();
    pages.extend(lessons.map(|lesson| (format!("lesson {}", lesson.id), course_path(Lang::EN, lesson.id.as_str()))));
    pages.push(("quiz question".to_owned(), question));
    let mut rows = Vec::new();
    for (name, path) in &pages {
        rows.push(row(&visitor, name, path).await?);
    }
    let head = ["", "HTML", "style", "script", "wasm", "script + wasm", "aim"];
    table::print("Bytes of a page, brotli", head, &rows);
    Ok(())
}

async fn row(visitor: &Visitor, name: &str, path: &str) -> Result<[String; 7]> {
    let page = visitor.visit(path).await?;
    let style = sum(visitor, &page, "link[rel=stylesheet]", "href").await?;
    let module = sum(visitor, &page, "link[rel=modulepreload]", "href").await?;
    let script = module + sum(visitor, &page, "script[src]", "src").await?;
    let wasm = sum(visitor, &page, "link[rel=preload][as=fetch]", "href").await?;
    let html = size(visitor, path).await?;
    let aim = if wasm > 0 { "70 kB" } else { "no script" };
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
