use anyhow::Result;
use reqwest::header::{ACCEPT_ENCODING, IF_NONE_MATCH};
use tests::course::course;
use tests::server::Server;
use tests::steps::{borrowed, course_path, practice_fields, practice_path};
use tests::visitor::{Answer, Visitor, parse};

use content::lang::Lang;

/// Returns the addresses of style, script and pictures that a page loads.
fn assets(page: &Answer) -> Vec<String> {
    let mut assets = page.attributes("link[href]", "href");
    for (selector, attribute) in
        [("script[src]", "src"), ("script[data-js]", "data-js"), ("script[data-wasm]", "data-wasm")]
    {
        assets.extend(page.attributes(selector, attribute));
    }
    assets.retain(|address| address.starts_with("/assets/"));
    assets.sort();
    assets.dedup();
    assets
}

#[tokio::test]
async fn assets_are_small_and_kept_for_good() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let page = visitor.visit(&course_path(Lang::EN, course().lessons[0].id.as_str())).await?;
    let assets = assets(&page);
    for ending in [".css", ".js", ".wasm"] {
        assert!(
            assets.iter().any(|address| address.ends_with(ending)),
            "a page with a question loads a {ending}: {assets:?}"
        );
    }
    for address in &assets {
        let plain = visitor.get(address).await?;
        assert_eq!(plain.status, 200, "{address}");
        assert_eq!(plain.header("cache-control"), "public, max-age=31536000, immutable", "{address}");
        if [".css", ".js", ".wasm", ".svg"].iter().any(|ending| address.ends_with(ending)) {
            for encoding in ["br", "gzip"] {
                let small = visitor.get_with(address, ACCEPT_ENCODING, encoding).await?;
                assert_eq!(small.header("content-encoding"), encoding, "{address}");
                assert!(small.header("vary").to_ascii_lowercase().contains("accept-encoding"), "{address}");
            }
        }
    }
    assert_eq!(visitor.get("/assets/style.css").await?.status, 404, "without its hash a name means nothing");
    assert_eq!(visitor.get("/assets/manifest.json").await?.status, 404);
    Ok(())
}

#[tokio::test]
async fn a_page_that_did_not_change_is_not_sent_again() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    for path in super::public_pages() {
        let page = visitor.get(&path).await?;
        let tag = page.header("etag").to_owned();
        assert!(!tag.is_empty(), "{path} has no ETag");
        let again = visitor.get_with(&path, IF_NONE_MATCH, &tag).await?;
        assert_eq!((again.status.as_u16(), again.body.as_str()), (304, ""), "{path}");
        assert_eq!(visitor.get_with(&path, IF_NONE_MATCH, "W/\"other\"").await?.status, 200, "{path}");
    }
    Ok(())
}

/// The second time it comes from what was kept of the first.
#[tokio::test]
async fn a_page_that_is_given_again_is_the_same_to_the_last_header() -> Result<()> {
    let server = Server::start().await?;
    let (learner, stranger) = (Visitor::of(&server), Visitor::of(&server));
    let question = &course().lessons[0].questions[0];
    let fields = practice_fields(tests::course::right(question, Lang::EN), 1);
    learner.post(&practice_path(Lang::EN, question), &borrowed(&fields)).await?;
    for path in super::public_pages() {
        for visitor in [&learner, &stranger] {
            for encoding in ["br", "gzip", "identity"] {
                let first = visitor.get_with(&path, ACCEPT_ENCODING, encoding).await?;
                let again = visitor.get_with(&path, ACCEPT_ENCODING, encoding).await?;
                let lasting = |answer: &Answer| {
                    let mut headers = answer.headers.clone();
                    for of_one_request in ["x-request-id", "date"] {
                        assert!(headers.remove(of_one_request).is_some(), "{path} has no {of_one_request}");
                    }
                    // The first visit to the start page of a language remembers it.
                    headers.remove("set-cookie");
                    headers
                };
                assert_eq!(lasting(&first), lasting(&again), "{path} {encoding}");
                assert!(first.body == again.body, "{path} {encoding}");
                assert_ne!(first.header("x-request-id"), again.header("x-request-id"), "{path}");
            }
        }
    }
    Ok(())
}

#[tokio::test]
async fn pages_run_no_script_but_for_their_islands() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    for path in super::public_pages() {
        let page = visitor.get(&path).await?;
        let scripts = page.attributes("script[src], script[type=module]", "src");
        let islands = page.attributes("leptos-island", "data-component").len();
        assert_eq!(scripts.is_empty(), islands == 0, "{path}: {islands} islands, scripts {scripts:?}");
        let policy = page.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"), "{path}: {policy}");
        assert_eq!(policy.contains("wasm-unsafe-eval"), islands > 0, "{path}: {policy}");
        let html = page.html();
        let inline = parse("script:not([src]):not([type='application/ld+json']), style, [style], [onclick]");
        assert_eq!(html.select(&inline).count(), 0, "{path} has script or style in the page");
    }
    Ok(())
}

#[tokio::test]
async fn every_answer_carries_the_safety_headers() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    for path in ["/en/", "/en/nowhere", "/robots.txt", "/assets/none.css", "/.well-known/jwks.json", "/healthz"] {
        let answer = visitor.get(path).await?;
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert!(!answer.header("referrer-policy").is_empty(), "{path}");
        assert!(!answer.header("x-request-id").is_empty(), "{path}");
        assert!(answer.header("strict-transport-security").is_empty(), "{path}: no HSTS without TLS");
    }
    Ok(())
}

#[tokio::test]
async fn looking_makes_no_learner() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    for path in super::public_pages() {
        let cookies = visitor.get(&path).await?.header("set-cookie").to_owned();
        assert!(!cookies.contains("learner"), "{path} sets {cookies}");
    }
    Ok(())
}
